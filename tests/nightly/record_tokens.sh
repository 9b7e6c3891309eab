#!/usr/bin/env bash
# labels: nightly
# timeout: 1200
# Our count of tokens over what byte pair encodings make of the same texts of records, and that
# --max-tokens counts as docs/datasets.md says (bench/record_tokens has the rule a second time).
# SET=DIR: of that dataset.
# shellcheck source=tests/support/e2e.sh
. "$FL_SRC/tests/support/e2e.sh" || exit 1
need jq node npm python3
set=${SET:-$dir/set}
# shellcheck disable=SC2154  # set by e2e.sh
[ -d "$set" ] || "$datasets" build "$FL_SRC"/examples/corpus/{csv_parser.c,hash_map.c,interval_set.cpp} -o "$set" --no-cache \
	--limit 20 --quiet || fail "build: exit $?"
FL_CACHE=${FL_CACHE:-$FL_BUILD} "$FL_SRC/bench/record_tokens" "$set" 200 "$FL_BIN" >"$dir/table" ||
	fail "bench/record_tokens: exit $?"
cat "$dir/table"
awk '$2 == "all" { n++; if ($5 < 0.95 || $5 > 1.15) { print "all texts: " $5; bad = 1 } } END { exit bad || n != 2 }' "$dir/table" ||
	fail "the count is not near to that of the encodings"
exit "$bad"
