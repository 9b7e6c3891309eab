/*
 * What the text of a function says of who holds memory or a file that a variable points to: where
 * it is given back, handed on, overwritten, and where the function is left.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_OWNER_H
#define FL_DATASETS_DIALOGUE_POLICIES_OWNER_H

#include "datasets/dialogue/code.h"

enum ds_own {
	DS_OWN_RELEASED, /* `free(p)`, `list_free(p)`, `fclose(p)`, `delete p` */
	DS_OWN_RETURNED, /* `return p;` */
	DS_OWN_STORED, /* `x->first = p;`, `list_add(x, p)` */
	DS_OWN_OVERWRITTEN, /* `p = …;`, of something else */
	DS_OWN_LEFT /* `return …;` of something else */
};

struct ds_owned {
	enum ds_own what;
	int64_t line;
};

enum { DS_OWNED_MAX = 24 };

/*
 * What becomes of the variable behind line `from` of its function, which ends in line `to`, in the
 * order of the text; how many.
 */
size_t ds_owner_events(struct fl_slice text, int64_t from, int64_t to, struct fl_slice name,
	struct ds_owned *ret, size_t max);

/*
 * What a statement gives its value to: `p` of `struct node *p = make();`, `m->items` of `m->items =
 * calloc(…)`; empty: it gives it to nothing.
 */
struct fl_slice ds_owner_target(struct fl_slice statement);

/* The functions of a text, in its order; how many. */
size_t ds_owner_functions(struct fl_slice text, struct ds_block *ret, size_t max);

/* What a function is called: `List::~List`, `map_free`. */
struct fl_slice ds_owner_function_name(struct fl_slice text, const struct ds_block *function);

/* The type that a variable is declared with in [from, to]: `node` of `struct node *p`. */
struct fl_slice ds_owner_type(struct fl_slice text, int64_t from, int64_t to, struct fl_slice name);

/* The parameter of that type in the head of a function; empty: it has none. */
struct fl_slice ds_owner_parameter(
	struct fl_slice text, const struct ds_block *function, struct fl_slice type);

#endif
