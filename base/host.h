/*
 * A host that is out of processes, memory or descriptors. That says nothing of the program that was
 * to run: it is no answer to anything. Whoever starts something waits a little, tries again, and
 * then says FL_EHOST, which is no label, no reward, and exit status 3.
 *
 *	struct fl_patience p = {0};
 *	do
 *		rc = try(&e);
 *	while (rc && fl_host_short(&e) && fl_patience_wait(&p));
 *	if (rc && fl_host_short(&e)) rc = fl_host_error(&e);
 */
#ifndef FL_BASE_HOST_H
#define FL_BASE_HOST_H

#include <stdint.h>

#include "base/slice.h"
#include "base/error.h"

/* How long the patience for one thing lasts, together with all that it consists of. */
enum { FL_PATIENCE_MS = 20000, FL_PATIENCE_FDS_MS = 1000 };

struct fl_patience {
	int64_t begun; /* 0: not yet */
	unsigned wait_ms; /* the next pause */
};

/*
 * Pause, from 2 ms on twice as long each time, at most half a second. False, at once, when the
 * patience is over; with sys EMFILE it is short, as these descriptors are our own.
 */
bool fl_patience_wait(struct fl_patience *p, int sys);

/* Make the error FL_EHOST: what could not be done, of what there is too little, what to do. */
int fl_host_error(struct fl_error *e);

/*
 * What a compiler's driver says when it cannot start its own parts: "gcc: fatal error: cannot
 * execute 'cc1': vfork: Resource temporarily unavailable". Lines that begin otherwise, as all that
 * a source makes a compiler say, do not count.
 */
bool fl_host_short_said(struct fl_slice text);

/* The same for a part that was ended at its CPU time (RLIMIT_CPU). */
bool fl_host_cpu_said(struct fl_slice text);

#endif
