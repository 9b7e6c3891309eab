# preference.py RECORDS PREFERENCE KTO RULE...: there are pairs by each of these rules; what is
# rejected fits the faulty files, makes there what its rule says, and has the form of what is chosen;
# kto has the same answers, a row each.
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

records, pairs, judged = ([json.loads(l) for l in open(p, encoding="utf-8")] for p in sys.argv[1:4])
by_id = {r["id"]: r for r in records}


def raw(text):  # bytes that are not UTF-8 are U+10F000 + byte
    return b"".join(bytes([ord(c) - 0x10F000]) if 0x10F000 <= ord(c) < 0x10F100 else c.encode() for c in text)


def contents(record):
    return {f["path"]: raw(f["content"]) for f in record["files"]}


def code(answer):
    assert answer.startswith("<CODE_START>\n") and answer.endswith("<CODE_END>\n"), answer
    return answer[len("<CODE_START>\n"):-len("<CODE_END>\n")]


def patched(record, answer):
    with tempfile.TemporaryDirectory() as tree:
        for path, content in contents(record).items():
            os.makedirs(os.path.dirname(f"{tree}/{path}"), exist_ok=True)
            with open(f"{tree}/{path}", "wb") as f:
                f.write(content)
        done = subprocess.run(["patch", "-p1", "--fuzz=0", "--no-backup-if-mismatch", "-s", "-d", tree],
                              input=raw(code(answer)), capture_output=True)
        assert done.returncode == 0, done.stdout
        return {path: open(f"{tree}/{path}", "rb").read() for path in contents(record)}


def form(answer):
    lines = code(answer).split("\n")
    count = lambda p: sum(bool(re.match(p, line)) for line in lines)
    return count("--- a/"), count("@@ "), count("-(?!-- a/)"), count(r"\+(?!\+\+ b/)")


faults = {r["fault"]: contents(r) for r in records}
rules = collections.Counter()
for row in pairs:
    record = by_id[row["id"]]
    right, wrong = patched(record, row["chosen"]), patched(record, row["rejected"])
    rules[row["rejected_by"]] += 1
    assert form(row["chosen"]) == form(row["rejected"]), row["id"]
    assert row["rejected_fault"] in faults and row["rejected_fault"] != record["fault"]
    assert wrong != right and wrong != contents(record)
    if row["rejected_by"] == "seen":
        assert all(faults[row["rejected_fault"]][p] == wrong[p] for p in wrong), row["id"]
        continue
    assert row["rejected_by"] == "left"
    # The other fault mended leaves this one: what is put in and what is there are both faults.
    here, there = contents(record), faults[row["rejected_fault"]]
    for path in wrong:
        if here[path] == right[path]:
            assert wrong[path] == there[path], row["id"]
        for e in record["edits"]:
            if e["file"] == path and e["replacement"].strip():
                assert raw(e["replacement"]) in wrong[path], row["id"]
assert all(rules[name] for name in sys.argv[4:]), rules

wanted = {row["id"]: row for row in pairs}
seen = collections.Counter()
for row in judged:
    pair = wanted.get(row["id"])
    seen[row["id"], row["label"]] += 1
    if row["label"]:
        assert not pair or (row["prompt"], row["completion"]) == (pair["prompt"], pair["chosen"])
        assert row["rejected_by"] == ""
    else:
        assert (row["prompt"], row["completion"], row["rejected_by"]) == (
            pair["prompt"], pair["rejected"], pair["rejected_by"])
assert set(seen.values()) == {1} and {i for i, label in seen if label} == set(by_id)
assert {i for i, label in seen if not label} == set(wanted)
print(dict(rules))
