/* What the files of the GDB/MI engine share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_GDB_PRIV_H
#define FL_DEBUGSESSION_GDB_PRIV_H

#include "debugsession/console/mi.h"
#include "debugsession/gdb/gdb.h"

struct dbg_gdb {
	struct dbg_engine engine; /* first: an engine pointer is a pointer to this */
	struct dbg_link link;
	int tty_peer; /* the program's end of the terminal, held open so that it does not hang up */
	bool tty_up;
	struct dbg_gdb_opts opts;
	struct dbg_mi mi;
	uint32_t token; /* of the command that waits, or of the last one */
	bool have_reply, have_stop;
	struct dbg_mi_record reply, stop; /* valid with the flags above */
	bool running; /* resumed and not yet seen to stop */
	bool alive; /* there is a program */
	bool interrupting;
	bool boots; /* what runs is a machine */
	bool closed; /* gdb has gone */
	int64_t thread;
	struct fl_buf output, noise; /* of the program; of gdb outside MI */
	bool output_cut;
};

/* gdb's notice that a program is no more. */
#define DBG_GDB_GONE "thread-group-exited"

/* A command without token and newline. ret_reply (or NULL) is valid until the next. */
int dbg_gdb_command(struct dbg_gdb *g, const struct dbg_mi_record **ret_reply, struct fl_error *err,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Read what comes until a reply (or with stop: a stop) is there; at most wall_ms. */
int dbg_gdb_await(struct dbg_gdb *g, bool stop, unsigned wall_ms, struct fl_error *err);

/* Take a new run's terminal into use: forget the old output. */
void dbg_gdb_tty_reset(struct dbg_gdb *g);

/* Take in all that the program has written so far. */
void dbg_gdb_tty_drain(struct dbg_gdb *g);

/* MI results as the model's structs. */
void dbg_gdb_read_stop(
	const struct dbg_mi_record *r, bool interrupting, struct fl_arena *a, struct dbg_stop *out);
struct fl_list dbg_gdb_read_frames(const struct dbg_mi_value *stack, struct fl_arena *a);
struct fl_list dbg_gdb_read_vars(const struct dbg_mi_value *vars, size_t max, struct fl_arena *a);
void dbg_gdb_read_frame(
	const struct dbg_mi_value *frame, struct fl_arena *a, struct dbg_frame *out);
void dbg_gdb_read_break(const struct dbg_mi_record *reply, struct dbg_break_info *out);

/* Append the MI command that sets a breakpoint. */
int dbg_gdb_break_command(
	const struct dbg_break *where, struct fl_buf *command, struct fl_error *err);

#endif
