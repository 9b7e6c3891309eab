#!/usr/bin/env bash
# labels: nightly
# timeout: 14400
# The server for a long time: 20,000 labels by all its faces without a restart, memory, descriptors
# and boxes as at the start; 64 connections for 5 minutes, with the server killed in the middle; and a
# trainer's loop under which it is killed again and again, with no reward wrong and none lost. LABELS,
# LOAD (seconds) and STEPS: others of them; PARTS: some of soak, load and trainer.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need python3 clang-19 g++
# shellcheck disable=SC2086
python3 "$FL_SRC/tests/nightly/rlvr_soak.py" "$FL_BIN/rlvr-label" "$FL_SRC/clients" "${LABELS:-20000}" "${STEPS:-50}" "${LOAD:-300}" \
	${PARTS:-soak load trainer} || bad=1
sleep 2
left=$(pgrep -fl 'rlvr-label|/box' || true)
[ -z "$left" ] || fail "left: $left"
exit "$bad"
