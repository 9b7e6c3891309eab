/*
 * Pairs of other operators' slips that stand in two files and belong together, as one site. What
 * pairs there are depends on the two places alone, not on which other files may be changed: so a
 * record's pair is found again.
 */
#ifndef FL_TRACEGEN_OPERATORS_PAIRS_H
#define FL_TRACEGEN_OPERATORS_PAIRS_H

#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

/* Does the operator read what the others have yielded for all units? Then it runs once, last. */
bool tg_op_pairs(int op);

/* Are its edits independent of each other, so that each has to show by itself? */
bool tg_op_of_halves(int op);

/* One edit of a source that may be half of a pair. */
struct tg_half {
	const struct tg_unit *unit;
	const struct tg_site *site; /* in the arena: the sink's may move */
	uint64_t draw; /* by which pairs are chosen */
	uint64_t about; /* for the operator: what it is about */
};

/*
 * The sites of single edits in functions of sources that `may` lets pass, each with its unit, in
 * the order of files and places.
 */
struct fl_list tg_halves(const struct tg_unit *unit, struct tg_sink *sink,
	bool (*may)(const struct tg_op *op, const struct tg_site *site));

/* The pair of one of each list that has the least draw, of the nth draw, as a site. */
void tg_put_pair(struct tg_sink *sink, const struct fl_list *a, const struct fl_list *b,
	unsigned nth, bool (*fits)(const struct tg_half *a, const struct tg_half *b));

/*
 * Yield a pair for each two files with halves about the same; takes (NULL: all) is asked with the
 * first half of each. The halves are put in order. In a large program the two functions are near:
 * one calls the other, or a third one both.
 */
void tg_put_pairs(const struct tg_unit *unit, struct tg_sink *sink, struct tg_half *h, size_t len,
	bool (*takes)(const struct tg_unit *u, const struct tg_half *a, const struct tg_half *b));

/*
 * The half once for each of the first things that [start, end) of its file mentions, as `is` tells:
 * their declarations are what it is about. To `to`, which has room for TG_ABOUTS_MAX; how many.
 */
enum { TG_ABOUTS_MAX = 4 };
size_t tg_half_abouts(const struct tg_half *half, size_t start, size_t end,
	bool (*is)(const struct tg_node *n), struct tg_half *to);

/* A member, a constant, a variable or a function of the program's own, which files share. */
bool tg_is_shared(const struct tg_node *n);

#endif
