#!/usr/bin/env bash
# labels: nightly
# timeout: 5400
# Every hostile program of tests/fixtures/hostile with the limits of earnest, as root and as a user, on
# an idle machine and beside stress-ng: each time the verdict that its first line says.
# HOSTILE=idle or HOSTILE=busy: that half alone.
set -u
command -v stress-ng >/dev/null || { echo "needs stress-ng"; [ "${CI:-}" = true ] && exit 1; exit 77; }
test=$FL_BUILD/tests/base_test_hostile_set
cd "$FL_SRC" || exit 1
export FL_HOSTILE=all
bad=0
programs=$(find tests/fixtures/hostile -type f | wc -l)
out=$(mktemp)
load=
trap 'rm -f "$out"; [ -n "$load" ] && kill "$load" 2>/dev/null' EXIT

# Root runs them twice, as itself and as a user; another runs them once.
half() { # WHEN
	local want=$programs
	[ "$(id -u)" = 0 ] && want=$((2 * programs))
	"$test" >"$out" 2>&1 || { echo "$1: $(grep -a '^WRONG\|ERROR' "$out")"; bad=1; }
	[ "$(grep -ac '^ok' "$out")" = "$want" ] || { echo "$1: not all $want came out right"; bad=1; }
	echo "$1: $(grep -ac '^ok' "$out") of $want in $SECONDS s"
}

SECONDS=0
[ "${HOSTILE:-idle}" = idle ] && half idle
if [ "${HOSTILE:-busy}" = busy ]; then
	stress-ng --cpu "$(nproc)" --vm 2 --vm-bytes 10% --fork 4 --timeout "${STRESS:-1h}" --quiet &
	load=$!
	SECONDS=0
	half 'beside stress-ng'
	kill -0 "$load" || { echo "stress-ng has ended before"; bad=1; }
	kill "$load"
	wait "$load"
	load=
fi
exit $bad
