#!/bin/bash
# labels: nightly
# timeout: 900
# The classifier's rules know as much of gcc's and clang's messages as docs/labelling.md says. With the
# package gcc-12-source only messages for errors and warnings count; the page's figures are of these.
set -u
page=$FL_SRC/docs/labelling.md
bad=0
for need in /usr/share/locale/de/LC_MESSAGES/gcc-12.mo /usr/lib/llvm-19/lib/libclang-cpp.so.19.1; do
	[ -e "$need" ] || { echo "$need is missing"; [ "${CI:-}" = true ] && exit 1; exit 77; }
done
command -v diagtool-19 >/dev/null || {
	echo "diagtool-19 is missing (package clang-tools-19)"
	[ "${CI:-}" = true ] && exit 1
	exit 77
}
source=
for archive in /usr/src/gcc-12/gcc-12*.tar.xz; do
	[ -e "$archive" ] && source=$archive
done
lines=$(python3 "$FL_SRC/tests/fixtures/diag/coverage.py" "$FL_BIN/diag-labels" ${source:+"$source"}) || exit 1
echo "$lines"
seen=0
while read -r name kind count any own; do
	stated=$(sed -n "s/^| .*\`$name\` | $kind | $count | \([0-9.]*\) | \([0-9.]*\) |/\1 \2/p" "$page")
	[ -n "$stated" ] || continue # without gcc's source its entries are others
	seen=$((seen + 1))
	awk -v s="$stated" -v a="$any" -v o="$own" 'BEGIN {split(s, p); exit !(a >= p[1] - 0.01 && o >= p[2] - 0.01)}' ||
		{ echo "$name $kind: $any $own, the page says $stated"; bad=1; }
done <<<"$lines"
[ "$seen" -ge 3 ] || { echo "only $seen lines are on the page"; bad=1; }
exit $bad
