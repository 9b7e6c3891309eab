#!/usr/bin/env bash
# labels: nightly
# timeout: 3600
# At least 1,000 failing tests of GCC's own testsuite: diag2struct's reading of gcc's text against
# the tests' directives and against gcc's JSON (tests/support/testsuite_truth.py). The testsuite is
# unpacked from Debian's gcc-12-source and removed again; FL_GCC_TESTSUITE names one that is there.
set -eu
. "$FL_SRC/tests/support/gcc_testsuite.sh"
for tool in python3 gcc-12 g++-12; do
	if ! command -v "$tool" >/dev/null; then
		[ "${CI:-}" = true ] && { echo "$tool is missing"; exit 1; }
		exit 77
	fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
suite=${FL_GCC_TESTSUITE:-}
if [ -z "$suite" ]; then
	gcc_testsuite "$work" 'gcc.dg/*' 'g++.dg/*' 'c-c++-common/*'
	suite=$work/testsuite
fi
mkdir "$work/out"
python3 -B "$FL_SRC/tests/support/testsuite_truth.py" "$FL_BIN/diag2struct" "$suite" "$work/out" 1000
