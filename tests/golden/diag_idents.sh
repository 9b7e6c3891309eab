#!/usr/bin/env bash
# What the ids of diagnostics are worth (docs/idents.md): the share of the labelled diagnostics that
# have one; that gcc and clang say the same of the same line; that no id covers messages of clang 19
# other than those that tests/golden/idents_clang.tsv states for it. With --update: write these.
set -u
labels=$FL_SRC/tests/fixtures/diag
stated=$FL_SRC/tests/golden/idents_clang.tsv
support=$FL_SRC/tests/support/idents.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0
fail() { echo "$1"; bad=1; }

covered() { # NAME FLOOR PART…: the share with an id
	local name=$1 floor=$2 share
	shift 2
	share=$(for part in "$@"; do grep -v '^#' "$labels/labels_$part.tsv"; done | cut -f6,8,9 |
		"$FL_BIN/diag-labels" idents | awk -F'\t' '{n++; known += $1 != ""} END {printf "%.4f", n ? known / n : 0}')
	echo "labelled diagnostics with an id, $name: $share"
	awk -v s="$share" -v f="$floor" 'BEGIN {exit !(s >= f)}' || fail "fewer than $floor of $name have an id"
}
covered "both parts" 0.95 tune test
covered "tuning part" 0.97 tune
covered "test part" 0.90 test

python3 -B "$support" "$FL_BIN/diag2struct" "$labels" pairs >"$work/pairs" || fail "no pairs"
read -r _ same _ all <"$work/pairs"
echo "gcc 12 and clang 19 on the same line: $same of $all"
[ "$all" -ge 200 ] && [ $((same * 100)) -ge $((all * 92)) ] || {
	fail "gcc and clang say the same of $same of $all lines"
	cat "$work/pairs"
}

[ -e /usr/lib/llvm-19/include/clang/Basic/DiagnosticSemaKinds.inc ] || {
	echo "clang 19's table of messages is not here (libclang-19-dev)"
	[ "${CI:-}" = true ] && exit 1
	[ "$bad" = 0 ] && exit 77
	exit 1
}
python3 -B "$support" "$FL_BIN/diag2struct" "$labels" names | LC_ALL=C sort >"$work/names" || fail "no names"
[ "$(wc -l <"$work/names")" -ge 200 ] || fail "only $(wc -l <"$work/names") names: the test is blind"
[ "${1:-}" = --update ] && cp "$work/names" "$stated"
diff -u "$stated" "$work/names" || fail "ids and clang's messages: look whether they belong together, then run with --update"
exit $bad
