/*
 * A statement of a dialogue that is wrong by one fact: another value, variable, frame, line or
 * statement stands in its place, one that the program or the answers have elsewhere, or that is one
 * off. The rest of the sentence is as it was. What ds_turns_check() does not find is not taken.
 */
#ifndef FL_DATASETS_TURNS_FLIP_H
#define FL_DATASETS_TURNS_FLIP_H

#include "datasets/turns/facts.h"

/* X(ENUM, word, what is another) */
#define DS_FLIPS(X)                                                                   \
	X(VALUE, "value", "a value, signal, status or report")                        \
	X(VARIABLE, "variable", "the variable or expression that is said to have it") \
	X(FRAME, "frame", "a function")                                               \
	X(LINE, "line", "a line")                                                     \
	X(CODE, "code", "what stands in a line")                                      \
	X(CAUSE, "cause", "in a conclusion: the statement, its line, or the error class")

enum ds_flip_kind {
#define X(id, ...) DS_FLIP_##id,
	DS_FLIPS(X)
#undef X
		DS_FLIP_KINDS
};

extern const struct fl_names ds_flip_names;

struct ds_flip {
	enum ds_flip_kind kind;
	size_t turn, sentence; /* which one */
	struct ds_sentence said; /* in its place */
	int64_t answer; /* the turn that refutes it; -1: the program, its mend or the report */
	struct fl_slice truth; /* what that says */
};

/*
 * One statement of a dialogue that holds, drawn by the generator: first what is to be wrong in it,
 * then the statement. *unfound counts on what would have been wrong and holds for the checker.
 * FL_EREFUSED: no statement can be flipped.
 */
int ds_flip_draw(const struct fl_list *turns, const struct ds_known_text *known, struct fl_rng *rng,
	struct fl_arena *a, struct ds_flip *ret_flip, int64_t *unfound, struct fl_error *err);

#endif
