#!/bin/bash
# labels: sanitize
# timeout: 120
# san2struct's reading of the address sanitizers' logs, with many reports, several processes and the
# program's own output in them, against a second reader (truth.py).
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
fixtures=$FL_SRC/tests/fixtures/sanitize
python3 "$fixtures/truth.py" "$FL_BIN/san2struct" "$fixtures" address hwaddress leak
