#!/bin/bash
# timeout: 120
# The same compile in several formats, held to docs/formats.md (tests/fixtures/sarif/formats.py).
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
exec python3 "$FL_SRC/tests/fixtures/sarif/formats.py" "$FL_BIN/diag2struct" "$FL_SRC"
