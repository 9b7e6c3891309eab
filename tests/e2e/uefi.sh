#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu slow
# timeout: 300
# A UEFI application, started by OVMF from a disk that the session makes, debugged with symbols at the
# address where the firmware has loaded it: three planted faults in one boot.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need qemu-system-x86_64 clang-19 lld-link-19
[ -e /usr/share/OVMF/OVMF_CODE_4M.fd ] || missing "needs OVMF"
bash "$FL_SRC/tests/kernels/build.sh" "$dir" uefi.efi || exit 1
says() { # REGEX: waits until the serial line has it
	for _ in $(seq 400); do
		"$tool" output --session "$id" | jq -r .output >serial.txt
		grep -aqE "$1" serial.txt && return
		sleep 0.25
	done
	fail "the machine does not say $1: $(tail -c 1000 serial.txt)"
	exit 1
}
"$tool" start ${box:+"$box"} --qemu x86_64 --mode uefi --kernel uefi.efi --memory 128 >start.json || exit 1
id=$(jq -r .session_id start.json)
cmd "$id" 'continue&'
says 'uefi: loaded at 0x[0-9a-f]+'
base=$(sed -n 's/.*loaded at \(0x[0-9a-f]*\).*/\1/p' serial.txt)
"$tool" interrupt --session "$id" >/dev/null
# the linker put it at 0x140000000; the interrupt may have come within the firmware's timer
loop=$(($(line_of "$FL_SRC/tests/kernels/uefi/app.c" 'while (!go)') + 1))
cmd "$id" wait "add-symbol-file uefi.efi -o $(printf '0x%x' $((base - 0x140000000)))" "hbreak app.c:$loop" continue delete bt || fail "symbols: $(cat answer.json)"
is 'where it waits' '.[5].output[0] | [.function, .file] | join(" ")' 'efi_main uefi/app.c'

# a list: what overwrites the link; mended, it goes on
cmd "$id" 'set var go = 1' 'set var fault_choice = FAULT_LIST' 'break kernel_ready' continue 'watch tasks[1].next' continue continue bt delete finish \
	'set var tasks[1].next = &tasks[2]' 'continue&' || fail "list: $(jq -c '.[] | [.command, .error]' answer.json)"
is list '.[7].output[:3] | map(.function) | join(" ")' 'task_rename plant_fault efi_main'
says 'uefi: done'
"$tool" interrupt --session "$id" >/dev/null

# a call through null: there is memory at 0, so it is caught there; then back to the caller
cmd "$id" wait 'set var go = 1' 'set var fault_choice = FAULT_NULL' 'hbreak *0' continue 'info symbol *(long *)$rsp' 'print clock_device.stop' delete \
	'set var $rax = 0' 'set var $rip = *(long *)$rsp' 'set var $rsp = $rsp + 8' bt 'set var go = 1' 'set var fault_choice = FAULT_PAGE' 'continue&' ||
	fail "null: $(jq -c '.[] | [.command, .error]' answer.json)"
is null '.[5].output | test("^device_stop")' true
is null '.[6].output | test("0x0$")' true
is null '.[11].output[:3] | map(.function) | join(" ")' 'device_stop plant_fault efi_main'

# a page fault: the firmware's own report leads to the line
says 'X64 Exception Type - 0E'
says 'CR2 - 00007FFFDEAD0004'
"$tool" interrupt --session "$id" >/dev/null
rip=$(sed -n 's/.*RIP  - \([0-9A-F]*\).*/0x\1/p' serial.txt)
cmd "$id" wait "info line *$rip" "info symbol $rip" || fail "page: $(cat answer.json)"
is page '.[2].output | test("^device_reset")' true
is page '.[1].output | test("common/faults.c")' true
"$tool" stop --session "$id" >/dev/null || fail stop
finish
