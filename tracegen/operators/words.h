/*
 * Words of a file as they are written, for operators that look at types and macros, which have no
 * nodes of their own. Comments, literals and preprocessor lines are passed over.
 */
#ifndef FL_TRACEGEN_OPERATORS_WORDS_H
#define FL_TRACEGEN_OPERATORS_WORDS_H

#include "tracegen/operators/put.h"

struct tg_word {
	struct fl_slice text;
	size_t start, end;
};

/* The next word from *pos on, which then stands behind it. False at the file's end. */
bool tg_word_next(const struct tg_unit *unit, size_t *pos, struct tg_word *ret_word);

/* Behind the bracket that closes the one at `open`, which is ( [ or {; 0: it never is. */
size_t tg_word_close(const struct tg_unit *unit, size_t open);

/* The innermost node around [start, end). */
const struct tg_node *tg_node_around(const struct tg_unit *unit, size_t start, size_t end);

/* tg_put() where no node is known: the innermost around it tells the function. */
__attribute__((format(printf, 5, 6))) void tg_put_words(const struct tg_unit *unit,
	struct tg_sink *sink, size_t start, size_t end, const char *format, ...);

/* Does the file include that header, <name>? */
bool tg_has_include(const struct tg_unit *unit, const char *name);

/* Another way to write a type, where its name stands: {"int64_t", "long"}; ends with NULLs. */
struct tg_retype {
	const char *from, *to;
};

/* Whether a row fits the type of that declaration. */
bool tg_may_retype(
	const struct tg_unit *unit, const struct tg_node *n, const struct tg_retype *rows);

/*
 * A site of the first row that fits the type of the declaration n (a variable, parameter or field),
 * as it is written before its name. Types of several words are one row: "unsigned long long".
 */
void tg_put_retyped(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n,
	const struct tg_retype *rows);

#endif
