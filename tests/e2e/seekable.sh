#!/usr/bin/env bash
# Shards that can be read from the middle: by another reader frame for frame, as one stream by zstd and
# by all of ours; a record is shown by its line, from seekable files, ours and others', and from files
# that are none.
# timeout: 300
. "$FL_SRC/tests/support/e2e.sh"
need zstd jq
mkdir "$dir/corpus"
cp "$FL_SRC"/examples/corpus/{csv_parser,run_length}.c "$dir/corpus"
other=("/usr/bin/python3" "$FL_SRC/tests/e2e/seekable/seekable.py")
build=(build "$dir/corpus" --limit 6 --traces 1 --crashes 0 --inputs 0 -q --cache "$dir/cache")
cd "$dir" || exit 1
"$datasets" "${build[@]}" -o plain || fail "build: exit status $?"
"$datasets" "${build[@]}" -o seekable --seekable=2048 || fail "build --seekable: exit status $?"
"$datasets" convert plain -o converted --seekable=2048 >/dev/null || fail "convert: exit status $?"
"$datasets" "${build[@]}" -o whole --seekable || fail "build with the usual frames: exit status $?"
[ "$bad" -eq 0 ] || exit 1

most=0
for shard in plain/*.zst; do
	name=$(basename "$shard")
	zstd -dcq "$shard" >rows
	zstd -dcq "seekable/$name" | cmp - rows || fail "$name: other rows for zstd"
	frames=$("${other[@]}" check "seekable/$name" rows 2048) || fail "$name: another reader"
	[ "$frames" -le "$most" ] || most=$frames most_of=$name
	cmp "seekable/$name" "converted/$name" || fail "$name: convert makes other bytes"
	"${other[@]}" check "whole/$name" rows 1048576 >/dev/null || fail "$name: another reader, usual frames"
done
[ "$most" -ge 3 ] || fail "no shard has more than $most frames"
diff <("$datasets" cat plain) <("$datasets" cat seekable) >/dev/null || fail "cat: other rows"
"$datasets" verify seekable >/dev/null || fail "verify: exit status $?"
jq -e '.arguments | index("--seekable=2048")' seekable/manifest.json >/dev/null || fail "no argument in the manifest"

# One record by its line, whatever the file.
file=seekable/$most_of
zstd -dcq "plain/$most_of" >rows.jsonl
"${other[@]}" pack rows.jsonl other.jsonl.zst 3000
head -c -3 "$file" >cut.jsonl.zst
lines=$(wc -l <rows.jsonl)
for from in "$file" "plain/$most_of" rows.jsonl other.jsonl.zst; do
	for n in $(seq "$lines"); do
		"$datasets" show --json "$from:$n" | cmp -s - <(sed -n "${n}p" rows.jsonl) || fail "$from:$n: another row"
	done
	"$datasets" show "$from:$((lines + 1))" 2>err && fail "$from: a row that is not there"
	grep -q "$from has $lines lines" err || fail "$from: $(cat err)"
done
"$datasets" show "$file:2" "$file:1" >two || fail "show: exit status $?"
"$datasets" cat --pretty --head 2 "$file" | grep -c 'what the tools saw' | grep -qx 2 || fail "cat --pretty"
grep -c 'what the tools saw' two | grep -qx 2 || fail "show: not two records"
# With the table only the frame is read in which the row is: what is damaged before it is not seen.
cp "$file" damaged.jsonl.zst
printf 'XXXX' | dd of=damaged.jsonl.zst bs=1 seek=20 conv=notrunc 2>/dev/null
"$datasets" show --json "damaged.jsonl.zst:$lines" | cmp -s - <(tail -n 1 rows.jsonl) || fail "damaged elsewhere"
"$datasets" show damaged.jsonl.zst:1 2>err && fail "a damaged frame is shown"
grep -q 'damaged.jsonl.zst: damaged zstd data' err || fail "damaged: $(cat err)"
# A file whose table is cut off is read from the beginning, and says that it is not whole.
"$datasets" cat cut.jsonl.zst >/dev/null 2>err && fail "a file that is cut short passes"
for place in "$file" "$file:" "$file:0" "$file:x" ":3"; do
	"$datasets" show "$place" 2>err && fail "$place is taken"
	grep -q 'is not FILE:LINE' err || fail "$place: $(cat err)"
done
for bytes in 0 1023 x; do
	"$datasets" convert plain -o none --seekable=$bytes 2>err && fail "--seekable=$bytes is taken"
	[ ! -e none ] || fail "--seekable=$bytes leaves something"
done
exit "$bad"
