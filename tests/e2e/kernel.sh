#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu
# timeout: 600
# The kernel commands on real machines of three architectures: planted faults explained to their
# cause, page walks against QEMU's own, tables against the symbols; and in programs.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need gdb-multiarch qemu-system-x86_64 qemu-system-aarch64 qemu-system-riscv64 clang-19 ld.lld-19
bash "$FL_SRC/tests/kernels/build.sh" "$dir" x86_64.elf x86_64-o1.elf aarch64.elf riscv64.elf || exit 1
qemu=0

boot() { # ARCHITECTURE FAULT [KERNEL [OPTION…]]: a session, sets id
	"$tool" start ${box:+"$box"} --qemu "$1" --kernel "${3:-$1.elf}" --memory 64 --qemu-arg=-append --qemu-arg="fault=$2" "${@:4}" >start.json ||
		fail "start: $(cat start.json)"
	id=$(jq -r .session_id start.json)
}
remote() { # FAULT: the same of x86_64 with a QEMU of somebody else's, and no QMP
	qemu-system-x86_64 -M q35 -accel tcg,thread=single -display none -m 64 -no-reboot -S -serial null -monitor none \
		-chardev "socket,path=$dir/stub,server=on,wait=off,id=g0" -gdb chardev:g0 -kernel x86_64.elf -append "fault=$1" &
	qemu=$!
	for _ in $(seq 200); do
		[ -S stub ] && break
		sleep 0.02
	done
	"$tool" start --remote "$dir/stub" --symbols x86_64.elf >start.json || fail "start: $(cat start.json)"
	id=$(jq -r .session_id start.json)
}
run() { # PROGRAM ARGUMENT…: sets id
	"$tool" start --program "$1" -- "${@:2}" >start.json || fail "start: $(cat start.json)"
	id=$(jq -r .session_id start.json)
}
ask() { # COMMAND…: to answer.json, always a list
	local status
	cmd "$id" "$@"
	status=$?
	jq 'if type == "array" then . else [.] end' answer.json >list.json
	mv list.json answer.json
	return $status
}
end() {
	"$tool" stop --session "$id" >/dev/null || fail "stop of $id"
	[ "$qemu" = 0 ] && return
	kill -9 "$qemu" 2>/dev/null
	wait "$qemu" 2>/dev/null
	qemu=0
}
has() { # WHAT FILTER: true of answer.json
	[ "$(jq -r "$2" answer.json)" = true ] || fail "$1: not $2: $(jq -c '.[-1]' answer.json | cut -c1-2000)"
}

# Each planted fault on each machine, from the handler: cause, place, address, what was attempted, the
# functions on the stack. Only the words of the exception differ.
declare -A exception=(
	[page:x86_64]="page fault (#PF)" [null:x86_64]="page fault (#PF)"
	[stack:x86_64]="double fault (#DF)" [list:x86_64]="general protection (#GP)"
	[page:aarch64]="data abort from the same level: translation fault at level 1"
	[null:aarch64]="instruction abort from the same level: translation fault at level 1"
	[stack:aarch64]="data abort from the same level: translation fault at level 3"
	[list:aarch64]="data abort from the same level: translation fault at level 0"
	[page:riscv64]="store page fault" [null:riscv64]="instruction page fault"
	[stack:riscv64]="store page fault" [list:riscv64]="load page fault"
)
for arch in x86_64 aarch64 riscv64; do
	for fault in null page stack list; do
		boot $arch $fault
		ask 'break trap' continue fault 'info registers pc' 'print $pc' 'break panic' continue
		what="$arch $fault"
		is "$what" '.[2].data.exception' "${exception[$fault:$arch]}"
		is "$what: frames" '.[2].data.registers_exact' true
		is "$what: still in trap" '.[4].output | test("<trap\\+")' true
		is "$what: and goes on" '.[6].data.stop.function' panic
		case $fault in
		null)
			is "$what" '.[2].data | [.cause, .pc, .address, .access] | join(" ")' 'null_call 0x0 0x0 execute'
			has "$what" '.[2].data.explanation | contains("called by device_stop at common/faults.c")'
			has "$what" '.[2].data.frames | map(.function) | contains(["device_stop", "plant_fault", "kernel_main"])'
			;;
		page)
			is "$what" '.[2].data | [.cause, .symbol, .address, .access, .by] | join(" ")' 'not_mapped device_reset 0xdead004 write kernel'
			has "$what" '.[2].data.uses | to_entries | any(.value == "0xdead000")'
			is "$what" '.[2].data.frames | map(.function) | .[:3] | join(" ")' 'device_reset plant_fault kernel_main'
			is "$what" '.[2].data.walk | [.mapped, .result] | map(tostring) | join(" ")' 'false not_present'
			;;
		stack)
			is "$what" '.[2].data | [.cause, .symbol] | join(" ")' 'stack_overflow directory_depth'
			has "$what" '.[2].data.frames | length == 10 and all(.function == "directory_depth")'
			;;
		list)
			is "$what" '.[2].data | [.cause, .symbol, .address] | join(" ")' 'non_canonical task_count 0xff00737470757272'
			is "$what" '.[2].data.frames | map(.function) | .[:3] | join(" ")' 'task_count plant_fault kernel_main'
			;;
		esac
		end
	done
done

# The system call's null pointer, from optimised code, at the gate itself and without symbols.
boot x86_64 clock
ask 'break trap' continue fault
is clock '.[2].data | [.cause, .symbol, .address, .access, .frame_from] | join(" ")' \
	'null_pointer sys_clock_gettime 0x8 write an argument of the handler that points to a structure with rip'
has clock '.[2].data.frames | map(.function) | contains(["syscall_dispatch", "user_time", "user_main"])'
end
boot x86_64 page x86_64-o1.elf
ask 'break page_fault_handler' continue fault
is gate '.[2].data | [.cause, .symbol, .frame_from, .registers_exact] | map(tostring) | join(" ")' \
	"not_mapped device_reset the processor is at the gate's first instruction true"
is gate '.[2].data | [.vector, .error_code, .fields.P, .fields.W, .fields.U] | map(tostring) | join(" ")' '14 0x2 not-present write kernel'
frame=$(jq -r '.[2].data.frame' answer.json)
ask 'break panic' continue symbol-file fault "fault vector 14 error 2 frame $frame" 'fault nonsense 3' 'fault frame 5'
is heuristics '.[3].data | [.cause, .address, .vector, .error_code, .frame] | map(tostring) | join(" ")' "not_mapped 0xdead004 14 0x2 $frame"
has heuristics '.[3].data | [.frame_from, .code_from, .registers_from] | all(contains("heuristic"))'
is arguments '.[4].data | [.cause, .address, .frame_from, .code_from] | join(" ")' "not_mapped 0xdead004 the command's argument the command's argument"
is nonsense '.[5] | [.success, .error_type] | map(tostring) | join(" ")' 'false execution_failed'
is 'no memory' '.[6].success' false
# what is no vector and no frame is said to be none, and not passed over
ask 'idt -1' 'idt 256' 'idt 255' 'fault vector 300' 'fault frame 0' "fault frame $frame-8" "fault frame $frame"
is vectors '[.[0, 1, 3].error] | join("; ")' 'a vector is a number from 0 to 255, and -1 is 0xffffffffffffffff; a vector is a number from 0 to 255, and 256 is 0x100; a vector is a number from 0 to 255, and 300 is 0x12c'
is vectors '.[2].data.gates | length' 1
has 'no frame' '.[4].error | contains("no exception\u0027s frame can be read at 0x0: ")'
has 'no frame' '.[5].data.frame_from | contains("do not look like RIP, CS, RFLAGS, RSP, SS")'
is 'no frame' '.[6].data.frame_from' "the command's argument"
end

# Walks against QEMU's: where each address leads, and what each range of `info mem` may be used for.
compare() { # ARCHITECTURE ADDRESS…
	local arch=$1 a commands=()
	shift
	for a in "$@"; do commands+=("page-walk $a" "monitor gva2gpa $a"); done
	ask "${commands[@]}"
	jq -r 'range(0; length; 2) as $i | .[$i] as $w | .[$i + 1] as $q |
		(($q.raw + ($q.program_output // "")) | gsub("[\\r\\n]"; "") | gsub("gpa: "; "")) as $theirs |
		(if $w.success | not then "error: \($w.error)" elif $w.data.mapped then $w.data.physical else "Unmapped" end) as $ours |
		"\($w.command) \($ours) \($theirs)"' answer.json >walks.txt
	[ "$(wc -l <walks.txt)" -eq $# ] || fail "$arch: $(wc -l <walks.txt) walks of $#"
	awk '$3 != $4' walks.txt | grep . && fail "$arch: walks differ from QEMU's"
	[ "$(awk '$3 != "Unmapped"' walks.txt | wc -l)" -ge 15 ] || fail "$arch: only few of the addresses are mapped"
	awk '$3 == "Unmapped"' walks.txt | grep -q . || fail "$arch: all of the addresses are mapped"
}
addresses() { # BASE…: around the edges of pages of all sizes
	local base offset
	for base in "$@"; do
		for offset in 0 0xfff 0x1000 0x1ff008 0x200000 0x3fffff8 0x40000000 0x7fffffffff; do
			printf '0x%x\n' $((base + offset))
		done
	done
}
boot x86_64 none x86_64.elf --qemu-arg=-cpu --qemu-arg=max
ask 'break kernel_ready' continue
mapfile -t list < <(addresses 0 0x400000 0xffff800000000000 0xffffffff80000000 0xffffffff80100000)
guard=$(nm x86_64.elf | awk '$3 == "kernel_stack_guard" {print "0x" $1}')
compare x86_64 "${list[@]}" "$guard" 0x5ff123 0xffff800040000123 0xffffffff801fe000
ask 'page-walk 0xffff800040000123' 'page-walk 0x5ff123' "page-walk kernel_stack_guard" 'page-walk trap' 'maint packet qqemu.PhyMemMode' \
	'monitor info mem'
is 'gigapage' '.[0].data | [.page_bytes, .physical, (.entries | length)] | map(tostring) | join(" ")' '1073741824 0x40000123 2'
is 'user stack' '.[1].data | [.user.read, .user.write, .user.execute, .entries[3].level] | map(tostring) | join(" ")' 'true true false PTE'
has 'user stack' '.[1].data.entries[3].flags | contains(["P", "RW", "US", "NX"])'
is guard '.[2].data | [.result, .reason] | join(": ")' 'not_present: the PTE is not present'
is 'an expression' '.[3].data | [.mapped, .kernel.execute, .user.read] | map(tostring) | join(" ")' 'true true false'
has 'the mode of physical reads is put back' '.[4].raw | contains("received: \"0\"")'
jq -r '.[5] | .raw + (.program_output // "")' answer.json | tr -d '\r' | awk 'NF == 3 && $1 ~ /-/' >ranges.txt
[ "$(wc -l <ranges.txt)" -ge 5 ] || fail "info mem: $(cat ranges.txt)"
mapfile -t starts < <(sed 's/^\([0-9a-f]*\)-.*/page-walk 0x\1/' ranges.txt)
ask "${starts[@]}"
jq -r '.[].data | (if .user.read then "u" else "-" end) + "r" + (if (.user.write or (.user.read | not) and .kernel.write) then "w" else "-" end)' \
	answer.json | paste - <(awk '{print $3}' ranges.txt) | awk '$1 != $2' | grep . && fail "rights differ from info mem's"
end
boot aarch64 none
ask 'break kernel_ready' continue
mapfile -t list < <(addresses 0 0x40000000 0xffff000000000000 0xffff000009000000 0xffff000040000000 0xffff000040100000)
guard=$(nm aarch64.elf | awk '$3 == "kernel_stack_guard" {print "0x" $1}')
compare aarch64 "${list[@]}" "$guard"
ask 'page-walk &tasks' 'page-walk 0xffff000009000018' 'page-walk 0xffff000043e00000'
is 'aarch64 page' '.[0].data | [.page_bytes, .kernel.write, (.entries | length), .mode] | map(tostring) | join(" ")' '4096 true 4 4 KiB granule'
is 'aarch64 device' '.[1].data | [.page_bytes, .physical, .kernel.execute, .entries[1].fields.AttrIndx] | map(tostring) | join(" ")' \
	'1073741824 0x9000018 false 1'
is 'aarch64 block' '.[2].data | [.page_bytes, .physical] | map(tostring) | join(" ")' '2097152 0x43e00000'
end
boot riscv64 none
ask 'break kernel_ready' continue
mapfile -t list < <(addresses 0 0x80000000 0xffffffc000000000 0xffffffc010000000 0xffffffc080000000)
guard=$(nm riscv64.elf | awk '$3 == "kernel_stack_guard" {print "0x" $1}')
compare riscv64 "${list[@]}" "$guard"
ask 'page-walk &tasks' 'page-walk 0xffffffc010000005' show-control gdt idt show-segments tsc ctx
is 'riscv64 page' '.[0].data | [.page_bytes, .kernel.write, (.entries | length), .mode] | map(tostring) | join(" ")' '4096 true 3 Sv39'
is 'riscv64 device' '.[1].data | [.page_bytes, .physical, .kernel.execute] | map(tostring) | join(" ")' '1073741824 0x10000005 false'
is 'riscv64 satp' '.[2].data.control | map(select(.name == "satp"))[0].fields | [.MODE, .PPN] | map(tostring) | join(" ")' 'Sv39 524289'
is 'riscv64: x86 alone' '.[3:7] | map(.success) | any' false
has 'riscv64: x86 alone' '.[3:7] | all(.error | contains("x86_64"))'
[ -n "$box" ] || is 'riscv64 ctx' '.[7].data | [.function, .source_line] | join(" ")' "kernel_ready $(printf '\t')__asm__ volatile(\"\" ::: \"memory\");"
end

# Five levels, Sv48, Sv57: the kernels know nothing of them, so the debugger puts the upper tables there.
boot x86_64 none x86_64.elf --qemu-arg=-cpu --qemu-arg=max
ask 'break *_start' continue 'set var *(unsigned long *)0x3000000 = (unsigned long)&pml4 | 7' \
	'set var *(unsigned long *)0x3000ff8 = (unsigned long)&pml4 | 3' 'stepi 2' 'set $rax = 0x3000000' 'stepi 3' 'set $rax = $rax | 0x1000' \
	'break kernel_ready' continue 'page-walk trap' 'page-walk 0x100000000000000'
is 'five levels' '.[10].data | [.mode, .mapped, (.entries | map(.level) | join(" "))] | map(tostring) | join(": ")' '5-level: true: PML5E PML4E PDPTE PDE PTE'
is 'five levels' '.[11].data.result' non_canonical
mapfile -t list < <(addresses 0 0x400000 0xffff800000000000 0xffffffff80000000 0xffffffff80100000 0xff00000000000000)
compare x86_64 "${list[@]}"
end
for levels in 4 5; do
	boot riscv64 none
	ask 'break *supervisor' continue 'set var *(unsigned long *)0x82000000 = ((unsigned long)&level2 >> 2) | 1' \
		'set var *(unsigned long *)0x82000ff8 = ((unsigned long)&level2 >> 2) | 1' 'set var *(unsigned long *)0x82001000 = (0x82000000 >> 2) | 1' \
		'set var *(unsigned long *)0x82001ff8 = (0x82000000 >> 2) | 1' \
		"set \$satp = ($((levels + 5))UL << 60) | $([ $levels = 4 ] && echo 0x82000 || echo 0x82001)" 'break kernel_ready' continue 'page-walk trap'
	is "riscv64, $levels levels" '.[9].data | [.mode, .mapped, (.entries | length)] | map(tostring) | join(" ")' "Sv$((levels * 9 + 12)) true $levels"
	mapfile -t list < <(addresses 0 0x80000000 0xffffffc000000000 0xffffffc010000000 0xffffffc080000000 0xffff000000000000)
	compare riscv64 "${list[@]}"
	end
done

# Entries that the debugger spoils: what the processor makes of them, and what is said of it.
spoil() { # ARCHITECTURE ENTRY VALUE CAUSE EXCEPTION
	boot "$1" page
	ask 'break kernel_ready' continue "set var *(unsigned long *)($2) = $3" 'break trap' continue fault
	is "$1, an entry of $3" '.[5].data | [.cause, .symbol, .address, .access] | join(" ")' "$4 device_reset 0xdead004 write"
	has "$1, an entry of $3" ".[5].data.exception | contains(\"$5\")"
	end
}
low='0xffff800000000000 + (unsigned long)&pd_low + 0x378'
spoil x86_64 "$low" 0x200081 read_only 'page fault'
spoil x86_64 "$low" 0x202083 page_table 'page fault'
low='0xffff000000000000 + (unsigned long)&level1_low'
spoil aarch64 "$low" 0x40000301 access_flag 'access flag fault at level 1'
spoil aarch64 "$low" 0x40000781 read_only 'permission fault at level 1'
low='0xffffffc000000000 + (unsigned long)&level2'
spoil riscv64 "$low" 0x20000043 read_only 'store page fault'
spoil riscv64 "$low" 0x200000d7 user_page 'store page fault'
spoil riscv64 "$low" 0x200800cf page_table 'store page fault'

# Tables, registers, context, and the time stamp counter, which leaves no trace.
boot x86_64 none
ask 'break kernel_ready' gdt show-control 'page-walk 0x1234' continue ctx 'show-stack 40' show-control show-segments show-all-registers gdt idt 'idt 14' \
	'idt 9' 'idt 300' tsc tsc ctx 'print/x $rip' 'x/2xb $rip'
has 'before protected mode' '.[2].success and .[3].data.mode == "paging off" and .[3].data.physical == "0x1234"'
is ctx '.[5].data | [.function, (.file | sub(".*/"; "")), (.instructions | map(select(.current)) | length)] | map(tostring) | join(" ")' 'kernel_ready faults.c 1'
is 'ctx: pc' '.[5].data | .instructions[] | select(.current) | .address' "$(jq -r '.[5].data.pc' answer.json)"
has ctx '.[5].raw | contains("=== Instruction Context ===") and contains("=== Registers ===") and contains("=== Stack Top ===")'
has stack '.[6].data.stack | length == 40 and any(.symbol == "kernel_main" and .code and (.file | endswith("main.c")))'
is control '.[7].output | keys | join(" ")' 'cr0 cr2 cr3 cr4 cr8 efer rflags'
has control '.[7].data.control | (map(select(.name == "cr0"))[0].flags | contains(["PE", "WP", "PG"])) and (map(select(.name == "efer"))[0].flags == ["LME", "LMA", "NXE"])'
is segments '.[8].output | [.cs, .ss] | join(" ")' '0x8 0x10'
has 'all registers' '.[9].output | has("rax") and has("cs") and has("cr3")'
is gdt '.[10].data.descriptors | map("\(.selector) \(.kind) \(.dpl)") | join(", ")' \
	'0x0 null 0, 0x8 code (execute, read, accessed) 0, 0x10 data (read, write, accessed) 0, 0x18 data (read, write, accessed) 3, 0x20 code (execute, read, accessed) 3, 0x28 TSS (busy) 0'
is 'gdt: the task' '.[10].data.descriptors[5].base' "0x$(nm x86_64.elf | awk '$3 == "task_state" {print $1}')"
is idt '.[11].data.gates | map("\(.vector) \(.symbol) \(.ist) \(.dpl)") | join(", ")' \
	'0 divide_error_handler 0 0, 1 debug_handler 0 0, 3 breakpoint_handler 0 3, 6 invalid_opcode_handler 0 0, 8 double_fault_handler 1 0, 12 stack_segment_handler 0 0, 13 general_protection_handler 0 0, 14 page_fault_handler 0 0, 32 timer_interrupt_handler 0 0, 128 syscall_handler 0 3'
is 'idt 14' '.[12].data.gates[0].handler' "0x$(nm x86_64.elf | awk '$3 == "page_fault_handler" {print $1}')"
is 'idt 9' '.[13].data.gates[0].present' false
is 'idt 300' '.[14] | [.success, .error_type] | map(tostring) | join(" ")' 'false execution_failed'
has tsc '(.[15].data.tsc | length) > 4 and .[15].data.tsc != .[16].data.tsc'
has 'tsc: nothing changed' '.[5].data.registers == .[17].data.registers and .[5].data.pc == .[17].data.pc and .[5].data.instructions == .[17].data.instructions'
ask 'break timer_interrupt' 'continue' fault
is 'an interrupt' '.[2].data | [.exception, .cause] | join(" ")' 'interrupt 32 on_purpose'
end

boot x86_64 none x86_64.elf --qemu-arg=-smp --qemu-arg=2
ask 'break kernel_ready' continue tsc 'thread 2' tsc 'page-walk 0x77' 'thread 1' tsc 'page-walk kernel_main' up tsc
is 'two processors' '[.[2], .[7]] | map(.success) | join(" ")' 'true true'
has 'two processors' '.[4].error | contains("halted")'
is 'two processors' '[.[5], .[8]] | map(.data.mode) | join(", ")' 'paging off, 4-level'
has 'another frame' '.[10].error | contains("frame 0")'
end

# The same without QMP, and behind the gate.
remote page
ask 'break page_fault_handler' continue fault 'idt 14' 'page-walk $cr2'
is remote '.[2].data | [.cause, .symbol, .vector, .exception] | map(tostring) | join(" ")' 'not_mapped device_reset 14 page fault (#PF)'
is remote '.[3].data.gates[0].symbol' page_fault_handler
is remote '.[4].data.reason' 'the PDE is not present'
end
"$tool" start ${box:+"$box"} --gate --qemu x86_64 --kernel x86_64.elf --memory 64 >start.json || fail "start: $(cat start.json)"
id=$(jq -r .session_id start.json)
ask 'break timer_interrupt' continue fault 'fault vector 32 frame &frame->rip' 'page-walk $_shell("id")' 'show-stack main()' ctx tsc 'idt 14'
is gate '.[2].data | [.exception, .cause] | join(" ")' 'interrupt 32 on_purpose'
is gate '.[3:6] | map(.error_type) | join(" ")' ' refused refused'
has gate '.[6:9] | map(.success) | all'
end

# Programs.
cat >faults.c <<'END'
#include <stdlib.h>
#include <sys/mman.h>
struct operations { int (*stop)(void); };
static int deep(int n) { volatile char here[1000] = {0}; return deep(n + 1) + here[n % 1000]; }
int main(int argc, char **argv)
{
	struct operations none = {0};
	volatile int number = atoi(argv[1]), zero = argc - 2;
	char *text = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	switch (number) {
	case 1: none.stop(); break;
	case 2: deep(0); break;
	case 3: text[5] = 1; break;
	case 4: *(volatile int *)0x4141414141414141 = 1; break;
	case 5: ((void (*)(void))text)(); break;
	case 6: return number / zero;
	case 7: abort();
	case 8: *(volatile int *)(long)zero = 1; break;
	case 9: return *(volatile int *)0x1337000;
	}
}
END
gcc -g -O0 -w faults.c -o faults || exit 1
want=(- null_call stack_overflow read_only non_canonical no_execute arithmetic abort null_pointer not_mapped)
for n in 1 2 3 4 5 6 7 8 9; do
	run ./faults $n
	ask run fault
	is "program, fault $n" '.[1].data.cause' "${want[n]}"
	case $n in
	1) has "program, fault 1" '.[1].data.explanation | contains("called by main")' ;;
	2) has "program, fault 2" '.[1].data.frames | length == 10 and all(.function == "deep")' ;;
	3) has "program, fault 3" '.[1].data.mapping | contains("r--p")' ;;
	esac
	end
done
run ./faults 1
ask run "generate-core-file $dir/core"
end
"$tool" start --program ./faults --core "$dir/core" >start.json || fail "start: $(cat start.json)"
id=$(jq -r .session_id start.json)
ask fault
is 'a core file' '.[0].data | [.cause, .frames[1].function] | join(" ")' 'null_call main'
end
run ./faults 0
ask fault ctx 'break deep' 'break main' run ctx 'show-stack 4' show-all-registers show-segments 'page-walk main' show-control idt gdt tsc 'show-stack 0' \
	'page-walk'
is 'not started' '.[0:2] | map(.error_type) | join(" ")' 'target_not_running target_not_running'
is 'program: ctx' '.[5].data.function' main
is 'program: stack' '.[6].data.stack | length' 4
has 'program: registers' '.[7].output | has("rip") and (has("cr3") | not)'
is 'program: segments' '.[8].output.cs' 0x33
has 'for machines alone' '.[9:14] | all((.success | not) and .error_type == "execution_failed" and (.error | contains("whole machines")))'
is 'no words' '.[14:16] | map(.success) | any' false
end
finish
