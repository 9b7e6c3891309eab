#!/usr/bin/env bash
# labels: slow
# timeout: 900
# Negative controls: what is no fault makes no record, and a record that claims what is not so does
# not verify, or does not replay.
. "$FL_SRC/tests/support/e2e.sh"

"$FL_BIN/try-unmutated" "$FL_SRC/examples/corpus/ring_buffer.c" >"$dir/tried" ||
	fail "an unmutated program made a record, or a real fault made none: exit status $?"
cat "$dir/tried"
[ "$(grep -c ' same survived 0$' "$dir/tried")" -ge 10 ] || fail "fewer than 10 operators were tried"

cp "$FL_SRC/examples/corpus/lru_cache.c" "$dir"
"$datasets" build "$dir/lru_cache.c" -o "$dir/good" --no-cache --limit 10 --traces 1 --compile-sites 1 \
	--share 100 --quiet || fail "build: exit status $?"
"$datasets" verify "$dir/good" || fail "the dataset is not right before it is spoilt"
[ "$bad" = 0 ] || exit 1

spoilt() { # HOW KIND VERIFY-STATUS REPLAY-STATUS WORDS…
	local how=$1 kind=$2 to=$dir/$1-$2 status=0
	mkdir "$to"
	"$FL_BIN/spoil-dataset" "$how" "$kind" "$dir/good" "$to" || {
		fail "$how: cannot be made of $kind"
		return
	}
	"$datasets" verify "$to" >"$dir/log" 2>&1 || status=$?
	# shellcheck disable=SC2053  # a pattern
	[[ $status == $3 ]] || { fail "$how $kind: verify ends with $status, not $3"; cat "$dir/log"; }
	status=0
	"$datasets" verify "$to" --replay 1 >"$dir/log" 2>&1 || status=$?
	[ "$status" = "$4" ] || fail "$how $kind: verify --replay ends with $status, not $4"
	grep -qE "$5" "$dir/log" || fail "$how $kind: verify --replay does not say $5"
	echo "$how $kind: $(tr '\n' ' ' <"$dir/log")"
}

for kind in diagnostic_fix sanitizer_fix trace_fix crash_report; do
	spoilt none "$kind" 0 0 'replayed 1 of 1'
	spoilt wrong-fix "$kind" 0 1 'does not replay: the fixed code is refused|does not replay: its operator does not find its mutation'
	spoilt wrong-output "$kind" 0 1 'does not replay: it came out with another (verification|tests|hidden)'
	spoilt wrong-class "$kind" 1 1 'breaks rule class: error_class is not that of the operator'
	if [ "$kind" = trace_fix ]; then # whose context has a twin
		spoilt wrong-line "$kind" 1 1 'breaks rule events: context does not show the events'
	else
		spoilt wrong-line "$kind" 0 1 'does not replay: it came out with another'
	fi
done
spoilt wrong-evidence diagnostic_fix 0 1 'does not replay: it came out with another evidence_class'
spoilt wrong-evidence sanitizer_fix 0 1 'does not replay: it came out with another evidence_class'
spoilt wrong-evidence trace_fix 0 1 'does not replay: it came out with another evidence_class'
spoilt wrong-evidence crash_report 0 1 'does not replay: it came out with another evidence_class'
# It says that a signal ended what never ended, and has no place of one; or that what a signal ended
# never ended.
spoilt wrong-kind crash_report '[01]' 1 \
	'breaks rule context: no place of the signal|does not replay: it came out with another'
spoilt wrong-kind sanitizer_fix 0 1 'does not replay: it came out with another'

damaged() { # WHAT WORDS: $dir/bytes is $dir/good with something wrong with it
	local status=0
	"$datasets" verify "$dir/bytes" >"$dir/log" 2>&1 || status=$?
	[ "$status" = 1 ] || fail "$1: verify ends with $status"
	grep -qE "$2" "$dir/log" || fail "$1: verify does not say $2: $(cat "$dir/log")"
	rm -rf "$dir/bytes"
}

afresh() {
	rm -rf "$dir/bytes"
	cp -r "$dir/good" "$dir/bytes"
}

flip() { # FILE OFFSET: the byte there is another one
	local byte
	byte=$(od -An -tu1 -j "$2" -N 1 "$1")
	printf '%b' "\\x$(printf %02x $((byte ^ 1)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

shard=trace_fix-00000.jsonl.zst
size=$(stat -c %s "$dir/good/$shard")
afresh && truncate -s -1 "$dir/bytes/$shard" && damaged "one byte less" "$shard: it has $((size - 1)) bytes"
afresh && echo >>"$dir/bytes/$shard" && damaged "one byte more" "$shard: it has $((size + 1)) bytes"
for at in 0 5 $((size / 2)) $((size - 1)); do
	afresh && flip "$dir/bytes/$shard" "$at" && damaged "byte $at flipped" "$shard: its sha256 is not that"
done
afresh && rm "$dir/bytes/$shard" && damaged "a shard gone" "$shard"
afresh && cp "$dir/bytes/$shard" "$dir/bytes/trace_fix-00001.jsonl.zst" &&
	damaged "a shard more" "trace_fix-00001.jsonl.zst is not in the manifest"
afresh && rm "$dir/bytes/manifest.json" && damaged "no manifest" manifest
size=$(stat -c %s "$dir/good/manifest.json")
for at in 30 $((size / 2)) $((size - 20)); do
	afresh && flip "$dir/bytes/manifest.json" "$at" && damaged "byte $at of the manifest flipped" manifest
done
nothing_left "controls"
exit "$bad"
