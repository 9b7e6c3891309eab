#!/usr/bin/env bash
# labels: nightly
# timeout: 5400
# Every hostile program of tests/fixtures/hostile with the limits of earnest, as root and as a user, on
# an idle machine and beside stress-ng: the same verdicts.
set -u
command -v stress-ng >/dev/null || { echo "needs stress-ng"; [ "${CI:-}" = true ] && exit 1; exit 77; }
test=$FL_BUILD/tests/base_test_hostile_set
cd "$FL_SRC" || exit 1
export FL_HOSTILE=all
bad=0
"$test" || bad=1
stress-ng --cpu "$(nproc)" --vm 2 --vm-bytes 10% --fork 4 --timeout 1h --quiet &
load=$!
"$test" || { echo "beside stress-ng"; bad=1; }
kill "$load"
wait "$load"
exit $bad
