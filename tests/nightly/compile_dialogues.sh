#!/usr/bin/env bash
# labels: nightly
# timeout: 14400
# Dialogues with a compiler about faults of the build in all of examples/corpus: at least 500, of which 200 have more
# than one attempt; 85 % of the ideas are the place of the fault; some try something wrong first; 200 drawn replay.
# LIMIT: faults a program; SET: a dataset to take instead of building one; MADE, MORE: how many are wanted.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq gcc-12 clang-19
datasets=$FL_BIN/datasets
cd "$dir" || exit 1
set=${SET:-set}
[ -n "${SET:-}" ] || "$datasets" build "$FL_SRC/examples/corpus" -o set -q --no-cache --limit="${LIMIT:-30}" --compile-sites=4 \
	--traces=0 --crashes=0 --inputs=0 \
	--op=missing-semicolon,missing-brace,missing-parenthesis,missing-include,misspelt-name,misremembered-name,missing-declaration,stale-caller,wrong-argument,argument-count,format-specifier,lost-const,member-access,mistaken-pointer,override-signature,drifted-definition,stale-definition,duplicate-definition,header-definition,extern-slip,missing-object ||
	fail "build"
"$datasets" dialogues "$set" -o out --compile --why=why.jsonl >said || fail "dialogues"
cat said
least() { # WHAT FIGURE LEAST
	[ "${2:-0}" -ge "$3" ] || fail "$1: $2, at least $3 is wanted"
}
least "dialogues" "$(sed -nE 's/^dialogues ([0-9]+)/\1/p' said)" "${MADE:-500}"
least "of several attempts" "$(sed -nE 's/.*more than one in ([0-9]+)/\1/p' said)" "${MORE:-200}"
least "at the fault, percent" "$(sed -nE 's/^  at the fault .*\(([0-9]+) %\)/\1/p' said)" 85
least "tried and wrong, percent" "$(sed -nE 's/^  tried and wrong .*\(([0-9]+) %\)/\1/p' said)" 1
"$datasets" validate out || fail "validate"
"$datasets" verify out --replay "${REPLAY:-200}" || fail "replay"
exit "$bad"
