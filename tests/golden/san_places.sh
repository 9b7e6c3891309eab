#!/bin/bash
# labels: sanitize
# 12 faults built at five places (../src, /usr/src, /build, /opt, a path with blanks) by three compilers:
# the same blame, kind, class and function, and 12 hashes.
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
python3 "$FL_SRC/tests/fixtures/places/check.py" "$FL_BIN/san2struct" "$FL_SRC/tests/fixtures/places"
