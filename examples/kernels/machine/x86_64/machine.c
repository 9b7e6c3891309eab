#include "kernel.h"
#include "machine/x86_64/frame.h"

enum { COM1 = 0x3f8, PIC1 = 0x20, PIC2 = 0xa0, PIT = 0x40, PIT_HZ = 1193182, TIMER_VECTOR = 32 };
enum { DEBUG_EXIT = 0xf4, POWER = 0x604, POWER_OFF = 0x2000 };
enum { KERNEL_CODE = 0x08, TASK = 0x18 };
enum { PRESENT = 1, WRITE = 2, BIG_PAGE = 2 << 20, POOL = 8 << 20 };

#define NO_EXECUTE (1ULL << 63)
#define DIRECT(physical) ((void *)(0xffff800000000000ULL + (physical)))

struct __attribute__((packed)) gate {
	uint16_t offset_low, selector;
	uint8_t stack, type;
	uint16_t offset_middle;
	uint32_t offset_high, zero;
};

struct __attribute__((packed)) task_state {
	uint32_t reserved0;
	uint64_t rsp[3];
	uint64_t reserved1;
	uint64_t ist[7];
	uint64_t reserved2;
	uint16_t reserved3, io_map;
};

struct __attribute__((packed)) table_pointer {
	uint16_t limit;
	uint64_t base;
};

struct gate idt[256];
struct task_state task_state;
uint64_t gdt[] = {
	0, 0x00209b0000000000, /* 0x08 kernel code */
	0x0000930000000000, /* 0x10 kernel data */
	0, 0, /* 0x18 the task state */
};

extern uint64_t pdpt_direct[512], pd_direct[512], pd_low[512], pd_kernel[512], pt_kernel[512];
extern char kernel_text[], kernel_rodata[], kernel_data[], kernel_end[];
extern char kernel_stack_guard[], fault_stack_end[];
extern char load_access[], store_access[], access_failed[];

void thread_start(void);
void trap(struct trap_frame *frame);
void timer_interrupt(struct trap_frame *frame);

/* X(vector, stack of its own, name, text) */
#define TRAPS(X)                                                \
	X(0, 0, divide_error, "divide error")                   \
	X(1, 0, debug, "debug exception")                       \
	X(3, 0, breakpoint, "breakpoint")                       \
	X(4, 0, overflow, "overflow")                           \
	X(5, 0, bound_range, "bound range exceeded")            \
	X(6, 0, invalid_opcode, "invalid opcode")               \
	X(7, 0, no_device, "device not available")              \
	X(8, 1, double_fault, "double fault")                   \
	X(10, 0, invalid_task_state, "invalid TSS")             \
	X(11, 0, no_segment, "segment not present")             \
	X(12, 0, stack_segment, "stack segment fault")          \
	X(13, 0, general_protection, "general protection fault") \
	X(14, 0, page_fault, "page fault")                      \
	X(17, 0, alignment_check, "alignment check")            \
	X(TIMER_VECTOR, 0, timer_interrupt, "timer interrupt")

#define X(vector, stack, name, text) void name##_handler(void);
TRAPS(X)
#undef X

static const struct {
	uint8_t vector, stack;
	void (*entry)(void);
	const char *name;
} traps[] = {
#define X(vector, stack, name, text) {vector, stack, name##_handler, text},
	TRAPS(X)
#undef X
};

static void (*timer_tick)(void);

static inline void out8(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" ::"a"(value), "Nd"(port));
}

static inline void out16(uint16_t port, uint16_t value)
{
	__asm__ volatile("outw %0, %1" ::"a"(value), "Nd"(port));
}

static inline uint8_t in8(uint16_t port)
{
	uint8_t value;
	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

void machine_put(char c)
{
	while (!(in8(COM1 + 5) & 0x20))
		;
	out8(COM1, (uint8_t)c);
}

/* Where there is no isa-debug-exit, by ACPI. */
_Noreturn void machine_end(enum machine_end how)
{
	out8(DEBUG_EXIT, (uint8_t)(0x10 + how));
	out16(POWER, POWER_OFF);
	for (;;)
		__asm__ volatile("cli; hlt");
}

static void page_fault(const struct trap_frame *frame)
{
	uint64_t address;
	__asm__ volatile("mov %%cr2, %0" : "=r"(address));
	panic("page fault at 0x%lx (%s, %s), ip 0x%lx", address,
		frame->error & 16 ? "execute" : frame->error & 2 ? "write" : "read",
		frame->error & 1 ? "protection" : "not present", frame->rip);
}

__attribute__((noinline)) void trap(struct trap_frame *frame)
{
	const char *name = "unknown trap";
	if (frame->rip == (uint64_t)load_access || frame->rip == (uint64_t)store_access) {
		frame->rip = (uint64_t)access_failed;
		return;
	}
	if (frame->vector == 14)
		page_fault(frame);
	for (size_t i = 0; i < COUNT_OF(traps); i++)
		if (traps[i].vector == frame->vector)
			name = traps[i].name;
	panic("%s (error 0x%lx), ip 0x%lx", name, frame->error, frame->rip);
}

__attribute__((noinline)) void timer_interrupt(struct trap_frame *frame)
{
	(void)frame;
	out8(PIC1, 0x20);
	timer_tick();
}

static void flush(void)
{
	uint64_t cr3;
	__asm__ volatile("mov %%cr3, %0; mov %0, %%cr3" : "=r"(cr3)::"memory");
}

static uint64_t *table(uint64_t *physical)
{
	return DIRECT((uint64_t)physical);
}

static void protect(const char *from, const char *to, uint64_t flags)
{
	for (; from < to; from += PAGE_SIZE) {
		uint64_t *entry = &table(pt_kernel)[(uint64_t)from >> 12 & 511];
		*entry = *entry >> 12 << 12 | flags;
	}
}

void machine_guard(void *page)
{
	protect(page, (char *)page + 1, 0);
	flush();
}

/* All goes but the kernel's image, the first 2 MiB (page tables) and the pool. */
static void set_pages(void)
{
	uint64_t first = POOL / BIG_PAGE, end = (POOL + POOL_SIZE) / BIG_PAGE;
	for (uint64_t i = 1; i < 512; i++) {
		table(pd_kernel)[i] = 0;
		if (i < first || i >= end)
			table(pd_direct)[i] = 0;
		else
			table(pd_direct)[i] |= NO_EXECUTE;
	}
	table(pd_low)[0] = 0;
	protect((char *)((uint64_t)kernel_text >> 21 << 21), kernel_text, 0);
	protect(kernel_text, kernel_rodata, PRESENT);
	protect(kernel_rodata, kernel_data, PRESENT | NO_EXECUTE);
	protect(kernel_data, kernel_end, PRESENT | WRITE | NO_EXECUTE);
	protect(kernel_end, (char *)((((uint64_t)kernel_end >> 21) + 1) << 21), 0);
	machine_guard(kernel_stack_guard);
}

static void set_gate(uint8_t vector, uint8_t stack, void (*entry)(void))
{
	uint64_t offset = (uint64_t)entry;
	idt[vector] = (struct gate){.offset_low = (uint16_t)offset,
		.selector = KERNEL_CODE,
		.stack = stack,
		.type = 0x8e,
		.offset_middle = (uint16_t)(offset >> 16),
		.offset_high = (uint32_t)(offset >> 32)};
}

void machine_init(void)
{
	uint64_t task = (uint64_t)&task_state;
	struct table_pointer gdt_at = {sizeof(gdt) - 1, (uint64_t)gdt};
	struct table_pointer idt_at = {sizeof(idt) - 1, (uint64_t)idt};
	set_pages();
	task_state.ist[0] = (uint64_t)fault_stack_end;
	task_state.io_map = sizeof(task_state);
	gdt[3] = (sizeof(task_state) - 1) | (task & 0xffffff) << 16 | 0x89ULL << 40 |
		 (task >> 24 & 0xff) << 56;
	gdt[4] = task >> 32;
	for (size_t i = 0; i < COUNT_OF(traps); i++)
		set_gate(traps[i].vector, traps[i].stack, traps[i].entry);
	__asm__ volatile("lgdt %0; lidt %1; ltr %w2" ::"m"(gdt_at), "m"(idt_at), "r"(TASK));
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
	uint64_t flags;
	__asm__ volatile("pushfq; pop %0; cli" : "=r"(flags)::"memory");
	return flags & 0x200;
}

void machine_interrupts_restore(bool on)
{
	if (on)
		__asm__ volatile("sti" ::: "memory");
}

void machine_wait(void)
{
	__asm__ volatile("sti; hlt; cli" ::: "memory");
}

void machine_timer_start(unsigned hz, void (*tick)(void))
{
	uint16_t divisor = (uint16_t)(PIT_HZ / hz);
	const struct {
		uint16_t port;
		uint8_t value;
	} steps[] = {
		{PIC1, 0x11},
		{PIC2, 0x11},
		{PIC1 + 1, TIMER_VECTOR},
		{PIC2 + 1, TIMER_VECTOR + 8},
		{PIC1 + 1, 4},
		{PIC2 + 1, 2},
		{PIC1 + 1, 1},
		{PIC2 + 1, 1},
		{PIC1 + 1, 0xfe},
		{PIC2 + 1, 0xff}, /* the timer alone */
		{PIT + 3, 0x34},
		{PIT, (uint8_t)divisor},
		{PIT, (uint8_t)(divisor >> 8)},
	};
	timer_tick = tick;
	for (size_t i = 0; i < COUNT_OF(steps); i++)
		out8(steps[i].port, steps[i].value);
}

void *machine_stack_new(void *top, void (*entry)(void *argument), void *argument)
{
	uint64_t *stack = top;
	*--stack = 0; /* where a call would have put its return address */
	*--stack = (uint64_t)thread_start;
	*--stack = 0; /* rbp */
	*--stack = (uint64_t)entry; /* rbx */
	*--stack = (uint64_t)argument; /* r12 */
	stack -= 3;
	memset(stack, 0, 3 * sizeof(*stack));
	return stack;
}
