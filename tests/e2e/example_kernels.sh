#!/usr/bin/env bash
# labels: needs-qemu
# timeout: 240
# The kernels of examples/kernels are built without a warning and pass their self-tests on three machines, with
# the same words on each, whatever the machine's memory and clock; what goes wrong is said, and ends the machine.
# shellcheck source=tests/support/alone.sh
. "$FL_SRC/tests/support/alone.sh" || exit 1
need qemu-system-x86_64 qemu-system-aarch64 qemu-system-riscv64 clang-19 ld.lld-19 jq
kernels=$dir/kernels
cp -r "$FL_SRC/examples/kernels" "$kernels"
cd "$dir" || exit 1

# One more, which does wrong what FAULT says.
mkdir "$kernels/faults"
cat >"$kernels/faults/selftest.c" <<'END'
#include "lib/spinlock.h"

static int deeper(volatile int depth)
{
	volatile char here[256];
	here[depth % 256] = 1;
	return deeper(depth + 1) + here[0];
}

void selftest(void)
{
	static struct spinlock lock = SPINLOCK("the lock");
	static const int constant = 1;
	volatile uintptr_t address = FAULT == 0 ? 8 : FAULT == 1 ? (uintptr_t)&constant : 0;
	if (FAULT < 2)
		*(volatile int *)address = 2;
	if (FAULT == 2)
		deeper(0);
	if (FAULT == 3)
		__builtin_trap();
	if (FAULT == 4)
		EXPECT_EQ(address + 1, 2);
	spin_lock(&lock);
	KASSERT(FAULT != 5);
}
END
for fault in 0 1 2 3 4 5 6; do
	targets='"x86_64", "aarch64", "riscv64"'
	[ $fault -lt 4 ] || targets='"x86_64"' # the same code on all
	jq ".programs += [{name: \"fault$fault\", targets: [$targets], sources: [\"faults/*.c\"], flags: [\"-std=gnu17\", \"-DFAULT=$fault\", \"-Wno-infinite-recursion\"]}]" \
		"$kernels/faultline.json" >manifest.json && mv manifest.json "$kernels/faultline.json"
done
SECONDS=0
bash "$kernels/build.sh" "$dir/out" 2>warnings || fail "build.sh: $(tail -5 warnings)"
[ ! -s warnings ] || fail "warnings: $(head -5 warnings)"
echo "built in $SECONDS s"

boot() { # NAME ARCH: its words in out/NAME-ARCH.txt
	bash "$kernels/run.sh" "out/$1-$2.elf" >"out/$1-$2.txt"
	echo $? >"out/$1-$2.status"
}
mapfile -t names < <(jq -r '.programs[].name' "$kernels/faultline.json")
[ "${#names[@]}" -ge 13 ] || fail "only ${#names[@]} kernels"
SECONDS=0
for name in "${names[@]}"; do
	for arch in x86_64 aarch64 riscv64; do
		[ ! -e "out/$name-$arch.elf" ] || boot "$name" $arch &
	done
	wait
done
echo "booted in $SECONDS s"
for name in "${names[@]}"; do
	[[ $name != fault* ]] || continue
	for arch in x86_64 aarch64 riscv64; do
		[ "$(cat "out/$name-$arch.status")" = 0 ] || fail "$name on $arch: $(tail -2 "out/$name-$arch.txt")"
		cmp -s "out/$name-x86_64.txt" "out/$name-$arch.txt" || fail "$name: $arch and x86_64 print different things"
	done
	[ "$(wc -l <"out/$name-x86_64.txt")" -ge 5 ] || fail "$name says little"
done

says() { # FAULT ARCH REGEX: its last line
	tail -n 1 "out/fault$1-$2.txt" | grep -qxE "$3" || fail "fault $1 on $2: $(tail -n 1 "out/fault$1-$2.txt"), want $3"
	[ "$(cat "out/fault$1-$2.status")" = 1 ] || fail "fault $1 on $2: status $(cat "out/fault$1-$2.status")"
}
ip='ip 0x[0-9a-f]+'
for arch in x86_64 aarch64; do
	says 0 $arch "panic: page fault at 0x8 \(write, not present\), $ip"
	says 1 $arch "panic: page fault at 0x[0-9a-f]+ \(write, protection\), $ip"
done
for fault in 0 1 2; do
	says $fault riscv64 "panic: store page fault at 0x[0-9a-f]+, $ip"
done
says 2 x86_64 "panic: double fault \(error 0x0\), $ip"
says 2 aarch64 "panic: page fault at 0x[0-9a-f]+ \(write, not present\), $ip"
says 3 x86_64 "panic: invalid opcode \(error 0x0\), $ip"
says 3 aarch64 "panic: breakpoint instruction \(esr 0x[0-9a-f]+\), $ip"
says 3 riscv64 "panic: illegal instruction at 0x[0-9a-f]+, $ip"
says 4 x86_64 'selftest: FAIL selftest.c:[0-9]+: address \+ 1 is 1, want 2'
says 5 x86_64 'panic: selftest.c:[0-9]+: assertion failed: FAULT != 5'
says 6 x86_64 'panic: 1 locks are held after the self-test'

# By the machine's own account, with other memory and a clock that counts instructions.
qemu-system-x86_64 -M q35 -accel tcg -m 64 -device isa-debug-exit,iobase=0xf4,iosize=4 -m 96 -icount shift=3,sleep=off \
	-display none -monitor none -no-reboot -serial stdio -kernel out/timer-x86_64.elf -append word </dev/null | tr -d '\r' >timer.txt
[ "${PIPESTATUS[0]}" = 33 ] || fail "timer with -icount: another status than 33"
cmp -s timer.txt out/timer-x86_64.txt || fail "timer with -icount prints other things: $(tail -2 timer.txt)"
exit "$bad"
