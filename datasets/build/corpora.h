/*
 * Reading corpora, with their projects told by workers. The corpora are walked twice: first for
 * their projects alone, which workers then tell; the second walk takes the answers. What comes out,
 * and in which order, does not depend on the number of workers.
 */
#ifndef FL_DATASETS_BUILD_CORPORA_H
#define FL_DATASETS_BUILD_CORPORA_H

#include <signal.h>

#include "datasets/corpus/corpus.h"

struct ds_corpora_opts {
	const char *const *paths; /* CORPUS arguments */
	size_t count;
	unsigned jobs; /* most workers, 1 … DS_POOL_JOBS_MAX */
	unsigned wall_ms; /* for one project; 0: half an hour, far beyond the limits of its box */
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	void (*progress)(void *ctx, const char *phase, size_t done, size_t count); /* may be NULL */
	void *progress_ctx;
};

/*
 * As ds_corpus_add() for each path in turn; ret_ends has room for count numbers: how many programs
 * there are after each. corpus->project is called in forked workers, with an arena of their own,
 * and for what is too large to be handed over, or was not there in the first walk, here. The
 * process must have one thread only.
 *
 * A project that ends its worker or passes the time limit, or whose telling passes a limit of ours
 * (FL_ELIMIT, FL_EPARSE), is refused in its place (DS_UNTOLD_NOT_TOLD); other errors end the
 * reading, that of the first project first. A corpus that cannot be read is told before any project
 * is. FL_ECLOSED when stopped.
 *
 * Where ret_absent is not NULL, projects of which corpus->project says FL_ENOTFOUND are others'
 * (datasets/build/part.h): the others are told, and then the reading ends with that code and
 * *ret_absent such projects (else 0).
 */
int ds_corpora_read(const struct ds_corpora_opts *opts, struct ds_corpus *corpus, size_t *ret_ends,
	size_t *ret_absent, struct fl_error *err);

#endif
