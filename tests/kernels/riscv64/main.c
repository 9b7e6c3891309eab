/* The riscv64 kernel: `qemu-system-riscv64 -M virt -bios none -kernel`, with its command line. */
#include "common/kernel.h"
#include "riscv64/cpu.h"

enum { UART = 0x10000000, UART_STATUS = 5, UART_EMPTY = 0x20 };

extern uint64_t level2[512], level0[512];
extern char kernel_stack_guard[];

void trap_handler(void);
void trap(struct trap_frame *frame);

/* They are further away than an instruction reaches. */
static uint64_t *const volatile low_table = level2, *const volatile page_table = level0;

void machine_put(char c)
{
	volatile unsigned char *uart = DIRECT(UART);
	while (!(uart[UART_STATUS] & UART_EMPTY))
		;
	*uart = (unsigned char)c;
}

_Noreturn void machine_halt(void)
{
	for (;;)
		__asm__ volatile("wfi");
}

__attribute__((noinline)) void trap(struct trap_frame *frame)
{
	console_number("sepc ", frame->sepc);
	console_number("scause ", frame->scause);
	console_number("stval ", frame->stval);
	panic("a trap in the kernel");
}

/* Address 0 and the page below the stack become traps. */
static void cpu_init(void)
{
	uint64_t guard = (uint64_t)kernel_stack_guard;
	*(uint64_t *)DIRECT((uint64_t)&low_table[2]) = 0;
	*(uint64_t *)DIRECT((uint64_t)&page_table[guard >> 12 & 511]) = 0;
	__asm__ volatile("sfence.vma; csrw stvec, %0" ::"r"(trap_handler) : "memory");
}

void kernel_main(uint64_t tree)
{
	console_text("kernel: hello\n");
	cpu_init();
	fault_from_tree(DIRECT(tree));
	kernel_ready();
	plant_fault(fault_choice);
	console_text("kernel: done\n");
	machine_halt();
}
