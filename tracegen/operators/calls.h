/*
 * The calls of a function in all files of the program, and its parameters and their arguments as
 * lists of texts between commas, so that what comes out of a macro counts too.
 */
#ifndef FL_TRACEGEN_OPERATORS_CALLS_H
#define FL_TRACEGEN_OPERATORS_CALLS_H

#include "tracegen/operators/files.h"

struct tg_call_at {
	const struct tg_unit *unit;
	const struct tg_node *call;
};

enum { TG_CALLS_MAX = 64 };

struct tg_calls {
	struct tg_call_at calls[TG_CALLS_MAX]; /* by unit and place, each written out */
	size_t len;
	bool whole; /* else there are more, some in macros, or its address is taken */
};

/* The calls of f, in units of the program in their order. */
void tg_calls_of(const struct tg_unit *u, const struct tg_node *f, struct tg_calls *ret_calls);

/*
 * Where the argument of that index stands, of a call with `count` of them, and its text. False: the
 * call is not written as a name with that many.
 */
bool tg_argument_part(
	const struct tg_call_at *c, unsigned index, unsigned count, struct tg_part *ret_part);

/* A part that takes the argument out, with its comma. False as above. */
bool tg_without_argument(
	const struct tg_call_at *c, unsigned index, unsigned count, struct tg_file_part *ret_part);

/*
 * The same for a parameter of the declaration or definition f. False also where it has a default
 * value, and of definitions that declare their parameters behind the parentheses.
 */
bool tg_without_parameter(const struct tg_unit *u, const struct tg_node *f, unsigned index,
	struct tg_file_part *ret_part);

#endif
