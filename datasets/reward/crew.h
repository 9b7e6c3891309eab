/*
 * Workers that are asked one thing after the other: forked processes, each with a box of its own.
 * What is asked and answered are bytes. One that crashes, or is silent for longer than wall_ms,
 * costs its question only: that is answered with a failure, and a new worker takes its place.
 * Workers die when we do.
 *
 * Whoever holds a crew has one thread, and calls ds_crew_turn() whenever there is time: it never
 * blocks for longer than it is told.
 */
#ifndef FL_DATASETS_CREW_H
#define FL_DATASETS_CREW_H

#include <poll.h>

#include "base/buf.h"

enum { DS_CREW_MAX = 256, DS_CREW_BYTES_MAX = 128 << 20 /* of a question, and of an answer */ };

struct ds_crew_opts {
	unsigned jobs; /* 1 … DS_CREW_MAX */
	unsigned wall_ms; /* of one question; 0: no limit */
	void *ctx; /* for all callbacks */
	/* In the worker, before its first question: *ret_state is what the others get. */
	int (*start)(void *ctx, void **ret_state, struct fl_error *err);
	int (*answer)(void *ctx, void *state, struct fl_slice question, struct fl_buf *out,
		struct fl_error *err);
	/* In the worker, when no more come. May be NULL. */
	void (*finish)(void *ctx, void *state);
	/* Here: a question's answer, or why there is none (failure not NULL). */
	void (*collect)(
		void *ctx, uint64_t number, struct fl_slice answer, const struct fl_error *failure);
};

struct ds_crew;

/* Starts all workers. The caller frees it; what is still asked is then lost. */
int ds_crew_new(const struct ds_crew_opts *opts, struct ds_crew **ret_crew, struct fl_error *err);
void ds_crew_free(struct ds_crew *c);

/* How many could be asked now; how many are being asked. */
unsigned ds_crew_idle(const struct ds_crew *c);
unsigned ds_crew_busy(const struct ds_crew *c);

/* Ask one that is idle. number comes back with the answer. FL_EINVAL when none is. */
int ds_crew_ask(struct ds_crew *c, uint64_t number, struct fl_slice question, struct fl_error *err);

/* What to wait for beside other descriptors: at most max are filled in. Returns how many. */
size_t ds_crew_fds(const struct ds_crew *c, struct pollfd *fds, size_t max);

/*
 * Wait at most that long for an answer, and collect what is there. A worker that cannot be replaced
 * is a failure of all: FL_EHOST and the like, or what `start` said.
 */
int ds_crew_turn(struct ds_crew *c, int timeout_ms, struct fl_error *err);

#endif
