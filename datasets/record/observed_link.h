/*
 * From what was seen to an edit: the sentence LINK of a record's reasoning. It is made of facts of
 * the context and of the program's text, and left out where none of them joins the two.
 */
#ifndef FL_DATASETS_OBSERVED_LINK_H
#define FL_DATASETS_OBSERVED_LINK_H

#include "datasets/record/observed_views.h"
#include "debugsession/model.h"
#include "diag/model/diagnostic.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/machine/shapes.h"

enum { DS_SEEN_DIAGNOSTICS = 8 };

/* A context under reading. */
struct ds_seen {
	const struct ds_record *record;
	struct fl_buf *out;
	struct fl_arena *arena;
	const struct tg_symptom *symptom;
	const struct dbg_backtrace *backtrace;
	const struct dbg_frame_vars *vars; /* of the innermost frame */
	const struct tg_operands *operands;
	const struct dbg_steps *steps;
	const struct tg_exception *exception; /* of a kernel */
	const struct tg_page_walk *walk;
	struct ds_views views;
	const struct diag_diagnostic *diagnostic[DS_SEEN_DIAGNOSTICS]; /* the first ones */
	size_t diagnostics;
};

/* Append how a stack's role reads: "it happened", "T1 waits". */
void ds_role_put(const struct ds_seen *s, const struct tg_symptom_stack *k);

/* Append the line "LINK: …" of an edit; nothing where no fact joins it to what was seen. */
int ds_link_write(const struct ds_seen *s, const struct ds_edit *e, struct fl_error *err);

#endif
