/*
 * The registers of an architecture that a debugger of kernels looks at: their names in the
 * target's description, and what their bits mean.
 *
 * Sources: Intel SDM volume 3, 2.5 (control registers), 2.2.1 (EFER), 2.3 (RFLAGS); DDI 0487,
 * D17.2 (SCTLR_EL1, TCR_EL1, TTBRn_EL1) and C5.2 (SPSR_EL1); RISC-V privileged architecture
 * 20211203, 3.1.6 (mstatus), 4.1 (sstatus, stvec, scause, satp).
 */
#ifndef FL_DEBUGSESSION_KERNEL_SYSREGS_H
#define FL_DEBUGSESSION_KERNEL_SYSREGS_H

#include "debugsession/kernel/bits.h"

enum dbg_arch { DBG_ARCH_OTHER, DBG_ARCH_X86_64, DBG_ARCH_AARCH64, DBG_ARCH_RISCV64 };

struct dbg_sysreg {
	const char *name; /* the manual's */
	const char *alias; /* as QEMU calls it, where that differs; or NULL */
	const struct dbg_bit *bits; /* or NULL: an address or a number */
};

/* Each is ended by a row without a name. */
struct dbg_arch_info {
	const char *name; /* "x86_64" */
	const struct dbg_sysreg *control;
	const char *const *general; /* registers that ctx shows, NULL-terminated */
	const char *const *segments; /* NULL where there are none */
	const char *pc, *sp, *flags;
	const char *system; /* a register that only a whole machine has: "cr3" */
};

/* By the architecture; NULL for DBG_ARCH_OTHER. */
const struct dbg_arch_info *dbg_arch_info(enum dbg_arch arch);

#endif
