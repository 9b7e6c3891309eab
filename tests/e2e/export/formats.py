# formats.py SHAPE FILE: is every row of the format that the shape's trainer documents? By the schemas
# of formats.json. A schema that lets anything through would say nothing: it has to refuse a row
# without any of the members it asks for, and one with another type there.
import json
import os
import sys

import jsonschema

FORMATS = {"sft": "prompt_completion", "messages": "conversational_language_modeling", "text": "language_modeling",
           "preference": "preference", "kto": "unpaired_preference", "commitpack": "commitpack", "verl": "verl",
           "tasks": "prompt_only", "stepwise": "stepwise_supervision"}


def members(schema, row, path=()):
    """The path of each member that the schema asks for."""
    for key in schema.get("required", ()):
        yield (*path, key)
        yield from members(schema["properties"][key], row[key], (*path, key))


def changed(row, path, change):
    copy = json.loads(json.dumps(row))
    at = copy
    for key in path[:-1]:
        at = at[key]
    change(at, path[-1])
    return copy


def main(shape, path):
    with open(os.path.join(os.path.dirname(__file__), "formats.json"), encoding="utf-8") as f:
        all_formats = json.load(f)
    schema = {"$schema": all_formats["$schema"], "$defs": all_formats["$defs"], "$ref": f"#/$defs/{FORMATS[shape]}"}
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    row, number = None, 0
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            for error in validator.iter_errors(row):
                raise SystemExit(f"{path}:{number}: {error.json_path}: {error.message[:200]}")
    assert number, f"{path}: no rows"
    asked = list(members(all_formats["$defs"][FORMATS[shape]], row))
    assert asked
    for member in asked:
        for change in (lambda at, key: at.pop(key), lambda at, key: at.__setitem__(key, 1.5),
                       lambda at, key: at.__setitem__(key, None)):
            assert not validator.is_valid(changed(row, member, change)), f"{shape}: {member} may be anything"


if __name__ == "__main__":
    main(*sys.argv[1:])
