/*
 * The stack of a crash, as a debugger finds it in the dead program: what a core dump shows, and no
 * sanitizer was there to tell.
 */
#ifndef FL_TRACEGEN_CRASH_H
#define FL_TRACEGEN_CRASH_H

#include "debugsession/gdb/engine.h"
#include "sanitize/report/report.h"

enum { TG_CRASH_FRAMES = 64 };

struct tg_crash_spec {
	const char *binary; /* as the debugger sees it */
	const char *const *args; /* NULL-terminated, without argv[0]; NULL: none */
	const char *const *env; /* NULL-terminated; NULL: empty */
	const char *stdin_path; /* where the debugger runs; NULL: /dev/null */
	int signal; /* that ended the program when no debugger watched */
	unsigned wall_ms; /* of one run */
	unsigned cpu_s; /* of the program in one run; 0: none */
};

/*
 * Run the program twice, under another environment size and address layout, and add the stack of
 * the signal that ends it to the report (role access, the innermost TG_CRASH_FRAMES frames down to
 * main; frames without a name and file are left out), with the place to blame and the hash that
 * follow from it. A stack without a frame in the program's own code is not added. Everything lives
 * in the arena. The engine is left without a program.
 *   FL_EREFUSED   the two stacks differ, or the program ends in another way under the debugger
 *   FL_ETIMEOUT   a run took longer than wall_ms
 *   FL_ECLOSED    the debugger is gone: the program killed it
 */
int tg_crash_stack(struct dbg_engine *e, const struct tg_crash_spec *spec, struct fl_arena *a,
	struct san_report *report, struct fl_error *err);

#endif
