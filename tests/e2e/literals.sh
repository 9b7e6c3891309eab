#!/usr/bin/env bash
# labels: property
# timeout: 300
# Random documents of literals compile without a warning under g++ and clang++, and the compiled
# program reads every field back as it was. Documents take the four styles in turn; of four each
# compiler gets every other lot (LOTS=all: all of them, as tests/nightly/literals.sh has it).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
"$FL_BIN/sample-literals" "$dir" 24
bad=0
lot=0
for compiler in g++ clang++-19; do
	command -v "$compiler" >/dev/null || { echo "no $compiler"; [ "${CI:-}" = true ] && exit 1; exit 77; }
	for source in "$dir"/*.cpp; do
		number=$(basename "$source" .cpp)
		[ "${LOTS:-}" = all ] || [ $((10#$number / 4 % 2)) = $lot ] || continue
		if ! "$compiler" -std=c++20 -Wall -Wextra -Werror -fsanitize=address -I"$dir" "$source" -o "$dir/program" 2>"$dir/log"; then
			echo "$compiler refuses $(basename "$source"):"; head -20 "$dir/log"; bad=$((bad + 1))
		elif ! "$dir/program" >"$dir/log" 2>&1; then
			echo "$compiler reads $(basename "$source") otherwise:"; head -20 "$dir/log"; bad=$((bad + 1))
		fi
		[ "$bad" -lt 5 ] || exit 1
	done
	lot=1
done
exit $((bad > 0))
