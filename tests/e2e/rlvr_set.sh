#!/usr/bin/env bash
# Candidates drawn from examples/rlvr, of each kind one or two, get the labels that they deserve; the
# problems' right programs and answer.py, which were written apart, agree. SAMPLE, SEED: others.
# timeout: 240
. "$FL_SRC/tests/support/alone.sh" || exit 1
need python3 clang-19
python3 "$FL_SRC/examples/rlvr/candidates.py" "$dir" --sample "${SAMPLE:-22}" --seed "${SEED:-1}" >"$dir/said" || fail "candidates"
"$FL_BIN/rlvr-label" -q --cxx=clang-19 <"$dir/candidates.jsonl" >"$dir/labels.jsonl" || fail "status $?"
python3 "$FL_SRC/tests/support/rlvr_verdicts.py" "$dir/expected.jsonl" "$dir/labels.jsonl" || fail "other labels"
exit "$bad"
