/*
 * The divergence of a fault: the faulty program's run and the right one's on the same input, side
 * by side, cut to the first state that differs. What makes it KNOWS THE EDIT: it looks at the
 * function that the fault was put into, and it has the right program. So it is no evidence of a
 * symptom (tracegen/evidence/evidence.h), has a kind of record of its own, and says what it is.
 *
 * A state is a line of the function that is about to run, with the values of arguments and locals,
 * and of what pointers point to. Only lines that both programs have are compared, in lock step from
 * the first call on; all lines are those of the faulty file. Where the two are alike in that
 * function to the end, or are at another call of it with other arguments, the one that called it is
 * looked at: there the value that it returned shows.
 *
 * It is made twice, under another environment size and with address randomisation, and refused
 * where that shows something else. At most TG_DIVERGENCE_STATES stops are looked at.
 */
#ifndef FL_TRACEGEN_DIVERGENCE_DIVERGENCE_H
#define FL_TRACEGEN_DIVERGENCE_DIVERGENCE_H

#include "debugsession/gdb/engine.h"
#include "tracegen/evidence/evidence.h"
#include "tracegen/site.h"

enum {
	TG_DIVERGENCE_STATES = 1500, /* of one run that are looked at */
	TG_DIVERGENCE_COMMON = 3, /* shown before the parting */
	TG_DIVERGENCE_CALLERS = 2 /* looked at where the function shows nothing */
};

/* What is the first thing that differs: on one side. */
struct tg_diverged {
	struct fl_slice run; /* "faulty" or "right" */
	int64_t line; /* that it is about to execute; 0: it comes to no further one */
	struct fl_list changed; /* struct dbg_change: what differs, with this side's values */
	int64_t omitted;
	/* Of one that comes to no further line: "left", or the signal that ends it at `line` */
	struct fl_slice end;
};

struct tg_divergence {
	struct fl_slice function, file;
	int64_t call; /* the how manieth of the function */
	/* struct dbg_step: the last states that are alike; the first has all values, the others what
	   is new */
	struct fl_list states;
	struct fl_list sides; /* struct tg_diverged: the faulty one, the right one */
	int64_t omitted; /* states before those, alike in both */
};

extern const struct fl_shape tg_divergence_shape;

struct tg_divergence_spec {
	/*
	 * How each is run: files, binary (at the same path), args, env, stdin_path, decls, wall_ms,
	 * cpu_s, trust_locals. What a symptom needs is not read.
	 */
	struct tg_evidence_spec faulty, right;
	const struct tg_site *site;
	/* Have that program stand where its binary is. */
	int (*stand)(void *ctx, bool right, struct fl_error *err);
	void *ctx;
};

/* Whether there is one. X(ENUM, word) */
#define TG_DIVERGENCES(X)                                                          \
	X(SHOWN, "recorded")                                                       \
	X(OUTSIDE, "the edit is in no function that runs")                         \
	X(ELSEWHERE, "the states of the function and of its callers never differ") \
	X(TOO_LATE, "they are alike for more states than are looked at")

enum tg_divergence_found {
#define X(id, word) TG_DIVERGENCE_##id,
	TG_DIVERGENCES(X)
#undef X
		TG_DIVERGENCE_FOUND_COUNT
};

extern const char *const tg_divergence_words[TG_DIVERGENCE_FOUND_COUNT];

/*
 * Make it; only with TG_DIVERGENCE_SHOWN it is set. Everything lives in the arena, some MiB. Errors
 * as of tg_evidence_make(), and those of stand().
 */
int tg_divergence_make(struct dbg_engine *e, const struct tg_divergence_spec *spec,
	struct fl_arena *a, enum tg_divergence_found *ret_found,
	struct tg_divergence *ret_divergence, struct fl_error *err);

/* Does it show two runs that part? NULL, or what is wrong with it. */
const char *tg_divergence_lacks(const struct tg_divergence *d);

#endif
