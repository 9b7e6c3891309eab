#!/bin/bash
# timeout: 120
# SARIF out, by the schema of the standard, and in again (tests/fixtures/sarif/check.py).
if ! python3 -c 'import jsonschema' 2>/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3-jsonschema is missing"; exit 1; }
	exit 77
fi
exec python3 "$FL_SRC/tests/fixtures/sarif/check.py" "$FL_BIN/diag2struct" "$FL_SRC/tests/fixtures"
