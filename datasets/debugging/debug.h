/*
 * Calls of a debugger (debugsession/calls/calls.h) on a program that stands in a box, each answered
 * in terse literals: by a session that is open while somebody asks, or by one that is what it was
 * asked (ds_debug()): its earlier calls are done again, unseen, then the new ones; then it ends.
 *
 * The program runs with the same layout each time, unless asked otherwise, and values are without
 * addresses. A run that
 * passes its time is ended, whatever it was doing then; so is a debugger that gives no answer, when
 * it gave none a second time either.
 */
#ifndef FL_DATASETS_DEBUGGING_DEBUG_H
#define FL_DATASETS_DEBUGGING_DEBUG_H

#include "base/sandbox/sandbox.h"
#include "debugsession/model.h"

/*
 * May a local variable be shown that the debugger names: does its name stand in a line of its
 * function before this one? A debugger shows it from the start of its block on, when it still holds
 * what was on the stack before. By the text alone: a function's first line is taken for the nearest
 * one that begins in the first column.
 */
bool ds_debug_is_set(struct fl_slice source, int64_t line, struct fl_slice name);

/* What debugs. X(ENUM, word, the tool that tells its version) */
#define DS_DEBUGGERS(X)      \
	X(GDB, "gdb", "gdb") \
	X(LLDB_DAP, "lldb-dap", "lldb-19")

enum ds_debugger {
#define X(id, ...) DS_DEBUGGER_##id,
	DS_DEBUGGERS(X)
#undef X
		DS_DEBUGGER_COUNT
};

/* NULL-terminated; ds_debugger_tools goes with it. */
extern const char *const ds_debugger_words[DS_DEBUGGER_COUNT + 1];
extern const char *const ds_debugger_tools[DS_DEBUGGER_COUNT];

/* The one whose version this is. */
enum ds_debugger ds_debugger_of(struct fl_slice version);

/* Bytes that an answer shows of what the program wrote meanwhile, as a literal: its end. */
enum { DS_DEBUG_OUTPUT_MAX = 1024 };

struct ds_debugging {
	enum ds_debugger debugger;
	struct fl_box *box;
	const char *program, *input; /* names in it */
	struct fl_list files; /* struct tg_file: its sources */
	const char *const *args; /* NULL-terminated */
	const char *const *env; /* NULL-terminated, the whole of it; NULL: that of a plain build */
	unsigned cpu_ms, wall_ms; /* of a run, until it stops */
	bool randomize; /* addresses; else it has the same layout each time */
	/* A machine in the program's place (struct dbg_run), whose kernel the program is; or NULL. */
	const char *boot, *stub;
	const char *const *command; /* for gdb; NULL: the usual one */
	/* Of ds_debug() alone: */
	struct fl_list before; /* slices: texts with the calls of this session so far */
	struct fl_slice text; /* and now */
	size_t max; /* bytes of the answers; calls behind that are not done */
};

/*
 * Answers are appended to `seen`. *ret_failed: how many calls were not done. *ret_over: the session
 * is, since the debugger or the program's time was. FL_EINVAL: there is no call in the text, or
 * there are too many; nothing is appended then. Others are the host's.
 */
int ds_debug(const struct ds_debugging *d, struct fl_arena *a, struct fl_buf *seen,
	size_t *ret_failed, bool *ret_over, struct fl_error *err);

/* A session that stays open. Of the debugging its last three members are not read. */
struct ds_session;

/* What a call gave, besides its text. In the session's arena. */
struct ds_debug_seen {
	bool done; /* it was; the text tells why not */
	const struct dbg_stop *stop; /* NULL: it gave none; so are the next two */
	const struct dbg_backtrace *backtrace;
	const struct dbg_frame_vars *vars;
	struct fl_slice
		value; /* that an expression has, or a call that ended has returned; or "" */
	int64_t number; /* of a break- or watchpoint; 0: none */
};

/*
 * FL_EMISSING, FL_EHOST and the like: there is no debugger. *d and the arena must outlive it; the
 * caller closes it, and the box is used for nothing else meanwhile.
 */
int ds_debug_open(const struct ds_debugging *d, struct fl_arena *a, struct ds_session **ret_session,
	struct fl_error *err);

/*
 * Do one call. Its answer is appended to `text`. FL_EINVAL: it is not one call. Others are the
 * host's, or the session is over, since the program's time is.
 */
int ds_debug_ask(struct ds_session *s, struct fl_slice call, struct fl_buf *text,
	struct ds_debug_seen *ret_seen, struct fl_error *err);

/* NULL is allowed. */
void ds_debug_close(struct ds_session *s);

#endif
