#!/usr/bin/env bash
# labels: slow
# timeout: 300
# Rows of a small dataset are valid by the committed JSON Schemas, as an implementation of the
# standard that is not ours sees it; a damaged row is not.
set -u
/usr/bin/python3 -c 'import jsonschema' 2>/dev/null || { echo "needs python3-jsonschema"; [ "${CI:-}" = true ] && exit 1; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$FL_BIN/datasets" build "$FL_SRC/examples/corpus/stack_vm.c" "$FL_SRC/examples/corpus/ring_buffer.c" -o "$dir/out" \
	--no-cache --quiet --limit 15 --traces 1 --compile-sites 1 --divergences 1 || exit 1
"$FL_BIN/datasets" dialogues "$dir/out" -o "$dir/talks" -q || exit 1
"$FL_BIN/datasets" dialogues "$dir/out" -o "$dir/attempts" --compile -q || exit 1
"$FL_BIN/datasets" cat "$dir/out" "$dir/talks" "$dir/attempts" >"$dir/rows" || exit 1
/usr/bin/python3 - "$FL_SRC/datasets/schema" "$dir/rows" <<'PY'
import copy, json, os, sys
import jsonschema
schemas = {}
for name in os.listdir(sys.argv[1]):
    with open(os.path.join(sys.argv[1], name)) as f:
        schema = json.load(f)
    jsonschema.Draft202012Validator.check_schema(schema)
    if not name.startswith("label."):
        schemas[name.split(".")[0]] = jsonschema.Draft202012Validator(schema)
kinds = set()
with open(sys.argv[2]) as f:
    for number, line in enumerate(f, 1):
        row = json.loads(line)
        kinds.add(row["kind"])
        for error in schemas[row["kind"]].iter_errors(row):
            sys.exit(f"row {number}: {error.json_path}: {error.message}")
        for damage in (lambda r: r.pop("diff"), lambda r: r.update(more=1), lambda r: r.update(group=None),
                       lambda r: r["mutation"].update(line="7"), lambda r: r.update(error_class="other")):
            bad = copy.deepcopy(row)
            damage(bad)
            if schemas[row["kind"]].is_valid(bad):
                sys.exit(f"row {number}: the schema lets a damaged row pass")
if kinds != set(schemas):
    sys.exit(f"kinds seen: {sorted(kinds)}")
print("valid")
PY
