#!/usr/bin/env bash
# labels: diag
# timeout: 120
# gcc in five languages says the same as in English (tests/support/local_truth.py), where its
# catalogues are installed. FL_LOCAL_ALL=1: all programs of the fixtures, not only the quick ones.
set -eu
cd "$FL_SRC/tests/fixtures/diag"
for tool in python3 gcc-12 g++-12; do
	if ! command -v "$tool" >/dev/null; then
		[ "${CI:-}" = true ] && { echo "$tool is missing"; exit 1; }
		exit 77
	fi
done
mapfile -t sources < <(ls src/*.c forms/src/*.c*)
mapfile -t -O "${#sources[@]}" sources < <(grep -L '#include <' src/*.cpp)
[ -z "${FL_LOCAL_ALL:-}" ] || mapfile -t sources < <(ls src/*.c src/*.cpp truth/src/*.c truth/src/*.cpp forms/src/*.c*)
status=0
python3 -B "$FL_SRC/tests/support/local_truth.py" "$FL_BIN/diag2struct" 0.95 "${sources[@]}" || status=$?
[ "$status" = 77 ] && [ "${CI:-}" = true ] && exit 1
exit "$status"
