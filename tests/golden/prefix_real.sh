#!/usr/bin/env bash
# Logs of real carriers read as the text that they carried, each on the lane that it must have; and
# passages of public logs give what they must.
set -u
dir=$FL_SRC/tests/fixtures/prefix
bad=0 count=0
bare() { sed 's/"lane":"[^"]*"/"lane":""/'; }
want=$("$FL_BIN/diag2struct" --to=jsonl "$dir/real/plain.txt")
[ "$(wc -l <<<"$want")" -eq 4 ] || { echo "plain.txt: $want"; exit 1; }
while IFS=$'\t' read -r log lane; do
	count=$((count + 1))
	got=$("$FL_BIN/diag2struct" --to=jsonl "$dir/real/$log")
	[ "$(bare <<<"$got")" = "$want" ] || { echo "$log reads as:"; echo "$got"; bad=1; }
	lanes=$(sed 's/.*"lane":"\([^"]*\)".*/\1/' <<<"$got" | sort -u)
	[ "$lanes" = "$lane" ] || { echo "$log: lane $lanes, not $lane"; bad=1; }
done <"$dir/lanes.tsv"
[ "$count" -eq "$(find "$dir/real" -name '*.log' | wc -l)" ] || { echo "$count logs in lanes.tsv"; bad=1; }
# file, filter, where from, how many are found, and of the first: lane, file, line
value() { sed -n "1s/^.*\"$1\":\"\?\([^\",]*\).*/\1/p" <<<"$2"; }
while IFS='|' read -r log filter _ many lane file line; do
	count=$((count + 1))
	got=$("$FL_BIN/$filter" --to=jsonl "$dir/public/$log" 2>/dev/null)
	read -r bare < <(sed -E 's/"(notes|stacks)":\[.*("end_line"|"variables")/\2/' <<<"$got")
	is="$(grep -c . <<<"$got")|$(value lane "$bare")|$(value file "$bare")|$(value line "$bare")"
	[ "$is" = "$many|$lane|$file|$line" ] || { echo "$log: $is, not $many|$lane|$file|$line"; bad=1; }
done <"$dir/SOURCES"
echo "$count logs"
exit $bad
