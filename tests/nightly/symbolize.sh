#!/usr/bin/env bash
# labels: nightly sanitize
# timeout: 7200
# The symbolizer against the runtimes' own for every fixture that they report: see tests/e2e/symbolize.sh.
set -u
for tool in python3 setarch gcc-12 g++-12 clang-14 clang++-14 clang-19 clang++-19 llvm-symbolizer-14 \
	llvm-symbolizer-19; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
cd "$FL_SRC/tests/fixtures/sanitize" || exit 1
python3 "$FL_SRC/tests/e2e/symbolize/compare.py" "$FL_BIN" address/*.c address/*.cpp undefined/*.c \
	undefined/*.cpp abort/*.c abort/*.cpp
