#!/usr/bin/env bash
# labels: nightly needs-gdb needs-qemu
# timeout: 14400
# Dialogues about faults in all of examples/kernels, on all their machines: at least 60, most conclusions are at the
# fault, and all replay. LIMIT: records of a kernel on a machine; SET: a dataset of them that is there already.
. "$FL_SRC/tests/support/alone.sh" || exit 1
need jq gdb gdb-multiarch clang-19 ld.lld-19 qemu-system-x86_64 qemu-system-aarch64 qemu-system-riscv64
datasets=$FL_BIN/datasets
cd "$dir" || exit 1
set=${SET:-set}
[ -n "${SET:-}" ] || "$datasets" kernels "$FL_SRC/examples/kernels" -o set --limit="${LIMIT:-8}" \
	--op=null-check,late-check,missing-guard,bounds-check,init-removed,self-init >said || fail "kernels"
"$datasets" dialogues "$set" -o talks --jobs=2 >said || fail "dialogues"
cat said
[ "$("$datasets" cat talks | wc -l)" -ge 60 ] || fail "fewer than 60 dialogues"
for machine in x86_64 aarch64 riscv64; do
	[ "$("$datasets" cat talks | jq -r '.run.argv[0]' | grep -c "$machine")" -ge 10 ] || fail "few on $machine"
done
at=$(sed -n 's/.*at the fault .*(\([0-9]*\) %).*/\1/p' said)
[ "$at" -ge 85 ] || fail "$at % of the conclusions are at the fault"
"$datasets" validate talks || fail "validate"
"$datasets" verify talks --replay 60 | tee said
grep -q 'replayed 60 of 60' said || fail "not all replay"
exit "$bad"
