#!/usr/bin/env bash
# labels: nightly sanitize
# timeout: 1800
# tests/golden/san_places.sh with programs that are built and run now.
set -u
for tool in python3 unshare setarch gcc-12 g++-12 clang-14 clang++-14 clang-19 clang++-19 llvm-symbolizer-14 \
	llvm-symbolizer-19; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$FL_SRC/tests/fixtures/places/collect.sh" "$scratch" || exit 1
python3 "$FL_SRC/tests/fixtures/places/check.py" "$FL_BIN/san2struct" "$scratch"
