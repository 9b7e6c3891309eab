#!/usr/bin/env bash
# labels: slow
# timeout: 1500
# The example corpus gives what it is there for: records of every kind, operator and class, mutants
# that compile and fail, and records that replay with the corpus gone. Every sixth C program and one in
# C++, whose compiles cost ten times as much, and 8 fault sites of each (LIMIT; 0: all programs and
# sites, as tests/nightly/corpus.sh has it).
. "$FL_SRC/tests/support/e2e.sh"
need jq
limit=${LIMIT:-8}
replay=${REPLAY:-6}
most=6 # percent of the faults that an operator has; of a few, one is nearly that
[ "$limit" = 0 ] || most=12
# The least of records, of each kind, of operators and of those of the run.
wanted=(140 25 38 26)
[ "$limit" = 0 ] || wanted=(70 10 26 16)

if [ "$limit" = 0 ]; then
	cp -r "$FL_SRC/examples/corpus" "$dir/corpus"
else
	mkdir "$dir/corpus"
	# shellcheck disable=SC2046  # no name has a blank
	cp $(printf '%s\n' "$FL_SRC"/examples/corpus/*.c | awk 'NR % 6 == 0') \
		"$FL_SRC/examples/corpus/work_queue.cpp" "$dir/corpus"
fi
programs=$(grep -rlE '^int main\(' --include='*.c' --include='*.cpp' "$dir/corpus" | wc -l)
start=$(date +%s)
options=()
[ "$limit" = 0 ] || options+=(--limit "$limit" --traces 1 --crashes 1)
with_own_tmp "$datasets" build "$dir/corpus" -o "$dir/out" --no-cache "${options[@]}" || {
	echo "FAIL: exit status $?"
	exit 1
}
echo "built in $(($(date +%s) - start)) s"
nothing_left "build"
rm -rf "$dir/corpus"
manifest=$dir/out/manifest.json

least() { # WHAT NUMBER LEAST
	echo "$1: $2"
	[ "$2" -ge "$3" ] || fail "$1: $2, not $3"
}
number() { jq "$1" "$manifest"; }
runtime="[.operators[] | select(.operator | IN($("$FL_BIN/tracegen" ops --to=markdown |
	awk -F'`' '/^## /{runs = /program runs/} runs && /^[|] `/{printf "%s\"%s\"", sep, $2; sep = ", "}')))]"

least "programs taken" "$(number .programs.taken)" "$programs"
least "records" "$(number '[.shards[].rows] | add')" "${wanted[0]}"
for kind in diagnostic_fix sanitizer_fix trace_fix crash_report; do
	least "$kind" "$(number "[.shards[] | select(.kind == \"$kind\") | .rows] | add // 0")" "${wanted[1]}"
done
least "operators with records" "$(number '[.operators[] | select(.records > 0)] | length')" "${wanted[2]}"
least "run-time operators with records" "$(number "$runtime | map(select(.records > 0)) | length")" "${wanted[3]}"
least "error classes" "$("$datasets" stats --json "$dir/out" | jq '.error_classes | length')" 8
over=$("$datasets" cat "$dir/out" | jq -r '.mutation.operator + " " + .fault' | sort -u |
	awk -v most="$most" '{n[$1]++} END {for (op in n) if (n[op] * 100 > most * NR) print op, n[op], "of", NR}')
[ -z "$over" ] || fail "operators have more than $most % of the faults: $over"

# Every site is accounted for by what became of it.
jq -e '[.operators[] | .tried == .observed + .survived + .not_compiled + .nondeterministic +
	.near_limit + .infra and .tried <= .sites] | all' "$manifest" >/dev/null ||
	fail "sites are missing from the table"
tried=$(number "$runtime | map(.tried) | add")
least "run-time faults that compile, of $tried, in permille" \
	"$(number "$runtime | (map(.compiled) | add) * 1000 / (map(.tried) | add) | floor")" 990
least "run-time faults that are observed, in permille" \
	"$(number "$runtime | (map(.observed) | add) * 1000 / (map(.tried) | add) | floor")" 550
least "sites that our own tools did not fail on, in permille" \
	"$(number '[.operators[]] | 1000 - (map(.infra) | add) * 1000 / (map(.tried) | add) | floor')" 1000
rare='[.operators[] | select(.operator | IN("arith", "relational-swap")) | .records] | add // 0'
jq -e "($rare) * 100 <= 3 * ([.operators[].records] | add)" "$manifest" >/dev/null ||
	fail "operators that people hardly ever need have more than 3 %"
[ "$(number '[.operators[] | select(.operator == "removed-definition") | .tried] | add // 0')" = 0 ] ||
	fail "a retired operator made faults"

# The judges of bench/ take what comes out; their figures are of larger sets (tests/nightly/reference.sh).
if /usr/bin/python3 -c 'import sklearn' 2>/dev/null; then
	"$FL_SRC/bench/tell" "$dir/out" --least=5 >"$dir/log" || fail "bench/tell: status $?"
	grep -Eq '^  all  +[0-9]+ pairs  0\.[0-9]{3}  \[' "$dir/log" || fail "bench/tell says nothing of all: $(cat "$dir/log")"
elif [ "${CI:-}" = true ]; then
	fail "python3-sklearn is missing"
fi
"$FL_SRC/bench/variety" "$dir/out" >"$dir/log" || fail "bench/variety: status $?"
grep -Eq 'different edits  +[0-9]+  [01]\.[0-9]{3}' "$dir/log" || fail "bench/variety says nothing of edits: $(cat "$dir/log")"
"$FL_SRC/bench/sample" "$dir/out" -o "$dir/sample" --count=12 >/dev/null || fail "bench/sample: status $?"
[ "$(find "$dir/sample" -name '[0-9][0-9].txt' -size +1k | wc -l)" = 12 ] || fail "bench/sample did not draw 12 records"

mkdir "$dir/else where"
mv "$dir/out" "$dir/else where/out"
start=$(date +%s)
(cd / && "$datasets" verify "$dir/else where/out" --replay "$replay") >"$dir/log" 2>&1 || fail "verify"
cat "$dir/log"
grep -qx "replayed $replay of $replay" "$dir/log" || fail "not all of $replay replay"
echo "replayed in $(($(date +%s) - start)) s"
nothing_left "replay"
exit "$bad"
