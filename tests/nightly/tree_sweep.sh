#!/usr/bin/env bash
# labels: nightly
# timeout: 7200
# The tree reader and all operators over GCC's torture programs, in one process a batch and under
# ASan and UBSan: no report, and the same answer, "not read" included, in a second run. The testsuite
# is unpacked from Debian's gcc-12-source; FL_GCC_TESTSUITE names one that is there. FL_SWEEP names a
# tree-sweep that is built with sanitizers (default: build/asan's is built here).
set -eu
. "$FL_SRC/tests/support/gcc_testsuite.sh"
for tool in python3 gcc-12 ninja cmake; do
	if ! command -v "$tool" >/dev/null; then
		[ "${CI:-}" = true ] && { echo "$tool is missing"; exit 1; }
		exit 77
	fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
suite=${FL_GCC_TESTSUITE:-}
if [ -z "$suite" ]; then
	gcc_testsuite "$work" 'gcc.c-torture/*' 'gcc.dg/torture/*' 'g++.dg/torture/*'
	suite=$work/testsuite
fi
sweep=${FL_SWEEP:-}
if [ -z "$sweep" ]; then
	cmake -S "$FL_SRC" --preset asan -B "$work/asan" >"$work/log" || { cat "$work/log"; exit 1; }
	ninja -C "$work/asan" --quiet tree-sweep
	sweep=$work/asan/bin/tree-sweep
fi
find "$suite" -name '*.c' -o -name '*.C' -o -name '*.cpp' | LC_ALL=C sort >"$work/files"
export ASAN_OPTIONS=detect_leaks=0
bad=0
for run in first second; do
	if ! xargs -n 40 -P 2 "$sweep" <"$work/files" >"$work/$run.lines" 2>"$work/$run.errors"; then
		bad=1
		echo "$run run failed:"
		grep -m 5 -h 'ERROR: \|runtime error\|tree-sweep: ' "$work/$run.errors" || :
		grep -v ': [0-9]* sites, \|: not read: ' "$work/$run.lines" | head -5 || :
	fi
	LC_ALL=C sort -o "$work/$run.lines" "$work/$run.lines"
done
cmp "$work/first.lines" "$work/second.lines" || bad=1
echo "$(wc -l <"$work/files") files: $(grep -c ' sites, ' "$work/first.lines") read, $(
	grep -c ': not read: ' "$work/first.lines") not, $(
	awk '/ sites, /{n += $2} END {print n + 0}' FS=': | sites' "$work/first.lines") sites"
[ "$(wc -l <"$work/first.lines")" = "$(wc -l <"$work/files")" ] || bad=1
[ "$(grep -c ' sites, ' "$work/first.lines")" -ge 1000 ] || bad=1
exit "$bad"
