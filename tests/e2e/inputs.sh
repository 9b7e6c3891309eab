#!/usr/bin/env bash
# labels: slow
# timeout: 600
# Programs with several inputs, given and found: one shows the fault, two are shown in no record, all
# are replayed, and a record that is wrong about one that it does not show does not replay.
. "$FL_SRC/tests/support/e2e.sh"
need jq

mkdir -p "$dir/corpus/given" "$dir/corpus/found"
cp "$FL_SRC/examples/corpus/filters/csv_sum.c" "$dir/corpus/given"
jq '{programs: [.programs[] | select(.name == "csv_sum")]}' \
	"$FL_SRC/examples/corpus/filters/faultline.json" >"$dir/corpus/given/faultline.json"
cp "$FL_SRC/examples/corpus/filters/calc.c" "$dir/corpus/found"
with_own_tmp "$datasets" build "$dir/corpus" -o "$dir/out" --no-cache --limit 6 --compile-sites 1 --traces 1 \
	--crashes 0 --inputs 5 >"$dir/table" || {
	echo "FAIL: exit status $?"
	cat "$dir/table"
	exit 1
}
grep -E '^inputs    5 kept for 1 of 1 programs that read; [0-9]+ tried, [0-9]+ ended well$' "$dir/table" ||
	fail "the table does not say what was found"
jq -e '.inputs | length == 1 and .[0].path == "found/calc.c" and .[0].kept == 5 and .[0].none == "" and
	.[0].well > 20 and .[0].kept_reach * 10 >= .[0].reached * 8' "$dir/out/manifest.json" >/dev/null ||
	fail "the manifest does not say what was found: $(jq -c .inputs "$dir/out/manifest.json")"
"$datasets" cat "$dir/out" >"$dir/records"

all() { # WHAT FILTER: it is true of all records of runs, of which there are some
	jq -es 'map(select(.kind != "diagnostic_fix")) | length > 4 and all('"$2"')' "$dir/records" >/dev/null ||
		fail "$1"
}
all "one test is shown, and it is the run" \
	'.run as $r | [.tests[] | select(.shown)] | length == 1 and .[0].argv == $r.argv and .[0].stdin == $r.stdin'
all "six inputs are given, five found" '(.tests | length) == if .provenance.source[0:5] == "given" then 6 else 5 end'
all "at least two are hidden" '.hidden >= 2 and .hidden_fails <= .hidden'
all "the last two are never shown" '.tests[-2:] | any(.shown) | not'
all "what is not shown is not in the prompt" \
	'. as $r | [.tests[] | select(.shown | not) | .stdin | split("\n")[] | select(length > 8)]
	- ($r.run.stdin | split("\n")) | all(. as $line | $r.prompt | contains("//   " + $line) | not)'
all "what is shown is in the prompt" '.prompt | contains("// stdin:\n//   ")'
jq -es 'map(select(.hidden_fails > 0)) | length > 2' "$dir/records" >/dev/null || fail "no other input shows a fault"
jq -es 'map(select(.kind == "diagnostic_fix")) | length > 0 and
	all(.hidden == (.tests | length) and (.prompt | contains("// stdin") | not))' "$dir/records" >/dev/null ||
	fail "a fault of the build shows an input"

"$datasets" verify "$dir/out" --replay 4 | tee "$dir/log" || fail "verify"
grep -qx 'replayed 4 of 4' "$dir/log" || fail "not all replay"
mkdir "$dir/spoilt"
"$FL_BIN/spoil-dataset" wrong-test trace_fix "$dir/out" "$dir/spoilt" || fail "it cannot be spoilt"
"$datasets" verify "$dir/spoilt" --replay 1 >"$dir/log" 2>&1 && fail "a wrong test replays"
grep -qE 'does not replay: it came out with another (tests|hidden)' "$dir/log" || fail "it does not say why: $(cat "$dir/log")"
nothing_left "inputs"
exit "$bad"
