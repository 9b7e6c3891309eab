/* System calls: a table of handlers, and the way to them. */
#include "common/kernel.h"

volatile uint64_t timer_ticks;

__attribute__((noinline)) int64_t sys_write(uint64_t text, uint64_t len)
{
	const char *c = (const char *)text;
	for (uint64_t i = 0; i < len; i++)
		machine_put(c[i]);
	return (int64_t)len;
}

__attribute__((noinline)) int64_t sys_ticks(uint64_t unused0, uint64_t unused1)
{
	(void)unused0;
	(void)unused1;
	return (int64_t)timer_ticks;
}

/* What is faulty: it trusts the pointer that the caller gives. */
__attribute__((noinline)) int64_t sys_clock_gettime(uint64_t clock_id, uint64_t result)
{
	struct time *tp = (struct time *)result;
	uint64_t ticks = timer_ticks;
	(void)clock_id;
	tp->nanoseconds = (int64_t)(ticks % 100 * 10000000);
	tp->seconds = (int64_t)(ticks / 100);
	return 0;
}

__attribute__((noinline)) int64_t sys_exit(uint64_t status, uint64_t unused)
{
	(void)unused;
	console_number("exit ", status);
	machine_halt();
}

static const struct {
	uint64_t number;
	int64_t (*handler)(uint64_t a0, uint64_t a1);
} syscall_table[] = {
	{SYS_WRITE, sys_write},
	{SYS_TICKS, sys_ticks},
	{SYS_EXIT, sys_exit},
	{SYS_CLOCK_GETTIME, sys_clock_gettime},
};

__attribute__((noinline)) int64_t syscall_dispatch(uint64_t number, uint64_t a0, uint64_t a1)
{
	int64_t result = -ERROR_NO_CALL;
	for (size_t i = 0; i < sizeof(syscall_table) / sizeof(*syscall_table); i++)
		if (syscall_table[i].number == number)
			result = syscall_table[i].handler(a0, a1);
	return result;
}
