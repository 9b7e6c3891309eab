#!/usr/bin/env bash
# Every answer mends its program: a diff by `patch -p1` and by `git apply`, blocks and files by a reader
# that is not ours; the result is the fixed file, byte by byte. No two faults share their reasoning.
set -u
for tool in patch git zstd python3; do
	command -v "$tool" >/dev/null || { echo "needs $tool"; [ "${CI:-}" = true ] && exit 1; exit 77; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
for form in diff blocks file; do
	"$FL_BIN/datasets" convert "$FL_SRC/tests/fixtures/datasets/version1" -o "$dir/$form" \
		--completion="$form" >/dev/null || exit 1
	"$FL_BIN/datasets" cat "$dir/$form" >"$dir/$form.jsonl" || exit 1
done
/usr/bin/python3 - "$dir" <<'PY'
import json, os, re, subprocess, sys
top = sys.argv[1]

def rows(form):
    with open(f"{top}/{form}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]

def code(row):
    text = row["completion"]
    if row["kind"] in ("trace_fix", "crash_report"):
        assert text.startswith("<THOUGHT_START>\n/* OBSERVED: "), row["id"]
        text = text.split("<THOUGHT_END>\n", 1)[1]
    assert text.startswith("<CODE_START>\n") and text.endswith("<CODE_END>\n"), row["id"]
    return text[len("<CODE_START>\n"):-len("<CODE_END>\n")]

def by_tool(row, command):
    where = f"{top}/work"
    subprocess.run(["rm", "-rf", where], check=True)
    for file in row["files"]:
        path = os.path.join(where, file["path"])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as f:
            f.write(file["content"])
    subprocess.run(command, input=code(row).encode(), cwd=where, check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(where, row["mutation"]["file"]), encoding="utf-8", newline="") as f:
        return f.read()

def by_blocks(row):
    text = row["buggy"]
    found = re.findall(r"// file: (.*)\n<<<<<<< SEARCH\n(.*?)=======\n(.*?)>>>>>>> REPLACE\n", code(row), re.S)
    assert found, row["id"]
    for path, is_, was in found:
        assert path == row["mutation"]["file"] and text.count(is_) == 1, row["id"]
        text = text.replace(is_, was)
    return text

def check(row, text):
    if text != row["fixed"]:
        sys.exit(f"{row['id']}: {row['form']} does not give the fixed file")

count = 0
for row in rows("diff"):
    check(row, by_tool(row, ["patch", "-p1", "--fuzz=0", "-s"]))
    check(row, by_tool(row, ["git", "apply", "--whitespace=nowarn", "-"]))
    count += 1
for row in rows("blocks"):
    check(row, by_blocks(row))
for row in rows("file"):
    head, text = code(row).split("\n", 1)
    assert head == "// file: " + row["mutation"]["file"], row["id"]
    check(row, text)
told, faults = {}, set()
for row in rows("diff"):
    key = (row["kind"], row["reasoning"])
    if told.setdefault(key, row["fault"]) != row["fault"]:
        sys.exit(f"{row['id']}: the reasoning of another fault")
    faults.add(row["fault"])
assert count >= 30 and len(faults) >= 10, (count, len(faults))
print(f"{count} answers applied in each form, {len(faults)} faults")
PY
