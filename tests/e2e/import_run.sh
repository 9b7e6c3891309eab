#!/usr/bin/env bash
# Pairs whose both sides compile are run with --run: what a sanitizer reports of the side before, and not of
# the side after, becomes a sanitizer_fix with the report's class; what else comes of them is counted by its
# reason, and nothing that the host or we failed at is a label. The same records come of any number of workers
# and of the cache, and replay from themselves.
# labels: e2e datasets
# timeout: 1800
. "$FL_SRC/tests/support/e2e.sh"
need jq python3
cd "$dir" || exit 1
/usr/bin/python3 "$FL_SRC/tests/e2e/import/run.py" . || exit 1
counted() { jq -r '(.programs | "taken \(.taken)", (.refused[] | "\(.name) \(.count)"))' "$1/manifest.json" | sort; }
wanted() { sort "$1" | uniq -c | awk '{print $2, $1}'; }

with_own_tmp "$datasets" import rows.jsonl --run -o out --cache=cache --jobs=2 >said 2>err || fail "run: exit $?: $(cat err)"
nothing_left "run"
diff <(wanted rows.fates) <(counted out) || fail "run: fates differ: $(cat said)"
grep -qE "^  of runs +$(wc -l <rows.want):" said || fail "the table does not tell of runs: $(cat said)"
"$datasets" cat out >records || fail "cat"
diff rows.want <(jq -r '"\(.mutation.file) \(.verification.buggy.sanitizer_kind) \(.error_class)"' records) || fail "other reports came"
jq -es 'all(.[]; .kind == "sanitizer_fix" and .provenance.origin == "real" and .verification.level == "executed"
	and .verification.fixed.same and .verification.fixed.exit_status == 0 and .mutation.operator == ""
	and .error_class == .evidence_class and (.cwe | startswith("CWE-")) and .group == "ada/tools"
	and (.reasoning | contains(" * AUTHOR: Mend ")) and (.build | length) == 2 and (.tests | length) > 0
	and ([.tests[] | select(.shown)] | length) == 1)' records >/dev/null || fail "a column is not as it should be"
# What a file reads was found, and the mathematics of C linked.
jq -es 'any(.[]; .mutation.file == "words.c" and .run.stdin != "" and (.tests | length) > 1)' records >/dev/null ||
	fail "no input was found: $(jq -c 'select(.mutation.file == "words.c") | .run' records)"
jq -es 'any(.[]; .mutation.file == "scaled.c" and (.build[1].argv | index("-lm")))' records >/dev/null || fail "-lm is not linked"
# The mend makes the side after, whole.
jq -es --slurpfile rows rows.jsonl 'all(.[]; . as $r | any($rows[]; .after == $r.fixed and .before == $r.buggy))' records >/dev/null ||
	fail "sides are not those of the rows"

"$datasets" validate out >said || fail "validate: $(cat said)"
"$datasets" verify out --replay 100 >said || fail "verify: $(cat said)"

# Of the cache, by one worker: the same bytes. A fault that is not the record's does not replay.
"$datasets" import rows.jsonl --run -o again -q --cache=cache --jobs=1 || fail "again: exit $?"
cmp -s out/manifest.json again/manifest.json || fail "another dataset came of the cache"
head -1 rows.jsonl >one.jsonl
"$datasets" import one.jsonl --run -o one -q --no-cache --compiler=clang || fail "clang: exit $?"
"$datasets" cat one | jq -e '.build[0].argv[0] == "clang-19" and .verification.buggy.sanitizer_kind == "heap-buffer-overflow"' >/dev/null ||
	fail "clang was not asked alone"

# Without --run nothing is; with --tidy there is nothing to run.
"$datasets" import rows.jsonl -o none -q --no-cache --compiler=gcc 2>err
[ $? -eq 1 ] || fail "a record came of what was not run"
[ "$(counted none | grep before_compiles)" = "before_compiles $(wc -l <rows.jsonl)" ] || fail "not run: $(counted none)"
"$datasets" import rows.jsonl --run --tidy -o none -q --no-cache 2>err
[ $? -eq 2 ] && grep -q -- --tidy err || fail "--run with --tidy: $(cat err)"
exit "$bad"
