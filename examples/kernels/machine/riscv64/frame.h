/* What a trap's entry keeps of what it interrupted. */
#ifndef KERNELS_RISCV64_FRAME_H
#define KERNELS_RISCV64_FRAME_H

#include <stdint.h>

struct trap_frame {
	uint64_t ra, sp, gp, tp, t0, t1, t2, s0, s1, a0, a1, a2, a3, a4, a5, a6, a7;
	uint64_t s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, t3, t4, t5, t6;
	uint64_t sepc, sstatus, scause, stval;
};

#endif
