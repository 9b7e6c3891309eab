/* A debugger on a kernel that was built in a box: QEMU and gdb run in there. */
#ifndef FL_TRACEGEN_MACHINE_SESSION_H
#define FL_TRACEGEN_MACHINE_SESSION_H

#include "debugsession/console/console.h"
#include "tracegen/machine/make.h"

enum { TG_KERNEL_HOME = 64, TG_KERNEL_STOP_MS = 60000 };

struct tg_kernel_session {
	struct dbg_loop loop;
	struct dbg_qemu_opts opts;
	struct dbg_qemu *qemu;
	struct dbg_console *console;
	char home[TG_KERNEL_HOME]; /* of QEMU's log; "": none yet */
};

/*
 * The shell command that boots a kernel, halted before its first instruction, with these words
 * behind QEMU's arguments. In the arena; NULL: err is set.
 */
const char *tg_kernel_halted(const struct tg_kernel *k, enum tg_kernel_condition condition,
	const char *more, struct fl_arena *a, struct fl_error *err);

/*
 * Start QEMU, halted before the first instruction, and connect a debugger to it. To be closed in
 * any case. FL_EMISSING: QEMU or a debugger for the machine is not there.
 */
int tg_kernel_session_open(struct tg_kernel_session *s, struct fl_box *box,
	const struct tg_kernel *k, enum tg_kernel_condition condition, struct fl_arena *a,
	struct fl_error *err);
void tg_kernel_session_close(struct tg_kernel_session *s);

/* Have it stop where a function begins; *ret_known: there is such a function. */
int tg_kernel_session_break(struct tg_kernel_session *s, struct fl_slice function, bool *ret_known,
	struct fl_error *err);

/* Let it run; *ret_stopped: it stands at such a place, else it has ended or passed its time. */
int tg_kernel_session_run(struct tg_kernel_session *s, bool *ret_stopped, struct fl_error *err);

#endif
