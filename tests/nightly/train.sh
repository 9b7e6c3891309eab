#!/usr/bin/env bash
# labels: nightly
# timeout: 3600
# Fifty steps of a tiny transformer of bytes on each shape that `datasets export` writes, loaded as
# users do (pandas and torch of Debian): the loss is finite and falls by the part that train.py states. Wrong answers of
# preference and kto are learnt from with their own losses, and rewards come by the shipped client
# (verl) and by rlvr-label (tasks). SET=DIR: of that dataset.
# shellcheck source=tests/support/e2e.sh
. "$FL_SRC/tests/support/e2e.sh" || exit 1
# shellcheck source=tests/support/serve.sh
. "$FL_SRC/tests/support/serve.sh" || exit 1
"$FL_SRC/packages/install" nightly.txt || missing "torch and pandas are not installed, and cannot be"
cd "$dir" || exit 1
set=${SET:-set}
# shellcheck disable=SC2154  # set by e2e.sh
[ -d "$set" ] || "$datasets" build "$FL_SRC"/examples/corpus/{csv_parser.c,hash_map.c,run_length.c} -o "$set" --no-cache \
	--limit 40 --traces 2 --quiet || fail "build: exit $?"
for shape in sft messages text preference kto commitpack verl tasks; do
	"$datasets" export --format $shape --all "$set" >$shape.jsonl 2>said || fail "$shape: $(cat said)"
done
train=$FL_SRC/tests/nightly/train/train.py
# One thread: what others do on the machine then costs no waiting.
export OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 FL_CLIENTS=$FL_SRC/clients RLVR_LABEL=$FL_BIN/rlvr-label
for shape in sft messages text preference kto commitpack; do
	/usr/bin/python3 "$train" $shape $shape.jsonl || fail "$shape: the loss does not fall as it should"
done
/usr/bin/python3 "$train" tasks tasks.jsonl kto.jsonl || fail "tasks: the loss does not fall as it should"
serve
FAULTLINE_URL=$url /usr/bin/python3 "$train" verl verl.jsonl kto.jsonl || fail "verl: the loss does not fall as it should"
stop_server TERM 0
nothing_left "training"
exit "$bad"
