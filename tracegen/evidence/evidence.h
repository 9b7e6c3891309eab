/*
 * Evidence of a fault: what a person with the tools, and without knowledge of the fault, would be
 * led to from its symptom. It is made of the faulty program (its files, its binary, how it is run),
 * of what a run of it showed and of what the right program prints. The place of the fault is not
 * among what is passed, so nothing here can give it away.
 *
 * A document (struct fl_items) of, in this order:
 *   symptom      what went wrong (tracegen/evidence/symptom.h), with the stacks that a report has
 *   backtrace    the stop's, where the symptom has no stack of it
 *   samples      of a program that does not end: three passes of its loop
 *   call         the call that a value of that statement came from: arguments, last lines, result
 *   last_use     of memory that leaked: where it was used last, and what became of the pointer
 *   frame_vars   of the innermost frame in the program's own code, what tells most first, and of
 *                its caller
 *   operands     what the statement of the innermost own frame works on besides its locals, and who
 *                wrote it last (tracegen/evidence/operands.h)
 *   last_steps   the last lines executed in that frame's function, with what changed at each
 *
 * Where the program is looked at follows from the symptom: at the signal that ends it (sanitizers
 * abort at their report), or at the write to stdout that has the first wrong byte, stdout being
 * unbuffered. Of one that ends by itself, with another status or without output, where it calls
 * exit(), or at the end of main. Of one that does not end, in the function that does not return,
 * some lines after its last entry (tracegen/evidence/loop.c). Of memory that leaked, where it is
 * used for the last time (tracegen/evidence/leak.c). Of threads that were seen to wait there is
 * the symptom.
 *
 * Nothing in it depends on where memory lies: addresses are replaced (`<ptr>`; 0x0 stays; text and
 * function names stay), memory that was never written shows as `<uninitialized>`, what cannot be
 * read as `<unreadable>`. A local variable is shown only behind the last line of its declaration.
 * Containers that claim absurd sizes are not followed. The capture is made twice, under another
 * environment size and with address randomisation, and refused when the two differ.
 *
 * Steps come from a breakpoint on each line of the function, passed over until just before the
 * end: hits are counted in a run before, so that only the last few stop in the runs that are
 * recorded. A line that is reached more than TG_TRACE_HITS times makes the function too hot to
 * count: the trace then has no last_steps (result.hot). Writes are watched in the same run, and
 * left out where memory is written more than TG_TRACE_WRITES times.
 */
#ifndef FL_TRACEGEN_EVIDENCE_EVIDENCE_H
#define FL_TRACEGEN_EVIDENCE_EVIDENCE_H

#include "debugsession/gdb/engine.h"
#include "tracegen/evidence/decl.h"
#include "tracegen/evidence/symptom.h"

enum {
	TG_TRACE_FRAMES = 8, /* in the backtrace */
	TG_TRACE_HITS = 4000, /* of one line, counted in the first run */
	TG_TRACE_WRITES = 100, /* of one operand */
	TG_TRACE_LINES = 400, /* of the function that get a breakpoint */
	TG_TRACE_VALUE = 120 /* bytes of one value or type */
};

struct tg_evidence_spec {
	struct tg_symptom_in seen; /* of the faulty program */
	const struct fl_list *files; /* struct tg_file: its text; NULL: not known */
	bool cxx;
	const char *binary; /* as the debugger sees it; built with -g -O0 */
	const char *const *args; /* NULL-terminated, without argv[0]; NULL: none */
	/* NULL-terminated; NULL: empty. Say detect_leaks=0, abort_on_error=1, symbolize=0 to
	   sanitizers */
	const char *const *env;
	const char *stdin_path; /* where the debugger runs; NULL: /dev/null */
	const struct tg_decl *decls; /* of the faulty program */
	size_t decl_count;
	/* Of a leak: where what leaked lies in each run (AddressSanitizer's heap is always at the
	   same place), and its bytes; 0: not known */
	uint64_t leaked;
	int64_t leaked_size;
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
	bool core; /* what a core dump would show: no steps, calls or writes of before */
};

struct tg_evidence {
	struct fl_items items;
	bool hot; /* no last_steps: a line was reached too often to count */
	struct fl_slice file; /* where the program was looked at: its own innermost frame; or "" */
	int64_t line;
};

/*
 * Make it. Everything lives in the arena (a few hundred KiB). The engine is left without a program.
 *   FL_EREFUSED   the two captures differ ("nondeterministic trace"), or the program does not fail
 *                 under the debugger, or the debugger refuses the binary
 *   FL_ENOTFOUND  nothing of the program's own is on the stack
 *   FL_ETIMEOUT   a run took longer than wall_ms
 *   FL_ECLOSED    the debugger is gone: the program killed it
 */
int tg_evidence_make(struct dbg_engine *e, const struct tg_evidence_spec *spec, struct fl_arena *a,
	struct tg_evidence *ret_evidence, struct fl_error *err);

#endif
