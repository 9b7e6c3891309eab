/*
 * What an edit would leave behind: a variable that nothing reads any more, a helper that nobody
 * calls. People who had never written a line would have no variable for it either, and compilers
 * warn of what is unused: such an edit shows its place.
 */
#ifndef FL_TRACEGEN_USES_H
#define FL_TRACEGEN_USES_H

#include "tracegen/node.h"

/* The mentions of variables and functions below root, for tg_leaves_unused(). In the arena. */
struct tg_uses tg_use_table(const struct tg_node *root, struct fl_arena *a);

/*
 * Whether a local variable, a parameter or a static function that the program reads or calls would
 * be neither read nor called any more if [start, end) were `replacement`. What is declared within
 * is no matter, and what the replacement names is used.
 */
bool tg_leaves_unused(
	const struct tg_unit *u, size_t start, size_t end, struct fl_slice replacement);

/*
 * Whether the statement sets a local variable that was declared without a value and is mentioned
 * nowhere before: without it the variable has none.
 */
bool tg_gives_first_value(const struct tg_unit *u, const struct tg_node *statement);

/* Whether a local variable or parameter is mentioned both in [start, end) and in [from, to). */
bool tg_share_variable(const struct tg_unit *u, size_t start, size_t end, size_t from, size_t to);

#endif
