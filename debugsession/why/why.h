/*
 * What a diagnosis needs, gathered in one go and without a model in it: why the program stopped,
 * what the system says of the signal, the frames with their source and variables, the instruction
 * and the registers that it names, the session's expressions, threads, breakpoints and last
 * commands.
 */
#ifndef FL_DEBUGSESSION_WHY_WHY_H
#define FL_DEBUGSESSION_WHY_WHY_H

#include "debugsession/session/extra.h"
#include "debugsession/why/model.h"

enum {
	DBG_WHY_DETAILED = 8, /* frames with source and variables */
	DBG_WHY_FRAMES = 32,
	DBG_WHY_VARS = 24, /* arguments and locals of a frame */
	DBG_WHY_VALUE = 400, /* bytes of a value */
	DBG_WHY_LINES = 3, /* lines of source before and behind the frame's */
	DBG_WHY_LIST = 16, /* threads, breakpoints, commands */
	DBG_WHY_BYTES = 32 << 10 /* of the answer, where the request names no other maximum */
};

/*
 * Gather it. Everything lives in the arena. FL_EREFUSED when the program is not stopped; what else
 * cannot be known is left at its unset value. Source lines are asked for by `list`, which moves the
 * place where a `list` without arguments goes on.
 */
int dbg_why_gather(const struct dbg_session *s, struct dbg_console *c, struct fl_arena *a,
	struct dbg_why *ret_why, struct fl_error *err);

/*
 * "why-context" (extra.h): `data.context`, text and literal, cut to the request's max_bytes of
 * JSON. FL_ELIMIT when it cannot be cut so far.
 */
int dbg_extra_why(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

#endif
