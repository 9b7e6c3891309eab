#!/bin/bash
# labels: diag
# timeout: 120
# "diag2struct -- COMPILER": the options that it adds, and what comes of text and serialized
# diagnostics together.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for tool in gcc-12 g++-12 clang-14 clang-19 clang++-19 jq; do
	command -v $tool >/dev/null && continue
	echo "$tool is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
tool=$FL_BIN/diag2struct
failed=0
expect() { # what, got, wanted
	[ "$2" = "$3" ] && return
	echo "$1: got '$2', wanted '$3'"
	failed=1
}
run() { "$tool" --to=jsonl -- "$@" >out 2>err; echo $?; }
count() { wc -l <out | xargs; }

cp -r "$FL_SRC/tests/fixtures/diag/src/." "$scratch"
cd "$scratch" || exit 1
mkdir tmp bin
export TMPDIR=$scratch/tmp

# A range, a fix-it and a column that the text does not have, a caret that the .dia does not have.
for v in 14 19; do
	expect "clang $v status" "$(run clang-$v -fsyntax-only macro.c)" 1
	expect "clang $v fix-it" "$(jq -c '.fixits[] | [.line, .col, .end_col, .text]' out)" '[11,27,30,"key"]'
	expect "clang $v caret" "$(jq -r .caret out | head -1)" "$(printf '%33s^~~' '')"
	expect "clang $v include" "$(run clang-$v -fsyntax-only include_chain/main.c)" 1
	expect "clang $v include column" "$(jq -r '[.notes[] | select(.kind == "include") | .col] | min' out | head -1)" 10
done
expect "clang without errors" "$(run clang-19 -fsyntax-only -Wall tabs.c -fno-caret-diagnostics)" 1
expect "clang, caret of the source" "$(jq -r .caret out | head -1)" "$(printf '%37s^' '')"
expect "clang format" "$(run clang-19 -fsyntax-only macro.c -fdiagnostics-format=msvc)" 1
expect "clang format count" "$(jq -r .line out | xargs)" "11 12"

# Only the last of two units is serialized; the driver and the linker are in the text alone.
expect "two units" "$(run clang-19 -fsyntax-only macro.c semicolon.c)" 1
expect "two units count" "$(jq -r '"\(.file):\(.line)"' out | xargs)" "macro.c:11 macro.c:12 semicolon.c:5"
expect "no file" "$(run clang-19 -fsyntax-only nothere.c)" 1
expect "no file told once" "$(jq -r .message out | grep -c "no such file")" 1
echo 'int f(void); int main(void) { return f(); }' >undefined.c
expect "linker" "$(run clang-19 undefined.c -o x)" 1
expect "linker symbol" "$(jq -r .symbol out | xargs)" f
echo 'int main(void) { return 0; }' >fine.c
clang-19 -c fine.c -o fine.o
expect "link only" "$(run clang-19 -Werror fine.o -o x)" 0
expect "link only count" "$(count)" 0

# The user's own file is used and kept; an old one is not believed.
expect "own file" "$(run clang-19 --serialize-diagnostics own.dia -fsyntax-only -MD macro.c)" 1
expect "own file kept" "$("$tool" --to=jsonl own.dia | wc -l)" 2
expect "own file fix-it" "$(jq -c '.fixits[].text' out)" '"key"'
expect "old file" "$(run clang-19 --serialize-diagnostics own.dia '-###' macro.c)" 0
expect "old file count" "$(count)" 0

# A compiler that dies while it writes.
cat >bin/clang <<'F'
#!/bin/bash
clang-19 -fsyntax-only "$3"
head -c 400 own.dia >"$2"
kill -SEGV $$
F
chmod +x bin/clang
expect "crash" "$(PATH=$scratch/bin:$PATH run clang macro.c)" 139
expect "crash count" "$(jq -r .line out | xargs)" "11 12"

# gcc says its fix-its exactly; so does "cc", whoever it is.
expect "gcc" "$(run g++-12 -fsyntax-only fixits.cpp)" 1
expect "gcc fix-it" "$(jq -c '.fixits[] | [.line, .col, .end_col, .text]' out | head -1)" '[10,18,18,";"]'
ln -s "$(command -v gcc-12)" bin/cc
ln -s "$(command -v clang++-19)" bin/c++
expect "cc" "$(PATH=$scratch/bin:$PATH run cc -fsyntax-only macro.c)" 1
expect "cc tool" "$(jq -r .tool out | sort -u)" gcc
expect "c++" "$(PATH=$scratch/bin:$PATH run c++ -fsyntax-only lambda.cpp)" 1
expect "c++ tool" "$(jq -r .tool out | sort -u)" clang
expect "gcc JSON" "$(run g++-12 -fdiagnostics-format=json -fsyntax-only fixits.cpp)" 1
expect "gcc JSON fix-it" "$(jq -c '.fixits[].text' out | head -1)" '";"'

expect "left behind" "$(ls tmp)" ""
exit $failed
