#!/usr/bin/env bash
# labels: nightly
# timeout: 14400
# Real pairs: files before and after the patches of Debian's packages, and what clang-tidy mends in their
# sources, COUNT rows (3000) of PACKAGES (250) packages drawn as for the reference build. Every record
# has to replay; the rate is printed. REFERENCE=DIR: packages that are drawn there already.
. "$FL_SRC/tests/support/e2e.sh"
need jq apt-get dpkg-source python3 patch clang-tidy-19
keep=${REFERENCE:-$dir/reference}
mkdir -p "$keep"
[ -d "$keep/corpus" ] ||
	CACHE=$keep/cache "$FL_SRC/examples/publish/draw.sh" "$keep" "${PACKAGES:-250}" "${SEED:-1}" || exit
/usr/bin/python3 "$FL_SRC/tests/nightly/pairs/rows.py" "$keep/corpus" "$dir" "${COUNT:-3000}" || exit 1
cd "$dir" || exit 1
for set in pairs files; do
	tidy=()
	[ $set = pairs ] || tidy=(--tidy)
	began=$(date +%s)
	"$datasets" import "${tidy[@]}" $set.jsonl -o $set --no-cache || fail "$set: status $?"
	seconds=$(($(date +%s) - began))
	records=$("$datasets" cat $set 2>/dev/null | wc -l)
	echo "$set: $(wc -l <$set.jsonl) rows, $records records, $seconds s: $(awk -v n="$(wc -l <$set.jsonl)" -v m="$records" -v s="$seconds" \
		'BEGIN {printf "%.1f rows and %.1f records a second", n / (s ? s : 1), m / (s ? s : 1)}')"
	[ "$records" -gt 0 ] || continue
	"$datasets" verify $set --replay "$records" | tee verified || fail "$set: verify"
	grep -qx "replayed $records of $records" verified || fail "$set: not all replay"
done
nothing_left "imports"
exit "$bad"
