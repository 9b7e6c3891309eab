/*
 * What a live gdb knows, asked quietly over MI (dbg_console_ask) and given as the shapes of
 * model.h. Everything else of a session may go on as if nothing had been asked: selected thread and
 * frame stay what they were.
 *
 * Results live in the arena that is passed, texts are bounded, and what a maximum left out is
 * counted in `omitted`. Every function returns 0 or a code with err filled (NULL is allowed):
 *   FL_EREFUSED  gdb said no (the program is not stopped, no such symbol, …); its words
 *   FL_ECLOSED   the console is dead
 *   FL_ETIMEOUT  no answer in time; the question was interrupted
 *   FL_EINVAL    a maximum of 0, or a text that cannot be sent
 *
 * Source: GDB manual, "The GDB/MI Interface".
 */
#ifndef FL_DEBUGSESSION_FACTS_H
#define FL_DEBUGSESSION_FACTS_H

#include "debugsession/console/console.h"
#include "debugsession/gdb/engine.h"

enum {
	DBG_FACTS_FRAMES = 256, /* most frames of a backtrace */
	DBG_FACTS_VARS = 1024, /* most variables of a frame */
	DBG_FACTS_VALUE = 4096, /* most bytes of a value, where the caller has no wish of its own */
	DBG_FACTS_MEMORY = 64 << 10, /* most bytes of a dump */
	DBG_FACTS_LIST = 1024 /* most threads, or breakpoints */
};

/* The frame that commands mean. */
enum { DBG_FRAME_SELECTED = -1 };

/*
 * The last stop; of a core file where it stands, with the signal it died of. FL_EREFUSED where
 * there has been none, or the program runs.
 */
int dbg_facts_stop(
	struct dbg_console *c, struct fl_arena *a, struct dbg_stop *ret_stop, struct fl_error *err);

/* The number of the signal that the kernel recorded for the selected thread; 0: there is none. */
int64_t dbg_facts_signal(struct dbg_console *c);

/*
 * The innermost max frames (at most DBG_FACTS_FRAMES) of the selected thread, of all code. Of the
 * frames beyond them at most 1000 are counted in `omitted`: an endless recursion is not walked
 * to its end.
 */
int dbg_facts_backtrace(struct dbg_console *c, size_t max, struct fl_arena *a,
	struct dbg_backtrace *ret_backtrace, struct fl_error *err);

/* One frame of the selected thread, by its depth, or DBG_FRAME_SELECTED. */
int dbg_facts_frame(struct dbg_console *c, int64_t depth, struct fl_arena *a,
	struct dbg_frame *ret_frame, struct fl_error *err);

/* How much of a frame's variables is wanted. */
struct dbg_vars_wish {
	size_t max; /* variables, at most DBG_FACTS_VARS */
	size_t max_value; /* bytes of a value; a longer one ends with "..."; 0: DBG_FACTS_VALUE */
	bool args_only;
};

/*
 * The variables of a frame: arguments first, then locals, the inner scopes' first, with the values
 * that gdb's printers give. A value that cannot be read is gdb's words for that ("<error: …>").
 */
int dbg_facts_frame_vars(struct dbg_console *c, int64_t depth, const struct dbg_vars_wish *wish,
	struct fl_arena *a, struct dbg_frame_vars *ret_vars, struct fl_error *err);

/* Is it nothing but where a reference leads? *&(EXPRESSION) has what is there. */
bool dbg_facts_is_reference(struct fl_slice value);

/*
 * The value of an expression in the selected frame, cut to max bytes. It can do whatever the
 * program and gdb can: call functions, assign.
 */
int dbg_facts_evaluate(struct dbg_console *c, struct fl_slice expression, size_t max,
	struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err);

/*
 * size bytes (at most DBG_FACTS_MEMORY) from an address, which is an expression. Where memory ends
 * before, fewer: size of the dump. FL_EREFUSED when the first byte cannot be read.
 */
int dbg_facts_memory(struct dbg_console *c, struct fl_slice address, size_t size,
	struct fl_arena *a, struct dbg_mem_dump *ret_dump, struct fl_error *err);

/* At most max threads (at most DBG_FACTS_LIST). */
int dbg_facts_threads(struct dbg_console *c, size_t max, struct fl_arena *a,
	struct dbg_threads *ret_threads, struct fl_error *err);

/* At most max breakpoints (at most DBG_FACTS_LIST). */
int dbg_facts_breakpoints(struct dbg_console *c, size_t max, struct fl_arena *a,
	struct dbg_breakpoints *ret_breakpoints, struct fl_error *err);

/* Set a breakpoint; a watchpoint on an expression, for writes. */
int dbg_facts_break_add(struct dbg_console *c, const struct dbg_break *where,
	struct dbg_break_info *ret_info, struct fl_error *err);
int dbg_facts_watch_add(struct dbg_console *c, struct fl_slice expression, int64_t *ret_number,
	struct fl_error *err);

#endif
