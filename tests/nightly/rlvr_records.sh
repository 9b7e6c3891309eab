#!/usr/bin/env bash
# labels: nightly
# timeout: 14400
# Records of `datasets build` as tasks: of RECORDS (500) drawn ones the fix gets the full reward, the
# faulty files as they are and a patch that does not fit do not; PRINTS (50) answers that print what
# the prompt's own input should give get nothing for tests. DATASET: a directory of shards that is
# there already; SEED: other records.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need python3 zstd jq clang-19
set=${DATASET:-$dir/set}
[ -d "$set" ] || "$FL_BIN/datasets" build "$FL_SRC/examples/corpus" --out="$set" --limit=4 --seed="${SEED:-1}" ||
	fail "build: status $?"
zstd -dc "$set"/*.jsonl.zst >"$dir/records.jsonl" || fail "the shards"
python3 "$FL_SRC/tests/nightly/rlvr_records.py" candidates "$dir" "${RECORDS:-500}" "${PRINTS:-50}" "${SEED:-1}" || fail "candidates"
"$FL_BIN/rlvr-label" -q <"$dir/candidates.jsonl" >"$dir/labels.jsonl" || fail "status $?"
python3 "$FL_SRC/tests/nightly/rlvr_records.py" labels "$dir" || fail "other labels"
exit "$bad"
