/*
 * Lines that somebody has added: a statement of its own between others, in the style of the file,
 * and whether an expression may stand where it is put.
 */
#ifndef FL_TRACEGEN_OPERATORS_LINES_H
#define FL_TRACEGEN_OPERATORS_LINES_H

#include "tracegen/operators/put.h"

/* Whether the statement has its lines for itself. */
bool tg_has_lines(const struct tg_unit *u, const struct tg_node *s);

/* The lines of such a statement, from its first line's begin to behind its last newline. */
struct fl_slice tg_lines_of(const struct tg_unit *u, const struct tg_node *s);

/* Whether all that the statement does is to print: what is missing or doubled there, all see. */
bool tg_only_prints(const struct tg_node *n);

/*
 * Yield a site that puts `text` (its first line without indentation, no newline at the end; lines
 * behind the first as they are to stand) on lines of its own before or behind the statement s,
 * indented as s is. No site where s shares its lines.
 */
void tg_put_before(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *s,
	struct fl_slice text);
void tg_put_behind(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *s,
	struct fl_slice text);

/* The same as the last line of the block `body`, whose brace has a line of its own. */
void tg_put_last(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *body,
	struct fl_slice text);

/*
 * Yield a site in which s, which follows the if or loop of `block` at once, is the last statement
 * of that block, whose brace has a line of its own.
 */
void tg_put_moved_in(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *block,
	const struct tg_node *s);

/* Whether it may: a block that is not empty nor left at its end, and nothing between the two. */
bool tg_may_move_in(const struct tg_unit *u, const struct tg_node *block, const struct tg_node *s);

/* What one level of the file is indented by, learned from the function that n is in. */
struct fl_slice tg_indent_step(const struct tg_unit *u, const struct tg_node *n);

/* Whether all variables of `expr`, which stands elsewhere in the function, are known at `at`. */
bool tg_may_stand(const struct tg_node *expr, const struct tg_node *at);

/* Whether `expr` changes nothing: no assignment, no call but of what is known to look only. */
bool tg_is_pure(const struct tg_node *expr);

/* The comparison, negation or plain truth of `expr` asked of the other way: "n != 0" is "n == 0".
   Empty where no simple text does it. Lives in the arena. */
struct fl_slice tg_negated(const struct tg_unit *u, const struct tg_node *expr, struct fl_arena *a);

/*
 * The tests that the conditions of a function are made of, in their order: the operands of && and
 * || of each if, loop and ?:, those that change nothing and stand on one line. At most max.
 */
size_t tg_tests(const struct tg_unit *u, const struct tg_node *function, const struct tg_node **ret,
	size_t max);

/* The if, loop or ?: whose condition the test is part of. */
const struct tg_node *tg_test_owner(const struct tg_node *test);

/* Whether that is an if whose body ends by leaving: behind it the test is known not to hold. */
bool tg_test_leaves(const struct tg_node *test);

/*
 * How a function may be left at `at`: "continue;" or "break;" in the body of a loop, else a return
 * of its own that may stand there. Empty where there is none. Lives in the unit or the arena.
 */
struct fl_slice tg_leave_at(const struct tg_unit *u, const struct tg_node *at, struct fl_arena *a);

/* An if that leaves, in the style of the file's others, to stand before `at`. In the arena. */
struct fl_slice tg_guard_text(const struct tg_unit *u, const struct tg_node *at,
	struct fl_slice cond, struct fl_slice leave, struct fl_arena *a);

#endif
