#!/usr/bin/env bash
# labels: nightly needs-gdb
# timeout: 7200
# Dialogues as steps, by twenty seeds, half of them scripted where they can be: the checker finds every statement that
# is flipped but one in a hundred that is left out, all kinds of flips come, and loaders read the rows as they were written.
# At least half of those that are to be scripted are, and all of these replay. LIMIT: records a program; SET: a dataset of
# dialogues to take instead of making one.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq node python3 gdb gcc-12 clang-19
"$FL_SRC/packages/install" nightly.txt || missing "pandas and zstandard are not installed, and cannot be"
export PYTHONDONTWRITEBYTECODE=1
datasets=$FL_BIN/datasets
cd "$dir" || exit 1
set=${SET:-talks}
if [ -z "${SET:-}" ]; then
	"$datasets" build "$FL_SRC/examples/corpus" -o faults -q --no-cache --limit="${LIMIT:-4}" --sites=100 --traces=0 --crashes=0 \
		--op=free-moved-up,double-free,wrong-release,wrong-delete,null-check,late-check,short-buffer,sizeof-pointer,loop-bound,index,wrong-index ||
		fail "build"
	"$datasets" dialogues faults -o "$set" --scripted=50 >said || fail "dialogues"
	cat said
	read -r taken wanted < <(sed -nE 's/^  scripted +([0-9]+) of ([0-9]+) that were to be/\1 \2/p' said)
	[ "${taken:-0}" -gt 0 ] && [ $((2 * taken)) -ge "$wanted" ] || fail "scripted: $taken of $wanted"
	"$datasets" verify "$set" --replay "${REPLAY:-100}" || fail "replay"
fi
"$datasets" cat "$set" >rows
unfound=0
for seed in {1..20}; do
	"$datasets" export --format=stepwise --seed="$seed" "$set" >steps.jsonl 2>said || fail "steps, seed $seed: $(cat said)"
	for check in "shapes.py stepwise" "formats.py stepwise" "steps.py rows"; do
		# shellcheck disable=SC2086  # a program and its argument
		/usr/bin/python3 "$FL_SRC/tests/e2e/export/"$check steps.jsonl || fail "seed $seed: $check"
	done
	unfound=$((unfound + $(sed -nE 's/.* are not written: ([0-9]+);.*/\1/p' said)))
	jq -r 'select(.flip != "").flip' steps.jsonl >>flips
done
sort flips | uniq -c
echo "$unfound flips are not found, of $(wc -l <flips) that were written"
[ $((100 * unfound)) -le "$(wc -l <flips)" ] || fail "too many flips are not found"
[ "$(sort -u flips | wc -l)" = 6 ] || fail "a kind of flip does not come"
/usr/bin/python3 "$FL_SRC/tests/nightly/loaders/tables.py" steps.jsonl || fail "pandas"
node "$FL_SRC/tests/nightly/loaders/lines.mjs" steps.jsonl >by_node || fail "Node"
/usr/bin/python3 "$FL_SRC/tests/nightly/loaders/values.py" steps.jsonl | cmp - by_node || fail "Node and Python have other values"
exit "$bad"
