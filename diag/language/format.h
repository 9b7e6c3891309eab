/*
 * gcc's message formats as patterns (GCC, gcc/pretty-print.cc, the comment above pp_format): what
 * was printed with one format is taken apart, and put together with another.
 *
 *	%qD %<%s%> %2$qT	arguments, with quotes around them or not, numbered or in order
 *	%< %> %'		quotes
 *	%r %R			colours, which print nothing
 */
#ifndef FL_DIAG_FORMAT_H
#define FL_DIAG_FORMAT_H

#include "base/buf.h"

enum { DIAG_FORMAT_ITEMS = 96, DIAG_FORMAT_ARGS = 16 };

enum diag_item_kind { DIAG_ITEM_LITERAL, DIAG_ITEM_QUOTED, DIAG_ITEM_NUMBER, DIAG_ITEM_ANY };

struct diag_item {
	enum diag_item_kind kind;
	unsigned arg; /* which argument, from 0; unless a literal */
	struct fl_slice literal;
};

struct diag_quotes {
	struct fl_slice open, close;
};

struct diag_format {
	struct diag_item items[DIAG_FORMAT_ITEMS];
	size_t count;
};

/* What stands for each argument, quotes included; an unset one has a NULL pointer. */
struct diag_captures {
	struct fl_slice at[DIAG_FORMAT_ARGS];
};

/* Its parts, which point into text and quotes; false when it is no format, or has too many. */
bool diag_format_parse(
	struct fl_slice text, const struct diag_quotes *quotes, struct diag_format *ret_format);

/*
 * Was the message printed with the format? All of it must fit. *work is what may be spent on
 * finding out, about a unit a byte looked at; it is less afterwards, and 0 where that ended the
 * search, which is then false.
 */
bool diag_format_match(const struct diag_format *f, struct fl_slice message,
	const struct diag_quotes *quotes, size_t *work, struct diag_captures *ret_captures);

/* The longest run of literal bytes in the text of a format, and how many there are in all. */
struct fl_slice diag_format_literal(struct fl_slice text, size_t *ret_total);

#endif
