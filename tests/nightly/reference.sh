#!/usr/bin/env bash
# labels: nightly
# timeout: 36000
# The reference build: examples/corpus and COUNT packages of Debian (100), drawn by SEED (1), as
# tests/nightly/reference/draw.sh has it; the table of what it must show, and 200 replays. REFERENCE=DIR
# keeps everything in DIR, and goes on from there. JOBS (2), LIMIT (48): sites tried of each program.
. "$FL_SRC/tests/support/e2e.sh"
need jq apt-get dpkg-source python3 make cmake autoconf
keep=${REFERENCE:-$dir/reference}
mkdir -p "$keep"
CACHE=$keep/cache "$FL_SRC/tests/nightly/reference/draw.sh" "$keep" "${COUNT:-100}" "${SEED:-1}" || exit
"$datasets" build "$FL_SRC/examples/corpus" "$keep/corpus" -o "$keep/out" --overwrite --cache "$keep/cache" \
	--seed "${SEED:-1}" --jobs "${JOBS:-2}" --limit "${LIMIT:-48}" >"$keep/report" || {
	fail "build: status $?"
	exit 1
}
cat "$keep/report"
awk -F'\t' '$2 == "taken" {print $1}' "$keep/drawn.tsv" >"$keep/packages"
python3 "$FL_SRC/tests/nightly/reference/table.py" "$datasets" "$keep/packages" "$keep/out" | tee "$keep/table"
"$datasets" verify "$keep/out" --replay 200 | tee "$keep/verified" || fail "verify"
grep -qx 'replayed 200 of 200' "$keep/verified" || fail "not all of 200 replay"
[ "$(sed -n 's/^faults \([0-9]*\),.*/\1/p' "$keep/table")" -ge 4000 ] || fail "fewer than 4000 faults"
exit "$bad"
