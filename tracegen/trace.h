/*
 * The trace recorder: what a debugger sees of a fault, short and reproducible.
 *
 * Given an engine and a binary built with -g -O0 (and sanitizers that abort), it makes a document
 * (struct fl_items over the shapes of debugsession/model.h):
 *   stop_info    the failure, placed at the innermost frame of the user's code
 *   backtrace    frames of the user's code only, at most TG_TRACE_FRAMES
 *   frame_vars   of the innermost user frame, and of the mutated function's when that is another
 *   last_steps   the last lines executed in the mutated function, with what changed at each
 *
 * Nothing in it depends on where memory lies: addresses are replaced (`<ptr>`; 0x0 stays; text and
 * function names stay), memory that was never written shows as `<uninitialized>`, what cannot be
 * read as `<unreadable>`. A local variable is shown only behind the last line of its declaration.
 * Containers that claim absurd sizes are not followed. The capture is made twice, under another
 * environment size and with address randomisation, and refused when the two differ.
 *
 * Steps come from a breakpoint on each line of the function, passed over until just before the
 * end: hits are counted in a first run, so that only the last few stop in the runs that are
 * recorded. A line that is reached more than TG_TRACE_HITS times makes the function too hot to
 * count: the trace then has no last_steps (result.hot).
 */
#ifndef FL_TRACEGEN_TRACE_H
#define FL_TRACEGEN_TRACE_H

#include "debugsession/gdb/engine.h"

enum {
	TG_TRACE_FRAMES = 8, /* in the backtrace */
	TG_TRACE_HITS = 4000, /* of one line, counted in the first run */
	TG_TRACE_STOPS = 100, /* compared with the reference */
	TG_TRACE_LINES = 400, /* of the function that get a breakpoint */
	TG_TRACE_VALUE = 120 /* bytes of one value or type */
};

/* Where a local variable of the program may be looked at. Arguments need none. */
struct tg_decl {
	struct fl_slice file; /* as the compiler was given it */
	struct fl_slice name;
	int64_t line; /* last line of the declaration, its initialiser included */
	int64_t scope_end; /* last line of the block it is in */
};

/*
 * What was recorded of the program without the fault, for the traces of one program: zeroed before
 * the first, `arena` released (and the rest zeroed) when the reference is no longer that program.
 */
struct tg_trace_hit;
struct tg_trace_reference {
	struct fl_slice file;
	int64_t first; /* line of the function */
	struct tg_trace_hit *hits;
	size_t hit_count;
	struct tg_trace_reference *older;
};

struct tg_trace_references {
	struct fl_arena arena;
	struct tg_trace_reference *newest;
};

struct tg_trace_spec {
	const char *binary; /* as the debugger sees it */
	const char *reference; /* the program without the fault, same lines; or NULL */
	struct tg_trace_references *references; /* of that program; or NULL: remember nothing */
	const char *file; /* source file of the mutated function, as it was compiled */
	int64_t first, last; /* its lines */
	struct fl_slice function; /* its name, for last_steps */
	const char *const *args; /* NULL-terminated, without argv[0]; NULL: none */
	const char *const
		*env; /* NULL-terminated; NULL: empty. Say detect_leaks=0, abort_on_error=1
				      and symbolize=0 to sanitizers */
	const char *stdin_path; /* where the debugger runs; NULL: /dev/null */
	const struct tg_decl *decls;
	size_t decl_count;
	unsigned steps; /* in last_steps; 0: 8 */
	size_t budget; /* bytes as compact literals; 0: 2048 */
	unsigned wall_ms; /* of one run; 0: 20 s */
	unsigned cpu_s; /* of the program in one run; 0: none */
	/*
	 * What debug information says of locals in a function with AddressSanitizer is right: true
	 * of clang (which needs -fstandalone-debug for std::string), not of gcc 12, whose locals are
	 * left out where the shadow memory does not confirm them.
	 */
	bool trust_locals;
	/*
	 * The fault shows without a signal (wrong output or status, an endless loop, a leak): stop
	 * where the lines and values of the function first differ from the reference's, or, where
	 * they do not, at the last of TG_TRACE_STOPS hits.
	 */
	bool diverges;
};

struct tg_trace {
	struct fl_items items;
	bool hot; /* no last_steps: a line was reached too often to count */
	bool diverged; /* with diverges: a difference was found */
};

/*
 * Record. Everything lives in the arena (a few hundred KiB). The engine is left without a program.
 *   FL_EREFUSED   the two captures differ ("nondeterministic trace"), or the program does not fail
 *                 under the debugger, or the debugger refuses the binary
 *   FL_ENOTFOUND  no user frame, or the function is never reached where that is needed
 *   FL_ETIMEOUT   a run took longer than wall_ms
 *   FL_ECLOSED    the debugger is gone: the program killed it
 */
int tg_trace_record(struct dbg_engine *e, const struct tg_trace_spec *spec, struct fl_arena *a,
	struct tg_trace *ret_trace, struct fl_error *err);

#endif
