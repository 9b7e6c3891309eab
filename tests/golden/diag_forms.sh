#!/bin/bash
# timeout: 120
# diag2struct's reading of each form of gcc's and clang's text against the plain form and JSON.
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
exec python3 -B "$FL_SRC/tests/fixtures/diag/forms/compare.py" "$FL_BIN/diag2struct" \
	"$FL_SRC/tests/fixtures/diag/forms/out"
