/* Does a fact hold, by what it is from? Between the files of this room. */
#ifndef FL_DATASETS_TURNS_HOLDS_H
#define FL_DATASETS_TURNS_HOLDS_H

#include "datasets/turns/facts.h"

struct ds_fact_source {
	struct fl_slice call, answer; /* that the fact is from; empty: from none */
	struct fl_slice before; /* the answer before that one, or what was known first */
	/* struct tg_file: the program there, before the last attempt, and behind the next one */
	const struct fl_list *files, *earlier, *mended;
	const struct ds_known_text *known;
};

/* Does the code, or a word, stand in the text, and is no part of longer names? */
bool ds_code_stands(struct fl_slice text, struct fl_slice code);

bool ds_fact_holds(
	const struct ds_fact *f, const struct ds_fact_source *source, struct fl_arena *a);

/* What it is from, of the turn that says it. False: of no answer before that. */
bool ds_fact_source(const struct fl_list *turns, size_t turn, const struct ds_fact *f,
	const struct ds_known_text *known, struct ds_fact_source *ret_source);

/* The structs of an answer, or of a context: what stands between the markers of debuggers. */
struct fl_items ds_answer_structs(struct fl_slice answer, struct fl_arena *a);

/* The same of a compiler: its diagnostics. */
struct fl_items ds_answer_diagnostics(struct fl_slice answer, struct fl_arena *a);

#endif
