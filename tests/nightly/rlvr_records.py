"""Candidates made of records, and whether they got the labels that they deserve.
Usage: rlvr_records.py candidates DIR RECORDS PRINTS SEED, with DIR/records.jsonl; then
rlvr_records.py labels DIR, with DIR/labels.jsonl."""
import collections
import json
import random
import sys

# A crash report names a place and mends nothing.
KINDS = ("diagnostic_fix", "sanitizer_fix", "trace_fix")
# Nothing of the file: no line of it can be found.
MALFORMED = """```diff
--- a/{path}
+++ b/{path}
@@ -1,3 +1,3 @@
 /* not a line of this file, whatever it is */
-	int not_there = 41;
+	int not_there = 42;
 /* nor this one */
```
"""


def whole(path, text):
    return f"<CODE_START>\n// file: {path}\n{text}<CODE_END>\n"


def is_elsewhere(record):
    """Of another machine, or seen by Valgrind alone: rlvr-label does not judge answers to it."""
    first = record["build"][0]["argv"] if record["build"] else [""]
    return "-linux-gnu" in first[0] or any(w.startswith("--target=") for w in first) or ((record["run"] or {}).get("argv") or [])[:1] not in ([], ["./prog"])


def draw(folder, count, prints, seed):
    """Records by their draw, and those of them that have an output which the prompt does not show."""
    with open(f"{folder}/records.jsonl", encoding="utf-8") as f:
        records = [r for r in map(json.loads, f) if r["kind"] in KINDS and not is_elsewhere(r)]
    random.Random(seed).shuffle(records)
    several = [r for r in records if r["hidden"] and any(t["shown"] and t["stdout"] for t in r["tests"])]
    return records[:count], several[:prints]


def printer(record):
    """A program that prints what the input in the prompt should give."""
    text = next(t["stdout"] for t in record["tests"] if t["shown"] and t["stdout"])
    lines = ",".join(str(b) for b in text.encode())
    path = record["mutation"]["file"]
    return whole(path, "#include <stdio.h>\nint main(void)\n{\n\tstatic const unsigned char out[] = {" + lines +
                 "};\n\tfwrite(out, 1, sizeof(out), stdout);\n\treturn 0;\n}\n")


def candidates(folder, count, prints, seed):
    drawn, several = draw(folder, count, prints, seed)
    if len(drawn) < count or len(several) < prints:
        sys.exit(f"{len(drawn)} records, {len(several)} with a further input: too few")
    with open(f"{folder}/candidates.jsonl", "w", encoding="utf-8") as f:
        def put(what, record, completion):
            f.write(json.dumps({"id": f"{what}/{record['id']}", "record": record, "completion": completion}) + "\n")
        for r in drawn:
            path = r["mutation"]["file"]
            put("fix", r, r["completion"])
            put("untouched", r, whole(path, next(x["content"] for x in r["files"] if x["path"] == path)))
            put("malformed", r, MALFORMED.format(path=path))
        for r in several:
            put("prints", r, printer(r))


RIGHT = {
    "fix": lambda x: x["reward"] == 1 and x["stage"] == "passed",
    "untouched": lambda x: x["reward"] < 1 and x["stage"] != "passed",
    "malformed": lambda x: x["reward"] == 0 and x["stage"] == "apply",
    # what it has for compiling, and for nothing being reported
    "prints": lambda x: x["reward"] <= 0.2 and x["stage"] != "passed",
}


def labels(folder):
    seen, bad = collections.Counter(), 0
    with open(f"{folder}/labels.jsonl", encoding="utf-8") as f:
        for label in map(json.loads, f):
            what = label["id"].split("/")[0]
            good = "reward" in label and RIGHT[what](label)
            seen[what, "right" if good else label["stage"] if "reward" in label else "not judged"] += 1
            if not good:
                bad += 1
                print("WRONG", label["id"], label.get("reward"), label["stage"], label["kind"], label["message"][:200],
                      label.get("infra_error", ""))
    for (what, how), n in sorted(seen.items()):
        print(f"{what:10} {how:12} {n}")
    return bad != 0


if sys.argv[1] == "candidates":
    candidates(sys.argv[2], *map(int, sys.argv[3:6]))
else:
    sys.exit(labels(sys.argv[2]))
