#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu
# timeout: 240
# The examples of the design for a kernel debugging skill, as written there but for names and paths: a function for each.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need qemu-system-x86_64 clang-19 ld.lld-19
bash "$FL_SRC/tests/kernels/build.sh" "$dir" x86_64.elf bios.img || exit 1

start_session() { # FAULT [OPTION…]: sets id
	local fault=$1
	shift
	"$tool" start ${box:+"$box"} --qemu x86_64 --kernel x86_64.elf --append "fault=$fault" "$@" >start.json || fail "start"
	id=$(jq -r .session_id start.json)
}
stop_session() { "$tool" stop --session "$id" >stop.json || fail "stop"; }
gdb_cmd() { cmd "$id" "$@"; } # COMMAND…: to answer.json
gives() { # FILTER WANT [FILE]
	local got
	got=$(jq -r "$1" "${3:-answer.json}") || true
	[ "$got" = "$2" ] || fail "$1 is '$got', not '$2'"
}
works() { # COMMAND… each with success
	gdb_cmd "$@" || fail "$(jq -c '[.] | flatten | .[] | select(.success | not) | [.command, .error]' answer.json)"
}

session_creation() {
	start_session none --mode kernel --timeout 300
	gives '.session_id | test("^gdb_[0-9]{8}_[0-9]{6}")' true start.json
	gives '[.pid, .qemu_pid] | map(type) | join(" ")' 'number number' start.json
	gives '[.status, .mode] | join(" ")' 'connected kernel' start.json
	gives .kernel_binary "$dir/x86_64.elf" start.json
	[ -S "$(jq -r .socket start.json)" ] || fail "no socket"
}
command_execution() {
	works 'info registers'
	gives '[.command, .success] | map(tostring) | join(" ")' 'info registers true'
	gives '.output.rip' 0xfff0
	gives '.output | has("rax") and has("rbx") and has("cs")' true
	gives '.raw | test("^rax +0x0 +0\n")' true
	gives '.execution_time_ms | type' number
}
several_commands() { # "Multiple commands (executed in sequence)"
	works 'break sys_clock_gettime' continue
	gives 'length' 2
	gives '.[1].data.stop.function' sys_clock_gettime
}
output_formats() {
	"$tool" cmd --session "$id" --command 'info registers' --format json >answer.json || fail json
	gives '.output.rip | startswith("0xffffffff80")' true
	"$tool" cmd --session "$id" --command backtrace --format text >text.txt || fail text
	grep -q '^#0 *sys_clock_gettime (' text.txt || fail "$(cat text.txt)"
	"$tool" cmd --session "$id" --command 'info registers' --format text >text.txt || fail text
	grep -qE '^rax +0x[0-9a-f]+ +-?[0-9]+$' text.txt || fail "$(head -3 text.txt)"
}
command_timeout() {
	gdb_cmd delete
	"$tool" cmd --session "$id" --command continue --timeout 1 >answer.json && fail "an idle kernel stops"
	gives '[.error_type, .state] | join(" ")' 'timeout running'
	"$tool" interrupt --session "$id" >/dev/null
	works wait
}
error_handling() {
	gdb_cmd 'break invalid_function' && fail "it succeeds"
	gives '[.success, .error, .error_type] | map(tostring) | join(" ")' \
		'false Function "invalid_function" not defined. gdb_error'
	gives '.execution_time_ms | type' number
}
session_termination() {
	stop_session
	gives '[.session_id, .status, (.total_commands > 5), (.session_duration_s | type)] | map(tostring) | join(" ")' \
		"$id terminated true number" stop.json
}
other_modes() {
	"$tool" start ${box:+"$box"} --qemu x86_64 --kernel bios.img --mode bios --timeout 600 >start.json || fail bios
	gives .mode bios start.json
	id=$(jq -r .session_id start.json)
	"$tool" list >answer.json
	gives "map(select(.session_id == \"$id\")) | length" 1
	stop_session
}
execution_control() {
	start_session none
	works 'break plant_fault' continue step stepi si next nexti ni s n 'break syscall_dispatch' c finish
	gives '.[2].data.record.frame.func' tasks_set_up
	gives '.[11].data.stop.function' syscall_dispatch
	gives '.[12].data.record.frame.func' system_call
	stop_session
}
breakpoints() {
	start_session list
	works 'hbreak _start' 'break kernel_main' 'tbreak *0xffffffff8010a000' 'info breakpoints' 'delete 3' 'info breakpoints' continue continue
	gives '.[3].data.breakpoints | map(.type + .disp) | join(" ")' 'hw breakpointkeep breakpointkeep breakpointdel'
	gives '.[5].data.breakpoints | length' 2
	gives '[.[6].data.stop.function, .[7].data.stop.function] | join(" ")' '_start kernel_main'
	works 'break kernel_ready' continue 'rwatch task_list' continue 'info watchpoints'
	gives '.[3].data.record.reason' read-watchpoint-trigger
	stop_session
}
register_inspection() {
	start_session none
	works 'break kernel_ready' continue 'print/x $rip' show-segments show-control show-all-registers
	gives '.[2].output' "$(nm_of kernel_ready)"
	gives '.[3].raw | test("cs"; "i")' true
	gives '.[4].raw | test("cr0 .* PG"; "i")' true
	gives '.[5].output | type' object
}
nm_of() { # where gdb stops in a function
	gdb -nx -batch -ex "break $1" x86_64.elf | sed -n 's/.* at \(0x[0-9a-f]*\).*/\1/p'
}
memory_inspection() {
	works 'x/16xg $rsp' disassemble 'disassemble kernel_main'
	gives '.[0].data.memory | map(.values | length) | add' 16
	gives '.[1].raw | test("=> 0x")' true
	gives '.[2].raw | test("<\\+0>:.*push +%rbp")' true
}
stack_and_frames() {
	works backtrace bt 'backtrace full' 'frame 0' 'info locals' 'show-stack 32'
	gives '.[0].output | map(.function) | join(" ")' 'kernel_ready kernel_main high_entry'
	gives '.[3].output | test("^#0 +kernel_ready")' true
	gives '.[5].success' true
}
helpers() { # ctx, and the user's own breakpoints
	works ctx
	gives '.raw | test("kernel_ready") and test("rip"; "i") and test("rsp"; "i")' true
	stop_session
	printf 'syscall_dispatch\npage_fault_handler\n' >list.txt
	printf 'set $answer = 42\n' >init.gdb
	start_session clock --break-list list.txt --init init.gdb
	works 'print $answer' 'info breakpoints' delete breaks
	gives '.[0].output' 42
	gives '.[1].data.breakpoints | length' 2
	gives '.[3].data.breakpoints | length' 2
	stop_session
}
crash_investigation() { # "Pattern 1"
	start_session clock
	works 'break page_fault_handler' continue 'info registers' 'print/x $cr2' 'frame 1' 'x/i $pc' 'print/x $rax' backtrace 'info locals'
	gives '.[2].output | has("rip")' true
	gives '.[3].output' 0x8
	gives '.[5].output | test("mov +%rcx,0x8\\(%rax\\)")' true
	gives '.[6].output' 0x0
	gives '.[8].output | test("tp = 0x0")' true
	stop_session
}
conditional_breakpoint() { # "Pattern 2": why does a system call fail?
	start_session syscall
	works 'break syscall_handler if $rax == 229' continue 'info registers' 'break syscall_dispatch' continue step step step delete finish 'print/x $rax'
	gives '.[2].output | [.rax, .rdi] | join(" ")' '0xe5 0x7'
	gives '.[10].output' 0xffffffffffffffda
	stop_session
}
memory_corruption() { # "Pattern 3": what writes there?
	start_session list
	works 'break kernel_ready' continue 'watch *(uint64_t*)&tasks[1].next' continue continue 'x/i $rip' 'x/xg &tasks[1].next' backtrace
	gives '.[7].output[0].function' task_rename
	gives '.[6].data.memory[0].values[0] | startswith("0xffffffff8010")' true
	stop_session
}
page_fault_walkthrough() { # "Investigating a Page Fault", steps 1 to 8
	start_session clock
	works 'break page_fault_handler'
	gives '.output | test("^Breakpoint 1 at 0x[0-9a-f]+: file .*, line [0-9]+\\.$")' true
	works continue
	gives '.output | test("^Continuing.\n\nBreakpoint 1, page_fault_handler \\(\\) at .*:[0-9]+")' true
	works ctx
	gives '.raw | test("page_fault_handler") and test("rax"; "i")' true
	works 'print/x $cr2'
	gives .output 0x8
	works backtrace
	gives '.output[:3] | map("\(.number) \(.function)") | join(", ")' '0 page_fault_handler, 1 sys_clock_gettime, 2 syscall_dispatch'
	gives '.output[1] | [.file, (.line | type)] | join(" ")' 'common/syscall.c number'
	works 'frame 1' 'info locals'
	gives '.[0].output | test("^#1 +0x[0-9a-f]+ in sys_clock_gettime \\(.*\\) at common/syscall.c:[0-9]+")' true
	gives '.[1].output | test("^tp = 0x0\n")' true
	stop_session
}

for example in session_creation command_execution several_commands output_formats command_timeout error_handling \
	session_termination other_modes execution_control breakpoints register_inspection memory_inspection \
	stack_and_frames helpers crash_investigation conditional_breakpoint memory_corruption page_fault_walkthrough; do
	$example
done
finish
