#!/bin/bash
# timeout: 120
# diag2struct's reading of ld.bfd, gold and lld against the object files (compare.py).
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
exec python3 "$FL_SRC/tests/fixtures/diag/link/compare.py" "$FL_BIN/diag2struct" \
	"$FL_SRC/tests/fixtures/diag/link"
