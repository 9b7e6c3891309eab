/*
 * A crew: forked worker processes that are asked one thing after the other. Questions and answers
 * are bytes. Each of at most `jobs` workers does one at a time; answers are collected in the order
 * of the questions, so that what is made of them does not depend on the number of workers, or as
 * they come.
 *
 * A worker that crashes or passes the time limit costs its question only: that is collected as a
 * failure, and a new worker takes its place, as soon as the host has room for it. Workers die when
 * we do. They ignore SIGINT: whoever holds the crew decides what Ctrl-C means.
 *
 * The process must have one thread only while it holds a crew (it forks). Nothing but
 * fl_crew_turn() waits.
 */
#ifndef FL_BASE_CREW_H
#define FL_BASE_CREW_H

#include <poll.h>

#include "base/buf.h"

/* Most workers; bytes of answers that wait for their turn (about). */
enum { FL_CREW_JOBS_MAX = 256, FL_CREW_HELD_MAX = 256 << 20 };

struct fl_crew_opts {
	unsigned jobs; /* 1 … FL_CREW_JOBS_MAX */
	size_t bytes_max; /* of one question, and of one answer */
	unsigned wall_ms; /* for one question; 0: no limit */
	bool as_they_come; /* collect each answer at once, in no order */
	void *ctx; /* for all callbacks */

	/*
	 * In the worker, once, before its first question: *ret_state is what the others get. A
	 * failure is that of the whole crew. May be NULL.
	 */
	int (*start)(void *ctx, void **ret_state, struct fl_error *err);
	/* In the worker: answer into out, which has room for bytes_max. */
	int (*answer)(void *ctx, void *state, struct fl_slice question, struct fl_buf *out,
		struct fl_error *err);
	/* In the worker, when no more questions come. Not after a crash. May be NULL. */
	void (*finish)(void *ctx, void *state);

	/*
	 * Here, for every question by its number (from 0): the answer, or why there is none
	 * (failure not NULL; the question is given with it). Not 0 ends the turn and is its result:
	 * a code is a failure, 1 means that enough is there.
	 */
	int (*collect)(void *ctx, uint64_t number, struct fl_slice answer,
		const struct fl_error *failure, struct fl_slice question, struct fl_error *err);
};

struct fl_crew;

/* Start all workers; opts is copied. The caller ends it. FL_EHOST when the host has no room. */
int fl_crew_new(const struct fl_crew_opts *opts, struct fl_crew **ret_crew, struct fl_error *err);

/*
 * End it: patiently, workers that wait for a question end by themselves; else they are killed. No
 * worker is left in any case. NULL is allowed.
 */
void fl_crew_end(struct fl_crew *c, bool patient);

/* Could one more be asked now: is a worker idle, and room for the answer? */
bool fl_crew_has_room(const struct fl_crew *c);

/* How many were asked; how many of these have ended; how many of these are collected. */
uint64_t fl_crew_asked(const struct fl_crew *c);
uint64_t fl_crew_ended(const struct fl_crew *c);
uint64_t fl_crew_collected(const struct fl_crew *c);

/* Ask the next question, of which a copy is kept. FL_EINVAL without room, FL_ELIMIT: too long. */
int fl_crew_ask(struct fl_crew *c, struct fl_slice question, struct fl_error *err);

/* What to wait for beside other descriptors: at most max are filled in. Returns how many. */
size_t fl_crew_fds(const struct fl_crew *c, struct pollfd *fds, size_t max);

/*
 * Wait at most timeout_ms until something comes from a worker, and collect what is ready. A worker
 * that cannot start is a failure of the whole crew, but where a host that had room before has none:
 * its place is then tried again in later turns.
 */
int fl_crew_turn(struct fl_crew *c, int timeout_ms, struct fl_error *err);

#endif
