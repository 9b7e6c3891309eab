#!/usr/bin/env bash
# labels: debugsession needs-gdb
# timeout: 240
# The examples of the first document that this project was made from, those that need no kernel: a
# function each, named after the example, on a program that fails as its kernel does. What is expected
# comes from gdb in batch mode, from the source, or from the tool's exit status.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need readelf

cat >handler.c <<'END'
#include <stdint.h>
struct timespec64 { long seconds, nanoseconds; };
uint64_t critical[4];
int rejected;
static long sys_clock_gettime(int clock_id, struct timespec64 *tp)
{
	long ticks = clock_id * 1000L;
	tp->nanoseconds = ticks; /* FAULT */
	return 0;
}
static long not_implemented(int number)
{
	rejected = number;
	return -38; /* ENOSYS */
}
static long handler(int number, struct timespec64 *tp)
{
	critical[1] = (uint64_t)number; /* WRITE */
	return number == 228 ? sys_clock_gettime(1, tp) : not_implemented(number);
}
int main(int argc, char **argv)
{
	(void)argv;
	handler(7, 0);
	handler(9, 0);
	return argc > 1 ? (int)handler(228, 0) : 0;
}
END
gcc -g -O0 -no-pie -fcf-protection=none handler.c -o handler || exit 1
fault=$(line_of handler.c FAULT)

batch() { # COMMAND…: what gdb says in batch mode
	local c args=()
	for c in "$@"; do args+=(-ex "$c"); done
	gdb -nx -q -batch -ex 'set width 0' -ex 'set confirm off' -ex 'set args fail' "${args[@]}" ./handler 2>/dev/null
}
one() { # COMMAND…: answers of a session of its own
	id=$(start --program ./handler -- fail)
	cmd "$id" "$@"
}
keys() { jq -r 'keys_unsorted | join(" ")' "$1"; }

session_creation() {
	id=$(start --program "$dir/handler" --timeout 300)
	for key in session_id pid qemu_pid status kernel_binary mode socket; do
		jq -e --arg k $key 'has($k)' start.json >/dev/null || fail "start has no $key"
	done
	[[ $id =~ ^gdb_[0-9]{8}_[0-9]{6}(_[0-9]+)?$ ]] || fail "the id is $id"
	same status "$(jq -r .status start.json)" connected
	same kernel_binary "$(jq -r .kernel_binary start.json)" "$dir/handler"
	same "pid's program" "$(readlink "/proc/$(jq .pid start.json)/exe")" "$(realpath "$(command -v gdb)")"
	[ -S "$(jq -r .socket start.json)" ] || fail "the socket is $(jq -r .socket start.json)"
}

start_with_custom_timeout() {
	id=$(start --program ./handler --timeout 1)
	sleep 1.5
	cmd "$id" bt && fail "a session outlives its timeout"
	same 'the error' "$(jq -r '[.success, .error_type] | map(tostring) | join(" ")' error.json)" 'false session_timeout'
}

command_execution_info_registers() {
	one 'break handler' run 'info registers' || fail "info registers"
	jq '.[2]' answer.json >registers.json
	for key in command success output raw execution_time_ms; do
		jq -e --arg k $key 'has($k)' registers.json >/dev/null || fail "the answer has no $key"
	done
	batch 'break handler' run 'info registers' >batch.txt
	for r in rip rdi cs; do
		same "$r" "$(jq -r --arg r $r '.output[$r]' registers.json | sed 's/^0x0*\(.\)/0x\1/')" "$(awk -v r=$r '$1 == r {print $2}' batch.txt)"
	done
	jq -r .raw registers.json | grep -q '^rip  *0x[0-9a-f]* ' || fail "raw has no line of rip"
}

session_termination() {
	one 'print 1' 'print 2' 'print 3'
	"$tool" stop --session "$id" >answer.json || fail "stop"
	same 'keys of stop' "$(keys answer.json)" 'success session_id status total_commands session_duration_s'
	is stop '[.session_id, .status, .total_commands, .session_duration_s < 60] | map(tostring) | join(" ")' "$id terminated 3 true"
	cmd "$id" bt && fail "a stopped session answers"
	same 'after stop' "$(jq -r .error_type error.json)" session_closed
}

sending_commands() {
	one 'break sys_clock_gettime' continue && fail "there is nothing to continue"
	is 'several commands' 'map(.success) | map(tostring) | join(" ")' 'true false'
	cmd "$id" 'break handler' || fail "one command"
	is 'one command is an object' type object
	"$tool" cmd --session "$id" --command run --format json >answer.json || fail "format json"
	is 'format json' .data.stop.function handler
	"$tool" cmd --session "$id" --command backtrace --format text >text.txt || fail "format text"
	batch 'break handler' run backtrace | grep '^#' >batch.txt
	sed -i 's/argv=0x[0-9a-f]*/argv/' text.txt batch.txt
	cmp -s text.txt batch.txt || fail "text differs: $(diff text.txt batch.txt)"
	"$tool" cmd --session "$id" --command 'print nothing' --format text >text.txt 2>err.txt && fail "an error succeeds"
	same "an error as text" "$(cat text.txt err.txt)" 'Error: No symbol "nothing" in current context.'
}

execution_control() {
	local long
	local -A short=([continue]=c [step]=s [stepi]=si [next]=n [nexti]=ni [finish]=finish)
	for long in continue step stepi next nexti finish; do
		one 'break handler' run "$long" || fail "$long: $(cat answer.json)"
		jq -c '.[2] | [.state, .data.stop.function, .data.stop.line]' answer.json >long.txt
		one 'break handler' run "${short[$long]}" || fail "${short[$long]}"
		jq -c '.[2] | [.state, .data.stop.function, .data.stop.line]' answer.json >short.txt
		cmp -s long.txt short.txt || fail "$long is not ${short[$long]}: $(cat long.txt short.txt)"
		batch 'break handler' run "$long" 'info source' 'frame' | sed -n 's/^#0 .* at handler.c:\([0-9]*\)$/\1/p' >line.txt
		same "the line after $long" "$(jq -r '.[2]' long.txt)" "$(tail -1 line.txt)"
	done
}

breakpoints() {
	local at
	at=0x$(readelf -sW handler | awk '$8 == "not_implemented" {print $2}' | sed 's/^0*//')
	one 'break handler' run 'hbreak sys_clock_gettime' "tbreak *$at" 'info breakpoints' 'watch critical[1]' 'rwatch rejected' 'info breakpoints' 'delete 1' \
		'info breakpoints' || ! watches || fail "$(cat answer.json)"
	is 'break' '.[0].output | test("^Breakpoint 1 at 0x[0-9a-f]+: file handler.c, line [0-9]+\\.$")' true
	is 'kinds' '.[4].data.breakpoints | map(.type) | join(",")' 'breakpoint,hw breakpoint,breakpoint'
	is 'hbreak' '.[4].data.breakpoints[1].func' sys_clock_gettime
	is 'tbreak' '.[4].data.breakpoints[2] | [.disp, .func] | join(" ")' 'del not_implemented'
	if watches; then
		is 'watch and rwatch' '.[7].data.breakpoints[-2:] | map(.type + " " + .what) | join(",")' \
			'hw watchpoint critical[1],read watchpoint rejected'
	else
		is 'watch' '.[7].data.breakpoints[-1] | .type + " " + .what' 'watchpoint critical[1]'
		is 'rwatch' '.[6].error_type' gdb_error
	fi
	is 'delete' '.[9].data.breakpoints | map(.number) | index("1")' null
}

register_inspection() {
	one 'break handler' run 'print/x $rip' || fail "print/x"
	is 'print/x $rip' '.[2].output' "$(batch 'break handler' run 'print/x $rip' | sed -n 's/^\$1 = //p')"
}

memory_inspection() {
	one 'break handler' run 'x/16xg $rsp' disassemble 'disassemble not_implemented' || fail "memory"
	same "words" "$(jq -r '.[2].raw' answer.json | grep -o '	0x[0-9a-f]\{16\}' | wc -l)" 16
	batch 'break handler' run disassemble 'disassemble not_implemented' | grep '<+' | sed 's/^=> /   /' >batch.txt
	jq -r '.[3, 4].raw' answer.json | grep '<+' | sed 's/^=> /   /' >ours.txt
	cmp -s batch.txt ours.txt || fail "instructions differ: $(diff batch.txt ours.txt)"
	is 'as data' '.[4].data.instructions | length' "$(jq -r '.[4].raw' answer.json | grep -c '<+')"
}

stack_and_frames() {
	one 'break not_implemented' run backtrace bt 'backtrace full' 'frame 0' 'info locals' 'frame 1' 'info args' || fail "stack"
	is 'backtrace' '.[2].output | map(.function) | join(" ")' 'not_implemented handler main'
	is 'bt' '.[3].output == .[2].output' true
	is 'backtrace full' '.[4].raw | gsub("0x7f[0-9a-f]+"; "ADDR")' \
		"$(batch 'break not_implemented' run 'backtrace full' | sed -nE 's/0x7f[0-9a-f]+/ADDR/g; /^#0/,$p')"
	is 'frame' '.[5].output | test("^#0 +not_implemented \\(number=7\\) at handler.c:[0-9]+")' true
	is 'arguments' '.[8].output' $'number = 7\ntp = 0x0'
}

pattern_1_crash_investigation() {
	one run 'info registers' 'x/i $pc' 'print/x $rax' backtrace 'frame 1' 'info args' || fail "$(cat answer.json)"
	is 'where' '.[0].data.stop | [.signal_name, .function, .line] | map(tostring) | join(" ")' "SIGSEGV sys_clock_gettime $fault"
	is 'the instruction' '.[2].raw | test("mov +%rdx,0x8\\(%rax\\)")' true
	is 'the pointer is null' '.[3].output' 0x0
	is 'the path' '.[4].output | map(.function) | join(" ")' 'sys_clock_gettime handler main'
	is 'the caller' '.[6].output' $'number = 228\ntp = 0x0'
	"$tool" stop --session "$id" >/dev/null || fail "stop"
}

pattern_2_conditional_breakpoint() {
	one 'break *handler if $rdi == 9' run 'info registers rdi' step step step finish 'print/x $rax' || fail "$(cat answer.json)"
	is 'the second call' '.[2].output.rdi | test("^0x0*9$")' true
	is 'hit by number 9' '.[1].data.stop.function' handler
	is 'not implemented' '.[6].raw | test("\nValue returned is \\$[0-9]+ = -38\n$")' true
	is 'what came back' '.[7].output | endswith("ffffffda")' true
}

pattern_3_memory_corruption_hunt() {
	local at
	one 'break main' run 'print &critical[1]' || fail "address"
	at=$(jq -r '.[2].output | capture("(?<a>0x[0-9a-f]+)").a' answer.json)
	cmd "$id" "watch *(uint64_t*)$at" continue 'x/i $rip' "x/xg $at" backtrace || fail "watch"
	is 'the writer' '.[1].data.stop | [.function, .line] | map(tostring) | join(" ")' "handler $(($(line_of handler.c WRITE) + 1))"
	is 'what it wrote' '.[3].raw | endswith("0x0000000000000007\n")' true
	is 'who called it' '.[4].output | map(.function) | join(" ")' 'handler main'
}

command_timeout() {
	one 'break handler' run || fail "run"
	"$tool" cmd --session "$id" --command 'python import time; time.sleep(9)' --timeout 1 >answer.json && fail "it has nine seconds"
	is timeout '[.success, .error_type] | map(tostring) | join(" ")' 'false timeout'
}

error_handling() {
	one 'break invalid_function' && fail "a breakpoint in nothing"
	is 'error' 'keys_unsorted | map(select(. != "raw" and . != "state" and . != "number")) | join(" ")' 'command success error error_type execution_time_ms'
	is 'its words' .error 'Function "invalid_function" not defined.'
	is 'its type' .error_type gdb_error
}

session_not_found() {
	local other
	"$tool" cmd --session gdb_20251204_143022 --command bt >out.txt 2>error.json
	same 'exit status' $? 1
	same 'type' "$(jq -r '[.success, .error_type] | map(tostring) | join(" ")' error.json)" 'false session_not_found'
	id=$(start --program ./handler)
	other=$(start --program ./handler)
	"$tool" list >answer.json
	is 'list' '[.[] | select(has("status")) | .session_id] | sort | join(" ")' "$(printf '%s\n' "$id" "$other" | sort | paste -sd' ')"
}

stop_with_force() {
	local began
	one 'break handler' run || fail "run"
	kill -STOP "$(jq .pid start.json)"
	began=$(now_ms)
	"$tool" stop --session "$id" --force >answer.json || fail "a stopped debugger cannot be stopped"
	is 'force' '.session_id + " " + .status' "$id killed"
	within 'stop --force' "$began" 10000
}

truncation() {
	one 'python [print("line", n) for n in range(1000)]' || fail "python"
	is 'omitted' .omitted_lines 920
	jq -r .raw answer.json >raw.txt
	same 'lines at each end' "$(grep -c '^line' raw.txt)" 80
	same 'the mark' "$(sed -n 41p raw.txt)" '... [920 lines omitted] ...'
	same 'the ends' "$(sed -n '40p;42p' raw.txt | paste -sd,)" 'line 39,line 960'
	"$tool" cmd --session "$id" --cursor "$(jq -r .cursor answer.json)" >answer.json || fail "the cursor"
	is 'read on' '.raw | startswith("line 40\n")' true
}

sample_interaction() {
	id=$(start --program ./handler -- fail)
	cmd "$id" 'break sys_clock_gettime' || fail break
	is 'step 2' .output "$(batch 'break sys_clock_gettime' | sed 's/0x[0-9a-f]*/AT/' | sed "s/AT/$(jq -r .output answer.json | grep -o '0x[0-9a-f]*')/")"
	cmd "$id" run || fail run
	is 'step 3' '.output | test("Breakpoint 1, sys_clock_gettime \\(clock_id=1, tp=0x0\\) at handler.c:[0-9]+")' true
	cmd "$id" 'print/x $rsi' || fail print
	is 'step 5' .output 0x0
	cmd "$id" backtrace || fail backtrace
	is 'step 6' '[.output[] | [.number, .function, .file, .line]] | tostring' "$(batch 'break sys_clock_gettime' run backtrace |
		sed -nE 's/^#([0-9]+) .*[ ]([a-z_]+) \(.* at ([^:]*):([0-9]+)$/[\1,"\2","\3",\4]/p' | paste -sd, | sed 's/.*/[&]/')"
	cmd "$id" 'frame 1' 'info locals' 'frame 0' 'info locals' || fail frame
	is 'step 7' '.[0].output | test("^#1 +0x[0-9a-f]+ in handler \\(number=228, tp=0x0\\) at handler.c:[0-9]+")' true
	is 'step 7: locals' '.[1].output' 'No locals.'
	is 'step 7: ticks' '.[3].output | startswith("ticks = ")' true
	"$tool" stop --session "$id" >answer.json || fail stop
	is 'step 8' '[.status, .total_commands] | map(tostring) | join(" ")' 'terminated 8'
}

for test in ${TESTS:-session_creation start_with_custom_timeout command_execution_info_registers session_termination \
	sending_commands execution_control breakpoints register_inspection memory_inspection stack_and_frames \
	pattern_1_crash_investigation pattern_2_conditional_breakpoint pattern_3_memory_corruption_hunt command_timeout \
	error_handling session_not_found stop_with_force truncation sample_interaction}; do
	before=$bad
	wall=''
	stop_all
	$test
	[ "$bad" = "$before" ] || echo "$test fails"
done
finish
