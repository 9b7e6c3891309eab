#!/usr/bin/env bash
# Records load in DuckDB with no glue: DESCRIBE of each shard by itself, and of one-row shards, gives
# the same columns and types.
# labels: slow
# timeout: 600
set -euo pipefail

missing() {
	echo "$1"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
command -v npm >/dev/null || missing "npm is not installed"
node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)' || missing "node is older than 18"

# The module stays in the build directory for the next time. Its version and those of all that it
# depends on are exact ones.
modules=$FL_BUILD/duckdb
mkdir -p "$modules"
cp "$FL_SRC"/tests/e2e/duckdb/{package.json,describe.mjs,parquet.mjs,configs.mjs} "$modules"
# shellcheck source=tests/support/npm.sh
. "$FL_SRC/tests/support/npm.sh" || exit 1
npm_modules "$modules"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$FL_SRC"/examples/corpus/{hash_map.c,interval_set.cpp} "$scratch"
mkdir "$scratch/ones"
"$FL_BIN/datasets" build "$scratch"/*.c* -o "$scratch/out" --limit 10 --traces 1 --share 100 \
	--no-cache --quiet
shards=("$scratch"/out/*.jsonl.zst)
for shard in "${shards[@]}"; do
	"$FL_BIN/datasets" cat --head 1 "$shard" >"$scratch/ones/$(basename "$shard" .zst)"
done
[ ${#shards[@]} -ge 3 ] || {
	echo "only ${#shards[@]} shards"
	exit 1
}
(cd "$modules" && node describe.mjs "${shards[@]}" "$scratch"/ones/*) | tee "$scratch/log"

# DuckDB sees every row that we see.
ours=$("$FL_BIN/datasets" cat "$scratch/out" | wc -l)
theirs=$(awk '$1 == "rows" && $3 ~ /zst$/ { n += $2 } END { print n }' "$scratch/log")
[ "$ours" = "$theirs" ] || {
	echo "DuckDB has $theirs rows, not $ours"
	exit 1
}

# So do the globs of the card's configurations.
/usr/bin/python3 -c 'import yaml' 2>/dev/null || missing "needs python3-yaml"
"$FL_BIN/datasets" card "$scratch/out" >"$scratch/README.md"
/usr/bin/python3 "$FL_SRC/tests/e2e/card/card.py" "$scratch/README.md" "$scratch/out" "$scratch/globs.json"
(cd "$modules" && node configs.mjs "$scratch/globs.json")

# What is exported loads as well, and becomes Parquet; tasks are for a tool that reads JSON.
for shape in sft messages text preference kto commitpack verl; do
	"$FL_BIN/datasets" export --format $shape --all "$scratch/out" >"$scratch/$shape.jsonl" 2>/dev/null
	[ -s "$scratch/$shape.jsonl" ] || { echo "no $shape"; exit 1; }
done
(cd "$modules" && node parquet.mjs "$scratch"/*.jsonl)
