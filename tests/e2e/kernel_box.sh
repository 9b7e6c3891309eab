#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu
# timeout: 300
# Kernels in the sandbox: QEMU and gdb in one box. The same answers as outside on each architecture; what dies takes the
# rest along; QEMU's arguments and a runner reach nothing outside, and what they would reach without a
# sandbox; the MCP server as it is by default. tests/nightly/kernel_box.sh has all the other scripts so.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need gdb-multiarch qemu-system-x86_64 qemu-system-aarch64 qemu-system-riscv64 clang-19 ld.lld-19 lld-link-19 python3 mkfifo
[ -e /usr/share/OVMF/OVMF_CODE_4M.fd ] || missing "needs OVMF"
bash "$FL_SRC/tests/kernels/build.sh" "$dir" x86_64.elf aarch64.elf riscv64.elf uefi.efi || exit 1
box=--sandbox

begin() { # OPTION…: sets id
	start "$@" >/dev/null
	id=$(jq -r .session_id start.json)
}
stop() { "$tool" stop --session "$id" >/dev/null || fail "stop of $id"; }

# The answers to commands, without what is about processes and files of the one or the other. The sources are shown
# where all may read them, and else nowhere, for both.
sources=(--show "$FL_SRC/tests/kernels")
nowhere=()
if [[ $FL_SRC == /tmp/* ]] || [ -n "$(find "$FL_SRC/tests/kernels" ! -perm -o=r)" ]; then
	sources=()
	nowhere=(--init-command "set substitute-path $FL_SRC /nowhere")
fi
commands=('hbreak kernel_ready' continue 'set var fault_choice = FAULT_PAGE' 'break device_reset' continue ctx show-stack
	show-all-registers show-control show-segments 'page-walk $pc' 'page-walk 0xdead004' 'gdt' 'idt 14' 'phys 0x80000010 16' tlb serial
	'monitor info status' 'stepi 4' bt 'info frame' 'x/8i $pc' 'print fault_choice' list $'print 1\nprint 2' 'break no_such' 'monitor no_such')
answers() { # ARCHITECTURE [OPTION…]: to answers.json
	local machine=$1
	shift
	"$tool" start --qemu "$machine" --kernel "$dir/$machine.elf" --memory 64 "${nowhere[@]}" "$@" >start.json ||
		fail "$machine $*: start"
	id=$(jq -r .session_id start.json)
	cmd "$id" "${commands[@]}"
	sed "s|/box/|$dir/|g" answer.json | jq 'map(del(.execution_time_ms))' >answers.json
	stop
}
for machine in x86_64 aarch64 riscv64; do
	answers $machine
	mv answers.json outside.json
	answers $machine --sandbox "${sources[@]}"
	cmp -s outside.json answers.json || fail "$machine: $(diff outside.json answers.json | head -c 2000)"
	cp answers.json answer.json
	is "$machine" '[.[4].data.stop.function, (map(.success) | map(select(.)) | length > 18)] | map(tostring) | join(" ")' 'device_reset true'
done
nothing_left "the same answers"

# a timer at each single step lets no interrupt in; what status says
begin --qemu x86_64 --kernel x86_64.elf --memory 64 --append fault=none
cmd "$id" 'break kernel_ready' continue 'break machine_put' continue delete 'monitor o /1 0x43 0x34' 'monitor o /1 0x40 40' 'monitor o /1 0x40 0' \
	stepi stepi stepi stepi 'info symbol $rip' || fail "steps: $(head -c 2000 answer.json)"
is steps '.[12].output | test("^machine_put|^in8")' true
"$tool" status --session "$id" >answer.json
is status '[.state, .qemu.alive, .memory_kb > 1000, .program] | map(tostring) | join(" ")' "stopped true true $dir/x86_64.elf"
for part in .pid .qemu.pid; do
	pid=$(jq "$part" answer.json)
	same "$part: its root" "$(stat -L -c %d:%i "/proc/$pid/root/usr" 2>/dev/null)" "$(stat -c %d:%i /usr)"
	[ -e "/proc/$pid/root/$dir" ] && fail "$part sees $dir"
done
"$tool" input --session "$id" x >answer.json
is input .success true
stop

# files of one name from two directories, and sources beside the symbols
mkdir -p stripped debug
objcopy --strip-debug x86_64.elf stripped/kernel.elf
cp x86_64.elf debug/kernel.elf
printf 'int beside;\n' >debug/beside.c
begin --qemu x86_64 --kernel stripped/kernel.elf --symbols debug/kernel.elf --memory 64 --append fault=page
cmd "$id" 'break device_reset' continue 'info line' 'shell ls /box/*.elf /box/.f*/*.elf /box/beside.c' || fail "two names: $(head -c 2000 answer.json)"
is 'two names' '[.[1].data.stop.line > 0, (.[3].raw | split("\n") | length)] | map(tostring) | join(" ")' 'true 4'
stop

# what dies takes the rest along
killed() { # WHAT PID: while the machine runs; the answer in answer.json
	local begin waiter
	"$tool" cmd --session "$id" --command continue >killed.json &
	waiter=$!
	until_is "$id" .state running
	begin=$(now_ms)
	kill -9 "$2"
	wait $waiter && fail "$1 killed: it answers"
	within "$1 killed" "$begin" 10000
	cp killed.json answer.json
}
parent() { ps -o ppid= -p "$1" | tr -d ' '; }
fresh() { begin --qemu x86_64 --kernel x86_64.elf --memory 64 --append fault=none; }
fresh
cmd "$id" 'break kernel_ready' continue delete
killed QEMU "$(jq .qemu_pid start.json)"
is 'QEMU killed' '[.error_type, .state] | join(" ")' 'qemu_unreachable exited'
is 'QEMU killed' '.error | test("by signal 9")' true
cmd "$id" 'info registers rip' 'print 1'
is 'QEMU killed' '[.[0].error_type, .[1].output] | join(" ")' 'qemu_unreachable 1'
stop
nothing_left "QEMU killed"
fresh
killed gdb "$(jq .pid start.json)"
is 'gdb killed' '[.error_type, .state] | join(" ")' 'process_died dead'
stop
nothing_left "gdb killed"
for part in server keeper box; do
	fresh
	pid=$(jq .server_pid "$sessions/$id.json")
	case $part in
	keeper) pid=$(parent "$pid") ;;
	box) pid=$(parent "$(parent "$(jq .qemu_pid start.json)")") ;;
	esac
	kill -9 "$pid"
	if [ $part = box ]; then
		for _ in $(seq 50); do
			"$tool" status --session "$id" >answer.json
			[ "$(jq -r .state answer.json)" = dead ] && break
			sleep 0.1
		done
		is 'the box killed' '[.state, .qemu.alive] | map(tostring) | join(" ")' 'dead false'
		cmd "$id" 'print 1' && fail "the box killed: gdb answers"
		stop
	fi
	nothing_left "$part killed"
	same "$part killed: control groups" "$(all_groups)" ""
done
fresh
kill -STOP "$(jq .qemu_pid start.json)"
stop
nothing_left "a stopped QEMU"

# a foreign kernel, from where everybody may read
memtest=/boot/memtest86+x64.bin
if [ -e $memtest ]; then
	begin --qemu x86_64 --kernel $memtest --memory 32
	"$tool" cmd --session "$id" --command continue --timeout 1 >answer.json && fail "memtest86+ stops by itself"
	"$tool" interrupt --session "$id" >/dev/null
	cmd "$id" wait 'x/5i $pc' stepi ctx 'print $cr0 & 0x80000001' || fail "memtest: $(head -c 2000 answer.json)"
	is memtest '.[4].output' 2147483649
	stop
elif [ "${CI:-}" = true ]; then
	fail "$memtest is missing"
fi

# UEFI: the firmware's variables and the disk are inside; symbols come by a name outside
begin --qemu x86_64 --mode uefi --kernel uefi.efi --memory 128
cmd "$id" 'continue&'
for _ in $(seq 400); do
	"$tool" output --session "$id" | jq -r .output >serial.txt
	grep -aq 'uefi: loaded at 0x' serial.txt && break
	sleep 0.1
done
base=$(sed -n 's/.*loaded at \(0x[0-9a-f]*\).*/\1/p' serial.txt)
"$tool" interrupt --session "$id" >/dev/null
cmd "$id" wait "add-symbol-file $dir/uefi.efi -o $(printf '0x%x' $((base - 0x140000000)))" 'set var go = 1' 'set var fault_choice = FAULT_LIST' \
	'break kernel_ready' continue 'watch tasks[1].next' continue continue bt || fail "uefi: $(head -c 2000 answer.json)"
is uefi '.[9].output[:2] | map(.function) | join(" ")' 'task_rename plant_fault'
stop
nothing_left "UEFI"

# what QEMU's arguments reach: nothing outside
echo "the secret" >secret
chmod 644 secret
mkdir -m 777 open
mkfifo -m 666 open/pipe.in open/pipe.out
printf '#!/bin/sh\ntouch %s/open/canary\n' "$dir" >open/run.sh
chmod 755 open/run.sh
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
hostile() { # WHETHER-IT-STARTS WORDS ARGUMENT…
	local starts=$1 words=$2 args=() a
	shift 2
	for a in "$@"; do args+=(--qemu-arg="$a"); done
	if "$tool" start $box --qemu x86_64 --kernel x86_64.elf --memory 32 "${args[@]}" >start.json 2>answer.json; then
		id=$(jq -r .session_id start.json)
		[ "$starts" = yes ] || fail "$*: it starts"
		(exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "$*: port $port is open"
		stop
	else
		[ "$starts" = no ] || fail "$*: $(cat answer.json)"
		grep -q -- "$words" answer.json || fail "$*: not '$words' but $(cat answer.json)"
	fi
	[ -z "$(find open -newer secret ! -name 'pipe.*' ! -name run.sh ! -path open)" ] || fail "$*: $(ls -l open)"
}
sleep 0.01
touch secret open/* # what is newer is theirs
hostile no 'No such file' -drive "file=$dir/secret,format=raw"
hostile no 'No such file' -drive "file=$dir/open/disk,format=raw"
hostile no 'No such file' -chardev "pipe,id=p,path=$dir/open/pipe"
hostile no 'No such file' -chardev "file,id=p,path=$dir/open/canary"
hostile no 'could not connect serial' -serial "file:$dir/open/canary"
hostile no '' -D "$dir/open/canary" -d in_asm
hostile no 'No such file' -pidfile "$dir/open/canary"
hostile no 'No such file' -monitor "unix:$dir/open/monitor,server=on,wait=off"
hostile no '' -netdev "tap,id=n,script=$dir/open/run.sh,ifname=fl0" -device e1000,netdev=n
hostile no '' -object "memory-backend-file,id=m,size=32M,mem-path=$dir/open/memory,share=on" -machine memory-backend=m
hostile no 'No such file' -initrd "$dir/secret"
hostile no 'No such file' -readconfig "$dir/secret"
hostile yes '' -incoming "exec:$dir/open/run.sh; touch $dir/open/canary"
hostile yes '' -netdev "user,id=n,hostfwd=tcp:127.0.0.1:$port-:22" -device e1000,netdev=n
hostile yes '' -monitor "tcp:127.0.0.1:$port,server=on,wait=off"
hostile yes '' -chardev "socket,id=p,host=0.0.0.0,port=$port,server=on,wait=off"
nothing_left "hostile arguments"
# controls: outside they do
box=
hostile yes '' -drive "if=none,id=s,file=$dir/secret,format=raw,readonly=on"
"$tool" start --qemu x86_64 --kernel x86_64.elf --memory 32 --qemu-arg=-incoming --qemu-arg="exec:$dir/open/run.sh" >start.json 2>answer.json &&
	{ id=$(jq -r .session_id start.json); stop; }
for _ in $(seq 50); do [ -e open/canary ] && break; sleep 0.1; done
[ -e open/canary ] || fail "the control: a command of -incoming does not run"
rm -f open/canary
box=--sandbox
# the monitor's own ways out, and gdb's
fresh
cmd "$id" "monitor migrate exec:$dir/open/run.sh" "monitor pmemsave 0 16 \"$dir/open/canary\"" "monitor drive_add 0 file=$dir/secret" "shell $dir/open/run.sh" \
	"shell cat $dir/secret" 'monitor pmemsave 0 16 "/box/dump"' "dump binary memory $dir/open/canary 0 16"
is 'the monitor' '[.[1].raw, .[2].raw, .[5].raw] | map(test("No such file")) | map(tostring) | join(" ")' 'true true false'
jq -r '.[].raw' answer.json | grep -q 'the secret' && fail "the secret: $(cat answer.json)"
stop
[ -e open/canary ] && fail "the monitor or gdb writes outside"

# a runner of the user's own: in the box's view, or told what that is
run="qemu-system-x86_64 -M q35 -accel tcg -m 64 -display none -S -append fault=page -serial stdio"
sockets='-gdb unix:$FAULTLINE_GDB,server=on,wait=off -qmp unix:$FAULTLINE_QMP,server=on,wait=off'
begin --kernel x86_64.elf --qemu-command "echo building; $run -kernel x86_64.elf $sockets & wait"
cmd "$id" 'break device_reset' continue 'monitor info status' || fail "runner: $(head -c 2000 answer.json)"
is runner '[.[1].data.stop.function, .[2].raw] | join(" ")' 'device_reset VM status: paused (debug)'
"$tool" status --session "$id" >answer.json
same 'the runner: qemu.pid' "$(readlink "/proc/$(jq .qemu.pid answer.json)/exe")" "$(readlink -f "$(command -v qemu-system-x86_64)")"
stop
nothing_left "a runner"
"$tool" start --sandbox --kernel x86_64.elf --qemu-command "$dir/open/run.sh" >/dev/null 2>answer.json && fail "a runner that is not in the box starts"
is 'a runner outside' '.error | test("status 127: .*not found .the command runs in the sandbox, .*--sandbox=off")' true

# with what it needs shown to it, read-only
printf '#!/bin/sh\ncd "${0%%/*}" && touch canary; exec %s -kernel kernel.elf -gdb "unix:$1,server=on,wait=off" -qmp "unix:$2,server=on,wait=off"\n' \
	"$run" >open/start.sh
chmod 755 open/start.sh
cp x86_64.elf open/kernel.elf
begin --show open --kernel x86_64.elf --qemu-command "$dir/open/start.sh \$FAULTLINE_GDB \$FAULTLINE_QMP"
cmd "$id" 'break device_reset' continue "shell touch $dir/open/canary" "monitor pmemsave 0 16 \"$dir/open/canary\"" || fail "shown: $(head -c 2000 answer.json)"
is shown '.[1].data.stop.function' device_reset
is shown '.[3].raw | test("Read-only|Permission denied")' true
stop
[ -e open/canary ] && fail "what is shown is written to"
"$tool" start --show open --kernel x86_64.elf --qemu x86_64 >/dev/null 2>answer.json && fail "--show without a sandbox passes"
grep -q 'for sessions in the sandbox' answer.json || fail "--show: $(cat answer.json)"
"$tool" start --sandbox --show nothing --kernel x86_64.elf --qemu x86_64 >/dev/null 2>answer.json && fail "--show of nothing passes"
# a disk that is too large to be copied
printf '\x55\xaa' | dd of=disk.img bs=1 seek=510 2>dd.txt
truncate -s 600M disk.img
begin --qemu x86_64 --mode bios --kernel disk.img --memory 16
cmd "$id" 'hbreak *0x7c00' continue 'monitor info block' || fail "disk: $(head -c 2000 answer.json)"
is disk '[.[1].data.record.frame.addr, (.[2].raw | test("disk.img"))] | map(tostring) | join(" ")' '0x0000000000007c00 true'
stop

# the MCP server by default: sandbox and gate are on
cat >client.py <<'END'
import json, os
from mcp_client import call, end
def refused(**arguments):
    answer = call("gdb_start_session", **arguments)
    print(answer["message"] if answer["status"] == "error" else "started")
    if answer["status"] != "error":
        call("gdb_stop_session")
kernel = dict(qemu="x86_64", kernel="x86_64.elf")
print(call("gdb_start_session", append="fault=clock", **kernel)["status"])
print(call("gdb_set_breakpoint", location="page_fault_handler")["status"])
print(call("gdb_continue")["stop"]["function"])
fault = call("gdb_explain_fault")
print("null pointer" in json.dumps(fault), "sys_clock_gettime" in json.dumps(fault))
print(call("gdb_execute_command", command="monitor info status")["output"].strip())
print(call("gdb_execute_command", command="monitor migrate exec:id")["status"], call("gdb_execute_command", command="shell id")["status"])
print(call("gdb_stop_session")["status"])
refused(qemu="x86_64", kernel="secret")
refused(qemu="x86_64", mode="bios", kernel="secret")
refused(symbols="secret", **kernel)
refused(qemu_args=["-drive", "format=raw,file=%s/secret" % os.environ["WHERE"]], **kernel)
refused(qemu_args=["-smp", "2"], **kernel)
refused(qemu_args=["-smp", "2"], program="x86_64.elf")
end()
END
sed 's/^\t*//' >want.txt <<END
	success
	success
	page_fault_handler
	True True
	VM status: paused (debug)
	error error
	success
	refused by the gate: secret is no kernel, EFI program or disk that boots (unpack it if it is compressed)
	refused by the gate: secret is no kernel, EFI program or disk that boots (unpack it if it is compressed)
	refused by the gate: secret is no kernel, EFI program or disk that boots (unpack it if it is compressed)
	No such file or directory
	started
	a kernel needs a machine: qemu
END
WHERE=$dir PYTHONPATH=$FL_SRC/tests/support PYTHONDONTWRITEBYTECODE=1 python3 client.py "$tool" mcp >got.txt
sed -i 's/.*: \(No such file or directory\)$/\1/' got.txt
diff want.txt got.txt || fail "over MCP"
[ -e open/canary ] && fail "a canary over MCP"
nothing_left "an MCP server"
finish
