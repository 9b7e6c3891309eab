#!/usr/bin/env bash
# Pairs whose paths are in a source tree are compiled with what they include of it, by the order of
# datasets/tree/closure.h; patches over a tree make pairs themselves, the same as git apply makes. Nothing
# outside the tree is read, nothing that is no file is opened, and records replay with the tree gone.
# labels: e2e datasets
# timeout: 900
. "$FL_SRC/tests/support/e2e.sh"
need jq python3 git
cd "$dir" || exit 1
/usr/bin/python3 "$FL_SRC/tests/e2e/import/tree.py" . || exit 1
counted() { jq -r '(.programs | "taken \(.taken)", (.refused[] | "\(.name) \(.count)"))' "$1/manifest.json" | sort; }
wanted() { sort "$1" | uniq -c | awk '{print $2, $1}'; }

# ---- rows with a tree ----

timeout 300 "$datasets" import rows.jsonl --tree="the tree" -o out --no-cache --jobs=3 >said 2>err || fail "rows: exit $?: $(cat err)"
diff <(wanted rows.fates) <(counted out) || fail "rows: fates differ: $(cat said)"
"$datasets" import rows.jsonl --tree="the tree" -o one -q --no-cache --jobs=1 || fail "rows: one worker: exit $?"
cmp -s out/manifest.json one/manifest.json || fail "rows: another dataset came of one worker"
"$datasets" cat out >rows.out || fail "rows: cat"
grep -q 'KEEP OUT' rows.out && fail "rows: what lies outside the tree is in a record"
# Of each row that names its headers and directories, they are those, and all that there is.
while read -r want; do
	source=$(jq -r .source <<<"$want")
	jq -es --argjson w "$want" 'map(select(.mutation.file == $w.source)) | length > 0 and all(.[];
		([.files[].path] == $w.files) and ([.build[0].argv[] | select(startswith("-I"))] == $w.dirs))' rows.out >/dev/null ||
		fail "rows: $source: $(jq -c "select(.mutation.file == \"$source\") | [[.files[].path], .build[0].argv]" rows.out | head -1)"
done <rows.want
jq -es 'map(select(.files | length > 1)) | length > 0 and all(.[]; .provenance.licence == "MIT")' rows.out >/dev/null || fail "rows: the tree's licence is lost"
# A header of the tree is named as it is called there.
jq -r .context rows.out | grep -q '"\./' && fail "rows: a path begins with ./"
# The record is all that a build needs: by the compiler itself, elsewhere.
n=0
while read -r row; do
	rm -rf again && mkdir again
	jq -r '.files[] | [.path, (.content | @base64)] | @tsv' <<<"$row" | while IFS=$'\t' read -r path text; do
		mkdir -p "again/$(dirname "$path")" && base64 -d <<<"$text" >"again/$path"
	done
	mapfile -t argv < <(jq -r '.build[0].argv[]' <<<"$row")
	(cd again && "${argv[@]}" 2>log) && fail "rows: the faulty file of $n compiles"
	jq -j .fixed <<<"$row" >"again/$(jq -r .mutation.file <<<"$row")"
	(cd again && "${argv[@]}" 2>log) || fail "rows: the mended file of $n does not compile: $(cat again/log)"
	n=$((n + 1))
done < <(jq -c . rows.out)
[ "$n" -ge 8 ] || fail "rows: only $n records"

"$datasets" import files.jsonl --tidy=bugprone-suspicious-string-compare --tree="the tree" -o tidy -q --no-cache 2>err ||
	fail "tidy: exit $?: $(cat err)"
"$datasets" verify tidy --replay 5 >said 2>&1 || fail "tidy: $(cat said)"

# ---- one class a fault ----

# gcc stumbles over the token behind a type that it does not know, clang names the type.
jq -nc --arg head $'#include <cassert>\n#include <vector>\n' \
	--arg rest $'template <class T> class SafeVector : public std::vector<T> {\npublic:\n  SafeVector(size_t size) : std::vector<T>(size) {}\n};\n' \
	'{path: "SafeVector.h", language: "C++", before: ($head + $rest), after: ($head + "using std::size_t;\n" + $rest)}' >class.jsonl
"$datasets" import class.jsonl -o class -q --no-cache || fail "class: exit $?"
[ "$("$datasets" cat class | jq -r '"\(.build[0].argv[0]) \(.evidence_class) \(.error_class)"' | sed 's/-[0-9]* / /' | sort)" = \
	$'clang++ undefined_symbol undefined_symbol\ng++ syntax undefined_symbol' ] || fail "class: $("$datasets" cat class | jq -c '[.evidence_class, .error_class]')"
"$datasets" verify class --replay 2 >said 2>&1 || fail "class: $(cat said)"

# ---- patches over a tree ----

"$datasets" import patches --tree=before -o series --whole --no-cache --jobs=3 --why=why.jsonl >said 2>err || fail "series: exit $?: $(cat err)"
diff <(wanted series.fates) <(counted series) || fail "series: fates differ: $(cat said)"
diff <(counted series | grep -v taken | sort) <(jq -r .fate why.jsonl | sort | uniq -c | awk '{print $2, $1}' | sort) || fail "series: --why counts otherwise"
jq -es 'any(.[]; .where == "j.patch:src/list.c" and .fate == "apply_failed" and (.why | test("cut short")))' why.jsonl >/dev/null || fail "series: --why: $(cat why.jsonl)"
grep -q 'apply_failed: the hunk at line' err || fail "series: nobody is told of the patch that does not fit: $(cat err)"
grep -q 'patches: j.patch:src/list.c: apply_failed: a hunk of the patch is cut short' err || fail "series: which patch is cut short is not told: $(cat err)"
"$datasets" cat series >series.out
jq -es 'all(.[]; .group == "before" and (.provenance.source | test("^[a-z]+.patch:")))' series.out >/dev/null || fail "series: sources"
jq -r .reasoning series.out | grep -q 'AUTHOR: Name what the list is of' || fail "series: the author's words are lost"
# By a second route: git apply, one patch after the other.
cp -r before after
while read -r name rest; do
	(cd after && GIT_CEILING_DIRECTORIES=$dir git apply --unidiff-zero "../patches/$name" 2>/dev/null)
	jq -r --arg n "$name:" 'select(.provenance.source | startswith($n)) | .mutation.file' series.out | sort -u | while read -r file; do
		jq -j -s --arg s "$name:$file" 'map(select(.provenance.source == $s))[0].fixed' series.out | cmp -s - "after/$file" || echo "$name: $file"
	done
done < <(grep -v '^#' patches/series) >other
[ ! -s other ] || fail "series: not as git apply makes them: $(cat other)"
# The same patches in one text, in a directory without a series, and with one that is not there.
"$datasets" import all.patch --tree=before -o mail -q --whole --no-cache 2>err || fail "mail: exit $?: $(cat err)"
jq -S '[.buggy, .fixed, .files, .context]' series.out >x
"$datasets" cat mail | jq -S '[.buggy, .fixed, .files, .context]' >y
cmp -s x y || fail "mail: other records than those of the series"
"$datasets" cat mail | jq -r .provenance.source | grep -qvE '^[0-9a-f]{40}:' && fail "mail: the commits are lost"
cp all.patch all
"$datasets" import all --tree=before -o named -q --whole --no-cache 2>err && cmp -s mail/manifest.json named/manifest.json ||
	fail "a patch is known by its name only: $(cat err)"
# As git log shows commits: the newest first, and coloured.
mkdir log log.tree
export GIT_AUTHOR_DATE='2026-01-01 12:00:00 +0000' GIT_COMMITTER_DATE='2026-01-01 12:00:00 +0000'
commit() { git -C log -c user.name=a -c user.email=a@b commit -qam "$1"; }
printf 'int f(void) { return a; }\n' >log/f.c
printf 'int g(void) { return b; }\n' >log/g.c
cp log/*.c log.tree
git -C log init -q && git -C log add . && commit begin
sed -i 's/return a/return 1/' log/f.c && commit 'Mend f'
sed -i 's/return b/return 2/; s/return 1/return 3/' log/?.c && commit 'Mend g'
# one that fits at any time tells of no order
echo words >log/README && git -C log add README && commit 'Say what it is'
git -C log log -p -3 --reverse >log/forward.patch
git -C log log -p -3 >log/backward.patch
git -C log log -p -3 --color=always >log/coloured
for way in forward.patch backward.patch coloured; do
	"$datasets" import log/$way --tree=log.tree -o log/out -q --overwrite --no-cache 2>err || fail "log: $way: exit $?: $(cat err)"
	"$datasets" cat log/out | jq -S '[.buggy, .fixed, .reasoning]' >log/$way.json
	cmp -s log/forward.patch.json log/$way.json || fail "log: $way: other records"
done
# --why is written over nothing that is read, and behind what is in standard output already.
for why in log.tree/f.c log/forward.patch; do
	cp $why kept
	"$datasets" import log/forward.patch --tree=log.tree -o no -q --no-cache --why=$why 2>err
	[ $? = 2 ] || fail "log: --why=$why is not refused"
	cmp -s $why kept || fail "log: --why=$why: it has changed"
done
"$datasets" import log -o no -q --no-cache --why=log/.git/config 2>err
[ $? = 2 ] && grep -q 'is a file of log, which is read' err || fail "log: --why over a repository's file: $(cat err)"
echo before >said
"$datasets" import log/forward.patch --tree=log.tree -o log/out -q --overwrite --no-cache --why=/dev/stdout >>said || fail "log: --why=/dev/stdout"
head -1 said | grep -qx before || fail "log: --why=/dev/stdout: what was there is gone"
[ "$(jq -s length log/forward.patch.json)" = 4 ] || fail "log: not two records of each"
"$datasets" import patches -o no -q --no-cache 2>err
[ $? -eq 2 ] && grep -q -e '--tree=DIR' err || fail "patches without a tree: $(cat err)"
echo "no patch" >no.patch
"$datasets" import no.patch --tree=before -o no -q --no-cache 2>err
[ $? -eq 2 ] && grep -q 'no change of a file' err || fail "a file without a patch: $(cat err)"
mv patches/series kept
"$datasets" import patches --tree=before -o plain -q --whole --no-cache 2>err || fail "no series: exit $?: $(cat err)"
echo nowhere.patch >patches/series
"$datasets" import patches --tree=before -o no -q --no-cache 2>err
[ $? -eq 3 ] && grep -q 'nowhere.patch' err || fail "a patch that is not there: $(cat err)"
ln -sf ../all.patch patches/nowhere.patch
"$datasets" import patches --tree=before -o no -q --no-cache 2>err && fail "a patch that is a link is read"
"$datasets" import rows.jsonl --tree=nowhere -o no -q --no-cache 2>err && fail "a tree that is not there"
"$datasets" import patches --tidy --tree=before -o no -q --no-cache 2>err
[ $? -eq 2 ] || fail "--tidy of patches: exit $?"

# A file that a patch begins may have its name on both sides, as diff -N has it: the one behind it includes it.
mkdir whole new.patches
printf 'int f(void)\n{\n\treturn NEW;\n}\n' >whole/a.c
printf -- '--- a/new.h\n+++ b/new.h\n@@ -0,0 +1 @@\n+#define NEW 1\n' >new.patches/1.patch
printf -- '--- a/a.c\n+++ b/a.c\n@@ -1,2 +1,3 @@\n+#include "new.h"\n int f(void)\n {\n' >new.patches/2.patch
printf '1.patch\n2.patch\n' >new.patches/series
"$datasets" import new.patches --tree=whole -o begun -q --no-cache 2>err || fail "a file that is begun: exit $?: $(cat err)"
"$datasets" cat begun | jq -es 'length == 2 and all(.[]; any(.files[]; .path == "new.h"))' >/dev/null || fail "a file that is begun: $("$datasets" cat begun)"

# Everything replays from itself alone.
rm -rf "the tree" before after patches
for set in out series; do
	records=$("$datasets" cat $set | wc -l)
	"$datasets" verify $set --replay "$records" >said 2>&1 || fail "$set: verify: $(cat said)"
	grep -qx "replayed $records of $records" said || fail "$set: not all replay: $(cat said)"
done
nothing_left "imports"
exit "$bad"
