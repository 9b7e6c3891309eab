/* What the system says of the signal at which the program stands. Source: sigaction(2). */
#ifndef FL_DEBUGSESSION_WHY_SIGNAL_H
#define FL_DEBUGSESSION_WHY_SIGNAL_H

#include "debugsession/console/console.h"
#include "debugsession/why/model.h"

/* From gdb's $_siginfo; unset where the debugger has none. */
void dbg_why_signal(
	struct dbg_console *c, int64_t signal, struct fl_arena *a, struct dbg_signal_info *out);

#endif
