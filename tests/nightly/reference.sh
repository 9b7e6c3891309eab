#!/usr/bin/env bash
# labels: nightly
# timeout: 36000
# The reference build: examples/corpus and COUNT packages of Debian (100), drawn by SEED (1), as
# tests/nightly/reference/draw.sh has it; the table of what it must show, and 200 replays. REFERENCE=DIR
# keeps everything in DIR, and goes on from there: it is built round by round (ROUNDS, 6, at most), each from the
# cache of those before, and DIR/table is of the rounds that have ended. JOBS (4: some programs wait more than they
# work). LIMIT (16,56): sites tried of each program of the examples, and of the packages. OBSERVED (60): percent of its
# faults that keep a program going.
. "$FL_SRC/tests/support/e2e.sh"
need jq apt-get dpkg-source python3 make cmake autoconf
keep=${REFERENCE:-$dir/reference}
mkdir -p "$keep"
CACHE=$keep/cache "$FL_SRC/tests/nightly/reference/draw.sh" "$keep" "${COUNT:-100}" "${SEED:-1}" || exit
awk -F'\t' '$2 == "taken" {print $1}' "$keep/drawn.tsv" >"$keep/packages"
before=none
for ((round = 1; round <= ${ROUNDS:-6}; round++)); do
	"$datasets" build "$FL_SRC/examples/corpus" "$keep/corpus" -o "$keep/out" --overwrite --cache "$keep/cache" \
		--seed "${SEED:-1}" --jobs "${JOBS:-4}" --limit "${LIMIT:-16,56}" --observed "${OBSERVED:-60}" --crashes 1 \
		--prompt-bytes 24576 --rounds "$round" >"$keep/report.new" || {
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
cat "$keep/report" "$keep/table"
"$datasets" verify "$keep/out" --replay 200 | tee "$keep/verified" || fail "verify"
grep -qx 'replayed 200 of 200' "$keep/verified" || fail "not all of 200 replay"
[ "$(sed -n 's/^faults \([0-9]*\),.*/\1/p' "$keep/table")" -ge 4000 ] || fail "fewer than 4000 faults"
exit "$bad"
