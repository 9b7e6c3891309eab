#!/bin/bash
# labels: nightly diag
# timeout: 900
# The programs of the truth set through the compilers that are here now, with the serialized
# diagnostics of all of them: scored as the collected ones are, and read as c-index-test reads them.
set -u
for tool in python3 g++-12 clang++-14 clang++-16 clang++-19 c-index-test-19; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r "$FL_SRC/tests/fixtures/diag" "$scratch/diag"
KEEP_DIA=1 bash "$scratch/diag/collect.sh" || exit 1
cd "$scratch/diag" || exit 1
bad=0
python3 compare.py "$FL_BIN/diag2struct" out || bad=1
python3 dia.py "$FL_BIN/diag2struct" out truth/out || bad=1
python3 truth.py -v "$FL_BIN/diag2struct" out truth/out || bad=1
exit $bad
