#include "kernel.h"
#include "lib/spinlock.h"

void kernel_main(void);

/* Called by the boot code, on the kernel's stack. */
void kernel_main(void)
{
	machine_init();
	selftest();
	if (spin_locks_held())
		panic("%u locks are held after the self-test", spin_locks_held());
	kprintf("selftest: pass\n");
	machine_end(MACHINE_PASSED);
}

_Noreturn __attribute__((noinline)) void selftest_fail(
	const char *file, int line, const char *format, ...)
{
	va_list args;
	kprintf("selftest: FAIL %s:%d: ", file, line);
	va_start(args, format);
	vkprintf(format, args);
	va_end(args);
	kprintf("\n");
	machine_end(MACHINE_FAILED);
}
