#!/usr/bin/env bash
# datasets split: repositories stay whole, nothing nearly the same is in two parts, and what was
# split stays where it is when more comes.
# labels: datasets
# timeout: 120
# shellcheck source=tests/support/alone.sh
. "$FL_SRC/tests/support/alone.sh" || exit 1
need zstd
tool=$FL_BIN/datasets
cd "$dir" || exit 1

/usr/bin/python3 - <<'PYTHON' || fail "the rows"
import json
def text(seed, changed=0, words=300):
    return " ".join(f"v{(seed * 7919 + i * 104729 + (13 if i < changed else 0)) % 100003}" for i in range(words))
def row(n, group):
    copy = n % 10 == 9  # of a row of another repository
    return {"repo": f"g{group}", "n": n, "text": text(n - 4, 10) if copy else text(n)}
rows = [row(n, n % 97) for n in range(1200)]
for name, part in (("first", rows[:800]), ("more", rows[800:])):
    with open(f"{name}.jsonl", "w") as f:
        for r in part:
            f.write(json.dumps(r) + "\n")
PYTHON
cat >judge.py <<'PYTHON'
import json, sys
parts = {p: [json.loads(l) for l in open(f"{sys.argv[1]}/{p}.jsonl")] for p in ("train", "valid", "test")}
kept = {r["n"] for rows in parts.values() for r in rows}
left = [json.loads(l) for l in open(sys.argv[2])]
groups = [{r["repo"] for r in rows} for rows in parts.values()]
assert not (groups[0] & groups[1] or groups[0] & groups[2] or groups[1] & groups[2]), "a repository is in two parts"
where = {r["n"]: p for p, rows in parts.items() for r in rows}
for n in kept:
    if n % 10 == 9 and n - 4 in where:
        assert where[n] == where[n - 4], f"{n} is in {where[n]}, what it is a copy of in {where[n - 4]}"
assert all(w["alike"] >= 0.75 and w["why"] in parts for w in left), left[:3]
assert len(kept) + len(left) == int(sys.argv[3]), (len(kept), len(left))
assert left and min(len(rows) for rows in parts.values()) > 20, {p: len(r) for p, r in parts.items()}
PYTHON
judge() { /usr/bin/python3 judge.py "$@" || fail "split of $1"; }

options=(--valid 15 --test 15)
"$tool" split "${options[@]}" -o one --why left1 first.jsonl 2>said || fail "exit $?: $(cat said)"
grep -qE '^datasets: train [0-9]+, valid [0-9]+, test [0-9]+ rows; left out: [0-9]+ nearly the same as one of another part, 0 damaged$' said ||
	fail "$(cat said)"
judge one left1 800
# More behind it, in one go, and behind what was written: the old rows are where they were.
cat first.jsonl more.jsonl | "$tool" split "${options[@]}" -o all --why left2 2>/dev/null || fail "all: exit $?"
judge all left2 1200
zstd -q more.jsonl
"$tool" split "${options[@]}" -o two --prior one --why left3 more.jsonl.zst 2>/dev/null || fail "two: exit $?"
for part in train valid test; do
	cat one/$part.jsonl two/$part.jsonl | cmp -s - all/$part.jsonl || fail "$part: another part when more came"
done
# Uncompared, nothing is left out; a repository is where the column of records says.
"$tool" split --near 0 -o plain first.jsonl 2>/dev/null || fail "plain: exit $?"
[ "$(cat plain/*.jsonl | wc -l)" = 800 ] || fail "rows are lost"
"$tool" split -o records "$FL_SRC/tests/fixtures/datasets/version1" 2>/dev/null || fail "records: exit $?"
for part in train valid test; do
	[ "$(grep -c "\"split\":\"$part\"" records/$part.jsonl)" = "$(wc -l <records/$part.jsonl)" ] ||
		fail "records of another split in $part"
done
[ -n "$(cat records/*.jsonl)" ] || fail "no record at all"
for args in "" "-o new --valid 60 --test 40" "-o one --prior one" "-o new --prior nothing" "-o first.jsonl/x"; do
	# shellcheck disable=SC2086
	"$tool" split $args <first.jsonl >/dev/null 2>said && fail "$args: no error"
	[ -s said ] || fail "$args: nothing said"
done
cp -r one before
"$tool" split "${options[@]}" -o one more.jsonl.zst 2>said && fail "a split over another: no error"
grep -q -e --overwrite said && diff -r one before || fail "a split over another: $(cat said)"
"$tool" split "${options[@]}" -o one --overwrite first.jsonl 2>said && diff -r one before || fail "--overwrite: $(cat said)"
printf '{"repo":"a"\n{"repo":"a","text":"b c d"}\n' | "$tool" split -o bad 2>said
[ $? = 1 ] && grep -q '1 damaged' said && [ "$(cat bad/*.jsonl | wc -l)" = 1 ] || fail "a damaged row: $(cat said)"
# A blank line is none; a member that no row has is a slip of the pen.
printf '{"repo":"a","text":"b c d"}\n\n' | "$tool" split -o blank 2>said || fail "a blank line: $(cat said)"
[ "$(cat blank/*.jsonl | wc -l)" = 1 ] || fail "a blank line: $(cat blank/*.jsonl)"
printf '{"repo":"a","text":"b c d"}\n' | "$tool" split --group rpeo -o slip 2>said
[ $? = 2 ] && grep -q 'no row has a text in the member "rpeo"' said && [ -z "$(ls slip)" ] || fail "a slip in --group: $(cat said)"
exit $bad
