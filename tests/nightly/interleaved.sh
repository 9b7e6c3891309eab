#!/usr/bin/env bash
# labels: nightly
# timeout: 3600
# make -j2 over 150 broken units with gcc and clang, each time anew: at least 95 of 100 diagnostics
# come out as of each unit alone. UNITS: how many.
for tool in python3 make g++-12 clang++-14 clang++-19; do
	command -v "$tool" >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
here=$FL_SRC/tests/fixtures/diag/interleaved
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
bash "$here/collect.sh" "$out" "${UNITS:-150}" || exit 1
python3 "$here/compare.py" "$FL_BIN/diag2struct" "$out/alone" "$out"/*.log
