#!/usr/bin/env bash
# labels: nightly
# timeout: 7200
# All contrast pairs, PAIRS (200) of them at least: none is dropped, all replay, and each of the four contrasts
# has its share.
. "$FL_SRC/tests/support/e2e.sh"
need jq
cd "$dir" || exit 1
pairs=${PAIRS:-200}
"$datasets" build --contrast=0 --no-cache -o set --why why | tee said || fail "build: exit status $?"
[ -s why ] && fail "pairs were dropped: $(cat why)"
proven=$(sed -n 's/^pairs     \([0-9]*\) of .*/\1/p' said)
[ "${proven:-0}" -ge "$pairs" ] || fail "only ${proven:-0} pairs are proven"
for contrast in standard simd mode result; do
	n=$("$datasets" cat set | jq -r --arg c "$contrast/" 'select(.provenance.source | startswith($c)).id' | wc -l)
	echo "$contrast: $n records"
	[ "$n" -ge $((pairs / 4)) ] || fail "$contrast has $n records alone"
done
"$datasets" verify set --replay $((2 * proven)) >said 2>&1 || fail "verify: $(cat said)"
grep -qx "replayed $((2 * proven)) of $((2 * proven))" said || fail "not all replay: $(cat said)"
"$datasets" build --contrast="$pairs" --no-cache -j1 -q -o one || fail "one worker: exit status $?"
"$datasets" build --contrast="$pairs" --no-cache -j3 -q -o three || fail "three workers: exit status $?"
cmp one/diagnostic_fix-00000.jsonl.zst three/diagnostic_fix-00000.jsonl.zst || fail "other bytes of three workers"
exit "$bad"
