#!/usr/bin/env bash
# datasets cat, stats and verify on a small dataset: outputs, exit statuses, damage.
# labels: datasets
# timeout: 300
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
datasets=$FL_BIN/datasets
bad=0

expect() { # WHAT GOT WANTED
	[ "$2" = "$3" ] && return
	echo "$1: got '$2', wanted '$3'"
	bad=1
}
status() { # COMMAND… -> its exit status
	"$@" >"$scratch/stdout" 2>"$scratch/stderr" && echo 0 || echo $?
}

cp "$FL_SRC/examples/corpus/hash_map.c" "$scratch"
cd "$scratch"
"$datasets" build hash_map.c -o out --limit 12 --no-cache --quiet

# cat and stats, of the directory, of files, of standard input.
rows=$("$datasets" cat out | wc -l)
[ "$rows" -ge 10 ] || expect "rows" "$rows" "10 or more"
expect "cat of files" "$("$datasets" cat out/*.zst | sha256sum)" "$("$datasets" cat out | sha256sum)"
expect "cat of stdin" "$(cat out/*.zst | "$datasets" cat | sha256sum)" "$("$datasets" cat out | sha256sum)"
expect "head" "$("$datasets" cat --head 3 out | sha256sum)" "$("$datasets" cat out | sed 3q | sha256sum)"
expect "kind" "$("$datasets" cat --kind sanitizer_fix out | grep -c '"kind":"sanitizer_fix"')" \
	"$("$datasets" cat out | grep -c '"kind":"sanitizer_fix"')"
expect "stats" "$("$datasets" stats --json out)" "$("$datasets" cat out | "$datasets" stats --json)"
expect "stats rows" "$("$datasets" stats --json out | grep -o '"rows":[0-9]*')" "\"rows\":$rows"
"$datasets" cat --pretty --head 1 out | grep -q '^what the tools saw$' || expect "pretty" "" "a record"
expect "no colour in a pipe" "$("$datasets" cat --pretty out | grep -c $'\033' || true)" 0

# What is whole passes; what is not does not, and the status says so.
expect "verify" "$(status "$datasets" verify out)" 0
expect "verify without an operand" "$(status "$datasets" verify)" 2
expect "unknown kind" "$(status "$datasets" cat --kind nonsense out)" 2
shard=$(ls out/*.zst | head -n 1)
cp "$shard" whole
head -c -1 whole >"$shard"
expect "verify a truncated shard" "$(status "$datasets" verify out)" 1
expect "cat a truncated shard" "$(status "$datasets" cat "$shard")" 1
cp whole "$shard"
printf 'x' | dd of="$shard" bs=1 seek=100 conv=notrunc status=none
expect "verify a changed shard" "$(status "$datasets" verify out)" 1
cp whole "$shard"
cp out/manifest.json manifest
sed 's/"seed":1,/"seed":2,/' manifest >out/manifest.json
expect "verify a changed manifest" "$(status "$datasets" verify out)" 1
cp manifest out/manifest.json
cp whole out/trace_fix-00077.jsonl.zst
expect "verify with a stray shard" "$(status "$datasets" verify out)" 1
rm out/trace_fix-00077.jsonl.zst
expect "verify again" "$(status "$datasets" verify out)" 0
rm "$shard"
for command in cat stats; do
	expect "$command without a shard" "$(status "$datasets" "$command" out)" 3
	grep -q 'is missing, though manifest.json names it' stderr || expect "its message" "$(cat stderr)" "… is missing …"
done
expect "cat of what is there" "$(status "$datasets" cat --head 1 out)" 0
cp whole "$shard"
expect "verify that cannot tell" "$("$datasets" verify out 2>stderr >/dev/full || echo $?)" 3

# A directory takes one build at a time; a build of nothing says what was in the way.
mkdir busy
expect "build beside another" "$(status flock busy "$datasets" build hash_map.c -o busy --no-cache)" 2
grep -q 'another build writes to busy' stderr || expect "its message" "$(cat stderr)" "another build…"
ln -s hash_map.c link.c
expect "build of a link" "$(status "$datasets" build link.c -o none --no-cache --quiet)" 1
grep -q '1 refused, first link.c: not_a_file' stderr || expect "its message" "$(cat stderr)" "1 refused…"
expect "build without a cache's place" \
	"$(status "$datasets" build hash_map.c -o none --overwrite --cache=/dev/null/x)" 3
grep -q -e --no-cache stderr || expect "its message" "$(cat stderr)" "… --no-cache …"

# A row that was changed is no record any more, wherever it is read.
"$datasets" cat --head 1 out | sed 's/"error_class":"[a-z_]*"/"error_class":"nonsense"/' >bad.jsonl
expect "stats of a wrong word" "$(status "$datasets" stats bad.jsonl)" 1
grep -q 'bad.jsonl:1: ' stderr || expect "its message" "$(cat stderr)" "bad.jsonl:1: …"

# What is larger than any row is the input's fault, too; a directory has no lines.
printf '{"x":"%s"}\n' "$(head -c 67108864 /dev/zero | tr '\0' a)" >long.jsonl
for command in validate stats export "show --json" "dialogues -o none -q"; do
	file=long.jsonl
	[ "$command" = "show --json" ] && file=long.jsonl:1
	# shellcheck disable=SC2086  # words
	expect "$command of a long line" "$(status "$datasets" $command $file)" 1
	grep -qx 'datasets: long.jsonl:1: the line has more than 67108864 bytes' stderr || expect "its message" "$(cat stderr)" "long.jsonl:1: …"
done
expect "show of a directory" "$(status "$datasets" show out:1)" 2
grep -q '^datasets: out is a directory: FILE:LINE is a line of one of its shards$' stderr || expect "its message" "$(cat stderr)" "… a directory …"

# struct2json reads the literals of every kind of record.
for kind in diagnostic_fix sanitizer_fix trace_fix crash_report; do
	"$datasets" cat --pretty --kind $kind --head 1 out |
		sed -n '/^what the tools saw$/,/^the fix$/p' | sed '1d;$d' >literals
	[ -s literals ] || expect "a $kind" "" "a record"
	expect "struct2json on a $kind" "$(status "$FL_BIN/struct2json" literals)" 0
done
exit $bad
