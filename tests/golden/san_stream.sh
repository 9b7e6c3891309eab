#!/usr/bin/env bash
# labels: sanitize
# timeout: 400
# A log of many reports: as lines of JSON all are written, in bounded memory; in other forms what is
# left out is told. What follows the reports does not change them.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
fail() { echo "FAIL: $*"; bad=1; }
reports=$FL_SRC/tests/fixtures/sanitize/address/reports
cat "$reports/heap_use_after_free.gcc-12.txt" "$reports/leak_list.clang-19.txt" >"$dir/one" || exit 1
# sanitizers of our own need address space, and ten times as long
limit=98304
hundreds=50
grep -q __asan_init "$FL_BIN/san2struct" && { limit=unlimited; hundreds=5; }
times=$((100 * hundreds))
for _ in $(seq 100); do cat "$dir/one"; done >"$dir/hundred"
for _ in $(seq "$hundreds"); do cat "$dir/hundred"; done >"$dir/log"
"$FL_BIN/san2struct" --to=jsonl "$dir/one" >"$dir/want" || fail "one"
each=$(wc -l <"$dir/want")
[ "$each" -ge 2 ] || fail "one has $each reports"
for _ in $(seq "$times"); do cat "$dir/want"; done >"$dir/all"
(ulimit -v $limit && "$FL_BIN/san2struct" --to=jsonl "$dir/log") >"$dir/got" || fail "the log"
cmp "$dir/all" "$dir/got" || fail "of $((times * each)) reports $(wc -l <"$dir/got") lines"
cat "$dir/log" | "$FL_BIN/san2struct" --to=jsonl | cmp - "$dir/all" || fail "the log from a pipe"
"$FL_BIN/san2struct" --to=json "$dir/log" 2>"$dir/said" | grep -c '^{' | grep -qx 256 || fail "kept"
grep -q " $((times * each - 256)) more reports are left out" "$dir/said" || fail "$(cat "$dir/said")"
# the message of an abort after more of other output than is kept
{ yes 'step 17 of 32: nothing to see' | head -c $((800000 * hundreds)); echo 'free(): double free detected in tcache 2'; } >"$dir/late"
"$FL_BIN/san2struct" --signal=6 --to=jsonl "$dir/late" | grep -q '"kind":"double-free"' || fail "late message"
exit $bad
