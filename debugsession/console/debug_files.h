/*
 * Separate debug files of libraries, read when they are needed.
 *
 * A gdb that starts a program reads, for each library that has one, a debug file from
 * debug-file-directory (of the C library alone some 14,000 symbols), before the program comes to
 * main. Most of what is asked of a program in its own code needs none of it. So the program is
 * started without them, and they are added, as gdb would have, before the first thing that could
 * tell the difference: a stop in a library, or one whose text holds an address outside of the
 * program (before gdb tells it: a hook in gdb sees to that); a command not known to do without; an
 * answer that holds such an address, or that failed. Never twice; from then on it is a plain gdb.
 *
 * Differences that are left: a breakpoint at FILE:LINE, or at main, that is set before that has no
 * places yet in libraries' own sources of the same names; a name that the program has as well as a
 * library's debug file is the program's; `info sharedlibrary` may name the dynamic linker last.
 *
 * Here is what decides; mi_files.c does it. It needs a gdb with Python (GDB manual, "Separate
 * Debug Files", "Objfiles In Python"): otherwise all is read at once, as ever.
 */
#ifndef FL_DEBUGSESSION_DEBUG_FILES_H
#define FL_DEBUGSESSION_DEBUG_FILES_H

#include "debugsession/console/mi.h"

/* What a command needs of libraries' debug files. */
enum dbg_files_need {
	DBG_FILES_ALL, /* all that there is, before it runs */
	DBG_FILES_START, /* nothing, as long as no program has been started */
	DBG_FILES_NONE,
	DBG_FILES_ASK, /* nothing, unless its answer tells otherwise; it can be asked again */
	DBG_FILES_PEEK, /* as that, but printing it has effects: another question comes before */
	DBG_FILES_RUN, /* nothing; it starts a program */
};

/* command: CLI ("bt 5") or MI without a token ("-stack-list-frames"), one line or more. */
enum dbg_files_need dbg_files_need(struct fl_slice command);

/*
 * The MI command that tells the value which this one prints, but numbers none; for DBG_FILES_PEEK.
 * The program's functions may not be called meanwhile: each would run twice.
 */
void dbg_files_peek(struct fl_slice command, struct fl_buf *out);

/* The setting for that, "on" or "off". */
#define DBG_FILES_CALLS "may-call-functions"

/*
 * Might this text be another one with the debug files: does it hold the address of something that
 * is neither the program's own nor on its stack, or gdb's regret that it does not know a type?
 */
bool dbg_files_text(struct fl_slice text);

/* The same for all texts of a record, and for one that is an error. */
bool dbg_files_record(const struct dbg_mi_record *r);

/*
 * The MI command by which gdb learns to add the files: refused where it cannot be done, with all
 * as it was. An error of memory is in *out.
 */
void dbg_files_teach(struct fl_buf *out);

/* The CLI command that adds those that are there and have not been read. */
#define DBG_FILES_BRING "python faultline_files.bring()"

/* The one after which those of a program that is started again are new ones. */
#define DBG_FILES_FORGET "python faultline_files.done = False"

#define DBG_FILES_DIR "debug-file-directory"

#endif
