#!/usr/bin/env bash
# labels: nightly
# timeout: 36000
# The reference build: examples/corpus and COUNT packages of Debian (185: in a good 100 of them faults are found), drawn by
# SEED (1), as examples/publish/draw.sh has it; what issue 12 wants of it, 200 replays, and the judges of bench/.
# REFERENCE=DIR keeps everything in DIR, and goes on from there: it is built round by round (ROUNDS, 4), each from the
# cache of those before, and DIR/table is of the rounds that have ended. JOBS (6: some programs wait more than they
# work). LIMIT (3,66): sites tried of each program of the examples, and of the packages. OBSERVED (60): percent of its
# faults that keep a program going.
. "$FL_SRC/tests/support/e2e.sh"
need jq apt-get dpkg-source python3 make cmake autoconf
keep=${REFERENCE:-$dir/reference}
mkdir -p "$keep"
CACHE=$keep/cache "$FL_SRC/examples/publish/draw.sh" "$keep" "${COUNT:-185}" "${SEED:-1}" || exit
awk -F'\t' '$2 == "taken" {print $1}' "$keep/drawn.tsv" >"$keep/packages"
before=none
for ((round = 1; round <= ${ROUNDS:-4}; round++)); do
	"$datasets" build "$FL_SRC/examples/corpus" "$keep/corpus" -o "$keep/out" --overwrite --cache "$keep/cache" \
		--seed "${SEED:-1}" --jobs "${JOBS:-6}" --limit "${LIMIT:-3,66}" --observed "${OBSERVED:-60}" --crashes 1 \
		--prompt-bytes 24576 --projects 50 --rounds "$round" >"$keep/report.new" || {
		fail "build, round $round: status $?"
		exit 1
	}
	mv "$keep/report.new" "$keep/report"
	python3 "$FL_SRC/tests/nightly/reference/table.py" "$datasets" "$keep/packages" "$keep/out" >"$keep/table.new" || exit
	mv "$keep/table.new" "$keep/table"
	tried=$(jq '[.operators[].tried] | add' "$keep/out/manifest.json")
	echo "round $round: $tried sites tried, $(head -n 1 "$keep/table")"
	[ "$tried" != "$before" ] || break
	before=$tried
done
cat "$keep/report"
python3 "$FL_SRC/tests/nightly/reference/table.py" --check "$datasets" "$keep/packages" "$keep/out" || fail "the table falls short"
"$datasets" verify "$keep/out" --replay 200 | tee "$keep/verified" || fail "verify"
grep -qx 'replayed 200 of 200' "$keep/verified" || fail "not all of 200 replay"

# What the code gives away, and how much of it differs.
figure() { # WHAT VALUE most|least BOUND
	echo "$1: $2, $3 $4"
	awk -v v="$2" -v how="$3" -v bound="$4" 'BEGIN {exit !(v != "" && (how == "most" ? v <= bound : v >= bound))}' ||
		fail "$1: $2, wanted at $3 $4"
}
"$FL_SRC/bench/tell" "$keep/out" | tee "$keep/tell" || fail "bench/tell: status $?"
figure "told of all" "$(awk '$1 == "all" {print $4}' "$keep/tell")" most 0.65
figure "pairs" "$(awk '$1 == "all" {print $2}' "$keep/tell")" least 1500
figure "the longer side is the faulty one" "$(awk '/faulty side is the longer/ {print $7 / $9}' "$keep/tell")" least 0.25
"$FL_SRC/bench/variety" "$keep/out" | tee "$keep/variety" || fail "bench/variety: status $?"
figure "different edits" "$(awk '/different edits/ {print $4}' "$keep/variety")" least 0.60
figure "different kinds of evidence" "$(awk '/different kinds/ {print $6}' "$keep/variety")" least 0.40
exit "$bad"
