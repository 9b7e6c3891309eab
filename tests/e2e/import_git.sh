#!/usr/bin/env bash
# A git repository's commits become pairs, each changed file before and after, with the headers of the
# commit's tree: the same from a work tree, a bare clone and packed objects, and for any number of
# workers. Git itself is not run, nor anything that the repository names; what leads out of it is refused.
# labels: e2e datasets
# timeout: 900
. "$FL_SRC/tests/support/e2e.sh"
need jq python3 git
cd "$dir" || exit 1
export HOME=$dir GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=a@example.org
git config --global init.defaultBranch main
g() { git -C work "$@"; }
day=10
commit() { # MESSAGE
	day=$((day + 1))
	g add -A
	GIT_AUTHOR_DATE="2024-03-$day 12:00:00 +0000" GIT_COMMITTER_DATE="2024-03-$day 12:00:00 +0000" g commit -q -m "$1" || fail "git commit"
}
counted() { jq -r '(.programs | "taken \(.taken)", (.refused[] | "\(.name) \(.count)"))' "$1/manifest.json" | sort | tr '\n' ' '; }

git init -q work && mkdir -p work/src "work/include/my list" || exit 77
echo "Permission is hereby granted, free of charge, to any person. MIT" >work/COPYING
cat >"work/include/my list/list.h" <<'END'
struct list { struct list *next; int value; };
int list_len(const struct list *l);
END
cat >work/src/list.c <<'END'
#include <my list/list.h>

int list_len(const struct list *l)
{
	int n = 0;
	for (; l; l = l->next)
		n++;
	return n;
}
END
echo 'int sum(int a, int b) { return a + b; }' >work/src/sum.c
echo "A list" >work/README
ln -s /etc/passwd work/src/link.c
commit "Start"
# 12: a header and its user together: the user as it was is refused by the header as it is.
sed -i 's/next/link/' "work/include/my list/list.h" work/src/list.c
commit "Call it a link"
# 13: one that compiles on both sides, and a file that is none of C.
sed -i 's/a + b/b + a/' work/src/sum.c
echo "and a sum" >>work/README
commit "Turn the sum round"
# 14 and 15: broken, and mended.
sed -i 's/return n;/return m;/' work/src/list.c
commit "Break it"
sed -i 's/return m;/return n;/' work/src/list.c
commit "Mend what the last commit broke */ <b>"
# 16: new, gone, a link that becomes a file: no pairs.
echo 'int more;' >work/src/more.c
rm work/src/link.c && echo 'int link_;' >work/src/link.c
commit "More"
# 17: too many files.
for i in $(seq 101); do echo "int x$i;" >"work/src/x$i.c"; done
commit "Many"
for i in $(seq 101); do echo "int y$i;" >"work/src/x$i.c"; done
commit "Change them all"
# A merge is no pair, its two sides are.
g checkout -q -b side HEAD
sed -i 's/b + a/b - -a/' work/src/sum.c
commit "On the side"
g checkout -q main
echo "again" >>work/README
commit "On the main line"
GIT_AUTHOR_DATE="2024-03-28 12:00:00 +0000" GIT_COMMITTER_DATE="2024-03-28 12:00:00 +0000" g merge -q --no-edit side
g config remote.origin.url https://user:secret@example.org/ada/lists.git

# Clones, with packed objects and packed refs and with what git makes of them.
git clone -q --bare work bare.git 2>/dev/null && git -C bare.git gc -q --prune=now && git -C bare.git config remote.origin.url ssh://git@example.org/ada/lists.git
git clone -q --bare work "a list.git" 2>/dev/null && git -C "a list.git" config remote.origin.url git@example.org:ada/lists
git clone -q --depth 1 "file://$dir/work" shallow 2>/dev/null

# Whatever a repository may have run: each would leave a file.
for hook in post-checkout pre-commit post-index-change reference-transaction; do
	printf '#!/bin/sh\ntouch %s/ran\n' "$dir" >"work/.git/hooks/$hook"
	chmod 755 "work/.git/hooks/$hook"
done
for key in core.fsmonitor core.pager core.sshCommand core.hooksPath diff.external filter.x.smudge filter.x.clean include.path; do
	g config "$key" "touch $dir/ran" 2>/dev/null
done
mkfifo wait && g config include.path "$dir/wait"
echo '* filter=x diff=x' >work/.gitattributes

mkdir bin && printf '#!/bin/sh\ntouch %s/ran\n' "$dir" >bin/git && chmod 755 bin/git
import() { PATH=$dir/bin:$PATH timeout 300 "$datasets" import "$@"; }
import work -o out --no-cache --jobs=3 >said 2>err || fail "exit $?: $(cat err)"
[ "$(counted out)" = "before_compiles 4 many_files 2 taken 2 " ] || fail "fates: $(counted out)"
[ ! -e ran ] || fail "something of the repository was run"
"$datasets" cat out >rows
jq -es 'length == 4 and all(.[]; .group == "ada/lists" and .provenance.licence == "MIT" and .mutation.file == "src/list.c"
	and ([.files[].path] == ["src/list.c", "include/my list/list.h"]) and (.build[0].argv | any(. == "-Iinclude")))' rows >/dev/null ||
	fail "columns: $(jq -c '[.group, .provenance, [.files[].path], .build[0].argv]' rows)"
grep -q secret rows out/manifest.json && fail "the address of the remote is told with its password"
# Oldest first; a source names commit and path, and git agrees on both sides.
jq -r '.reasoning | capture("AUTHOR: (?<a>.*)").a' rows | uniq | tr '\n' ';' | grep -qx 'Call it a link;Mend what the last commit broke / <b>;' ||
	fail "messages: $(jq -r .reasoning rows | grep AUTHOR)"
"$datasets" export --format=commitpack --all out 2>/dev/null | jq -r .subject | tr '\n' ';' | grep -qx 'Call it a link;Mend what the last commit broke / <b>;' ||
	fail "the subjects that are exported: $("$datasets" export --format=commitpack --all out | jq -c .subject)"
jq -c '{source: .provenance.source, buggy, fixed}' rows | while read -r row; do
	source=$(jq -r .source <<<"$row")
	jq -j .buggy <<<"$row" | cmp -s - <(git -C bare.git show "${source%%:*}^:${source#*:}") || fail "$source: before is not git's"
	jq -j .fixed <<<"$row" | cmp -s - <(git -C bare.git show "$source") || fail "$source: after is not git's"
done

# The same from one worker and from the clones.
for how in "work --jobs=1" "bare.git" "a list.git"; do
	rm -rf again
	args=("$how")
	[ "$how" != "work --jobs=1" ] || args=(work --jobs=1)
	import "${args[@]}" -o again -q --no-cache || fail "$how: exit $?"
	cmp -s out/manifest.json again/manifest.json || fail "$how: another dataset came out: $(counted again)"
done
import work -o some -q --no-cache --since=2024-03-15 --repository=mine/own || fail "--since: exit $?"
[ "$("$datasets" cat some | jq -r .group | sort | uniq -c | tr -s ' ')" = " 2 mine/own" ] || fail "--since, --repository: $(counted some)"
import work -o last -q --no-cache --max-commits=3 2>err
[ $? -eq 1 ] && [ "$(counted last)" = "before_compiles 1 taken 0 " ] || fail "--max-commits: $(counted last) $(cat err)"
import work -o last -q --no-cache 2>err || fail "over a dataset without a record: exit $? $(cat err)"
import work -o last -q --no-cache 2>err && fail "over a dataset with records"
import work -o no -q --since=yesterday 2>err
[ $? -eq 2 ] || fail "--since=yesterday: exit $?"

echo '{}' >rows.jsonl
for option in --since=2024-03-15 --max-commits=1 --repository=x; do
	import rows.jsonl -o no -q "$option" 2>err
	[ $? -eq 2 ] || fail "$option of rows: exit $?"
done

# What is no repository, or leads elsewhere, is told and not read.
refused() { # WHAT WORDS
	timeout 60 "$datasets" import "$1" -o no -q --no-cache 2>err
	status=$?
	[ $status -ne 0 ] && [ $status -ne 124 ] && grep -q "$2" err || fail "$1: status $status: $(cat err)"
	rm -rf no
}
copy() { rm -rf "$1" && cp -r bare.git "$1"; }
mkdir plain && refused plain "no git repository"
mkdir linked && echo "gitdir: $dir/work/.git" >linked/.git && refused linked "no directory of its own"
mkdir sly && ln -s "$dir/work/.git" sly/.git && refused sly "no directory of its own"
copy c1 && rm -rf c1/objects && ln -s "$dir/bare.git/objects" c1/objects && refused c1 "no objects"
copy c2 && rm -rf c2/objects/pack && ln -s "$dir/bare.git/objects/pack" c2/objects/pack && refused c2 "neither a file nor a directory"
copy c3 && mkfifo c3/objects/pack/pack-1.idx && refused c3 "neither a file nor a directory"
copy c4 && rm -rf c4/objects/pack/* && mkdir -p c4/objects/info && echo "$dir/bare.git/objects" >c4/objects/info/alternates && refused c4 "shares the objects"
copy c5 && echo "ref: ../../etc/passwd" >c5/HEAD && refused c5 HEAD
copy c6 && rm c6/HEAD && ln -s /etc/passwd c6/HEAD && refused c6 "no row"
refused shallow "shallow"
# An object that is damaged costs what needs it.
copy c7 && git -C c7 unpack-objects -q <"$(echo bare.git/objects/pack/*.pack)" 2>/dev/null
rm -rf c7/objects/pack/* && git -C c7 unpack-objects -q <"$(echo bare.git/objects/pack/*.pack)"
loose() { git -C "$1" rev-parse "$2" | sed "s,^..,$1/objects/&/,"; } # REPOSITORY OBJECT
blob=$(loose c7 HEAD:src/sum.c)
cp "$blob" whole
chmod 644 "$blob"
# One that is cut short, and one that holds more than it says, too.
python3 -c 'import sys, zlib; sys.stdout.buffer.write(zlib.compress(b"blob 3\0" + 9999 * b"x"))' >longer
for damage in 'echo junk' 'head -c -9 whole' 'head -c 20 whole' 'cat longer'; do
	$damage >"$blob"
	rm -rf c7out
	timeout 120 "$datasets" import c7 -o c7out -q --no-cache 2>err || fail "$damage: exit $?: $(cat err)"
	grep -q ': not_read: ' err || fail "$damage: nobody is told of the damaged object: $(cat err)"
	"$datasets" cat c7out | jq -S .buggy >x && jq -S .buggy rows | cmp -s - x || fail "$damage: costs other rows"
done
cat whole >"$blob"
commit=$(loose c7 HEAD) && chmod 644 "$commit" && truncate -s -9 "$commit" && refused c7 "cannot be read"

rm -rf work bare.git
"$datasets" verify out --replay 4 >said 2>&1 || fail "verify: $(cat said)"
grep -qx 'replayed 4 of 4' said || fail "not all replay: $(cat said)"
[ ! -e ran ] || fail "something of a repository was run"
nothing_left "imports"
exit "$bad"
