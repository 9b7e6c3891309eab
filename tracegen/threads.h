/*
 * Faults of threads under ThreadSanitizer (tracegen/verify.h has the judgement of all faults). A
 * race need not happen to be seen: ThreadSanitizer reports two accesses that nothing orders. Which
 * pairs it can still tell depends on the schedule, so a mutant is run TG_THREAD_RUNS times, with
 * all CPUs and with one, and counts as observed when one and the same report, sides sorted, is in
 * every run, at least one of which came to its end. What is not in every run is refused: it would
 * not replay. A replay itself may be on a busier machine: there the reports that are in at least
 * TG_THREAD_LEAST runs are the choices.
 */
#ifndef FL_TRACEGEN_THREADS_H
#define FL_TRACEGEN_THREADS_H

#include "tracegen/verify.h"

enum { TG_THREAD_RUNS = 5, TG_THREAD_LEAST = 2, TG_THREAD_CLEAN = 3 };

/*
 * Build the original, whose other fields are set, with ThreadSanitizer, and set b->threads_run: it
 * is clean in TG_THREAD_CLEAN runs and prints what it should.
 * The objects stay for tg_threads_run().
 */
int tg_threads_baseline(struct fl_box *box, const struct tg_program *program,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_baseline *b,
	struct fl_error *err);

/*
 * Build the mutant and run it; needs b->threads_run. *ret_outcome: TG_OBSERVED by a report;
 * TG_SURVIVED after TG_THREAD_CLEAN runs in which nothing was wrong; TG_NONDETERMINISTIC where
 * something was, but not in every run, or no report; TG_NOT_COMPILED, TG_INFRA.
 */
int tg_threads_run(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *b, const struct fl_list *changed, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_outcome *ret_outcome, struct fl_error *err);

#endif
