#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 240
# `cmd --format=struct`: literals that g++ and clang++ take without a warning, in both styles, and from
# which struct2json makes what the same session says as data.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need clang++-19
cat >deep.cpp <<'END'
#include <cstdio>
#include <map>
#include <string>
#include <vector>
struct point { int x; std::string name; };
int deep(int n, const char *s)
{
	if (n == 0)
		return s[0]; // STOP
	return deep(n - 1, s) + 1;
}
int main(int argc, char **argv)
{
	std::vector<int> v{1, 2, 3};
	std::map<std::string, point> m{{"a", {1, "q?\?/(\"x\")\n\xff"}}};
	printf("hello\n");
	fflush(stdout);
	int *null = argc > 7 ? &argc : nullptr;
	deep(argc > 1 ? std::stoi(argv[1]) : 3, "a (b) c");
	return *null;
}
END
g++ -g -O0 deep.cpp -o deep || exit 1
stop_line=$(line_of deep.cpp STOP)
id=$(start --program ./deep -- 4)

as() { # STYLE NAME COMMAND [OPTION…]: NAME.STYLE; the status is the command's
	local style=$1 name=$2 command=$3
	shift 3
	"$tool" cmd --session "$id" --format struct --style "$style" --command "$command" "$@" >"$name.$style"
}
both() { # NAME COMMAND: what the command gives in both styles
	as full "$1" "$2" || fail "$1: status $? in full style"
	as compact "$1" "$2" || fail "$1: status $? in compact style"
}
gives() { # NAME FILTER WANT: of both styles through struct2json
	local style got
	for style in full compact; do
		"$FL_BIN/struct2json" "$1.$style" >json || fail "struct2json refuses $1.$style"
		got=$(jq -r ".[0] | $2" json)
		[ "$got" = "$3" ] || fail "$1.$style: $2 is '$got', not '$3'"
	done
}
"$tool" cmd --session "$id" --command "break deep.cpp:$stop_line" >/dev/null
as full run run || fail "run fails"
grep -qx '<TOOL_RESULT> const char\* program_output = "hello\\n"; <CODE_END>' run.full || fail "run: $(cat run.full)"
cp run.full run.compact
gives run '.stop_info | [.reason, .function, .file, .line] | map(tostring) | join(" ")' "breakpoint deep deep.cpp $stop_line"
both backtrace bt
gives backtrace '.backtrace.frames | map(.function) | join(" ")' 'deep deep deep deep deep main'
both two 'bt 2'
gives two '.backtrace.omitted' 4
both last 'bt -1'
gives last '.backtrace.frames[0] | [.depth, .function] | map(tostring) | join(" ")' '5 main'
both frame 'frame 5'
gives frame '.frame.function' main
both locals 'info locals'
gives locals '.frame_vars.locals | map(.name) | join(" ")' 'argc argv v m null'
"$tool" cmd --session "$id" --command 'print m' >print.json
"$FL_BIN/struct2json" locals.full | jq -r '.[0].frame_vars.locals[3].value' | cmp - <(jq -r .output print.json) ||
	fail "the map's value is not what print says"
both args 'info args'
gives args '.frame_vars.locals | map(.name) | join(" ")' 'argc argv'
both threads 'info threads'
gives threads '.threads.threads[0] | [.number, .current] | map(tostring) | join(" ")' '1 true'
both breaks 'info breakpoints'
gives breaks '.breakpoints.breakpoints[0] | [.number, .hits, .line] | map(tostring) | join(" ")' "1 1 $stop_line"
both mem 'x/2xb argv[1]'
gives mem '.mem_dump.hex' '34 00'
gives mem '.mem_dump.ascii' '4.'
both print 'print v'
grep -qx '<TOOL_RESULT> const char\* result = "std::vector of length 3, capacity 3 = {1, 2, 3}"; <CODE_END>' print.full || fail "print: $(cat print.full)"
both list 'list 1,2'
both empty 'set var argc = argc'
as full error 'print nosuch' && fail "a failed command exits 0"
cp error.full error.compact
gives error '.tool_error | [.type, .message] | join(": ")' 'gdb_error: No symbol "nosuch" in current context.'
"$tool" cmd --session "$id" --format struct --command 'info locals' --max-bytes 500 >small.full
cp small.full small.compact
[ "$(wc -c <small.full)" -lt 1200 ] || fail "500 bytes are $(wc -c <small.full)"
gives small '.frame_vars.omitted > 0' true
as full crash continue
cp crash.full crash.compact
gives crash '.stop_info | [.reason, .signal_name, .signal] | map(tostring) | join(" ")' 'signal SIGSEGV 11'
as full end continue
cp end.full end.compact
gives end '.stop_info | [.reason, .signal_name] | join(" ")' 'exit SIGSEGV'
as full gone bt && fail "bt of a program that has ended exits 0"
cp gone.full gone.compact
gives gone '.tool_error.type' target_not_running

# each document is a translation unit
for file in ./*.full ./*.compact; do
	sed -E '/^<(DEBUG_CONTEXT|CODE_END)>$/d; s/^<TOOL_RESULT> (.*) <CODE_END>$/\1/' "$file" >"$file.cpp"
done
for compiler in g++ clang++-19; do
	for file in ./*.cpp; do
		[ "$file" = ./deep.cpp ] ||
			$compiler -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I"$FL_SRC/include" "$file" || fail "$compiler refuses $file: $(cat "$file")"
	done
done
n=$(find . -name '*.cpp' | wc -l)
[ "$n" -ge 30 ] || fail "only $n literals were compiled"
finish
