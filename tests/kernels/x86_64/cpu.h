/* The processor's tables, the timer and the traps of the x86_64 kernel. */
#ifndef TESTS_KERNELS_CPU_H
#define TESTS_KERNELS_CPU_H

#include <stdint.h>

struct trap_frame {
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rbx, rax;
	uint64_t vector, error;
	uint64_t rip, cs, rflags, rsp, ss;
};

/* Where a physical address below 1 GiB can be read. */
#define DIRECT(physical) ((void *)(0xffff800000000000ULL + (physical)))

void cpu_init(void); /* paging as it shall be, descriptor tables */
void timer_init(void); /* and interrupts on */

_Noreturn void enter_user(uint64_t argument, uint64_t stack, uint64_t entry);

static inline void out8(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" ::"a"(value), "Nd"(port));
}

static inline uint8_t in8(uint16_t port)
{
	uint8_t value;
	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

#endif
