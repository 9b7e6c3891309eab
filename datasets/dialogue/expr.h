/* Expressions in the text of a statement, as a reader takes them apart. Slices of the text. */
#ifndef FL_DATASETS_DIALOGUE_EXPR_H
#define FL_DATASETS_DIALOGUE_EXPR_H

#include "datasets/dialogue/talk.h"

enum { DS_EXPR_MAX = 12 };

/* What stands between square brackets, from the left; how many. */
size_t ds_expr_indexes(struct fl_slice statement, struct fl_slice *ret, size_t max);

/* A name, and nothing else. */
bool ds_expr_is_name(struct fl_slice expression);

/* Can it be evaluated without changing anything: names, members, indexes, numbers, + - * / %? */
bool ds_expr_is_pure(struct fl_slice expression);

/*
 * Can it be asked for there: pure, no number alone, and each of its names a variable of the frame,
 * or one that does not look like a macro's or a type's?
 */
bool ds_expr_is_askable(struct fl_slice expression, const struct dbg_frame_vars *vars);

/* The names in it, each once; how many. */
size_t ds_expr_names(struct fl_slice expression, struct fl_slice *ret, size_t max);

/* A comparison of a name with a bound, as in the head of a loop. */
struct ds_bound {
	struct fl_slice bound; /* the other side */
	bool inclusive; /* `<=` or `>=` */
	bool upper; /* the name stays below it */
};

/* The comparison of that name in a statement; false: there is none such. */
bool ds_expr_bound(struct fl_slice statement, struct fl_slice name, struct ds_bound *ret_bound);

/* A whole number at the start of a value ("12", "-1", "65 'A'"); false: it is none. */
bool ds_expr_number(struct fl_slice value, int64_t *ret_number);

/* Is the name followed or led by what follows a pointer: `p->`, `p[`, `*p`? */
bool ds_expr_dereferences(struct fl_slice statement, struct fl_slice name);

/* Does a condition ask whether the pointer is null: `!p`, `p == NULL`, `if (p)`, `p &&`? */
bool ds_expr_tests(struct fl_slice statement, struct fl_slice name);

/* The variable of that name in a frame; NULL: there is none. */
const struct dbg_variable *ds_expr_variable(
	const struct dbg_frame_vars *vars, struct fl_slice name);

/* Does the word, a name or a number, stand in the text by itself? */
bool ds_expr_has_word(struct fl_slice text, struct fl_slice word);

#endif
