/*
 * What the operators share: handing over an edit by a format, and what people mix up: variables in
 * scope, types that are the same.
 */
#ifndef FL_TRACEGEN_OPERATORS_PUT_H
#define FL_TRACEGEN_OPERATORS_PUT_H

#include <stdarg.h>

#include "tracegen/cut.h"
#include "tracegen/edit.h"

#define TG_EACH(n, unit) \
	for (const struct tg_node *n = (unit)->root; n; n = tg_node_after(n, (unit)->root))

/* Whether n may be edited for a fault that shows at run time: its own text, run by the program. */
bool tg_place_ok(const struct tg_node *n);

/* Yield a site that replaces [start, end) by the formatted text; `at` tells function and symbol. */
__attribute__((format(printf, 6, 7))) void tg_put(const struct tg_unit *unit, struct tg_sink *sink,
	const struct tg_node *at, size_t start, size_t end, const char *format, ...);

/* The same of an edit whose kind, place and node are set. */
__attribute__((format(printf, 4, 0))) void tg_vput(const struct tg_unit *unit, struct tg_sink *sink,
	struct tg_edit edit, const char *format, va_list args);

/* tg_put() of all of n. */
#define tg_put_node(unit, sink, n, ...) tg_put(unit, sink, n, (n)->start, (n)->end, __VA_ARGS__)

/* Remove the statement n (tracegen/cut.h), if it can be. */
void tg_put_removal(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n);

/* Take [start, end) out, widened as tg_cut_widen() does. */
void tg_put_cut(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *at,
	size_t start, size_t end);

/*
 * Whether the statements first to last (neighbours) have at most `lines` lines, and at most half of
 * the lines of their function: what is longer nobody forgets.
 */
bool tg_is_small_part(const struct tg_unit *unit, const struct tg_node *first,
	const struct tg_node *last, unsigned lines);

/* How many lines the two places are apart. */
unsigned tg_lines_apart(const struct tg_unit *unit, size_t one, size_t other);

/* One of `count` choices, always the same at a place. */
unsigned tg_choice(const struct tg_unit *unit, const struct tg_node *n, unsigned count);

/* The same, but places near each other have choices that have nothing to do with each other. */
unsigned tg_draw(const struct tg_unit *unit, const struct tg_node *n, unsigned count);

/* Of variables in the order of tg_scope() one of the nearest: those are mixed up. */
const struct tg_node *tg_near(const struct tg_unit *unit, const struct tg_node *n,
	const struct tg_node *const *found, size_t count);

/* Types that a variable of one may be used for the other, const and references aside. */
bool tg_same_type(const struct tg_type *a, const struct tg_type *b);

/* A number: integer, floating or enum. */
bool tg_is_number(const struct tg_node *n);
bool tg_is_number_class(enum tg_type_class cls);

/* A number or pointer that may be set: written out, not const, no reference. */
bool tg_is_plain_scalar(const struct tg_type *t);

/* a * b, a / b, a % b; and a + b, a - b. n may be NULL. */
bool tg_is_product(const struct tg_node *n);
bool tg_is_sum(const struct tg_node *n);

/* The comparison that takes the bound in, or leaves it out: "<=" of <; NULL where none does. */
const char *tg_off_by_one(enum tg_op_kind op);

/* Whether the statement (or NULL) is a return, break, continue or goto. */
bool tg_leaves(const struct tg_node *s);

/* Whether the statement, or the last one of the block, is. */
bool tg_body_leaves(const struct tg_node *body);

/* Whether n is assigned to, counted up or down, or has its address taken. */
bool tg_is_changed(const struct tg_node *n);

/*
 * The variables that may be used at `at`, nearest first: locals declared before that have a value
 * by then, and parameters. Returns how many, at most max.
 */
size_t tg_scope(const struct tg_node *at, const struct tg_node **ret, size_t max);

/* The function's definition that the call is of, in this file, or NULL. */
const struct tg_node *tg_callee(const struct tg_unit *unit, const struct tg_node *call);

/* What is called: the name in a call as it is written, or NULL. */
const struct tg_node *tg_called_name(const struct tg_node *call);

/* The value of a decimal literal, or -1. */
int64_t tg_decimal(const struct tg_unit *unit, const struct tg_node *n);

/* Whether n is an expression that stands as a statement. */
bool tg_is_expression_statement(const struct tg_node *n);

/* The innermost loop around n in its function, or NULL. */
const struct tg_node *tg_loop_around(const struct tg_node *n);

bool tg_is_loop(const struct tg_node *n);

#endif
