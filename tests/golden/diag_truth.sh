#!/bin/bash
# labels: slow
# timeout: 120
# diag2struct's reading of real text against a second route to the same compile (compare.py, truth.py),
# and of serialized diagnostics against c-index-test's (dia.py). Sanitizers watch the same files in
# diag_test_parse and diag_test_dia.
if ! command -v python3 >/dev/null; then
	[ "${CI:-}" = true ] && { echo "python3 is missing"; exit 1; }
	exit 77
fi
fixtures=$FL_SRC/tests/fixtures/diag
python3 "$fixtures/compare.py" "$FL_BIN/diag2struct" "$fixtures/out" || exit 1
python3 "$fixtures/dia.py" "$FL_BIN/diag2struct" "$fixtures/out" || exit 1
python3 "$fixtures/truth.py" "$FL_BIN/diag2struct" "$fixtures/out" "$fixtures/truth/out" && exit
python3 "$fixtures/truth.py" -v "$FL_BIN/diag2struct" "$fixtures/out" "$fixtures/truth/out"
exit 1
