#!/bin/bash
# What the classifier is worth on the labelled diagnostics (docs/labelling.md): the sets are whole, the
# rules' counts are those of the tuning parts, the test parts are met as well as the page says, and
# what the classifier says of itself holds.
set -u
labels=$FL_SRC/tests/fixtures/diag
page=$FL_SRC/docs/labelling.md
parts="tune test fresh_tune fresh_test fresh_check tools_tune tools_test"
tuned=$(mktemp) && counts=$(mktemp) || exit 4
trap 'rm -f "$tuned" "$counts"' EXIT
bad=0
fail() { echo "$1"; bad=1; }
tool() { "$FL_BIN/diag-labels" "$@"; }
rows() { grep -v '^#' "$labels/labels_$1.tsv"; }

for part in $parts; do
	half=${part#*_}
	[ "$half" = check ] && half=test
	other=$(rows "$part" | cut -f5 | tool split | grep -cv "^$half$")
	[ "$other" = 0 ] || fail "labels_$part.tsv: $other programs belong to the other part"
	# A reason for each difference, and none without one.
	rows "$part" | awk -F'\t' '($2 != $3) != ($4 != "") {print "reason: " $0; n = 1} END {exit n}' ||
		fail "labels_$part.tsv: reasons and differences do not go together"
done
twice=$(for part in $parts; do rows "$part"; done |
	awk -F'\t' '{sub(/-[0-9]+$/, "", $6); print $6 "\t" $8 "\t" $9}' | sort | uniq -d)
[ -z "$twice" ] || fail "labelled twice: $twice"

{ rows tune; rows fresh_tune; rows tools_tune; } >"$tuned"
tool counts <"$tuned" >"$counts" || fail "no counts"
awk '$1 != $3 || $2 != $4 {n++} END {exit n > 0}' "$counts" ||
	fail "the counts in diag/classify/rules*.h are not those of the tuning parts; run tests/fixtures/diag/update_counts.py"

# PART PREFIX FIGURE…: "| macro-F1 `PREFIX_FIGURE` | 0.9312 |" on the page, less a slack for what a new
# rule may cost elsewhere.
figures() {
	local part=$1 prefix=$2 score name stated real
	shift 2
	score=$(tool score "$tuned" <"$labels/labels_$part.tsv") || fail "no score of $part"
	echo "$part:"
	echo "$score"
	for name in "$@"; do
		stated=$(sed -n "s/^| .*\`$prefix$name\` | *\([0-9.]*\) .*/\1/p" "$page")
		real=$(awk -v n="$name" '$1 == n {print $2}' <<<"$score")
		awk -v s="$stated" -v r="$real" 'BEGIN {exit !(s != "" && r != "" && r >= s - 0.005)}' ||
			fail "$prefix$name is $real, docs/labelling.md says '$stated'"
	done
}
figures test "" rules_macro_f1 majority_macro_f1 flag_macro_f1 kappa
figures fresh_test fresh_ rules_macro_f1 rules_accuracy kappa
figures fresh_check check_ rules_macro_f1 rules_accuracy kappa
figures tools_test tools_ rules_accuracy

# In bands of 60 cases as many are right as it said, but for 0.05.
for part in test fresh_test fresh_check; do
	tool bands <"$labels/labels_$part.tsv" |
		awk '{print} $3 > $4 + 0.05 {n = 1} END {exit n || NR < 4}' || fail "$part: a band says too much"
done
{ rows fresh_test; rows fresh_check; rows tools_test; } | tool bands |
	awk '{print} $3 > $4 + 0.05 {n = 1} END {exit n || NR < 10}' || fail "all fresh parts: a band says too much"
exit $bad
