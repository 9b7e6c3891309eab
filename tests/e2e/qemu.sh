#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu
# timeout: 300
# Sessions of kernels in a real QEMU: planted faults debugged to their causes, the monitor that must not
# block, single steps under a ticking timer, boot without an operating system, what happens when
# any part is killed, and runners of the user's own.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need qemu-system-x86_64 clang-19 ld.lld-19 python3
bash "$FL_SRC/tests/kernels/build.sh" "$dir" x86_64.elf x86_64-o1.elf bios.img || exit 1

begin() { # OPTIONS…: sets id
	start "$@" >/dev/null
	id=$(jq -r .session_id start.json)
}
kernel() { # FAULT [OPTION…]: a session of the x86_64 kernel
	local fault=$1
	shift
	begin --qemu x86_64 --kernel "$dir/x86_64.elf" --memory 64 --qemu-arg=-append --qemu-arg="fault=$fault" "$@"
}
stop() { "$tool" stop --session "$id" >/dev/null || fail "stop of $id"; }

# what start answers; a write of a system call through null, to its cause
kernel clock
cp start.json answer.json
is start '[.status, .kernel_binary, .mode, (.pid > 0), (.qemu_pid > 0), .warnings] | map(tostring) | join(" ")' \
	"connected $dir/x86_64.elf kernel true true []"
[ -S "$(jq -r .socket start.json)" ] || fail "start: no socket"
cmd "$id" 'break page_fault_handler' continue 'print/x $cr2' bt 'frame 1' 'info locals' 'x/i $pc' || fail "clock: $(head -c 2000 answer.json)"
is clock '.[1].program_output' $'kernel: hello\ntasks 0x0000000000000004\nkernel: to user\nuser: hello'
is clock '.[2].output' 0x8
is clock '.[3].output[:3] | map(.function) | join(" ")' 'page_fault_handler sys_clock_gettime syscall_dispatch'
is clock '.[5].output | split("\n")[0]' 'tp = 0x0'
is clock '.[6].output | test("mov +%rcx,0x8\\(%rax\\)")' true
"$tool" status --session "$id" >answer.json
is status '[.state, .qemu.alive, .qemu.pid > 0, .qemu.shutdown] | map(tostring) | join(" ")' 'stopped true true '
[ -e "$(jq -r .qemu.log answer.json)" ] || fail "no log of QEMU"
stop
nothing_left "a stopped session"

# the other faults, without and with optimisation
for file in x86_64 x86_64-o1; do
	kernel null --kernel "$dir/$file.elf"
	cmd "$id" 'break trap' continue bt 'frame function device_stop' 'print dev->stop' || fail "null: $(head -c 2000 answer.json)"
	is "$file null" '.[2].output[1:4] | map(.function) | join(" ")' '<signal handler called> ?? device_stop'
	is "$file null" '.[2].output[2].address' 0x0000000000000000
	is "$file null" '.[4].output | test("0x0$")' true
	stop
	kernel page --kernel "$dir/$file.elf"
	cmd "$id" 'break page_fault_handler' continue 'print/x *(long *)$rsp' 'print/x $cr2' bt || fail "page: $(head -c 2000 answer.json)"
	is "$file page" '[.[2].output, .[3].output, .[4].output[1].function] | join(" ")' '0x2 0xdead004 device_reset'
	stop
	kernel stack --kernel "$dir/$file.elf"
	cmd "$id" 'break double_fault_handler' continue 'print $cr2 >= (long)&kernel_stack_guard && $cr2 < (long)&kernel_stack' 'bt 200' ||
		fail "stack: $(head -c 2000 answer.json)"
	is "$file stack" '.[2].output' 1
	is "$file stack" '(.[3].output | map(select(.function == "directory_depth")) | length) > 80' true
	stop
	kernel list --kernel "$dir/$file.elf"
	cmd "$id" 'break general_protection_handler' continue bt || fail "list: $(head -c 2000 answer.json)"
	is "$file list" '.[2].output[1].function' task_count
	stop
	kernel list --kernel "$dir/$file.elf"
	cmd "$id" 'hbreak kernel_ready' continue 'watch tasks[1].next' continue continue bt || fail "list: $(head -c 2000 answer.json)"
	is "$file list" '.[5].output[:2] | map(.function) | join(" ")' 'task_rename plant_fault'
	stop
	kernel syscall --kernel "$dir/$file.elf"
	cmd "$id" 'break syscall_handler if $rax == 229' continue 'break syscall_dispatch' continue 'info args' delete finish || fail "syscall: $(head -c 2000 answer.json)"
	is "$file syscall" '.[4].data.args | map(.value) | join(" ")' '229 7 8'
	is "$file syscall" '.[6].raw | test("Value returned is .* = -38")' true
	stop
done

# before paging; a break list, and the same again
cat >list.txt <<'END'
# of the kernel
hbreak *_start
kernel_ready
trap if frame->vector == 14
END
kernel page --break-list list.txt
cmd "$id" continue 'print $cr0 & 0x80000000' 'stepi 3' continue delete breaks continue 'print frame->vector' || fail "breaks: $(head -c 2000 answer.json)"
is 'before paging' '[.[0].data.stop.function, .[1].output, .[3].data.stop.function] | join(" ")' '_start 0 kernel_ready'
is 'again' '[(.[5].data.breakpoints | length), .[7].output] | map(tostring) | join(" ")' '3 14'
cmd "$id" breaks
is 'only what is missing' .raw ''
echo nowhere >>list.txt
cmd "$id" breaks && fail "a place that is not there is set"
is 'not there' '.error | test("1 of 4 .* nowhere: ")' true
stop

# QEMU 7.2 blocks for ever when its stub sends so much: QMP does not, stopped or running
kernel none
cmd "$id" 'break kernel_ready' continue 'monitor info tlb' tlb 'print 6*7' 'monitor no_such' || true
is monitor '.[2].omitted_lines + 80 > 277' true
is monitor '.[4].output' 42
is monitor '.[5] | [.success, .error_type] | map(tostring) | join(" ")' 'false gdb_error'
is tlb '.[3].data.tlb | map(select(.virtual == "0xffff800000200000")) | first | [.physical, .pages >= 511] | map(tostring) | join(" ")' \
	'0x0000000000200000 true'
cmd "$id" 'phys 0x100010 8' 'x/8xb 0xffff800000100010' 'phys (long)&pml4 8' 'serial 8' 'phys' || true
is phys '.[0].data.bytes' "$(jq -r '.[1].data.memory[0].values | join("")' answer.json | sed 's/0x//g')"
is phys '.[2].data.length' 8
is serial '[.[3].raw, .[3].data.next] | map(tostring) | join(" ")' $'hello\n 14'
is phys '.[4].error_type' execution_failed
cmd "$id" delete 'continue&' 'monitor info tlb' 'phys 0x100010 8' 'print 1' || true
is 'running' '.[2:4] | map(.success) | map(tostring) | join(" ")' 'true true'
"$tool" interrupt --session "$id" >/dev/null
cmd "$id" wait 'info registers rip'
is 'running' '.[1].success' true
cmd "$id" $'monitor info tlb\nprint 1' && fail "monitor within a script passes"
is script .error_type execution_failed
cmd "$id" $'print 1\nmonitor info tlb' && fail "monitor within a script passes"
is script .error_type execution_failed
# where it gets to the stub all the same, QEMU may block: the session says so, and ends
"$tool" cmd --session "$id" --command 'python gdb.execute("monitor info tlb")' --timeout 2 >answer.json && echo "this QEMU does not block"
jq -e '.success or .state == "dead" or .error_type == "timeout"' answer.json >/dev/null || fail "a QEMU that blocks: $(head -c 1000 answer.json)"
stop
nothing_left "a QEMU that blocks"

# single steps with a timer that ticks at each of them; the other setting as the control
kernel none
cmd "$id" 'break kernel_ready' continue 'break machine_put' continue delete || fail "steps: $(head -c 2000 answer.json)"
steps() {
	for _ in 1 2 3 4 5 6 7 8; do
		"$tool" cmd --session "$id" --command stepi --command 'info symbol $rip' | jq -r '.[1].output'
	done
}
cmd "$id" 'monitor o /1 0x43 0x34' 'monitor o /1 0x40 40' 'monitor o /1 0x40 0' || fail "the timer"
steps >steps.txt
grep -q timer_interrupt steps.txt && fail "a step ends in the timer: $(cat steps.txt)"
grep -qv '^machine_put\|^in8' steps.txt && fail "steps: $(cat steps.txt)"
cmd "$id" 'maint packet Qqemu.sstep=0x1'
steps >steps.txt
grep -q timer_interrupt steps.txt || fail "the control does not end in the timer: $(cat steps.txt)"
stop

# a triple fault stays where it happened
kernel page
cmd "$id" 'break kernel_ready' continue 'set var idt[14].type = 0' 'set var idt[8].type = 0' 'set var idt[13].type = 0' \
	'set var idt[11].type = 0' continue bt continue
is 'triple fault' '[.[7].output[0].function, .[8].success] | map(tostring) | join(" ")' 'device_reset false'
"$tool" status --session "$id" >answer.json
is 'triple fault' .qemu.shutdown guest-reset
stop

# the BIOS: 16 bits, the serial line both ways
begin --qemu x86_64 --mode bios --kernel bios.img --symbols bios.elf --memory 16
cmd "$id" 'hbreak *0x7c00' continue stepi stepi 'monitor x /2i 0x7c05' 'delete' 'continue&' || fail "bios: $(head -c 2000 answer.json)"
is bios '.[3].data.record.frame.func' sector
is bios '.[4].raw | test("cli.*\n.*xorw +%ax, %ax")' true
"$tool" input --session "$id" "abc" >/dev/null
for _ in $(seq 50); do
	"$tool" output --session "$id" >answer.json
	jq -r .output answer.json | grep -q ABC && break
	sleep 0.1
done
is bios .output $'sector: hello\nABC'
stop

# a foreign kernel without symbols: booted, stopped, disassembled, stepped
memtest=/boot/memtest86+x64.bin
if [ -e $memtest ]; then
	begin --qemu x86_64 --kernel $memtest --memory 32
	"$tool" cmd --session "$id" --command continue --timeout 1 >answer.json && fail "memtest86+ stops by itself"
	is memtest .state running
	"$tool" interrupt --session "$id" >/dev/null
	cmd "$id" wait 'x/5i $pc' stepi stepi stepi 'print $cr0 & 0x80000001' 'monitor info registers' || fail "memtest: $(head -c 2000 answer.json)"
	is memtest '[(.[1].data.memory // .[1].raw | length > 0), .[4].state, .[5].output] | map(tostring) | join(" ")' 'true stopped 2147483649'
	[ "$(jq -r '.[1].raw' answer.json | grep -cE '0x[0-9a-f]+:?.*\s[a-z]+' || true)" = 5 ] || fail "memtest: $(jq -r '.[1].raw' answer.json)"
	stop
elif [ "${CI:-}" = true ]; then
	fail "$memtest is missing"
else
	echo "$memtest is missing: not tried"
fi

# other machines: their debugger is found by its name
for machine in aarch64 riscv64; do
	if ! command -v qemu-system-$machine >/dev/null || ! command -v gdb-multiarch >/dev/null; then
		[ "${CI:-}" = true ] && fail "qemu-system-$machine or gdb-multiarch is missing"
		echo "$machine: not tried"
		continue
	fi
	bash "$FL_SRC/tests/kernels/build.sh" "$dir" $machine.elf || fail "$machine: no kernel"
	begin --qemu $machine --kernel "$dir/$machine.elf" --memory 64
	cmd "$id" 'break kernel_ready' continue 'set var fault_choice = FAULT_PAGE' 'break device_reset' continue bt 'monitor info registers' 'phys 0x80000000 4' ||
		fail "$machine: $(head -c 2000 answer.json)"
	is $machine '[.[4].program_output // .[1].program_output, (.[5].output[:2] | map(.function) | join(" "))] | join("")' \
		$'kernel: hello\ndevice_reset plant_fault'
	cmd "$id" tlb
	is "$machine tlb" .error_type gdb_error
	stop
done
printf '#!/bin/sh\nexec gdb "$@"\n' >other-gdb
chmod +x other-gdb
if [ -z "$box" ] && command -v qemu-system-riscv64 >/dev/null && ! gdb -nx -batch -ex 'set architecture riscv:rv64' 2>&1 | grep -q 'set to'; then
	"$tool" start ${box:+"$box"} --qemu riscv64 --kernel "$dir/x86_64.elf" --gdb-path ./other-gdb >/dev/null 2>answer.json && fail "a gdb without riscv64 serves"
	grep -q 'install the package gdb-multiarch' answer.json || fail "no gdb for riscv64: $(cat answer.json)"
fi

# parts that are killed while the machine runs: told within a second
killed() { # PART WANT: its process id is in the answer of start
	local begin waiter
	kernel none
	cmd "$id" 'break kernel_ready' continue delete
	"$tool" cmd --session "$id" --command continue >killed.json &
	waiter=$!
	sleep 0.3
	begin=$(now_ms)
	kill -9 "$(jq ".$1" start.json)"
	wait $waiter && fail "a killed part answers"
	took=$(($(now_ms) - begin))
	cp killed.json answer.json
	is "$1 killed" '[.error_type, .state] | join(" ")' "$2"
}
at_once 'to notice a killed QEMU' killed qemu_pid 'qemu_unreachable exited'
is 'QEMU killed' '.error | test("by signal 9")' true
cmd "$id" 'info registers rip' 'print 1'
is 'QEMU killed' '[.[0].error_type, .[1].output] | join(" ")' 'qemu_unreachable 1'
stop_all
nothing_left "QEMU killed"
at_once 'to notice a killed gdb' killed pid 'process_died dead'
stop_all
nothing_left "gdb killed"
for part in server keeper; do
	kernel none
	pid=$(jq .server_pid "$sessions/$id.json")
	[ $part = keeper ] && pid=$(ps -o ppid= -p "$pid")
	kill -9 "$pid"
	for _ in $(seq 50); do [ -e "$sessions/$id.sock" ] || break; sleep 0.1; done
	nothing_left "$part killed"
	"$tool" status --session "$id" >/dev/null 2>answer.json && fail "$part killed: it answers"
done
# one that does not answer any more goes all the same
kernel none
kill -STOP "$(jq .qemu_pid start.json)"
stop
nothing_left "a stopped QEMU"

# runners of the user's own: with our sockets, and with a port
run="qemu-system-x86_64 -M q35 -accel tcg -m 64 -display none -S -kernel ${box:+/box/}x86_64.elf -append fault=page -serial stdio"
begin --kernel x86_64.elf --qemu-command "echo building; $run -gdb unix:\$FAULTLINE_GDB,server=on,wait=off -qmp unix:\$FAULTLINE_QMP,server=on,wait=off & wait"
cmd "$id" 'break device_reset' continue 'monitor info status' || fail "runner: $(head -c 2000 answer.json)"
is runner '[.[1].data.stop.function, .[2].raw] | join(" ")' 'device_reset VM status: paused (debug)'
"$tool" output --session "$id" >answer.json
is runner '.output | split("\n")[:2] | join(" ")' 'building kernel: hello'
[ "$(readlink "/proc/$(jq .qemu_pid start.json)/exe")" = "$(readlink -f "$(command -v qemu-system-x86_64)")" ] || fail "runner: qemu_pid is another"
stop
nothing_left "a runner"
if [ -z "$box" ] && ! ss -ltn 2>/dev/null | grep -q ':1234 '; then
	begin --kernel x86_64.elf --qemu-command "$run -s"
	cmd "$id" 'break device_reset' continue 'tlb' || true
	is port '[.[1].data.stop.function, .[2].error_type] | join(" ")' 'device_reset start_failed'
	stop
	nothing_left "a runner at a port"
fi

# over MCP, under its gate
cat >client.py <<'END'
from mcp_client import call, end
print(call("gdb_start_session", qemu="x86_64", kernel="x86_64.elf", append="fault=clock")["status"])
print(call("gdb_set_breakpoint", location="page_fault_handler")["breakpoint"]["number"])
print(call("gdb_continue")["stop"]["function"])
print("null pointer" in call("gdb_execute_command", command="fault")["output"])
print(call("gdb_execute_command", command="monitor info status")["output"].strip())
print(call("gdb_execute_command", command="monitor migrate exec:id")["status"])
print(call("gdb_stop_session")["status"])
print(call("gdb_start_session", qemu="vax", kernel="x86_64.elf")["message"])
end()
END
want='success 1 page_fault_handler True VM status: paused (debug) error success qemu cannot be vax: there are x86_64 aarch64 riscv64'
got=$(PYTHONPATH=$FL_SRC/tests/support PYTHONDONTWRITEBYTECODE=1 python3 client.py "$tool" mcp "${box:---sandbox=off}" | paste -sd' ')
[ "$got" = "$want" ] || fail "over MCP: $got"
nothing_left "an MCP server"

# what cannot be
refused() { # WORDS OPTION…: start fails and says so
	local words=$1
	shift
	"$tool" start ${box:+"$box"} "$@" >/dev/null 2>answer.json && fail "start $* succeeds"
	grep -q "$words" answer.json || fail "start $*: $(head -c 2000 answer.json)"
}
refused 'cannot read' --qemu x86_64 --kernel nowhere.elf
[ -n "$box" ] || refused 'refused by the gate' --qemu x86_64 --kernel x86_64.elf --qemu-arg=-s --gate
refused 'has no BIOS' --qemu riscv64 --mode bios --kernel bios.img
refused 'invalid option' --qemu x86_64 --kernel x86_64.elf --qemu-arg=-no-such-option
refused 'status 3: boo' --kernel x86_64.elf --qemu-command 'echo boo >&2; exit 3'
refused '"start_failed"' --qemu x86_64 --kernel x86_64.elf --program x86_64.elf
nothing_left "what cannot be"
finish
