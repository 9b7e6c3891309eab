/* What the files of the GDB/MI engine share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_GDB_PRIV_H
#define FL_DEBUGSESSION_GDB_PRIV_H

#include "debugsession/console/mi.h"
#include "debugsession/gdb/gdb.h"
#include "debugsession/gdb/read.h"

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

/* A command without token and newline. ret_reply (or NULL) is valid until the next. */
int dbg_gdb_command(struct dbg_gdb *g, const struct dbg_mi_record **ret_reply, struct fl_error *err,
	const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* Read what comes until a reply (or with stop: a stop) is there; at most wall_ms. */
int dbg_gdb_await(struct dbg_gdb *g, bool stop, unsigned wall_ms, struct fl_error *err);

/* Take a new run's terminal into use: forget the old output. */
void dbg_gdb_tty_reset(struct dbg_gdb *g);

/* Take in all that the program has written so far. */
void dbg_gdb_tty_drain(struct dbg_gdb *g);

#endif
