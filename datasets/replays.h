/*
 * Replays (datasets/replay.h) by several processes. What came of them is told in the order in which
 * they were asked for, whatever the number of processes. No process and no sandbox is left, however
 * it ends.
 */
#ifndef FL_DATASETS_REPLAYS_H
#define FL_DATASETS_REPLAYS_H

#include <signal.h>

#include "datasets/replay.h"

struct ds_replays_opts {
	struct fl_box_opts box;
	unsigned jobs; /* 1 … FL_CREW_JOBS_MAX */
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	/*
	 * What came of a record. A program that looks at the clock may do something else on a busy
	 * machine, once: so what fails is tried a second time. first: why the first try failed, or
	 * ""; why: the last one, or "" when it came out the same.
	 */
	void (*told)(void *ctx, struct fl_slice id, const char *first, const char *why);
	void *ctx;
};

struct ds_replays;

/*
 * opts must live on. The process must have one thread only. The caller ends them. FL_EHOST when the
 * host has no room.
 */
int ds_replays_new(
	const struct ds_replays_opts *opts, struct ds_replays **ret_replays, struct fl_error *err);

/*
 * Ask for a record's replay, which waits for a process that is idle. FL_ECLOSED when stopped;
 * FL_EMISSING when the sandbox or a tool is not to be had.
 */
int ds_replays_add(struct ds_replays *r, const struct ds_record *record, struct fl_error *err);

/*
 * Wait for all and free. rc: what went wrong before, which is returned, and then nothing is waited
 * for. Codes as above. NULL is allowed.
 */
int ds_replays_end(struct ds_replays *r, int rc, struct fl_error *err);

#endif
