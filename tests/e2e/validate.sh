#!/usr/bin/env bash
# Every row by itself: what is no record, lacks a key, has one too many or another type, or breaks a rule,
# is told with file and line, and counted; the others are right.
# timeout: 120
. "$FL_SRC/tests/support/e2e.sh"
need jq

cd "$dir" || exit 1
"$datasets" build "$FL_SRC/examples/corpus/run_length.c" -o set --no-cache --quiet --limit 8 --traces 1 --inputs 0 2>err ||
	fail "no build: $(cat err)"
"$datasets" cat set >rows || fail "no records"
rows=$(wc -l <rows)
[ "$rows" -ge 8 ] || fail "only $rows records"
"$datasets" validate set >said || fail "a dataset is wrong: $(cat said)"
grep -qx "$rows rows, 0 wrong, $rows of schema version 2" said || fail "of a dataset: $(cat said)"
"$datasets" validate <rows >said || fail "of standard input: $(cat said)"
"$datasets" validate "$FL_SRC/tests/fixtures/datasets/version1" >said || fail "of version 1: $(cat said)"
grep -q 'of schema version 1$' said || fail "of version 1: $(cat said)"

{
	jq -c 'del(.cwe)' <(sed -n 1p rows)
	jq -c '.extra = 1' <(sed -n 2p rows)
	jq -c '.hidden = "none"' <(sed -n 3p rows)
	jq -c '.error_class = "taste"' <(sed -n 4p rows)
	jq -c '.fixed += "x"' <(sed -n 5p rows)
	echo '{"kind":'
	sed -n 7p rows
} >wrong
"$datasets" validate wrong rows >said 2>err
[ $? -eq 1 ] || fail "the status of what is wrong"
grep -q "^$((rows + 7)) rows, 6 wrong, $((rows + 1)) of schema version 2$" said || fail "the count: $(cat said)"
for line in 1 2 3 4 5 6; do
	grep -q "^datasets: wrong:$line: ." err || fail "line $line is not told: $(cat err)"
done
grep -q 'wrong:1: .*"cwe"' err || fail "of a key that is missing: $(cat err)"
grep -q 'wrong:2: .*"extra"' err || fail "of a key too many: $(cat err)"
grep -q 'wrong:5: .*breaks rule' err || fail "of a rule: $(cat err)"
exit "$bad"
