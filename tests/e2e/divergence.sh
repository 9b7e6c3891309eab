#!/usr/bin/env bash
# Where a faulty run parts from the right one: in lines, values and counts as a gdb script finds it in
# both programs, built without sanitizers; and all replay.
# timeout: 600
. "$FL_SRC/tests/support/e2e.sh"
need jq
need gdb
need python3

mkdir "$dir/corpus" "$dir/gdb"
cp "$FL_SRC/examples/corpus/csv_parser.c" "$FL_SRC/examples/corpus/run_length.c" "$dir/corpus"
with_own_tmp "$datasets" build "$dir/corpus" -o "$dir/out" --no-cache --quiet --limit 0 --sites 1 --observed 0 \
	--op=wrong-variable,boundary,constant,missing-statement --compile-sites 0 --traces 0 --crashes 0 --inputs 0 \
	--divergences 1 >"$dir/table" || fail "no build: $(cat "$dir/table")"
"$datasets" cat "$dir/out" >"$dir/all"
jq -c 'select(.kind == "divergence")' "$dir/all" >"$dir/records"
jq -es '[.[].mutation.operator] | unique | length >= 2' "$dir/records" >/dev/null ||
	fail "of one operator: $(jq -c .mutation.operator "$dir/records")"
jq -es 'all(.context | length <= 2048)' "$dir/records" >/dev/null || fail "one is too long"
jq -es 'all(.reasoning | contains("goes as in the right program"))' "$dir/records" >/dev/null ||
	fail "the reasoning does not say where they part"

python3 "$FL_SRC/tests/e2e/divergence/check.py" "$dir/gdb" <"$dir/records" >"$dir/log" 2>&1 ||
	fail "gdb finds another parting: $(cat "$dir/log")"
grep -qx '[2-9] compared' "$dir/log" || fail "too few: $(cat "$dir/log")"

count=$(jq -s length "$dir/all")
"$datasets" verify "$dir/out" --replay "$count" >"$dir/log" 2>&1 || fail "verify: $(cat "$dir/log")"
grep -qx "replayed $count of $count" "$dir/log" || fail "not all replay: $(cat "$dir/log")"

jq -e '[.arguments[] | select(. == "--divergences=1")] | length == 1' "$dir/out/manifest.json" >/dev/null ||
	fail "the manifest does not say that they were asked for"
nothing_left "divergences"
exit "$bad"
