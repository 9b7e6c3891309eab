/* What a function takes and gives, as its header and its definition write it: for edits of both. */
#ifndef FL_TRACEGEN_OPERATORS_SIGNATURE_H
#define FL_TRACEGEN_OPERATORS_SIGNATURE_H

#include "tracegen/operators/files.h"

/* The function's parameter of that index, from 0, or NULL; and the index of one. */
const struct tg_node *tg_param_at(const struct tg_node *f, unsigned index);
unsigned tg_param_index(const struct tg_node *f, const struct tg_node *param);

/* How many parameters it has. */
unsigned tg_param_count(const struct tg_node *f);

/*
 * The parameter of that index and the next one in each other's place, as one part. False: there are
 * no two, or one has a default value or comes out of a macro.
 */
bool tg_exchanged_params(const struct tg_unit *u, const struct tg_node *f, unsigned index,
	struct tg_sink *sink, struct tg_file_part *ret_part);

/* The same of the arguments of a call. False also where they read alike. */
bool tg_exchanged_arguments(const struct tg_unit *u, const struct tg_node *call, unsigned index,
	struct tg_sink *sink, struct tg_file_part *ret_part);

/* The argument of that index, or NULL. */
const struct tg_node *tg_argument_at(const struct tg_node *call, unsigned index);

/* Is the declaration, of a parameter or variable, used in the body of f? */
bool tg_is_used_in(const struct tg_node *f, uint64_t decl);

/*
 * The type of a parameter as it is written, without its name; of a function what it returns,
 * without `static` and `extern`. Empty where it is not one run of words and signs before the name.
 */
struct fl_slice tg_written_type(const struct tg_unit *u, const struct tg_node *n);

#endif
