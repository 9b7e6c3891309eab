#!/usr/bin/env bash
# labels: nightly
# timeout: 14400
# Many episodes with tools at once, each done twice: the same answers byte for byte, none held at the
# end and nothing left. EPISODES, AT_ONCE and SEED: others than these.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need python3 clang-19 gdb
python3 "$FL_SRC/tests/e2e/rlvr/episodes.py" "$FL_BIN/rlvr-label" "${EPISODES:-1000}" "${AT_ONCE:-64}" "${SEED:-1}" || bad=1
left=$(pgrep -fl 'rlvr-label|/box' || true)
[ -z "$left" ] || fail "left: $left"
exit "$bad"
