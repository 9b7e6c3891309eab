#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu
# timeout: 300
# The DAP server over what else can debug: a kernel in QEMU, LLDB's adapter and, where FL_GDB_DAP names a
# gdb from version 14 on, gdb's own.
# shellcheck source=tests/support/session.sh
. "$FL_SRC/tests/support/session.sh" || exit 1
# shellcheck source=tests/support/dap.sh
. "$FL_SRC/tests/support/dap.sh" || exit 1
need qemu-system-x86_64 clang-19 ld.lld-19 lldb-dap-19
bash "$FL_SRC/tests/kernels/build.sh" "$dir" x86_64.elf || exit 1

out=$(cd "$modules" && timeout -k 5 100 node kernel.mjs "$tool" "$dir/x86_64.elf" 2>&1) || fail "a kernel: $out"
nothing_left "a kernel"
out=$(cd "$modules" && timeout -k 5 100 node kernel.mjs "$tool" "$dir/x86_64.elf" --sandbox 2>&1) || fail "a kernel in the sandbox: $out"
nothing_left "a kernel in the sandbox"
source=$FL_SRC/tests/e2e/dap/shop.cpp
g++ -g -O0 "$source" -o "$dir/shop" || exit 1
engine() { # ENGINE [DEBUGGER]
	out=$(cd "$modules" && DAP_ENGINE=$1 DAP_DEBUGGER=${2:-} timeout -k 5 200 \
		node engines.mjs "$tool" "$dir/shop" "$source" 2>&1) || fail "$1: $out"
	nothing_left "$1"
}
engine lldb-dap
[ -n "${FL_GDB_DAP:-}" ] && engine gdb-dap "$FL_GDB_DAP"

# whoever is killed, QEMU and LLDB go, too
for victim in keeper server client editor; do
	end_one $victim 'user: hello' '{"qemu":"x86_64","kernel":"'"$dir"'/x86_64.elf","memory":64,"append":"fault=clock"}'
	end_one $victim waiting '{"engine":"lldb-dap","program":"'"$dir"'/shop","args":["wait"]}'
done
finish
