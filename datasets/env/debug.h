/*
 * Calls of a debugger (debugsession/calls/calls.h) on a program that stands in a box
 * (datasets/reward/probe.h), each answered in terse literals. A session is what it was asked: its
 * earlier calls are done again, unseen, then the new ones, and then it ends.
 *
 * The program runs with the same layout each time, and values are without addresses. A run that
 * passes its time is ended, whatever it was doing then; so is a debugger that gives no answer, when
 * it gave none a second time either.
 */
#ifndef FL_DATASETS_ENV_DEBUG_H
#define FL_DATASETS_ENV_DEBUG_H

#include "base/sandbox/sandbox.h"
#include "debugsession/model.h"

/*
 * May a local variable be shown that the debugger names: does its name stand in a line of its
 * function before this one? A debugger shows it from the start of its block on, when it still holds
 * what was on the stack before. By the text alone: a function's first line is taken for the nearest
 * one that begins in the first column.
 */
bool ds_debug_is_set(struct fl_slice source, int64_t line, struct fl_slice name);

struct ds_debugging {
	struct fl_box *box;
	const char *program, *input; /* names in it */
	struct fl_list files; /* struct tg_file: its sources */
	const char *const *args; /* NULL-terminated */
	unsigned cpu_ms, wall_ms; /* of a run, until it stops */
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

#endif
