#include "kernel.h"
#include "machine/riscv64/frame.h"

enum { UART = 0x10000000, UART_STATUS = 5, UART_EMPTY = 0x20 };
enum { FINISHER = 0x100000, FINISH_PASS = 0x5555, FINISH_FAIL = 0x3333 };
enum { BIG_PAGE = 2 << 20, POOL_OFFSET = 8 << 20, CLOCK_HZ = 10000000 };
enum { READ = 0xc3, WRITE = 4, EXECUTE = 8 }; /* of an entry that is valid, accessed, dirty */
enum { STATUS_INTERRUPTS = 2, TIMER_ENABLE = 0x20 };

#define RAM 0x80000000ULL
#define POOL (RAM + POOL_OFFSET)
#define DIRECT(physical) ((void *)(0xffffffc000000000ULL + (physical)))
#define TIMER_INTERRUPT (1ULL << 63 | 5)

extern uint64_t level2[512], level1[512], level0[512];
extern char kernel_text[], kernel_rodata[], kernel_data[], kernel_end[];
extern char kernel_stack_guard[];
extern char load_access[], store_access[], access_failed[];

void thread_start(void);
void trap_handler(void);
void trap(struct trap_frame *frame);

/* They are further away than an instruction reaches. */
static uint64_t *const volatile low_table = level2, *const volatile ram_table = level1,
				*const volatile page_table = level0;

static void (*timer_tick)(void);
static uint64_t timer_period, timer_next;

void machine_put(char c)
{
	volatile unsigned char *uart = DIRECT(UART);
	while (!(uart[UART_STATUS] & UART_EMPTY))
		;
	*uart = (unsigned char)c;
}

_Noreturn void machine_end(enum machine_end how)
{
	volatile uint32_t *finisher = DIRECT(FINISHER);
	unsigned status = how == MACHINE_FAILED ? 1 : 3;
	*finisher = how == MACHINE_PASSED ? FINISH_PASS : status << 16 | FINISH_FAIL;
	for (;;)
		__asm__ volatile("wfi");
}

static void set_timer(void)
{
	timer_next += timer_period;
	__asm__ volatile("csrw 0x14d, %0" ::"r"(timer_next)); /* stimecmp */
}

__attribute__((noinline)) void trap(struct trap_frame *frame)
{
	static const char *const names[] = {"instruction address misaligned", "instruction access fault",
		"illegal instruction", "breakpoint", "load address misaligned", "load access fault",
		"store address misaligned", "store access fault", "system call of user mode",
		"system call", "unknown exception", "unknown exception", "instruction page fault",
		"load page fault", "unknown exception", "store page fault"};
	if (frame->scause == TIMER_INTERRUPT) {
		set_timer();
		timer_tick();
		return;
	}
	if (frame->sepc == (uint64_t)load_access || frame->sepc == (uint64_t)store_access) {
		frame->sepc = (uint64_t)access_failed;
		return;
	}
	panic("%s at 0x%lx, ip 0x%lx",
		frame->scause < COUNT_OF(names) ? names[frame->scause] : "unknown trap", frame->stval,
		frame->sepc);
}

static void flush(void)
{
	__asm__ volatile("sfence.vma" ::: "memory");
}

static uint64_t *table(uint64_t *physical)
{
	return DIRECT((uint64_t)physical);
}

static void protect(const char *from, const char *to, uint64_t flags)
{
	for (; from < to; from += PAGE_SIZE) {
		uint64_t *entry = &table(page_table)[(uint64_t)from >> 12 & 511];
		uint64_t physical = (uint64_t)from - (uint64_t)DIRECT(0);
		*entry = flags ? physical >> 2 | flags : 0;
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
	uint64_t first = POOL_OFFSET / BIG_PAGE, end = first + POOL_SIZE / BIG_PAGE;
	for (uint64_t i = 1; i < 512; i++) {
		if (i < first || i >= end)
			table(ram_table)[i] = 0;
		else
			table(ram_table)[i] &= ~(uint64_t)EXECUTE;
	}
	table(low_table)[2] = 0;
	protect((char *)((uint64_t)kernel_text >> 21 << 21), kernel_text, READ | WRITE);
	protect(kernel_text, kernel_rodata, READ | EXECUTE);
	protect(kernel_rodata, kernel_data, READ);
	protect(kernel_data, kernel_end, READ | WRITE);
	protect(kernel_end, (char *)((((uint64_t)kernel_end >> 21) + 1) << 21), 0);
	machine_guard(kernel_stack_guard);
}

void machine_init(void)
{
	set_pages();
	__asm__ volatile("csrw stvec, %0" ::"r"(trap_handler) : "memory");
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
	uint64_t status;
	__asm__ volatile("csrrci %0, sstatus, 2" : "=r"(status)::"memory");
	return status & STATUS_INTERRUPTS;
}

void machine_interrupts_restore(bool on)
{
	if (on)
		__asm__ volatile("csrsi sstatus, 2" ::: "memory");
}

void machine_wait(void)
{
	__asm__ volatile("wfi; csrsi sstatus, 2; nop; csrci sstatus, 2" ::: "memory");
}

void machine_timer_start(unsigned hz, void (*tick)(void))
{
	timer_tick = tick;
	timer_period = CLOCK_HZ / hz;
	__asm__ volatile("csrr %0, time" : "=r"(timer_next));
	set_timer();
	__asm__ volatile("csrs sie, %0" ::"r"((uint64_t)TIMER_ENABLE));
}

/* As machine_switch() leaves one: ra, s0 to s11, from the lowest address on. */
void *machine_stack_new(void *top, void (*entry)(void *argument), void *argument)
{
	uint64_t *stack = (uint64_t *)top - 14;
	memset(stack, 0, 14 * sizeof(*stack));
	stack[0] = (uint64_t)thread_start;
	stack[2] = (uint64_t)entry; /* s1 */
	stack[3] = (uint64_t)argument; /* s2 */
	return stack;
}
