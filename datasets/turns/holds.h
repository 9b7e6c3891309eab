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

bool ds_fact_holds(
	const struct ds_fact *f, const struct ds_fact_source *source, struct fl_arena *a);

#endif
