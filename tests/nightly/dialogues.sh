#!/usr/bin/env bash
# labels: nightly needs-gdb
# timeout: 7200
# Dialogues about faults of memory in all of examples/corpus: at least 85 % of their conclusions are the place of
# the fault, at least 40 % of their sequences of calls differ, none of the first calls opens more than half of
# them (with 3 % for the draw), a wrong first idea is refuted in a third, and 200 drawn by their order replay.
# LIMIT: records a program; SET: a dataset to take instead of building one.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq gdb gcc-12 clang-19
datasets=$FL_BIN/datasets
cd "$dir" || exit 1
set=${SET:-set}
[ -n "${SET:-}" ] || "$datasets" build "$FL_SRC/examples/corpus" -o set -q --no-cache --limit="${LIMIT:-6}" --sites=200 --traces=0 --crashes=0 \
	--op=free-moved-up,double-free,extra-release,wrong-release,wrong-delete,null-check,wrong-check,late-check,short-buffer,sizeof-pointer,loop-bound,index,wrong-index ||
	fail "build"
"$datasets" dialogues "$set" -o out --why=why.jsonl >said || fail "dialogues"
cat said
least() { # WHAT FIGURE LEAST
	[ "${2:-0}" -ge "$3" ] || fail "$1: $2 %, at least $3 is wanted"
}
least "at the fault" "$(sed -nE 's/^  at the fault .*\(([0-9]+) %\)/\1/p' said)" 85
least "sequences" "$(sed -nE 's/.* sequences of them \(([0-9]+) %\).*/\1/p' said)" 40
least "first idea wrong" "$(sed -nE 's/^  first idea wrong +([0-9]+) %/\1/p' said)" 33
opens=$(sed -nE 's/.* the commonest opens ([0-9]+) %/\1/p' said)
[ "${opens:-100}" -le 53 ] || fail "one call opens $opens % of them"
"$datasets" validate out || fail "validate"
"$datasets" verify out --replay "${REPLAY:-200}" || fail "replay"
exit "$bad"
