/* The user's program: in ring 3, in pages of its own, it knows the kernel by system calls alone. */
#include "common/kernel.h"

#define USER __attribute__((section(".user"), noinline))

static char hello[] __attribute__((section(".user.data"))) = "user: hello\n";

USER int64_t user_syscall(uint64_t number, uint64_t a0, uint64_t a1)
{
	int64_t result;
	__asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "D"(a0), "S"(a1) : "memory");
	return result;
}

USER uint64_t user_time(struct time *now)
{
	int64_t failed = user_syscall(SYS_CLOCK_GETTIME, 1, (uint64_t)now);
	return (uint64_t)failed;
}

USER void user_main(uint64_t fault)
{
	struct time now;
	user_syscall(SYS_WRITE, (uint64_t)hello, sizeof(hello) - 1);
	user_syscall(SYS_TICKS, 0, 0);
	if (fault == FAULT_SYSCALL)
		user_syscall(SYS_EXIT, (uint64_t)user_syscall(SYS_MISSING, 7, 8), 0);
	user_time(fault == FAULT_CLOCK ? NULL : &now);
	user_syscall(SYS_EXIT, 0, 0);
}
