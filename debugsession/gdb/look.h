/*
 * What there is to see where a program stands, by GDB/MI commands, whoever answers them: gdb, or
 * an adapter in its spelling. The results live in the arena. Errors: those of the answer;
 * FL_EPARSE, it says less than it should; FL_EINVAL, of what was asked; FL_ENOMEM.
 */
#ifndef FL_DEBUGSESSION_GDB_LOOK_H
#define FL_DEBUGSESSION_GDB_LOOK_H

#include "debugsession/console/mi.h"
#include "debugsession/gdb/engine.h"

struct dbg_asker {
	/* Do the command; *ret_reply lives until the next one. */
	int (*ask)(struct dbg_engine *e, const char *command,
		const struct dbg_mi_record **ret_reply, struct fl_error *err);
	struct dbg_engine *engine;
	int64_t thread; /* that is looked at */
};

/* How often the breakpoint of that number was reached. */
int dbg_look_hits(
	const struct dbg_asker *by, int64_t number, int64_t *ret_hits, struct fl_error *err);

/* The innermost frames (struct dbg_frame), at most max. */
int dbg_look_backtrace(const struct dbg_asker *by, size_t max, struct fl_arena *a,
	struct fl_list *ret_frames, struct fl_error *err);

/* Arguments and locals of a frame (struct dbg_variable), 0 is the innermost; at most max. */
int dbg_look_variables(const struct dbg_asker *by, int64_t depth, size_t max, struct fl_arena *a,
	struct fl_list *ret_vars, struct fl_error *err);

/* The value of an expression there, cut to max bytes. */
int dbg_look_evaluate(const struct dbg_asker *by, int64_t depth, struct fl_slice expression,
	size_t max, struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err);

#endif
