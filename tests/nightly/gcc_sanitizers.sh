#!/usr/bin/env bash
# labels: nightly
# timeout: 5400
# GCC's own tests of its sanitizers, built and run by gcc 12: what their dg-output directives name
# (kind, access, sizes, functions, lines) against what san2struct reads out of the same run
# (tests/support/sanitizer_truth.py). The testsuite is unpacked from Debian's gcc-12-source and
# removed again; FL_GCC_TESTSUITE names one that is there.
set -eu
. "$FL_SRC/tests/support/gcc_testsuite.sh"
for tool in python3 gcc-12 g++-12 setarch; do
	if ! command -v "$tool" >/dev/null; then
		[ "${CI:-}" = true ] && { echo "$tool is missing"; exit 1; }
		exit 77
	fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
suite=${FL_GCC_TESTSUITE:-}
if [ -z "$suite" ]; then
	gcc_testsuite "$work" '*/asan/*' '*/ubsan/*' '*/tsan/*'
	suite=$work/testsuite
fi
mkdir "$work/out"
python3 -B "$FL_SRC/tests/support/sanitizer_truth.py" "$FL_BIN/san2struct" "$suite" "$work/out"
