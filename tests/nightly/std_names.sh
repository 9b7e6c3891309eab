#!/usr/bin/env bash
# labels: nightly diag
# timeout: 3600
# Every row of the tables of standard names against the real headers: with its header and standard
# (or feature macro) the name is there, with the standard before (without the macro) it is not.
# FL_REPORT=FILE: the report as well. FL_LIBCXX=DIR: libc++'s headers, for names that gcc 12 lacks.
set -u
for tool in g++-12 gcc-12 clang++-19 python3; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
"$FL_BIN/std-names" | python3 "$FL_SRC/tests/nightly/std_names.py" | tee "${FL_REPORT:-/dev/null}"
exit "${PIPESTATUS[1]}"
