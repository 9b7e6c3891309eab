#!/usr/bin/env bash
# labels: debugsession needs-gdb needs-qemu
# timeout: 300
# The DAP server over what else can debug: a kernel in QEMU, LLDB's adapter.
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
out=$(cd "$modules" && timeout -k 5 200 node lldb.mjs "$tool" "$dir/shop" "$source" 2>&1) || fail "LLDB: $out"
nothing_left "LLDB"
finish
