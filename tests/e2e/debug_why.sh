#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 300
# What a diagnosis needs in one answer, expressions at every stop, and snapshots, with a real gdb.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need clang++-19
cat >crash.cpp <<'END'
#include <cstdio>
#include <cstdlib>
#include <vector>
struct node { int value; node *next; };
static int total(const node *n, std::vector<int> &seen)
{
	int sum = 0;
	for (;; n = n->next) {
		sum += n->value; // FAULT
		seen.push_back(n->value);
	}
}
static int deep(int n, const node *list)
{
	std::vector<int> seen;
	if (n == 0)
		return total(list, seen);
	return deep(n - 1, list) + 1;
}
int main(int argc, char **argv)
{
	node b{2, nullptr}, a{1, &b};
	printf("ready\n");
	fflush(stdout);
	if (argc > 2)
		exit(7);
	if (argc > 1) {
		int zero = argc - 2;
		return 5 / zero; // DIVIDES
	}
	return deep(40, &a);
}
END
g++ -g -O0 crash.cpp -o crash || exit 1
fault=$(line_of crash.cpp '// FAULT')
ask() { "$tool" cmd --session "$id" "$@" >answer.json; } # OPTION…

# expressions come with every stop, those without a value with the reason
id=$("$tool" start --program ./crash | jq -r .session_id)
ask --command why-context && fail "a context without a program"
is 'no program' .error_type target_not_running
ask --command 'watch-expression sum' --command 'watch-expression  seen ' --command 'watch-expression nosuch' --command 'watch-expression' \
	--command "break crash.cpp:$fault" --command run --command continue --command 'unwatch-expression 3' --command 'unwatch-expression 3' \
	--command 'info watch-expressions' && fail "nothing failed"
is 'watch' '.[0].data.number' 1
is 'no expression' '.[3].error_type' execution_failed
is 'at a stop' '.[5].data.expressions | map([.number, .expression, .value] | map(tostring) | join("|")) | join(", ")' \
	'1|sum|0, 2|seen|std::vector of length 0, capacity 0, 3|nosuch|'
is 'an error' '.[5].data.expressions[2].error' 'No symbol "nosuch" in current context.'
is 'next stop' '.[6].data.expressions[0].value' 1
is 'dropped' '[.[7].success, .[8].success] | map(tostring) | join(" ")' 'true false'
is 'listed' '.[9].data.expressions | map(.expression) | join(" ")' 'sum seen'
ask --command continue --format struct
grep -v TOOL_RESULT answer.json >literal
"$FL_BIN/struct2json" literal >answer.json || fail "struct2json refuses $(cat literal)"
is 'as literals' '.[1].expressions.expressions[0].value' 3
for n in $(seq 35); do echo "watch-expression $n + 1"; done >many
while read -r c; do args+=(--command "$c"); done <many
ask "${args[@]}"
is 'bounded' 'map(select(.success)) | length' 30
is 'bounded' '.[34].error_type' resource
is 'bounded' 'map(.error // empty)[0] | test("unwatch-expression")' true
ask --command 'continue'
is 'the crash' '.data.stop.signal_name' SIGSEGV
is 'the crash' '.data.expressions | length' 32

# one answer with all that a diagnosis needs; gdb's own words by another way
ask --command 'up 2' --command why-context --command frame --command bt
cp answer.json why.json
jq '.[1].data.context' why.json >answer.json
is signal '.signal | [.code_name, .address, .has_address] | map(tostring) | join(" ")' 'SEGV_MAPERR 0x0 true'
is stop '.stop | [.signal, .line, .function] | map(tostring) | join(" ")' "11 $fault total"
ask --command 'frame 0' --command 'x/i $pc'
insn=$(jq -r '.[1].raw' answer.json | sed 's/.*:\t//' | tr -s ' \n' ' ' | sed 's/ *$//')
jq '.[1].data.context' why.json >answer.json
is instruction '.instruction.text | gsub(" +"; " ")' "$insn"
is registers '.instruction.registers | map(select(.name == "rax"))[0].value' 0x0
is frames '.frames | [length, .[0].function, .[1].function, .[1].args[0].value] | map(tostring) | join(" ")' '32 total deep 0'
is 'innermost' '.frames[0].args | map(.name) | join(" ")' 'n seen'
is 'innermost' '.frames[0].locals | map([.name, .value] | join("=")) | join(" ")' sum=3
is 'source' '.frames[0].source | map(select(.current))[0].text' "$(sed -n "${fault}p" crash.cpp)"
is 'source' '.frames[0].source | length' 7
is 'outer frames' '.frames | map(select(.source != [])) | length' 8
is 'left out' '.omitted > 10' true
is history '.history | length' 16
is breakpoints '.breakpoints[0].hits' 3
is threads '.threads[0].current' true
is 'the selected frame stays' '"x"' x
cp why.json answer.json
is 'the selected frame stays' '.[2].data.frame.level' 2
for max in 2500 6000 20000; do
	ask --command why-context --max-bytes $max
	size=$(jq -c .data.context answer.json | tr -d '\n' | wc -c)
	[ "$size" -le $max ] || fail "a context of at most $max bytes has $size"
	[ "$size" -ge $((max / 4)) ] || fail "a context of at most $max bytes has only $size"
done
ask --command 'why-context foo' && fail "foo is passed over"
is 'an argument' .error 'why-context takes no argument, and has "foo"'
ask --command why-context --max-bytes 100 && fail "100 bytes are enough"
is 'too few' .error_type resource
for style in full compact; do
	ask --command why-context --format struct --style $style
	cp answer.json literal
	sed -E '/^<(DEBUG_CONTEXT|CODE_END)>$/d' literal >why.$style.cpp
	for compiler in g++ clang++-19; do
		$compiler -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I"$FL_SRC/include" why.$style.cpp || fail "$compiler refuses $style"
	done
	"$FL_BIN/struct2json" literal >answer.json || fail "struct2json refuses it in $style style"
	is "$style" '.[0].why_context.signal.code_name' SEGV_MAPERR
done
ask --command why-context --format text
grep -q '^Stopped: signal SIGSEGV (SEGV_MAPERR: nothing is mapped at the address) at address 0x0$' answer.json || fail "text: $(head -n 3 answer.json)"
"$tool" stop --session "$id" >/dev/null

# a core file's fault, above 4 GiB; the same by gdb itself
echo 'int main(void) { *(volatile int *)0x7ffe12345678 = 1; }' >far.c
gcc -g far.c -o far || exit 1
want=$(gdb -nx -q -batch -ex run -ex 'generate-core-file far.core' -ex 'output $_siginfo._sifields._sigfault.si_addr' ./far 2>/dev/null |
	sed -n 's/^(void \*) //p')
same 'the address by gdb' "$want" 0x7ffe12345678
id=$(start --program ./far --core far.core)
ask --command post-mortem || fail "post-mortem"
is 'post-mortem' '.data.signal | [.number, .name, .address] | map(tostring) | join(" ")' "11 SIGSEGV $want"
ask --command why-context || fail "why-context of a core file"
is 'a core file' '.data.context.stop | [.reason, .signal_name, .function, .line] | map(tostring) | join(" ")' 'signal SIGSEGV main 1'
is 'a core file' '.data.context | [.signal.address, .frames[0].function] | join(" ")' "$want main"
"$tool" stop --session "$id" >/dev/null

# a process attached to: where it stands is told by what attaches, and by nothing behind it
printf '#include <unistd.h>\nint main(void)\n{\n\tfor (;;)\n\t\tpause();\n}\n' >idle.c
gcc -g idle.c -o idle || exit 1
./idle &
idle=$!
until grep -q '^State:.S' "/proc/$idle/status"; do sleep 0.05; done
if [ -z "$box" ]; then
	id=$(start --attach $idle)
	cp start.json answer.json
	is 'attached: told at the start' '.startup_output | test("pause")' true
	is 'attached: a missing source is no missing program' '.warnings | length' 0
	ask --command 'frame function main' --command why-context --command detach --command "attach $idle" --command bt
	is 'attached: nothing left over' '.[0].raw | test("Reading|Attaching|pause \\(\\) at")' false
	is 'attached: the context' '.[1].data.context.frames | map(.function) | index("main") != null' true
	is 'attached again: a stop' '.[3].data.stop.exit_code' -1
	is 'attached again: nothing left over' '.[4].raw | startswith("#0")' true
	"$tool" stop --session "$id" >/dev/null
fi
kill $idle || fail 'the process attached to has gone'

# a snapshot: the place, the condition; otherwise why not
snap() { "$tool" snapshot ./crash "$@" >out 2>err; }
snap --at "crash.cpp:$fault" --if 'sum == 1' --format json || fail "snapshot: status $? $(cat out err)"
cp out answer.json
is snapshot '.data | [.reached, .stop.line, .stop.reason, .program_output] | map(tostring) | join(" ")' "true $fault breakpoint ready"
is snapshot '.data.frame_vars.locals | map(select(.name == "sum"))[0].value' 1
is snapshot '.data.backtrace.frames | length' 43
snap --at "crash.cpp:$fault" --sandbox || fail "in a sandbox: status $? $(cat out err)"
"$FL_BIN/struct2json" out >answer.json || fail "struct2json refuses a snapshot"
is 'in a sandbox' 'map(keys[0]) | join(" ")' 'stop_info frame_vars backtrace'
snap --at "crash.cpp:$fault" --if 'sum == 99' && fail "a place that is not reached: status 0"
"$FL_BIN/struct2json" out >answer.json || fail "struct2json refuses a crash"
is 'crash first' '.[0].stop_info.signal_name' SIGSEGV
is 'crash first' '.[1].frame_vars.function' total
is 'crash first' '.[3].tool_error.message | test("was not reached: .*SIGSEGV")' true
snap --at "crash.cpp:$fault" --format json -- 1 2 && fail "an end before: status 0"
cp out answer.json
is 'end first' .data.message "crash.cpp:$fault was never reached: the program ended with status 7"
snap --at "crash.cpp:$fault" --style compact -- 1 && fail "a division by zero: status 0"
grep -q 'signal_name = "SIGFPE"' out || fail "$(cat out)"
snap --at nosuch.cpp:3 && fail "no such file: status 0"
grep -q 'No source file named nosuch.cpp' out || fail "$(cat out)"
snap --at crash.cpp && fail "no line: status 0"
snap --at crash.cpp:4 --format text || fail "a line without code: status $?"
grep -q '^crash.cpp:4 has no code: this is line' out || fail "$(cat out)"
snap --at crash.cpp:3 --if 'nosuch > 1' && fail "a condition without sense: status 0"
# a file of any size and name as the standard input, in a sandbox and by each run of a session, too
cat >reads.c <<'END'
#include <stdio.h>
int main(void)
{
	long n = 0;
	while (getchar() != EOF)
		n++;
	return n == 300000; /* HERE */
}
END
gcc -g reads.c -o reads || exit 1
mkdir "it's \$HOME"
input="it's \$HOME/reads"
head -c 300000 /dev/zero | tr '\0' 'x' >"$input"
here=reads.c:$(line_of reads.c HERE)
counted() { same "$1: what it has read" "$(jq -r '.data.frame_vars.locals[0].value' out)" "$2"; }
for how in --sandbox=off --sandbox=on --engine=lldb-dap; do
	[ $how = --engine=lldb-dap ] && ! command -v lldb-dap-19 >/dev/null && [ "${CI:-}" != true ] && continue
	"$tool" snapshot ./reads --stdin "$input" $how --at "$here" --format json >out 2>err || fail "stdin, $how: $(cat out err)"
	counted "$how" 300000
done
"$tool" snapshot ./reads --stdin /dev/null --sandbox --at "$here" --format json -- '<x' >out || fail "no input"
counted /dev/null 0
id=$(start --program ./reads --stdin "$input")
cmd "$id" run run || fail "a session with an input: $(cat answer.json)"
is 'each run reads it' 'map(.data.stop.exit_code) | join(" ")' '1 1'
cmd "$id" 'run < /dev/null' || fail "another input"
is 'another input' .data.stop.exit_code 0
"$tool" stop --session "$id" >/dev/null
for input in "$dir" "$dir/nosuch"; do
	"$tool" start --program ./reads --stdin "$input" 2>answer.json && fail "it reads $input"
	is "$input" .error_type start_failed
	"$tool" snapshot ./reads --stdin "$input" --sandbox --at "$here" 2>answer.json && fail "it reads $input in the sandbox"
	is "$input, sandbox" .error_type start_failed
done
"$tool" start --stdin reads.c 2>/dev/null && fail "an input without a program"

"$tool" snapshot ./nosuch --at a.c:3 >out 2>err && fail "no program: status 0"
jq -e '.error_type == "start_failed"' err >/dev/null || fail "$(cat err)"
"$tool" snapshot ./crash 2>err
[ $? = 2 ] || fail "without a place: status is not 2"
printf '#include <unistd.h>\nint main(void)\n{\n\tfor (;;)\n\t\tpause();\n\treturn 0;\n}\nint never(void) { return 3; }\n' >hang.c
gcc -g hang.c -o hang || exit 1
"$tool" snapshot ./hang --at hang.c:8 --timeout 2 >out 2>err && fail "a program that hangs: status 0"
grep -q 'was not reached in 2 s' out || fail "$(cat out err)"
[ "$("$tool" list)" = '[]' ] || fail "sessions are left: $("$tool" list)"
[ -z "$(find "$XDG_RUNTIME_DIR/faultline" -name 'snapshot*')" ] || fail "files are left: $(ls "$XDG_RUNTIME_DIR/faultline")"
finish
