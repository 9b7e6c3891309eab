/* Between the files that flip statements. */
#ifndef FL_DATASETS_TURNS_FLIP_PRIV_H
#define FL_DATASETS_TURNS_FLIP_PRIV_H

#include "datasets/turns/flip.h"

enum { DS_FLIP_OTHERS = 64 /* for one part of one fact */ };

/* What a sentence shows of a fact. */
enum ds_flip_part { DS_PART_NAME = 1, DS_PART_VALUE = 2, DS_PART_LINE = 4 };

/* A part of a fact of a sentence that could be another. */
struct ds_flip_option {
	enum ds_flip_kind kind;
	enum ds_flip_part part;
	size_t turn, sentence, fact;
};

struct ds_flipping {
	const struct fl_list *turns;
	const struct ds_known_text *known;
	struct fl_rng *rng;
	struct fl_arena *a;
	/* What answers, report and sentences name: dbg_frame, dbg_variable, ds_fact. */
	struct fl_vec frames, variables, facts;
	struct fl_vec messages; /* struct fl_slice: what a compiler says */
	const struct fl_list *files; /* struct tg_file: the program that the option speaks of */
	struct fl_vec options;
	struct ds_fact others[DS_FLIP_OTHERS]; /* of the option at hand */
	size_t count;
	int64_t *unfound;
	struct fl_error *err;
};

/* What may stand for that part of the fact: x->others, x->count. Some of it may be so as well. */
void ds_flip_others(struct ds_flipping *x, const struct ds_flip_option *o, const struct ds_fact *f);

#endif
