#!/usr/bin/env bash
# labels: nightly
# timeout: 3600
# At least 1,000 failing tests of GCC's own testsuite: diag2struct's reading of gcc's text against
# the tests' directives and against gcc's JSON (tests/support/testsuite_truth.py). The testsuite is
# unpacked from Debian's gcc-12-source and removed again; FL_GCC_TESTSUITE names one that is there.
set -eu
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
	cd "$work"
	if ! apt-get -q download gcc-12-source >log 2>&1; then
		tail -3 log
		[ "${CI:-}" = true ] && exit 1
		exit 77
	fi
	dpkg-deb --fsys-tarfile gcc-12-source_*.deb | tar -xf - --wildcards '*/gcc-*.tar.xz'
	tar -xf usr/src/gcc-12/gcc-*.tar.xz --wildcards --strip-components=2 \
		'*/gcc/testsuite/gcc.dg/*' '*/gcc/testsuite/g++.dg/*' '*/gcc/testsuite/c-c++-common/*'
	rm -rf usr ./*.deb
	suite=$work/testsuite
fi
mkdir "$work/out"
python3 -B "$FL_SRC/tests/support/testsuite_truth.py" "$FL_BIN/diag2struct" "$suite" "$work/out" 1000
