/*
 * Shared libraries without what slows a debugger down. gcc's sanitizer libraries come with 4 MB of
 * debugging information, of which gdb reads the index at each start of a program and whole units
 * at each look at a name or a stack: half of what a trace would cost, for frames that nobody is
 * shown. Copies without it behave alike, and gdb unwinds through them as before.
 */
#ifndef FL_DEBUGSESSION_LEAN_H
#define FL_DEBUGSESSION_LEAN_H

#include "base/model.h"
#include "base/sandbox/sandbox.h"

#define DBG_LEAN_DIR ".lean"

/* In the environment of the program: it takes the copies where there are some. */
#define DBG_LEAN_ENV "LD_LIBRARY_PATH=" FL_BOX_DIR "/" DBG_LEAN_DIR

struct dbg_lean {
	struct fl_slice name; /* "libasan.so.8" */
	struct fl_slice bytes;
};

/*
 * Copies of the sanitizer libraries that a binary in the box loads, made with the box's own strip;
 * none where there is no such library, or no strip. *ret_libs is of struct dbg_lean and lives in
 * the arena (about 2 MB).
 */
int dbg_lean_make(struct fl_box *box, const char *binary, struct fl_arena *a,
	struct fl_list *ret_libs, struct fl_error *err);

/* Put them into the box, where the program overwrites what it likes: before each trace. */
int dbg_lean_put(struct fl_box *box, const struct fl_list *libs, struct fl_error *err);

#endif
