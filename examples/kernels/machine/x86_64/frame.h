/* What a trap's entry keeps of what it interrupted. */
#ifndef KERNELS_X86_64_FRAME_H
#define KERNELS_X86_64_FRAME_H

#include <stdint.h>

struct trap_frame {
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8, rbp, rdi, rsi, rdx, rcx, rbx, rax;
	uint64_t vector, error;
	uint64_t rip, cs, rflags, rsp, ss;
};

#endif
