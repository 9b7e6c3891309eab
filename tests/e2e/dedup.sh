#!/usr/bin/env bash
# datasets dedup: what is there already is left out, nearly the same too, and why is told.
# labels: datasets
# timeout: 120
# shellcheck source=tests/support/alone.sh
. "$FL_SRC/tests/support/alone.sh" || exit 1
tool=$FL_BIN/datasets
cd "$dir" || exit 1
need jq zstd

/usr/bin/python3 - <<'PYTHON' || fail "the rows"
import json
def text(seed, changed=0, words=400):
    return " ".join(f"v{(seed * 7919 + i * 104729 + (13 if i < changed else 0)) % 100003}" for i in range(words))
rows = [
    {"text": text(1)}, {"text": text(2)}, {"text": text(1)},          # 1, 2 kept; 3 the same as 1
    {"text": text(1, 20)}, {"text": text(2, 200)},                    # 4 nearly 1; 5 kept
    {"old_contents": text(4), "new_contents": text(5)},               # 6 kept
    {"number": 1}, {"text": "// a comment\n" + text(2).replace(" ", "\n")},  # 7 textless, kept; 8 nearly 2
    {"fault": "f1", "kind": "a", "diff": text(6)}, {"fault": "f1", "kind": "b", "diff": text(6)},  # both kept
    {"fault": "f2", "kind": "a", "diff": "--- a/x\n+++ b/x\n@@ -1 +1 @@\n" + text(6, 5)},   # 11 nearly 9
    {"fault": "f2", "kind": "b", "diff": "nothing like it"},          # 12 as the first of its fault
    {"text": text(8)},                                                # 13 in the other set
]
with open("rows.jsonl", "w") as f:
    for row in rows:
        f.write(json.dumps(row) + "\n")
    f.write("{\"text\": \n[1, 2]\n")                                 # 14, 15 damaged
    f.write(json.dumps({"text": text(9)}))                            # 16 kept, without an LF
with open("tested.jsonl", "w") as f:
    f.write(json.dumps({"content": text(8, 10)}) + "\n")
PYTHON

"$tool" dedup --against tested.jsonl --why why.jsonl rows.jsonl >kept.jsonl 2>said
[ $? = 1 ] || fail "damaged rows are no success: $(cat said)"
numbers=$(grep -nxFf kept.jsonl rows.jsonl | cut -d: -f1 | tr '\n' ' ')
[ "$numbers" = "1 2 3 5 6 7 9 10 16 " ] || fail "kept $numbers" # the 3rd is the 1st, byte by byte
[ "$(wc -l <kept.jsonl)" = 8 ] || fail "$(wc -l <kept.jsonl) rows kept"
[ "$(jq -c '[.line, .why, .of_line]' why.jsonl | tr '\n' ' ')" = \
	'[3,"same",1] [4,"near",1] [8,"near",2] [11,"near",9] [12,"near",9] [13,"against",1] ' ] || fail "$(cat why.jsonl)"
jq -es '.[1] | .alike > 0.75 and .alike < 1 and .of_file == "rows.jsonl"' why.jsonl >/dev/null ||
	fail "how alike: $(cat why.jsonl)"
grep -q 'datasets: 8 rows kept; left out: 1 the same as another, 4 nearly, 1 of other sets, 2 damaged' said ||
	fail "$(cat said)"
grep -q 'rows.jsonl:14: ' said && grep -q 'rows.jsonl:15: ' said || fail "damaged rows: $(cat said)"
grep -q '1 rows have no text' said || fail "$(cat said)"

# Only the same text; other members; standard input; compressed.
head -13 rows.jsonl | "$tool" dedup --near 0 2>/dev/null | wc -l | grep -qx 12 || fail "the same alone"
head -2 rows.jsonl | "$tool" dedup --text number,kind 2>&1 >/dev/null | grep -q '2 rows have no text' || fail "--text"
zstd -q rows.jsonl
"$tool" dedup --against tested.jsonl rows.jsonl.zst 2>/dev/null | cmp -s - kept.jsonl || fail "compressed"
"$tool" dedup kept.jsonl 2>/dev/null | cmp -s - kept.jsonl || fail "what is kept is not kept again"
# Views of a fault stay together, and each stays once.
sed -n '9,10p' rows.jsonl >views.jsonl
"$tool" dedup views.jsonl views.jsonl 2>/dev/null | cmp -s - views.jsonl || fail "views of a fault twice"
for args in "--near 40" "--near 101" "--against nothing.jsonl" "--why missing/why nothing"; do
	# shellcheck disable=SC2086
	"$tool" dedup $args <rows.jsonl >/dev/null 2>said && fail "$args: no error"
	[ -s said ] || fail "$args: nothing said"
done
exit $bad
