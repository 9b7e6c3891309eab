#!/usr/bin/env bash
# labels: nightly
# timeout: 14400
# All candidates of examples/rlvr, and MUTANTS (8) faults of tracegen in each right program of its problems,
# get the labels that they deserve; what a mutant deserves is found without our tools (rlvr_plain.py). Over
# HTTP they get the same labels. SEED: other mutants.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need python3 jq curl clang-19
python3 "$FL_SRC/examples/rlvr/candidates.py" "$dir" --mutants "${MUTANTS:-8}" --tracegen "$FL_BIN/tracegen" --seed "${SEED:-1}" ||
	fail "candidates"
python3 "$FL_SRC/tests/support/rlvr_plain.py" "$dir/candidates.jsonl" "$dir/expected.jsonl" >"$dir/wanted.jsonl" || fail "plain"
"$FL_BIN/rlvr-label" -q --cxx=clang-19 <"$dir/candidates.jsonl" >"$dir/labels.jsonl" || fail "status $?"
python3 "$FL_SRC/tests/support/rlvr_verdicts.py" "$dir/wanted.jsonl" "$dir/labels.jsonl" || fail "other labels"

"$FL_BIN/rlvr-label" --serve=127.0.0.1:0 --cxx=clang-19 2>"$dir/served" &
server=$!
for _ in $(seq 100); do
	url=$(sed -n 's/.*listening at //p' "$dir/served")
	[ -z "$url" ] || break
	sleep 0.1
done
curl -sf --data-binary @"$dir/candidates.jsonl" "$url/label/batch" >"$dir/http.jsonl" || fail "curl: status $?"
kill -TERM "$server"
wait "$server" || fail "the server left with $?"
for f in labels http; do
	jq -c '[.id, .reward, .stage, .error_class, .kind, [.tests[].verdict]]' "$dir/$f.jsonl" >"$dir/$f"
done
cmp "$dir/labels" "$dir/http" || fail "other labels over HTTP"
exit "$bad"
