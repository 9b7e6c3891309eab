/* Edits of several parts as one site, in one file or in several, and what they are made of. */
#ifndef FL_TRACEGEN_OPERATORS_PARTS_H
#define FL_TRACEGEN_OPERATORS_PARTS_H

#include "tracegen/operators/put.h"

/* Yield one site that removes or replaces several parts of a function, in their order. */
struct tg_part {
	size_t start, end;
	struct fl_slice text;
};
enum { TG_PARTS_MAX = 24 };
void tg_put_parts(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *at,
	const struct tg_part *parts, size_t count);

/* A part that takes the statement out as a person would leave it. False: it cannot be. */
bool tg_part_without(
	const struct tg_unit *u, const struct tg_node *statement, struct tg_part *ret_part);

/* Yield a site in which two statements that follow each other have changed places. */
void tg_put_exchanged(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *a,
	const struct tg_node *b);

/* A part of a site, in that unit's file. */
struct tg_file_part {
	const struct tg_unit *unit;
	struct tg_part part;
	const struct tg_node *at; /* what it is about: no check (tracegen/checks.h) is edited */
	bool directives; /* it replaces preprocessor lines, too */
	enum tg_slip_runs runs;
};

/* Put parts of one file in the order of their places. */
void tg_sort_parts(struct tg_file_part *parts, size_t count);

/*
 * Yield one site of several parts: those of a file stand together and in order, those of the unit's
 * own file first. No site where one of them cannot be edited, or changes nothing.
 */
void tg_put_file_parts(const struct tg_unit *unit, struct tg_sink *sink,
	const struct tg_file_part *parts, size_t count);

#endif
