#include "kernel.h"
#include "machine/aarch64/frame.h"

enum { UART = 0x09000000, UART_FLAGS = 0x18 / 4, UART_FULL = 0x20 };
enum { POWER_OFF = 0x84000008 /* PSCI SYSTEM_OFF */ };
enum { RAM = 0x40000000, BIG_PAGE = 2 << 20, POOL = RAM + (8 << 20) };
enum { GIC = 0x08000000, GIC_ENABLE = 0x100 / 4 };
enum { GIC_CPU = 0x08010000, GIC_PRIORITY = 4 / 4, GIC_TAKE = 0xc / 4, GIC_DONE = 0x10 / 4 };
enum { TIMER = 27, NONE = 1020 };
enum { PAGE = 0x703, READ_ONLY = 0x80 };
enum { CLASS_INSTRUCTION_ABORT = 0x21, CLASS_DATA_ABORT = 0x25 };

#define NO_EXECUTE (3ULL << 53)
#define DIRECT(physical) ((void *)(0xffff000000000000ULL + (physical)))

extern uint64_t level1_low[512], level2_ram[512], level3_ram[512];
extern char kernel_text[], kernel_rodata[], kernel_data[], kernel_end[];
extern char kernel_stack_guard[], vectors[];
extern char load_access[], store_access[], access_failed[];

void thread_start(void);
void trap(struct trap_frame *frame);
void interrupt(struct trap_frame *frame);
void unexpected(struct trap_frame *frame);

/* They are further away than an instruction reaches. */
static uint64_t *const volatile low_table = level1_low, *const volatile ram_table = level2_ram,
				*const volatile page_table = level3_ram;

static void (*timer_tick)(void);
static uint64_t timer_period;

void machine_put(char c)
{
	volatile uint32_t *uart = DIRECT(UART);
	while (uart[UART_FLAGS] & UART_FULL)
		;
	*uart = (unsigned char)c;
}

_Noreturn void machine_end(enum machine_end how)
{
	register uint64_t call __asm__("x0") = POWER_OFF;
	(void)how;
	__asm__ volatile("hvc #0" ::"r"(call) : "memory");
	for (;;)
		__asm__ volatile("wfi");
}

/* ESR_EL1 of an abort: the lowest 6 bits say why, bit 6 that it was a write. */
static void abort_panic(const struct trap_frame *frame, bool execute)
{
	static const char *const why[] = {"address size", "not present", "access flag", "protection"};
	unsigned status = frame->esr & 0x3f;
	const char *reason = status < 16 ? why[status / 4] : status == 0x21 ? "misaligned" : "external";
	panic("page fault at 0x%lx (%s, %s), ip 0x%lx", frame->far,
		execute			? "execute"
		: frame->esr & 1 << 6 ? "write"
				      : "read",
		reason, frame->elr);
}

__attribute__((noinline)) void trap(struct trap_frame *frame)
{
	static const struct {
		unsigned class;
		const char *name;
	} names[] = {{0, "undefined instruction"}, {0x07, "floating point is off"},
		{0x0e, "illegal execution state"}, {0x15, "system call"},
		{0x22, "misaligned program counter"}, {0x26, "misaligned stack pointer"},
		{0x3c, "breakpoint instruction"}};
	unsigned class = frame->esr >> 26 & 0x3f;
	const char *name = "unknown exception";
	if (frame->elr == (uint64_t)load_access || frame->elr == (uint64_t)store_access) {
		frame->elr = (uint64_t)access_failed;
		return;
	}
	if (class == CLASS_INSTRUCTION_ABORT || class == CLASS_DATA_ABORT)
		abort_panic(frame, class == CLASS_INSTRUCTION_ABORT);
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (names[i].class == class)
			name = names[i].name;
	panic("%s (esr 0x%lx), ip 0x%lx", name, frame->esr, frame->elr);
}

__attribute__((noinline)) void unexpected(struct trap_frame *frame)
{
	panic("trap while handling a trap (esr 0x%lx), ip 0x%lx", frame->esr, frame->elr);
}

__attribute__((noinline)) void interrupt(struct trap_frame *frame)
{
	volatile uint32_t *cpu = DIRECT(GIC_CPU);
	uint32_t number = cpu[GIC_TAKE];
	(void)frame;
	if ((number & 0x3ff) >= NONE)
		return;
	__asm__ volatile("msr cntv_tval_el0, %0" ::"r"(timer_period));
	timer_tick();
	cpu[GIC_DONE] = number;
}

static void flush(void)
{
	__asm__ volatile("dsb sy; tlbi vmalle1; dsb sy; isb" ::: "memory");
}

static uint64_t *table(uint64_t *physical)
{
	return DIRECT((uint64_t)physical);
}

static void protect(const char *from, const char *to, uint64_t flags)
{
	for (; from < to; from += PAGE_SIZE) {
		uint64_t *entry = &table(page_table)[(uint64_t)from >> 12 & 511];
		*entry = flags ? ((uint64_t)from & 0xfffffffff000) | flags : 0;
	}
}

void machine_guard(void *page)
{
	protect(page, (char *)page + 1, 0);
	flush();
}

/* All goes but the kernel's image with the page tables before it, and the pool. */
static void set_pages(void)
{
	uint64_t first = (POOL - RAM) / BIG_PAGE, end = first + POOL_SIZE / BIG_PAGE;
	for (uint64_t i = 1; i < 512; i++) {
		if (i < first || i >= end)
			table(ram_table)[i] = 0;
		else
			table(ram_table)[i] |= NO_EXECUTE;
	}
	table(low_table)[1] = 0;
	protect((char *)((uint64_t)kernel_text >> 21 << 21), kernel_text, PAGE | NO_EXECUTE);
	protect(kernel_text, kernel_rodata, PAGE | READ_ONLY);
	protect(kernel_rodata, kernel_data, PAGE | READ_ONLY | NO_EXECUTE);
	protect(kernel_data, kernel_end, PAGE | NO_EXECUTE);
	protect(kernel_end, (char *)((((uint64_t)kernel_end >> 21) + 1) << 21), 0);
	machine_guard(kernel_stack_guard);
}

void machine_init(void)
{
	uint64_t control;
	set_pages();
	__asm__ volatile("mrs %0, sctlr_el1" : "=r"(control));
	control |= 2; /* misaligned accesses fault */
	__asm__ volatile("msr vbar_el1, %0; msr sctlr_el1, %1; isb" ::"r"(vectors), "r"(control)
			 : "memory");
}

void *machine_pool(void)
{
	return DIRECT(POOL);
}

uint64_t machine_physical(const void *in_pool)
{
	return (uint64_t)in_pool - (uint64_t)DIRECT(0);
}

void *machine_virtual(uint64_t physical)
{
	return DIRECT(physical);
}

bool machine_interrupts_off(void)
{
	uint64_t mask;
	__asm__ volatile("mrs %0, daif; msr daifset, #2" : "=r"(mask)::"memory");
	return !(mask & 0x80);
}

void machine_interrupts_restore(bool on)
{
	if (on)
		__asm__ volatile("msr daifclr, #2" ::: "memory");
}

void machine_wait(void)
{
	__asm__ volatile("wfi; msr daifclr, #2; isb; msr daifset, #2" ::: "memory");
}

void machine_timer_start(unsigned hz, void (*tick)(void))
{
	volatile uint32_t *gic = DIRECT(GIC), *cpu = DIRECT(GIC_CPU);
	timer_tick = tick;
	__asm__ volatile("mrs %0, cntfrq_el0" : "=r"(timer_period));
	timer_period /= hz;
	gic[GIC_ENABLE] = 1U << TIMER;
	gic[0] = 1;
	cpu[GIC_PRIORITY] = 0xff;
	cpu[0] = 1;
	__asm__ volatile("msr cntv_tval_el0, %0; msr cntv_ctl_el0, %1; isb" ::"r"(timer_period),
			 "r"(1UL));
}

/* As machine_switch() leaves one: x19 to x30, from the lowest address on. */
void *machine_stack_new(void *top, void (*entry)(void *argument), void *argument)
{
	uint64_t *stack = (uint64_t *)top - 12;
	memset(stack, 0, 12 * sizeof(*stack));
	stack[0] = (uint64_t)entry;
	stack[1] = (uint64_t)argument;
	stack[11] = (uint64_t)thread_start;
	return stack;
}
