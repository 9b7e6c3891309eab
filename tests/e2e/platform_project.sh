# platform-tag on a project: targets, files, evidence, what is tagged in a corpus.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tag=$FL_BIN/platform-tag
fail() { echo "$*"; exit 1; }
same() { # what want got
	[ "$2" = "$3" ] || fail "$1:"$'\n'"$3"$'\n'"is not"$'\n'"$2"
}

mkdir -p "$work/repo/src" "$work/repo/build"
echo '#include <zlib.h>' >"$work/repo/src/a.cpp"
echo 'int f();' >"$work/repo/src/a.h"
cat >"$work/repo/build/compile_commands.json" <<'JSON'
[
{
  "directory": "/w/build",
  "command": "/usr/bin/g++ -std=c++17 -mavx2 -g -o CMakeFiles/app.dir/src/a.cpp.o -c /w/src/a.cpp",
  "file": "/w/src/a.cpp"
}
]
JSON
want='// compiler: g++
// standard: c++17
// features: avx2
// libs: zlib
// build: cmake
// debug: true'
same "a file" "$want" "$("$tag" "$work/repo" --file=src/a.cpp)"
same "a header" "$(echo "$want" | grep -v libs)" "$("$tag" "$work/repo" --file=src/a.h)"
same "a target" "$(echo "$want" | grep -v libs)" "$("$tag" "$work/repo")"
"$tag" --to=json --evidence "$work/repo" --file=src/a.cpp >"$work/out"
grep -q '"field":"standard","from":"compile_commands","confidence":0.9900,"default":false' "$work/out" ||
	fail "no evidence of the standard"
grep -q '"file":"build/compile_commands.json","line":5,"text":"-std=c++17"' "$work/out" || fail "no place"
"$tag" --defaults --to=json --evidence "$work/repo" --file=src/a.h | grep -q '"mode":"user","os":"linux"' ||
	fail "no defaults"

# a corpus: each row once, others as they are, the same from a .zst
printf '%s\n' '{"path":"repo/src/a.cpp","text":"#include <zlib.h>\n"}' '{"path":"x.py","text":"1"}' 'no row' \
	>"$work/rows.jsonl"
"$tag" --prepend --root="$work" --one-line "$work/rows.jsonl" >"$work/tagged" 2>"$work/errors" && fail "bad rows are an answer"
same "rows" '{"path":"repo/src/a.cpp","text":"// compiler: g++, standard: c++17, features: avx2, libs: zlib, build: cmake, debug: true\n#include <zlib.h>\n"}
{"path":"x.py","text":"1"}
no row' "$(cat "$work/tagged")"
grep -q 'rows.jsonl:3: it is no JSON object' "$work/errors" || fail "the bad row is not told of"
"$tag" --prepend --root="$work" --one-line "$work/tagged" 2>/dev/null | cmp - "$work/tagged" || fail "tagged twice"
if command -v zstd >/dev/null; then
	zstd -q "$work/rows.jsonl"
	"$tag" --prepend --root="$work" --one-line "$work/rows.jsonl.zst" 2>/dev/null | cmp - "$work/tagged" ||
		fail "a .zst is another"
fi
"$tag" --prepend --root="$work" --stats <"$work/rows.jsonl" 2>&1 >/dev/null | grep -q '3 rows: 1 tagged' || fail "no statistics"
# what is not read of build files is told, in short or whole
mkdir "$work/self" "$work/big"
printf 'project(p)\nwhat_is_this()\nand_this()\nadd_executable(a a.c)\n' >"$work/self/CMakeLists.txt"
touch "$work/self/a.c"
head -c 9000000 /dev/zero | tr '\0' a >"$work/big/Makefile"
"$tag" "$work/self" 2>&1 >/dev/null | grep -q 'CMakeLists.txt:2: what_is_this(): .* more; --skipped lists them)' ||
	fail "what is not known is not told"
[ "$("$tag" --skipped "$work/self" 2>&1 >/dev/null | grep -c '_this(): what it does is not known')" = 2 ] || fail "not all are listed"
"$tag" "$work/big" 2>&1 >/dev/null | grep -q 'Makefile: the input passes its maximum' || fail "a large file is not told of"
# links out of the root are no projects
mkdir "$work/root"
ln -s "$work/repo" "$work/root/repo"
"$tag" --prepend --root="$work/root" <"$work/rows.jsonl" 2>/dev/null | grep -q avx2 && fail "a link was followed"
exit 0
