/* What the aarch64 kernel keeps of what a trap interrupted. */
#ifndef TESTS_KERNELS_AARCH64_CPU_H
#define TESTS_KERNELS_AARCH64_CPU_H

#include <stdint.h>

struct trap_frame {
	uint64_t x[31];
	uint64_t sp, elr, spsr, esr, far;
};

/* Where a physical address can be read. */
#define DIRECT(physical) ((void *)(0xffff000000000000ULL + (physical)))

#endif
