#!/bin/bash
# timeout: 120
# Real logs of two compilers at once, line by line and block by block, against each unit alone.
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
here=$FL_SRC/tests/fixtures/diag/interleaved
exec python3 "$here/compare.py" "$FL_BIN/diag2struct" "$here/out/alone" "$here"/out/*.log
