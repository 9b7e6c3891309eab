/* What is left of an expression when one operand stays alone: no parentheses around nothing. */
#ifndef FL_TRACEGEN_OPERATORS_ALONE_H
#define FL_TRACEGEN_OPERATORS_ALONE_H

#include "tracegen/operators/parts.h"

/* Whether it binds as tightly as anything: a name, an element, a member, a call, a literal. */
bool tg_is_primary(const struct tg_node *n);

/*
 * The edit that leaves the operand `kept` (n->first or n->last) of the binary n, without the
 * parentheses around it or around n that only the other operand needed. Its text is the unit's.
 */
struct tg_part tg_part_alone(
	const struct tg_unit *u, const struct tg_node *n, const struct tg_node *kept);

/* tg_put() of that. */
void tg_put_alone(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n,
	const struct tg_node *kept);

#endif
