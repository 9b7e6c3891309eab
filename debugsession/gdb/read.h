/*
 * Records of GDB/MI as the model's structs (GDB manual, "GDB/MI Async Records", "GDB/MI Stack
 * Manipulation"), whichever engine of the console made them. What is made lives in the arena; a
 * member that is not there reads as 0 or "". Out of memory is the arena's to tell.
 */
#ifndef FL_DEBUGSESSION_GDB_READ_H
#define FL_DEBUGSESSION_GDB_READ_H

#include "debugsession/console/mi.h"
#include "debugsession/gdb/engine.h"

/* gdb's notice that a program is no more. */
#define DBG_GDB_GONE "thread-group-exited"

/*
 * A record *stopped, or DBG_GDB_GONE. interrupting: a stop was asked for since the program was let
 * go.
 */
void dbg_gdb_read_stop(
	const struct dbg_mi_record *r, bool interrupting, struct fl_arena *a, struct dbg_stop *out);

/* The list `stack`: struct dbg_frame; one of its frames. */
struct fl_list dbg_gdb_read_frames(const struct dbg_mi_value *stack, struct fl_arena *a);
void dbg_gdb_read_frame(
	const struct dbg_mi_value *frame, struct fl_arena *a, struct dbg_frame *out);

/* The list `variables` with --simple-values: struct dbg_variable, at most max. */
struct fl_list dbg_gdb_read_vars(const struct dbg_mi_value *vars, size_t max, struct fl_arena *a);

/* The reply to a command that sets a breakpoint. */
void dbg_gdb_read_break(const struct dbg_mi_record *reply, struct dbg_break_info *out);

/* How often the breakpoint of that number was reached, in the reply to -break-info; -1: unsaid. */
int64_t dbg_gdb_read_hits(const struct dbg_mi_record *reply, int64_t number);

/*
 * Append the MI command that sets a breakpoint. FL_EINVAL: it has no place; FL_ELIMIT, FL_ENOMEM:
 * the buffer's.
 */
int dbg_gdb_break_command(
	const struct dbg_break *where, struct fl_buf *command, struct fl_error *err);

/* The value of a reply to -data-evaluate-expression, cut to max bytes. */
struct fl_slice dbg_gdb_read_value(
	const struct dbg_mi_record *reply, size_t max, struct fl_arena *a);

#endif
