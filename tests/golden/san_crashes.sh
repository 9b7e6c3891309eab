#!/bin/bash
# labels: sanitize
# Crashes in debuggers, kernels, fuzzers and other forms that were lost once, through the tool as users run
# it (with prefixes found out), against tests/fixtures/crashes/expected.tsv, which was written from the logs.
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
python3 "$FL_SRC/tests/fixtures/crashes/check.py" "$FL_BIN/san2struct" "$FL_SRC/tests/fixtures/crashes"
