#!/usr/bin/env bash
# labels: nightly
# timeout: 14400
# The server for a long time: 20,000 labels by all its faces without a restart, memory, descriptors
# and boxes as at the start; and a trainer's loop under which it is killed again and again, with no
# reward wrong and none lost. LABELS and STEPS: fewer of them.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need python3 clang-19 g++
python3 "$FL_SRC/tests/nightly/rlvr_soak.py" "$FL_BIN/rlvr-label" "$FL_SRC/clients" "${LABELS:-20000}" "${STEPS:-50}" || bad=1
sleep 2
left=$(pgrep -fl 'rlvr-label|/box' || true)
[ -z "$left" ] || fail "left: $left"
exit "$bad"
