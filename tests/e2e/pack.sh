#!/usr/bin/env bash
# Sets become one: rows in their order, none twice, what is no record told and left out, and a manifest
# that adds up theirs and that verify and replays go by.
# timeout: 180
. "$FL_SRC/tests/support/e2e.sh"
need jq

cd "$dir" || exit 1
for set in run_length lru_cache; do
	"$datasets" build "$FL_SRC/examples/corpus/$set.c" -o $set --no-cache --quiet --limit 6 --traces 1 --inputs 0 2>err ||
		fail "no build of $set: $(cat err)"
	"$datasets" cat $set >$set.jsonl || fail "no records of $set"
done
first=$(wc -l <run_length.jsonl)
second=$(wc -l <lru_cache.jsonl)

# One set comes out as it went in; two behind each other, and each row once.
"$datasets" pack run_length -o same >said || fail "one set: status $?"
grep -qx "$first records written, 0 refused, 0 there already" said || fail "one set: $(cat said)"
for file in run_length/*.zst; do cmp "$file" "same/$(basename "$file")" || fail "other bytes of $file"; done
"$datasets" pack run_length lru_cache run_length -o both >said || fail "two sets: status $?"
grep -qx "$((first + second)) records written, 0 refused, $first there already" said || fail "two sets: $(cat said)"
diff <(sort run_length.jsonl lru_cache.jsonl) <("$datasets" cat both | sort) >/dev/null || fail "other rows"
"$datasets" verify both --replay 3 >said || fail "verify: $(cat said)"
grep -qx 'replayed 3 of 3' said || fail "replays: $(cat said)"
jq -e '.programs.taken == 3' both/manifest.json >/dev/null || fail "programs: $(jq -c .programs both/manifest.json)"
sites() { jq -s "[.[] | .operators[] | select(.operator == \"missing-semicolon\") | .$1] | add" "${@:2}"; }
[ "$(sites tried both/manifest.json)" -eq "$(sites tried run_length/manifest.json lru_cache/manifest.json run_length/manifest.json)" ] ||
	fail "sites do not add up"

# Rows that came through another tool, with what they were made with.
head -n 3 run_length.jsonl | "$datasets" pack - --manifest run_length -o some >said || fail "lines: status $?"
grep -qx '3 records written, 0 refused, 0 there already' said || fail "lines: $(cat said)"
[ "$(jq -r .fingerprint some/manifest.json)" = "$(jq -r .fingerprint run_length/manifest.json)" ] || fail "another toolchain"

# What is no record costs itself alone.
{
	head -n 1 run_length.jsonl
	echo '{"kind":'
	jq -c '.fixed += "x"' <(head -n 2 run_length.jsonl | tail -n 1)
	echo '{"text": "hello"}'
} >mixed.jsonl
"$datasets" pack mixed.jsonl --manifest run_length -o mixed >said 2>err
[ $? -eq 1 ] || fail "the status of a mixed file"
grep -qx '1 records written, 3 refused, 0 there already' said || fail "mixed: $(cat said)"
for line in 2 3 4; do grep -q "^datasets: mixed.jsonl:$line: ." err || fail "line $line is not told: $(cat err)"; done
"$datasets" verify mixed >said || fail "mixed: $(cat said)"

# Nothing is written where nothing is, over what is there, or into what is read.
tail -n 1 mixed.jsonl | "$datasets" pack - -o none >said 2>err && fail "a dataset of nothing"
grep -q 'there is no record to write' err || fail "of nothing: $(cat err)"
[ -z "$(ls none)" ] || fail "left: $(ls none)"
"$datasets" pack lru_cache -o both 2>err && fail "over a dataset"
grep -q 'both holds a dataset already' err || fail "over a dataset: $(cat err)"
"$datasets" pack both lru_cache -o both --overwrite 2>err && fail "into itself"
grep -q 'both is read and written' err || fail "into itself: $(cat err)"
"$datasets" verify both >said || fail "a refused command spoilt it: $(cat said)"
"$datasets" pack lru_cache -o both --overwrite >said || fail "--overwrite: status $?"

# What is to be replaced stays until the new one is whole: when that comes to nothing, and when it is killed.
cp -r both before
echo '{"kind":' | "$datasets" pack - -o both --overwrite >said 2>err && fail "a dataset of nothing, over another"
diff -r both before || fail "a pack that came to nothing spoilt it"
mkfifo rows
exec 3<>rows
"$datasets" pack - --manifest run_length -o both --overwrite <rows >said 2>err &
pack=$!
head -n 3 run_length.jsonl >&3
for ((i = 0; i < 100; i++)); do
	[ -d both/.new-dataset ] && break
	sleep 0.1
done
[ -d both/.new-dataset ] || fail "nothing is made within: $(ls -A both)"
kill -9 "$pack"
wait "$pack" 2>/dev/null
exec 3>&-
"$datasets" verify both >said || fail "killed: $(cat said)"
"$datasets" pack run_length -o both --overwrite >said || fail "after that: status $?"
diff -r both same || fail "after that: another dataset"

# Killed while the new one takes the old one's place: before its manifest is there, before the old one's is gone,
# before all of the old one is gone, and half way. What comes next goes on with it, even where that comes to nothing.
"$datasets" pack lru_cache -o new >said || fail "new: status $?"
for when in begun whole going moving; do
	rm -rf at && cp -r same at && cp -r new at/.new-dataset
	is=same
	case $when in
	begun) rm at/.new-dataset/manifest.json && touch at/.new-dataset/manifest.json.tmp ;;
	going) rm at/manifest.json && is=new ;;
	moving) rm at/*.zst at/manifest.json && mv at/.new-dataset at/.moving-dataset && mv at/.moving-dataset/trace_fix-*.zst at && is=new ;;
	esac
	echo '{"kind":' | "$datasets" pack - -o at --overwrite >said 2>err && fail "$when: a dataset of nothing"
	diff -r at $is || fail "$when: neither the old one nor the new one"
done
cp -r new at/.new-dataset && touch at/.new-dataset/notes
"$datasets" pack run_length -o at --overwrite >said 2>err && fail "over a file of somebody's"
grep -q 'at/.new-dataset is in the way' err || fail "a file of somebody's: $(cat err)"
"$datasets" verify at >said || fail "a file of somebody's: $(cat said)"
exit "$bad"
