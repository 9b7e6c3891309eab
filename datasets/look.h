/*
 * What a debugger shows of the faulty program that stands in a worker's box. One debugger serves
 * all of them; it is opened by the first that needs it. Where the fault was put is passed for its
 * file's text alone (tracegen/evidence/evidence.h).
 */
#ifndef FL_DATASETS_LOOK_H
#define FL_DATASETS_LOOK_H

#include "datasets/worker.h"
#include "tracegen/divergence/divergence.h"

/* What the faulty program's run showed, beside what the right one prints. */
struct tg_symptom_in ds_look_seen(
	const struct ds_worker *w, const struct tg_outcome *o, const struct ds_try *t);

/* The evidence of what the outcome shows; t->trace says whether there is any, or why none. */
int ds_look_trace(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_items *ret_items,
	struct fl_error *err);

/*
 * What is left at a signal, without what led there: stack, variables, operands. *ret_found: there
 * is any, and alike in two runs.
 */
int ds_look_core(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_items *ret_items,
	bool *ret_found, struct fl_error *err);

/*
 * The run of the faulty program and the right one's side by side, cut to where they part
 * (tracegen/divergence/divergence.h): this does know the site. *ret_why is a word of
 * tg_divergence_words, or of ds_trace_words for what keeps a debugger from showing it;
 * *ret_divergence is set with "recorded" alone. The right program is built for it; the faulty one
 * stands in the box again afterwards.
 */
int ds_look_divergence(struct ds_worker *w, const struct tg_site *site, enum tg_build_kind build,
	struct fl_arena *a, struct tg_divergence *ret_divergence, const char **ret_why,
	struct fl_error *err);

/* Add the stack of a crash to the outcome's report; what keeps it from that is in *ret_crash. */
int ds_look_crash(struct ds_worker *w, struct tg_outcome *o, struct fl_arena *a,
	enum ds_crash *ret_crash, struct fl_error *err);

/* End the debugger, if there is one: the next look opens another. */
void ds_look_end(struct ds_worker *w);

#endif
