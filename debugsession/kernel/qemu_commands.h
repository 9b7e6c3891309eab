/*
 * Commands of a session that has a QEMU: what goes over QMP, and so works also while the machine
 * runs. Rows of session/extra.c.
 */
#ifndef FL_DEBUGSESSION_KERNEL_QEMU_COMMANDS_H
#define FL_DEBUGSESSION_KERNEL_QEMU_COMMANDS_H

#include "debugsession/session/extra.h"

/* A command of QEMU's monitor; without a QEMU of ours it is the debugger's `monitor`. */
int dbg_run_monitor(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

/*
 * "ADDRESS [LENGTH]": bytes of physical memory (64, at most 65536), both expressions of the
 * debugger. data: `address length bytes` (hexadecimal digits).
 */
int dbg_run_phys(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

/*
 * The pages that are mapped (x86). data: `tlb`, a list of runs of neighbouring pages with the same
 * flags: `virtual last physical pages flags`, 1000 of them at most, then `more`.
 */
int dbg_run_tlb(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

/* "[CURSOR]": what came over the serial line. data: `from next end`, bytes of all that came. */
int dbg_run_serial(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

#endif
