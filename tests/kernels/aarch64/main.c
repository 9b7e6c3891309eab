/* The aarch64 kernel: `qemu-system-aarch64 -M virt -cpu cortex-a57 -kernel`, with its command line. */
#include "aarch64/cpu.h"

#include "common/kernel.h"

enum { UART = 0x09000000, UART_FLAGS = 0x18, UART_FULL = 0x20, RAM = 0x40000000 };

extern uint64_t level1_low[512], level3_ram[512];
extern char kernel_stack_guard[], vectors[];

void trap(struct trap_frame *frame);
void unexpected(struct trap_frame *frame);

/* They are further away than an instruction reaches. */
static uint64_t *const volatile low_table = level1_low, *const volatile page_table = level3_ram;

void machine_put(char c)
{
	volatile uint32_t *uart = DIRECT(UART);
	while (uart[UART_FLAGS / 4] & UART_FULL)
		;
	*uart = (unsigned char)c;
}

_Noreturn void machine_halt(void)
{
	for (;;)
		__asm__ volatile("wfi");
}

static void report(const struct trap_frame *frame)
{
	console_number("elr ", frame->elr);
	console_number("esr ", frame->esr);
	console_number("far ", frame->far);
}

__attribute__((noinline)) void trap(struct trap_frame *frame)
{
	report(frame);
	panic("a trap in the kernel");
}

__attribute__((noinline)) void unexpected(struct trap_frame *frame)
{
	report(frame);
	panic("a trap where none may be");
}

/* Address 0 and the page below the stack become traps. */
static void cpu_init(void)
{
	uint64_t guard = (uint64_t)kernel_stack_guard;
	*(uint64_t *)DIRECT((uint64_t)&low_table[1]) = 0;
	*(uint64_t *)DIRECT((uint64_t)&page_table[guard >> 12 & 511]) = 0;
	__asm__ volatile("dsb sy; tlbi vmalle1; dsb sy; isb; msr vbar_el1, %0; isb" ::"r"(vectors)
			 : "memory");
}

void kernel_main(void)
{
	console_text("kernel: hello\n");
	fault_from_tree(DIRECT(RAM));
	cpu_init();
	kernel_ready();
	plant_fault(fault_choice);
	console_text("kernel: done\n");
	machine_halt();
}
