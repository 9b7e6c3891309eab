/* What a trap's entry keeps of what it interrupted. */
#ifndef KERNELS_AARCH64_FRAME_H
#define KERNELS_AARCH64_FRAME_H

#include <stdint.h>

struct trap_frame {
	uint64_t x[31], sp, elr, spsr, esr, far;
};

#endif
