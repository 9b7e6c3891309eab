# card.py CARD DIR [GLOBS]: does the YAML of the card say what is in the directory? Configurations and
# their files, rows, bytes, and the columns with the types that the rows have. Writes, as JSON, which
# globs should have how many rows.
import glob
import json
import os
import subprocess
import sys

import yaml

card, directory = sys.argv[1:3]
with open(card, encoding="utf-8") as f:
    empty, head, text = f.read().split("---\n", 2)
assert empty == "" and text.startswith("\n# ")
meta = yaml.safe_load(head)
for key in ("license", "language", "tags", "task_categories", "size_categories"):
    assert isinstance(meta[key], list) and meta[key] and all(type(v) is str for v in meta[key]), key

PLAIN = {"string": str, "int64": int, "bool": bool, "float64": float}


def check(features, value, at):
    assert [f["name"] for f in features] == list(value), f"{at}: {list(value)}"
    for f in features:
        v, where = value[f["name"]], f"{at}.{f['name']}"
        if "dtype" in f:
            assert type(v) is PLAIN[f["dtype"]], f"{where}: {v!r}"
        elif "struct" in f:
            check(f["struct"], v, where)
        elif "list" in f:
            for item in v:
                check(f["list"], item, where)
        else:
            assert f["sequence"] == "string" and all(type(i) is str for i in v), where


info = {i["config_name"]: i for i in meta["dataset_info"]}
files, total, expected = set(), 0, []
for config in meta["configs"]:
    matched = sorted(glob.glob(os.path.join(directory, config["data_files"])))
    assert matched and not files & set(matched), config
    files |= set(matched)
    own = info.pop(config["config_name"])
    lines = subprocess.run(["zstd", "-dcq", *matched], capture_output=True, check=True).stdout
    rows = [json.loads(line) for line in lines.decode().splitlines() if line]
    for row in rows:
        assert row["kind"] == config["config_name"]
        check(own["features"], row, "row")
    split, = own["splits"]
    assert (split["num_examples"], split["num_bytes"]) == (len(rows), len(lines)), config
    assert own["download_size"] == sum(map(os.path.getsize, matched)) and own["dataset_size"] == len(lines)
    assert f"| `{config['config_name']}` | {len(rows)} |" in text
    total += len(rows)
    expected.append({"glob": os.path.join(directory, config["data_files"]), "rows": len(rows)})
assert not info and files == set(glob.glob(os.path.join(directory, "*.jsonl.zst")))
assert f"\n{total} records of " in text
if len(sys.argv) > 3:
    with open(sys.argv[3], "w", encoding="utf-8") as f:
        json.dump(expected, f)
