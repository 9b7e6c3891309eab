#!/bin/bash
# timeout: 120
# diag2struct's reading of clang-tidy's text against its exported fixes (compare.py).
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
exec python3 "$FL_SRC/tests/fixtures/diag/tidy/compare.py" "$FL_BIN/diag2struct" \
	"$FL_SRC/tests/fixtures/diag/tidy"
