#!/usr/bin/env bash
# Pairs of a file before and after a commit become records of real faults, and those that cannot are
# counted by reason; rows that are at fault are told by their line and lose nothing else. The same
# records come whatever the jobs, the packing and the names of columns, and replay from themselves.
# labels: e2e datasets
# timeout: 1200
set -u
for tool in python3 zstd gzip jq; do
	command -v "$tool" >/dev/null || { echo "needs $tool"; [ "${CI:-}" = true ] && exit 1; exit 77; }
done
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
bad=0
fail() { echo "$1"; bad=1; }
import() { "$FL_BIN/datasets" import "$@"; }
/usr/bin/python3 "$FL_SRC/tests/e2e/import/pairs.py" "$dir" || exit 1
cd "$dir" || exit 1

# "N WORD" of each fate, as the test says and as the manifest has it.
wanted() { sort "$1" | uniq -c | awk '{print $2, $1}'; }
counted() { jq -r '(.programs | "taken \(.taken)", (.refused[] | "\(.name) \(.count)"))' "$1/manifest.json" | sort; }
for set in pairs hostile; do
	import $set.jsonl -o $set --jobs=2 --cache=cache >$set.out 2>$set.err || fail "$set: exit $?"
	diff <(wanted $set.fates) <(counted $set) || fail "$set: fates differ"
	while read -r word count; do
		[ "$word" = taken ] || grep -qE "^  $word +$count " $set.out || fail "$set: the table does not tell $word"
	done < <(counted $set)
	"$FL_BIN/datasets" verify $set --replay 100 >$set.verify || fail "$set: verify: $(cat $set.verify)"
done
[ ! -s pairs.err ] || fail "a row that is none of use is no fault: $(head -1 pairs.err)"
# Each row at fault is told once, by its line, in order.
diff <(grep -nE '^(not_json|missing_key|not_text|too_large|apply_failed|lost)$' hostile.fates | sed 's/:/ /') \
	<(sed -E 's/^datasets: hostile.jsonl:([0-9]+): ([a-z_]+).*/\1 \2/' hostile.err) || fail "complaints differ"

# What no compiler comes to the end of is its own row's affair; a host without time for it is said to be that.
import bomb.jsonl -o bomb --no-cache --compile-limit=2 --compiler=gcc >bomb.out 2>&1 || fail "bomb: exit $?: $(cat bomb.out)"
grep -qE '^  (compiler_limit|lost) +1 ' bomb.out || fail "bomb: $(cat bomb.out)"
[ "$(jq .programs.taken bomb/manifest.json)" -eq 1 ] || fail "bomb: the row behind it is not there"

# What a record says of where it is from, and what was done.
"$FL_BIN/datasets" cat pairs >pairs.rows || fail "cat"
jq -es 'all(.[]; .kind == "diagnostic_fix" and .provenance.origin == "real" and .verification.level == "compiled"
	and .verification.fixed.exit_status == -1 and .mutation.operator == "" and (.build | length) == 1 and .hidden == 0
	and .provenance.licence == "mit" and (.provenance.source | test("^[0-9a-f]{40}:")) and (.group | startswith("ada/"))
	and (.reasoning | contains(" * AUTHOR: ")))' pairs.rows >/dev/null || fail "a column is not as it should be"
jq -es '([.[] | select(.build[0].argv[0] | startswith("clang"))] | length) * 2 == length' pairs.rows >/dev/null ||
	fail "not half of the records are by clang"
jq -es 'group_by(.fault) | all(.[]; length == 2)' pairs.rows >/dev/null || fail "both compilers' records are not of one fault"
jq -r 'select(.mutation.file == "wide.hpp") | .build[0].argv[1]' pairs.rows | grep -qx -- -std=gnu++20 || fail "concepts are C++20"
# The code between the marks is what the diff makes: the fixed file.
jq -r .completion pairs.rows | grep -q '^+#include <string.h>$' || fail "the mend of names.c is not there"
# Of a commit what mends the file is kept, or all.
jq -es 'all(.[]; .diff | contains("auto  found") | not)' pairs.rows >/dev/null || fail "a blank is no mend"
import pairs.jsonl -o whole -q --whole --compiler=gcc --cache=cache || fail "whole: exit $?"
"$FL_BIN/datasets" cat whole | jq -es 'any(.[]; .diff | contains("auto  found")) and all(.[]; .build[0].argv[0] | startswith("g"))' \
	>/dev/null || fail "whole: not all is kept"
# What came of a name that is an option or a path is a plain name.
"$FL_BIN/datasets" cat hostile | jq -r .mutation.file | sort -u | tr '\n' ' ' | grep -qx 'last.c passwd.c x_y.c ' || fail "names"
"$FL_BIN/datasets" cat hostile | grep -c '<THOUGHT_END>.*<THOUGHT_END>' | grep -qx 0 || fail "a message ends the block"

# The same bytes: by one worker, anew; then packed, from standard input, of the cache.
zstd -q pairs.jsonl -o pairs.jsonl.zst && gzip -k pairs.jsonl
for how in "pairs.jsonl --jobs=1 --no-cache" "pairs.jsonl.zst --cache=cache" "pairs.jsonl.gz --cache=cache" "- --cache=cache"; do
	rm -rf again
	# shellcheck disable=SC2086 # words
	import ${how} -o again -q <pairs.jsonl || fail "$how: exit $?"
	cmp -s pairs/manifest.json again/manifest.json || fail "$how: another dataset came out"
done
import pairs.jsonl -o again --overwrite --cache=cache -q || fail "over another: exit $?"
cmp -s pairs/manifest.json again/manifest.json || fail "over another: another dataset came out"
import pairs.jsonl -o pairs -q --cache=cache 2>/dev/null && fail "a dataset was replaced unasked"
jq -nc '{before: "int x;\n", after: "int x;\n"}' >same.jsonl
import same.jsonl -o again --overwrite -q --no-cache 2>err && fail "a dataset of nothing, over another"
grep -q 'no pair made a record; the dataset is as it was: again' err || fail "of nothing: $(cat err)"
diff -r pairs again || fail "an import that came to nothing spoilt it"
import same.jsonl -o none -q --no-cache 2>err && fail "a dataset of nothing"
[ "$(ls -A none) $(jq -c .programs.refused none/manifest.json)" = 'manifest.json [{"name":"no_change","count":1}]' ] || fail "left: $(ls -A none)"

# A diff in the place of either side, under names of one's own.
import diffs.jsonl -o diffs -q --no-cache --before=was --after=is --diff=change --message=note 2>diffs.err || fail "diffs: $(cat diffs.err)"
[ "$(jq .programs.taken diffs/manifest.json)" -eq "$(jq .programs.taken pairs/manifest.json)" ] || fail "diffs: $(counted diffs)"
"$FL_BIN/datasets" cat diffs | jq -S '[.buggy, .fixed, .context, .edits]' >x
jq -S '[.buggy, .fixed, .context, .edits]' pairs.rows >y
cmp -s x y || fail "a diff makes other records"

# A file that is cut short: what came before is there, and the answer is no.
head -c -40 pairs.jsonl.gz >cut.jsonl.gz
import cut.jsonl.gz -o cut -q --cache=cache 2>cut.err
[ $? -eq 1 ] || fail "a file that is cut short is no fault"
grep -q damaged cut.err || fail "nobody is told that the file is cut short: $(cat cut.err)"
"$FL_BIN/datasets" verify cut >/dev/null || fail "what came before the cut is no dataset"

# So it is with a last line that is cut, of any format; one that lacks its LF alone is a row like others.
for way in cat zstd gzip; do
	{ cat pairs.jsonl && printf '{"buggy": "int x\\n", "fi'; } | $way >cut.$way || fail "$way: exit $?"
	import cut.$way -o cut_$way -q --cache=cache 2>cut.err
	[ $? -eq 1 ] || fail "$way: a cut last line: exit $?"
	grep -q "^datasets: cut.$way:$(($(wc -l <pairs.jsonl) + 1)): damaged: the last line has no end" cut.err ||
		fail "$way: nobody is told of a cut last line: $(cat cut.err)"
	cmp -s <("$FL_BIN/datasets" cat cut_$way) <("$FL_BIN/datasets" cat pairs) || fail "$way: what came before the cut line is not there"
done
import - -o cut_stdin -q --cache=cache <cut.cat 2>cut.err
[ $? -eq 1 ] && grep -q '^datasets: -:.*damaged' cut.err || fail "standard input with a cut last line: $(cat cut.err)"
import - -o cut_again -q --cache=cache --why=cut.why <cut.cat 2>/dev/null
tail -n 1 cut.why | jq -e ".fate == \"damaged\" and .row == $(($(wc -l <pairs.jsonl) + 1))" >/dev/null || fail "--why of a cut last line: $(tail -n 1 cut.why)"
grep -q 'the input is not whole' cut_stdin/manifest.json || fail "the manifest does not tell of a cut last line"
printf '%s' "$(cat pairs.jsonl)" >open.jsonl
import open.jsonl -o open -q --cache=cache 2>open.err || fail "a last line without an LF: exit $?: $(cat open.err)"

# Killed, and asked again: it goes on from its cache.
/usr/bin/python3 - <<'PY'
import json
with open("many.jsonl", "w") as f:
    for i in range(30):
        f.write(json.dumps({"buggy": f"int f{i}(void) {{ return {i} }}\n", "fixed": f"int f{i}(void) {{ return {i}; }}\n"}) + "\n")
PY
"$FL_BIN/datasets" import many.jsonl -o many --cache=kept --jobs=1 -q &
pid=$!
for _ in $(seq 300); do [ "$(find kept -type f 2>/dev/null | wc -l)" -ge 5 ] && break; sleep 0.1; done
kill -KILL $pid
wait $pid 2>/dev/null
[ ! -e many/manifest.json ] || fail "it was done before it could be killed"
before=$(find kept -type f | wc -l)
import many.jsonl -o many --cache=kept -q || fail "resumed: exit $?"
import many.jsonl -o fresh -q --no-cache || fail "anew: exit $?"
[ "$before" -ge 5 ] || fail "nothing was kept when it was killed"
"$FL_BIN/datasets" cat many >x && "$FL_BIN/datasets" cat fresh >y && cmp -s x y || fail "resumed is not as anew"
[ "$(wc -l <x)" -eq 60 ] || fail "not all pairs came back"

import nowhere.jsonl -o no --no-cache 2>err && fail "a file that is not there"
mkfifo pipe.jsonl
import pipe.jsonl -o no --no-cache 2>err
[ $? -eq 3 ] && grep -q 'a named pipe' err || fail "a named pipe: $(cat err)"
# What is not ours stays, and the input does: a file beside the shards, and one that --why would write over.
mkdir mine && gzip -c pairs.jsonl >mine/pairs.jsonl.gz && cp mine/pairs.jsonl.gz mine/other.jsonl.zst && cp mine/other.jsonl.zst mine/other.jsonl.zst.tmp
import mine/pairs.jsonl.gz -o mine -q --cache=cache || fail "beside its input: exit $?"
cmp mine/other.jsonl.zst mine/pairs.jsonl.gz && cmp mine/other.jsonl.zst.tmp mine/pairs.jsonl.gz || fail "what is not ours is gone"
cp pairs.jsonl own.jsonl && ln -s own.jsonl link.jsonl
for why in own.jsonl ./link.jsonl; do
	import own.jsonl -o no --why=$why 2>err
	[ $? = 2 ] && grep -q 'is read and written' err || fail "--why=$why: $(cat err)"
	"$FL_BIN/datasets" dedup own.jsonl --why=$why >/dev/null 2>err && fail "dedup --why=$why"
	"$FL_BIN/datasets" split own.jsonl -o parts --why=$why 2>err && fail "split --why=$why"
	"$FL_BIN/datasets" dedup --why=$why <own.jsonl >/dev/null 2>err && fail "dedup --why=$why of standard input"
	grep -q 'is read and written' err || fail "dedup --why=$why of standard input: $(cat err)"
	cmp own.jsonl pairs.jsonl || fail "--why=$why: the input has changed"
done
cp -r pairs set && shard=$(basename set/diagnostic_fix-*.zst) && cp pairs.jsonl set/own.jsonl
refused() { # WHAT COMMAND…
	"$FL_BIN/datasets" "${@:2}" >/dev/null 2>err
	[ $? = 2 ] && grep -qE 'is read and written|is read, and would be removed' err || fail "$1: $(cat err)"
	diff -r pairs set >differs
	[ "$(cat differs)" = "Only in set: own.jsonl" ] || fail "$1: $(cat differs)"
}
refused "why over a shard" dedup set --why="set/$shard"
refused "why over another's shard" dedup pairs.jsonl --against=set --why="set/$shard"
refused "why over a row of the set" split set -o parts --why=set/own.jsonl
refused "a page over a shard" report set -o "set/$shard"
refused "a card over the manifest" card set -o set/manifest.json
refused "a shard packed over itself" pack "set/$shard" -o set --overwrite
refused "a shard imported over itself" import "set/$shard" -o set --overwrite
import pairs.jsonl 2>err
[ $? -eq 2 ] || fail "no -o: exit $?"
: >empty.jsonl
import empty.jsonl -o empty -q --no-cache 2>err
[ $? -eq 1 ] || fail "no rows: exit $?"
exit $bad
