#include "x86_64/cpu.h"

#include "common/kernel.h"

enum { COM1 = 0x3f8, PIC1 = 0x20, PIC2 = 0xa0, PIT = 0x40, TIMER_VECTOR = 32 };
enum { DIVISOR = 11932 }; /* of 1193182 Hz: 100 a second */
enum { KERNEL_CODE = 0x08, TASK = 0x28 };
enum { PRESENT = 1, WRITE = 2, USER = 4, BIG = 0x80 };

#define NO_EXECUTE (1ULL << 63)

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
	0x0000f30000000000, /* 0x18 user data */
	0x0020fb0000000000, /* 0x20 user code */
	0, 0, /* 0x28 the task state */
};

extern uint64_t pdpt_direct[512], pd_low[512], pt_user[512], pt_kernel[512];
extern char kernel_stack_guard[], trap_stack_end[], fault_stack_end[];
extern char user_begin[], user_end[], user_load[];

void divide_error_handler(void);
void debug_handler(void);
void breakpoint_handler(void);
void invalid_opcode_handler(void);
void double_fault_handler(void);
void stack_segment_handler(void);
void general_protection_handler(void);
void page_fault_handler(void);
void timer_interrupt_handler(void);
void syscall_handler(void);
void trap(struct trap_frame *frame);
void timer_interrupt(struct trap_frame *frame);
void system_call(struct trap_frame *frame);

static const struct {
	uint8_t vector, stack, ring;
	void (*entry)(void);
	const char *name;
} traps[] = {
	{0, 0, 0, divide_error_handler, "divide error"},
	{1, 0, 0, debug_handler, "debug"},
	{3, 0, 3, breakpoint_handler, "breakpoint"},
	{6, 0, 0, invalid_opcode_handler, "invalid opcode"},
	{8, 1, 0, double_fault_handler, "double fault"},
	{12, 0, 0, stack_segment_handler, "stack segment"},
	{13, 0, 0, general_protection_handler, "general protection"},
	{14, 0, 0, page_fault_handler, "page fault"},
	{TIMER_VECTOR, 0, 0, timer_interrupt_handler, "timer"},
	{128, 0, 3, syscall_handler, "system call"},
};

void machine_put(char c)
{
	while (!(in8(COM1 + 5) & 0x20))
		;
	out8(COM1, (uint8_t)c);
}

/* The timer ticks on: an idle kernel, not a dead one. */
_Noreturn void machine_halt(void)
{
	for (;;)
		__asm__ volatile("sti; hlt");
}

__attribute__((noinline)) void trap(struct trap_frame *frame)
{
	uint64_t cr2;
	__asm__ volatile("mov %%cr2, %0" : "=r"(cr2));
	for (size_t i = 0; i < sizeof(traps) / sizeof(*traps); i++)
		if (traps[i].vector == frame->vector)
			console_text(traps[i].name);
	console_number(": rip ", frame->rip);
	console_number("error ", frame->error);
	console_number("cr2 ", cr2);
	panic("a trap in the kernel");
}

__attribute__((noinline)) void timer_interrupt(struct trap_frame *frame)
{
	(void)frame;
	timer_ticks = timer_ticks + 1;
	out8(PIC1, 0x20);
}

__attribute__((noinline)) void system_call(struct trap_frame *frame)
{
	frame->rax = (uint64_t)syscall_dispatch(frame->rax, frame->rdi, frame->rsi);
}

static uint64_t *kernel_page(const char *address)
{
	return (uint64_t *)DIRECT((uint64_t)pt_kernel) + ((uint64_t)address >> 12 & 511);
}

static void map_user(uint64_t address, uint64_t physical, uint64_t flags)
{
	((uint64_t *)DIRECT((uint64_t)pt_user))[address >> 12 & 511] = physical | flags;
}

/* Address 0 and the page below the stack become traps; the user's program gets its pages. */
static void set_pages(void)
{
	static char user_stack[4096] __attribute__((aligned(4096)));
	uint32_t a = 0x80000001, b, c = 0, d;
	*kernel_page(kernel_stack_guard) = 0;
	for (uint64_t at = 0; user_begin + at < user_end; at += 4096)
		map_user((uint64_t)user_begin + at, (uint64_t)user_load + at,
			PRESENT | WRITE | USER);
	map_user(0x5ff000, (uint64_t)user_stack & 0x7fffffff, PRESENT | WRITE | USER | NO_EXECUTE);
	__asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
	if (d & 1 << 26) /* pages of 1 GiB */
		((uint64_t *)DIRECT((uint64_t)pdpt_direct))[1] = 0x40000000 | PRESENT | WRITE | BIG;
	*(uint64_t *)DIRECT((uint64_t)pd_low) = 0;
	uint64_t cr3;
	__asm__ volatile("mov %%cr3, %0; mov %0, %%cr3" : "=r"(cr3)::"memory");
}

static void set_gate(uint8_t vector, uint8_t stack, uint8_t ring, void (*entry)(void))
{
	uint64_t offset = (uint64_t)entry;
	idt[vector] = (struct gate){.offset_low = (uint16_t)offset,
		.selector = KERNEL_CODE,
		.stack = stack,
		.type = (uint8_t)(0x8e | ring << 5),
		.offset_middle = (uint16_t)(offset >> 16),
		.offset_high = (uint32_t)(offset >> 32)};
}

void cpu_init(void)
{
	uint64_t task = (uint64_t)&task_state;
	struct table_pointer gdt_at = {sizeof(gdt) - 1, (uint64_t)gdt};
	struct table_pointer idt_at = {sizeof(idt) - 1, (uint64_t)idt};
	set_pages();
	task_state.rsp[0] = (uint64_t)trap_stack_end;
	task_state.ist[0] = (uint64_t)fault_stack_end;
	task_state.io_map = sizeof(task_state);
	gdt[5] = (sizeof(task_state) - 1) | (task & 0xffffff) << 16 | 0x89ULL << 40 |
		 (task >> 24 & 0xff) << 56;
	gdt[6] = task >> 32;
	for (size_t i = 0; i < sizeof(traps) / sizeof(*traps); i++)
		set_gate(traps[i].vector, traps[i].stack, traps[i].ring, traps[i].entry);
	__asm__ volatile("lgdt %0; lidt %1; ltr %w2" ::"m"(gdt_at), "m"(idt_at), "r"(TASK));
}

void timer_init(void)
{
	static const struct {
		uint16_t port;
		uint8_t value;
	} steps[] = {
		{PIC1, 0x11},
		{PIC2, 0x11},
		{PIC1 + 1, TIMER_VECTOR},
		{PIC2 + 1, 40},
		{PIC1 + 1, 4},
		{PIC2 + 1, 2},
		{PIC1 + 1, 1},
		{PIC2 + 1, 1},
		{PIC1 + 1, 0xfe},
		{PIC2 + 1, 0xff}, /* the timer alone */
		{PIT + 3, 0x34},
		{PIT, DIVISOR & 0xff},
		{PIT, DIVISOR >> 8},
	};
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++)
		out8(steps[i].port, steps[i].value);
	__asm__ volatile("sti");
}
