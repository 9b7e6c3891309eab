#!/usr/bin/env bash
# Files in which clang-tidy finds what it can mend become records, one for each check; what comes of
# the fix-its is what clang-tidy itself makes of the file (--fix), and all replay.
# labels: e2e datasets
# timeout: 300
. "$FL_SRC/tests/support/e2e.sh"
need jq
need clang-tidy-19
need python3

cd "$dir" || exit 1
cat >one.c <<'EOF'
#include <stdlib.h>
#include <string.h>

int same(const char *a, const char *b)
{
	if (strcmp(a, b))
		return 0;
	return !strncmp(a, b, 3);
}

int other(const char *a, const char *b)
{
	return strcmp(a, b) ? 1 : 2;
}

char *copy(const char *s)
{
	char *to = malloc(strlen(s + 1));

	return to ? strcpy(to, s) : NULL;
}
EOF
cat >two.cpp <<'EOF'
#include <algorithm>
#include <vector>

void drop(std::vector<int> &all, int what)
{
	all.erase(std::remove(all.begin(), all.end(), what));
}

struct point {
	point() {}
	int x, y;
};
EOF
echo 'int add(int a, int b) { return a + b; }' >clean.c
/usr/bin/python3 - >rows.jsonl <<'EOF'
import json
row = lambda **r: print(json.dumps(r))
row(content=open("one.c").read(), path="src/one.c", repo="ada/one", license="mit")
row(code=open("two.cpp").read(), path="/usr/src/app/two.cpp")
row(content=open("clean.c").read(), path="clean.c")
row(content='#include "nowhere.h"\nint x;\n', path="lost.c")
row(content="int f(void) { return }\n", path="broken.c")
row(content="int f(void) { return 1;\x00 }\n", path="nul.c")
row(message="no text")
print("{broken")
EOF
"$datasets" import --tidy rows.jsonl -o out --no-cache -j 2 >said 2>err || fail "exit $?: $(cat err)"
for fate in 'no_finding 1' 'missing_header 1' 'neither_compiles 1' 'not_text 1' 'missing_key 1' 'not_json 1'; do
	grep -qE "^  ${fate% *} +${fate#* } " said || fail "no $fate: $(cat said)"
done
"$datasets" cat out >rows || fail "no rows"
checks=$(jq -r '.build[0].argv[3]' rows | sort -u)
[ "$(echo "$checks" | wc -l)" -ge 4 ] || fail "only these checks: $checks"
jq -es 'all(.[]; .kind == "diagnostic_fix" and .provenance.origin == "real" and .verification.buggy.status == "finding"
	and .build[0].argv[0] == "clang-tidy-19" and (.instruction | test("compiler|build") | not))' rows >/dev/null ||
	fail "a column is not as it should be"
jq -es 'any(.[]; .group == "ada/one" and .provenance.licence == "mit")' rows >/dev/null || fail "the repository is lost"

# By a second route: --fix of the same check, in the file itself.
n=0
while read -r row; do
	name=$(jq -r .files[0].path <<<"$row")
	check=$(jq -r '.build[0].argv[3]' <<<"$row")
	jq -j .buggy <<<"$row" >"$name"
	jq -j .fixed <<<"$row" >"want-$name"
	clang-tidy-19 '--config={}' --quiet --fix "$check" "$name" -- -std="$(jq -r '.build[0].argv[-1] | sub("-std="; "")' <<<"$row")" \
		>fix.log 2>&1
	cmp -s "$name" "want-$name" || fail "$check: the file is not as --fix makes it: $(diff "$name" "want-$name")"
	n=$((n + 1))
done < <(jq -c . rows)
[ "$n" -ge 4 ] || fail "only $n compared"

"$datasets" verify out --replay "$n" >said 2>&1 || fail "verify: $(cat said)"
grep -qx "replayed $n of $n" said || fail "not all replay: $(cat said)"
"$datasets" import --tidy=nosuchcheck rows.jsonl -o none --no-cache -q 2>err && fail "a check that is not there"
grep -q "has no check that fits --tidy=nosuchcheck" err || fail "a check that is not there: $(cat err)"
"$datasets" import --tidy=bugprone-suspicious-string-compare rows.jsonl -o less --no-cache -q 2>err || fail "exit $?: $(cat err)"
[ "$("$datasets" cat less | wc -l)" -eq 1 ] || fail "checks that are asked for: $("$datasets" cat less | jq -c '.build[0].argv')"
grep -q -- '"--tidy=bugprone-suspicious-string-compare"' less/manifest.json || fail "the manifest does not tell the checks"
nothing_left "findings"
exit "$bad"
