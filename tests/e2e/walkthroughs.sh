#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu
# timeout: 180
# The walkthroughs of docs/walkthroughs are what really happens: each command in them is run here, and its
# output compared but for ids, paths, addresses. With --update: write them.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
need qemu-system-x86_64 clang-19 ld.lld-19
bash "$FL_SRC/tests/kernels/build.sh" "$dir" x86_64.elf || exit 1
PATH=$FL_BIN:$PATH

say() { printf '%s\n\n' "$@"; }
run() { # COMMAND: as it is, and what it prints
	printf '\t$ %s\n' "$1"
	eval "$1" >output.txt 2>&1 || echo "this failed: $1" >>failed.txt
	sed "s|$dir/||g; s/[[:space:]]*\$//; s/^./\t&/" output.txt
	echo
}
begin() { # FAULT
	run "debugsession start --qemu x86_64 --kernel x86_64.elf --append fault=$1 >start.json; jq '{session_id, status, mode}' start.json"
	id=$(jq -r .session_id start.json)
}
ask() { # COMMAND [FILTER]
	run "debugsession cmd --session \$id --command '$1' | jq -r '${2:-.output}'"
}

page-fault() {
	say '# A page fault in a kernel' \
		'The kernel is `tests/kernels/x86_64.elf`; its user'"'"'s program asks for the time and gives a bad pointer. This page is made by `tests/e2e/walkthroughs.sh --update`, which runs each command.' \
		'A session of its own QEMU, halted before the first instruction (`id` is the `session_id`):'
	begin clock
	say 'Stop where page faults come in, and let it run. What it says on the serial line comes with the answer:'
	ask 'break page_fault_handler'
	ask continue '.output, .program_output'
	say 'Which address was it, and what does the stack look like? A backtrace is data:'
	ask 'print/x $cr2'
	ask backtrace '.output[] | "\(.number) \(.function)(\(.args)) \(.file):\(.line)"'
	say 'Frame 1 is what was interrupted. Its instruction writes 8 bytes behind `rax`, and `tp` is null:'
	ask 'frame 1' '.output | split("\n") | .[0], .[-1]'
	ask 'x/i $pc'
	ask 'info locals'
	say 'There is nothing at that address:'
	ask 'page-walk 8' .raw
	say '`fault` says all this at once, and what it thinks is the cause:'
	ask fault '.raw | split("\n")[:2] | join("\n")'
	say 'The pointer came from the user (frame 6), and no one looked at it. `sys_clock_gettime` has to refuse it.'
	run 'debugsession stop --session $id | jq "{status, total_commands}"'
}

syscall() {
	say '# A system call that fails' \
		'Why does the user'"'"'s program of `tests/kernels/x86_64.elf` exit with -38? This page is made by `tests/e2e/walkthroughs.sh --update`, which runs each command.'
	begin syscall
	say 'All system calls come in at `syscall_handler`, with their number in `rax`. First see which there are:'
	ask 'break syscall_handler'
	run "for i in 1 2 3; do debugsession cmd --session \$id --command continue --command 'print \$rax' | jq -r '.[1].output'; done"
	say 'The third, 229, is the suspect. Its arguments are in `rdi` and `rsi`, and this is who asked:'
	ask 'info registers' '.output | {rax, rdi, rsi}'
	ask 'backtrace 3' '.output[:3][] | "\(.number) \(.function)(\(.args)) \(.file):\(.line)"'
	say 'Follow it into the dispatcher, and see what comes back:'
	ask 'break syscall_dispatch'
	ask continue '.output | split("\n")[2]'
	ask 'info args'
	ask finish '.raw | split("\n") | map(select(test("Value"))) | .[]'
	say 'That is -ENOSYS. The table of handlers has no such number:'
	ask 'print syscall_table'
	say 'So the program hands it on to `exit`, as the last word on the serial line says:'
	run "debugsession cmd --session \$id --command delete --command 'break machine_halt' --command continue --command serial | jq -r '.[3].raw'"
	say 'Either the kernel gets a system call 229, or the program has to live without it.'
	run 'debugsession stop --session $id | jq "{status, total_commands}"'
}

mask() {
	sed -E 's/gdb_[0-9]+_[0-9]+(_[0-9]+)?/ID/g; s/0x(ffff[0-9a-f]*|[0-9a-f]{5,})/ADDRESS/g; s/\+[0-9]+>/+N>/g; s/ticks = [0-9]+/ticks = N/; /Source file is more recent/d' "$1"
}
for page in page-fault syscall; do
	$page >new.md
	file=$FL_SRC/docs/walkthroughs/$page.md
	if [ "${1:-}" = --update ]; then
		mkdir -p "$(dirname "$file")"
		cp new.md "$file"
	elif ! diff <(mask "$file") <(mask new.md); then
		echo "docs/walkthroughs/$page.md is not what happens; tests/e2e/walkthroughs.sh --update writes it"
		bad=1
	fi
done
[ -e failed.txt ] && cat failed.txt && bad=1
finish
