#!/usr/bin/env bash
# labels: nightly needs-gdb needs-qemu
# timeout: 7200
# Records of faults in all of examples/kernels, on all their machines: at least 150 from six kernels, all replay,
# and their prompts and contexts tell nothing of this machine. LIMIT: records of a kernel on a machine.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq gdb gdb-multiarch clang-19 ld.lld-19 qemu-system-x86_64 qemu-system-aarch64 qemu-system-riscv64
datasets=$FL_BIN/datasets
cd "$dir" || exit 1
"$datasets" kernels "$FL_SRC/examples/kernels" -o out --limit="${LIMIT:-10}" --why=why.jsonl >said || fail "kernels"
cat said
"$datasets" cat out >rows
[ "$(wc -l <rows)" -ge 150 ] || fail "only $(wc -l <rows) records"
[ "$(jq -r .group rows | sort -u | wc -l)" -ge 6 ] || fail "of fewer than six kernels"
for machine in x86_64 aarch64 riscv64; do
	[ "$(jq -r '.run.argv[0]' rows | grep -c "$machine")" -ge 30 ] || fail "few on $machine"
done
grep -c refused said && fail "a kernel is refused"
jq -es 'all(.[]; (.prompt + .context) | test("/box/|/tmp/") | not)' rows >/dev/null || fail "a path of the machine"
jq -es 'map(select(.context | contains("cpu_exception("))) | length >= 15' rows >/dev/null || fail "few exceptions"
"$datasets" validate out || fail "validate"
"$datasets" verify out --replay "$(wc -l <rows)" || fail "replay"
exit "$bad"
