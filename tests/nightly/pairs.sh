#!/usr/bin/env bash
# labels: nightly
# timeout: 21600
# Real pairs: what the patches of Debian's packages change, over the trees of their packages; then files before
# and after those patches as rows, and what clang-tidy mends in their sources, COUNT rows (3000) together, of
# PACKAGES (250) packages drawn as for the reference build. Every record has to replay; the rate is
# printed, and why rows are none. REFERENCE=DIR: packages that are drawn there already (DIR/packed, DIR/corpus).
. "$FL_SRC/tests/support/e2e.sh"
need jq apt-get dpkg-source python3 patch clang-tidy-19
keep=${REFERENCE:-$dir/reference}
mkdir -p "$keep"
[ -d "$keep/corpus" ] ||
	CACHE=$keep/cache "$FL_SRC/examples/publish/draw.sh" "$keep" "${PACKAGES:-250}" "${SEED:-1}" || exit
cd "$dir" || exit 1

# rate NAME ROWS RECORDS SECONDS
rate() {
	awk -v name="$1" -v n="$2" -v m="$3" -v s="$4" 'BEGIN {
		printf "%s: %d rows, %d records, %d s: %.1f rows and %.1f records a second\n", name, n, m, s, n / (s ? s : 1), m / (s ? s : 1)}'
}
replays() { # SET: all of its records
	local records
	records=$("$datasets" cat "$1" 2>/dev/null | wc -l)
	[ "$records" -gt 0 ] || return 0
	"$datasets" verify "$1" --replay "$records" >verified 2>&1 || fail "$1: verify: $(cat verified)"
	grep -qx "replayed $records of $records" verified || fail "$1: not all replay: $(cat verified)"
}

# Each package's series over its tree as it was before, two packages at a time.
: >fates
mkdir trees series said
taken=0
for dsc in "$keep"/packed/*.dsc; do
	[ "$taken" -lt "${PACKAGES:-250}" ] || break
	package=$(basename "${dsc%%_*}")
	grep -q '3.0 (quilt)' "$dsc" && dpkg-source --no-check --no-copy --skip-patches -x "$dsc" "trees/$package" >/dev/null 2>&1
	[ -s "trees/$package/debian/patches/series" ] || { rm -rf "trees/$package"; continue; }
	taken=$((taken + 1))
done
export datasets
began=$(date +%s%N)
# shellcheck disable=SC2016 # the shell that xargs starts has its own $1
find trees -mindepth 1 -maxdepth 1 -printf '%f\n' | sort | xargs -P 2 -I{} bash -c '
	"$datasets" import "trees/$1/debian/patches" --tree="trees/$1" -o "series/$1" -q --no-cache --jobs=1 2>"said/$1"
	[ $? -le 1 ] || echo "$1: $(cat "said/$1")" >>failed' bash {}
seconds=$((($(date +%s%N) - began) / 1000000000))
[ ! -s failed ] || fail "an import failed: $(head -3 failed)"
for manifest in series/*/manifest.json; do
	jq -r '.programs | "taken \(.taken)", (.refused[] | "\(.name) \(.count)")' "$manifest" >>fates
	replays "$(dirname "$manifest")"
done
rm -rf trees
echo "patches of $taken packages"
rate series "$(awk '{n += $2} END {print n + 0}' fates)" "$(for set in series/*/; do "$datasets" cat "$set" 2>/dev/null; done | wc -l)" $seconds
awk '{n[$1] += $2} END {for (word in n) printf "  %-18s %6d\n", word, n[word]}' fates | sort
all_rows=$(awk '{n += $2} END {print n + 0}' fates) all_seconds=$seconds

# The same as rows alone, and single files.
/usr/bin/python3 "$FL_SRC/tests/nightly/pairs/rows.py" "$keep/corpus" "$dir" "${COUNT:-3000}" || exit 1
for set in pairs files; do
	tidy=()
	[ $set = pairs ] || tidy=(--tidy)
	began=$(date +%s)
	"$datasets" import "${tidy[@]}" $set.jsonl -o $set --no-cache
	[ $? -le 1 ] || fail "$set: it failed" # 1: no record
	seconds=$(($(date +%s) - began))
	rate $set "$(wc -l <$set.jsonl)" "$("$datasets" cat $set 2>/dev/null | wc -l)" $seconds
	all_rows=$((all_rows + $(wc -l <$set.jsonl))) all_seconds=$((all_seconds + seconds))
	replays $set
done
rate all $all_rows "$(for set in series/*/ pairs files; do "$datasets" cat "$set" 2>/dev/null; done | wc -l)" $all_seconds
nothing_left "imports"
exit "$bad"
