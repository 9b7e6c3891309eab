#!/usr/bin/env bash
# labels: nightly diag
# timeout: 7200
# Do gcc and clang have the same id for the same line (docs/idents.md)? Programs are drawn from
# GCC's and clang's own testsuites, from the half that no row was made with (by a hash of the name).
# FL_GCC_TESTSUITE, FL_CLANG_TESTS: directories with testsuite/ and clang/test/ that are there.
# FL_IDENT_OUT: a directory for what the compilers said, used again. FL_IDENT_HALF=work: the half to
# work on, with each pair of ids that differs.
set -eu
. "$FL_SRC/tests/support/gcc_testsuite.sh"
. "$FL_SRC/tests/support/clang_tests.sh"
for tool in python3 gcc-12 g++-12 clang-19 clang++-19 clang-14 clang++-14; do
	command -v "$tool" >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gcc=${FL_GCC_TESTSUITE:-} clang=${FL_CLANG_TESTS:-}
if [ -z "$gcc" ]; then
	gcc_testsuite "$work" 'gcc.dg/*' 'g++.dg/*' 'c-c++-common/*'
	gcc=$work
fi
if [ -z "$clang" ]; then
	clang_tests "$work" Sema SemaCXX
	clang=$work
fi
mkdir -p "${FL_IDENT_OUT:=$work/out}"
python3 -B "$FL_SRC/tests/nightly/ident_pairs.py" "$FL_BIN/diag2struct" "$gcc" "$clang" "$FL_IDENT_OUT" \
	"${FL_IDENT_HALF:-held}"
