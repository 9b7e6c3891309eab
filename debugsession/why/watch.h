/* Expressions that a session keeps and evaluates at every stop. */
#ifndef FL_DEBUGSESSION_WHY_WATCH_H
#define FL_DEBUGSESSION_WHY_WATCH_H

#include "debugsession/session/extra.h"
#include "debugsession/why/model.h"

enum {
	DBG_WATCHES_MAX = 32,
	DBG_WATCH_TEXT = 4096, /* bytes of an expression */
	DBG_WATCH_VALUE = 1024, /* bytes of a value that are shown */
	DBG_WATCH_MS = 5000 /* when evaluation took so long, the rest is not evaluated */
};

struct dbg_watches {
	struct dbg_watch_one {
		int64_t number;
		char *text; /* owned */
	} at[DBG_WATCHES_MAX];
	size_t len;
	int64_t last; /* number that was given last */
};

void dbg_watches_release(struct dbg_watches *w);

/*
 * Evaluate all in the selected frame, for at most DBG_WATCH_MS plus what the last one takes: a list
 * of struct dbg_expression in the arena. What cannot be evaluated has its error.
 */
struct fl_list dbg_watches_evaluate(
	const struct dbg_watches *w, struct dbg_console *c, struct fl_arena *a);

/* "watch-expression EXPR", "unwatch-expression N", "info watch-expressions" (extra.h). */
int dbg_extra_watch(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_extra_unwatch(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);
int dbg_extra_watches(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

/* The member `expressions` of `data`; nothing when the session keeps none. */
void dbg_watches_data(const struct dbg_watches *w, struct dbg_console *c, struct fl_buf *out);

#endif
