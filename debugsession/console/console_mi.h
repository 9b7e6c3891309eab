/* What the files of the engine that speaks GDB/MI share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_CONSOLE_MI_H
#define FL_DEBUGSESSION_CONSOLE_MI_H

#include "debugsession/console/console_priv.h"

enum { DBG_MI_SETUP_MS = 20000, DBG_MI_PATH_BYTES = 8192 };

/* How it stands with the debug files of libraries (debug_files.h). */
enum dbg_mi_files {
	DBG_MI_FILES_READ, /* gdb reads them with the libraries */
	DBG_MI_FILES_OPEN, /* no program has been started: it can be left for later */
	DBG_MI_FILES_AWAY, /* gdb does not know where they are: what it reads now it reads without */
	DBG_MI_FILES_LATER, /* it knows again; those of what it has read may be wanted yet */
};

struct dbg_mi_console {
	struct dbg_console base; /* first: a console pointer is a pointer to this */
	struct dbg_mi mi;
	unsigned groups; /* programs under gdb */
	uint32_t group; /* the number of the one with program_pid */
	uint32_t token; /* of the command that waits, or of the last one */
	int script; /* a file in memory that gdb sources, or -1 */
	enum dbg_mi_files files;
	bool calls; /* gdb may call the program's functions; known with files_dir */
	/* where they are, when that is to be told to gdb again */
	char files_dir[DBG_MI_PATH_BYTES];
};

/* Send "TOKENcommand" and wait for its result, which is in c->result then. */
int dbg_mi_exchange(
	struct dbg_console *c, struct fl_slice command, int64_t deadline, struct fl_error *err);

/*
 * The same, with the debug files that the command needs (mi_files.c): line is what asks for it. An
 * answer that they might change is not taken; they are read, and it is asked for again.
 */
int dbg_mi_exchange_whole(struct dbg_console *c, struct fl_slice command, struct fl_slice line,
	int64_t deadline, struct fl_error *err);

/* Does the record tell only that debug files were put away or brought back? No news to others. */
bool dbg_mi_about_files(const struct dbg_mi_console *m, const struct dbg_mi_record *r);

#endif
