#!/usr/bin/env bash
# labels: diag
# timeout: 120
# diag2struct in a build and beside a code review: as CMake's compiler launcher, with a baseline, as
# GitHub's and GitLab's annotations; and what it says to somebody who means something else.
set -u
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
tool=$FL_BIN/diag2struct
bad=0
expect() { # what, got, wanted
	[ "$2" = "$3" ] && return
	echo "$1: got '$2', wanted '$3'"
	bad=1
}
for need in cmake g++ clang++-19 jq make python3; do
	command -v $need >/dev/null && continue
	echo "$need is missing"
	[ "${CI:-}" = true ] && exit 1
	exit 77
done
export PATH=$FL_BIN:$PATH LC_ALL=C
cd "$dir" || exit 1

# A build whose every unit warns, with blanks in its path.
mkdir 'my src'
cat >'my src/CMakeLists.txt' <<'CMAKE'
cmake_minimum_required(VERSION 3.16)
project(x CXX C)
add_compile_options(-Wall -Wextra)
add_library(l a.cpp b.cpp c.c)
CMAKE
for unit in a b; do echo "int $unit(int x) { int unused; return x == 1u; }" >"my src/$unit.cpp"; done
echo 'int c(void) { return d(); }' >'my src/c.c'
build() { # DIRECTORY CMAKE-ARGUMENTS…: its output, one unit after the other
	local to=$1
	shift
	cmake -G 'Unix Makefiles' -S 'my src' -B "$to" "$@" >cmake.log 2>&1 || cat cmake.log
	make -C "$to" -j1 >"$to.log" 2>&1
	echo $? >>"$to.log"
	sed -i "s,$PWD/$to,BUILD,; s,$to,BUILD,; /^make/d" "$to.log"
}
for compiler in g++ clang++-19; do
	cc=${compiler/++/}
	[ "$compiler" = g++ ] && cc=gcc
	export CXX=$compiler CC=$cc
	rm -rf plain launched
	build plain
	build launched -DCMAKE_CXX_COMPILER_LAUNCHER=diag2struct -DCMAKE_C_COMPILER_LAUNCHER=diag2struct
	cmp -s plain.log launched.log || { echo "$compiler: another output with the launcher"; diff plain.log launched.log; bad=1; }
	expect "$compiler: collected" "$(jq -r .file launched/diag2struct.jsonl | sort | xargs -n1 -d '\n' basename | tr '\n' ' ')" "a.cpp b.cpp c.c "
	echo 'int x = ;' >>'my src/a.cpp'
	build plain
	build launched
	sed -i '$d' 'my src/a.cpp'
	cmp -s plain.log launched.log || { echo "$compiler: a failed build differs"; bad=1; }
	expect "$compiler: the failed build" "$(tail -n 1 launched.log)" 2
	expect "$compiler: its error" "$(jq -r 'select(.level == "error" and (.file | endswith("a.cpp"))) | .line' launched/diag2struct.jsonl)" 2
done
unset CXX CC
rm -f 'my src'/*.o
# Many at once: whole lines only.
mkdir many
for i in $(seq 40); do echo "int f$i(void) { int unused$i; return g$i(); }" >"many/$i.c"; done
find many -name '*.c' -print0 | xargs -0 -P8 -I{} diag2struct --collect="$dir/all.jsonl" gcc -Wall -c {} -o /dev/null 2>/dev/null
expect "collected at once" "$(jq -s length all.jsonl)" 80
DIAG2STRUCT_COLLECT=$dir/no/such diag2struct gcc -Wall -c many/1.c -o one.o 2>err
expect "a file that cannot be written does not fail the build" "$?" 0
[ -e one.o ] && grep -q 'cannot write .*/no/such' err || { echo "… nor is it told: $(cat err)"; bad=1; }

# What is new since then.
log() { gcc -Wall -c "$1" -o /dev/null 2>&1; }
printf 'int f(void)\n{\n\tint old;\n\treturn 0;\n}\n' >m.c
log m.c >old.log
printf '/* a line more */\n\nint f(void)\n{\n\tint old;\n\treturn 0;\n}\nint g(void)\n{\n\tint old;\n\treturn 0;\n}\n' >m.c
log m.c >new.log
for to in json jsonl sarif gitlab; do "$tool" --to=$to old.log >"old.$to"; done
for base in old.log old.json old.jsonl old.sarif old.gitlab; do
	expect "baseline $base" "$("$tool" --baseline=$base --to=jsonl --fail-on=warning new.log 2>err | jq -c '[.line, .message]'); ${PIPESTATUS[0]}" \
		"[10,\"unused variable 'old'\"]; 0"
	"$tool" --baseline=$base --fail-on=warning new.log >/dev/null 2>err
	expect "baseline $base: status" "$? $(cat err)" "1 diag2struct: 1 of the baseline left out"
	"$tool" --baseline=$base --fail-on=warning old.log >/dev/null 2>&1
	expect "baseline $base: nothing new" "$?" 0
done
gcc -Wall -c "$PWD/m.c" -o /dev/null 2>&1 | "$tool" --baseline=new.log --to=jsonl 2>/dev/null >left
expect "an absolute path is the same file" "$(cat left)" ""
echo '{"no": "diagnostic"}' >none.jsonl
"$tool" --baseline=none.jsonl new.log >/dev/null 2>err
expect "a baseline of something else" "$? $(cut -c1-55 err | head -n 1)" "1 diag2struct: --baseline=none.jsonl: 1 lines of JSON are"
"$tool" --baseline=/no/such new.log >/dev/null 2>&1
expect "no baseline" "$?" 3

# Annotations.
cat >odd.log <<'LOG'
src/a,b:c.c:3:5: error: 100% wrong: two [-Wodd]
src/a,b:c.c:4:1: note: declared here
ld: cannot find -lfoo
LOG
expect "github" "$("$tool" --to=github odd.log | head -n 1)" \
	"::error file=src/a%2Cb%3Ac.c,line=3,endLine=3,col=5,endColumn=6,title=-Wodd::100%25 wrong: two%0Asrc/a,b:c.c:4: note: declared here"
expect "github without a file" "$("$tool" --to=github odd.log | sed -n 2p)" "::error::cannot find -lfoo"
expect "gitlab" "$("$tool" --to=gitlab odd.log | jq -c '.[0] | [.description, .check_name, .severity, .location]')" \
	'["100% wrong: two","-Wodd","critical",{"path":"src/a,b:c.c","lines":{"begin":3}}]'
expect "gitlab: prints differ" "$(cat new.log new.log | "$tool" --to=gitlab | jq '[.[].fingerprint] | unique | length')" 4
expect "gitlab of nothing" "$("$tool" --to=gitlab </dev/null | jq -c .)" "[]"

# What was meant.
says() { # WHAT ARGUMENT…
	local what=$1
	shift
	"$tool" "$@" >out 2>err </dev/null
	expect "$*: status" "$?" 2
	grep -qF -- "$what" err || { echo "$*: $(cat err)"; bad=1; }
}
says 'm.c is source, not what a compiler printed about it' m.c
says 'x/CMakeLists.txt tells how to build' x/CMakeLists.txt
says "$tool is a program" "$tool"
says 'to run it: diag2struct -- g++' g++ -Wall m.c
says 'to run it: diag2struct -- /usr/bin/gcc' /usr/bin/gcc -c m.c
says '--collect goes with a COMPILER' --collect=x.jsonl old.log
expect "-h" "$("$tool" -h | head -n 1)" "Usage: diag2struct [OPTIONS] [FILE…]"
exit $bad
