#!/usr/bin/env bash
# labels: nightly
# timeout: 1800
# Shards and exported rows load without glue in python3-zstandard, in pandas and in Node, with the
# values that are written; DuckDB's turn is e2e_duckdb. SET=DIR: of that dataset.
# shellcheck source=tests/support/e2e.sh
. "$FL_SRC/tests/support/e2e.sh" || exit 1
need node zstd
"$FL_SRC/packages/install" nightly.txt || missing "pandas and zstandard are not installed, and cannot be"
export PYTHONDONTWRITEBYTECODE=1
cd "$dir" || exit 1
set=${SET:-set}
# shellcheck disable=SC2154  # set by e2e.sh
[ -d "$set" ] || "$datasets" build "$FL_SRC"/examples/corpus/{csv_parser.c,interval_set.cpp} -o "$set" --no-cache \
	--limit 12 --traces 2 --quiet || fail "build: exit $?"
for shape in sft messages text preference kto commitpack verl tasks; do
	"$datasets" export --format $shape --all "$set" >$shape.jsonl 2>said || fail "$shape: $(cat said)"
done
/usr/bin/python3 "$FL_SRC/tests/nightly/loaders/tables.py" "$set"/*.jsonl.zst ./*.jsonl || fail "pandas"
node "$FL_SRC/tests/nightly/loaders/lines.mjs" "$set"/*.jsonl.zst ./*.jsonl >by_node || fail "Node"
# What both make of the same values, told in the same words.
/usr/bin/python3 "$FL_SRC/tests/nightly/loaders/values.py" "$set"/*.jsonl.zst ./*.jsonl | cmp - by_node ||
	fail "Node and Python have other values"
cat by_node
exit "$bad"
