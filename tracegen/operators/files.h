/* Faults that span files of a program: a header, what defines and what uses its names. */
#ifndef FL_TRACEGEN_OPERATORS_FILES_H
#define FL_TRACEGEN_OPERATORS_FILES_H

#include "tracegen/operators/parts.h"

/* The units of the program, and whether u is the first one of its file. */
size_t tg_unit_count(const struct tg_unit *u);
const struct tg_unit *tg_unit_at(const struct tg_unit *u, size_t i);
bool tg_is_first_unit(const struct tg_unit *u);

/* tg_declaration() in this file or any other one of the program. */
const struct tg_node *tg_declared(const struct tg_unit *u, enum tg_node_kind kind, uint64_t decl);

/* May every source and header of the program be changed? Else some uses are not in its units. */
bool tg_all_mutable(const struct tg_unit *u);

/* Is the unit's file a header, one that is not compiled by itself? */
bool tg_is_header(const struct tg_unit *u);

/* How many sources of the program include the unit's file, which is a header. */
size_t tg_includers(const struct tg_unit *u);

/* Is the function called in a source of the program, other than that of `but` (NULL: in any)? */
bool tg_is_called_in(const struct tg_unit *u, const struct tg_node *f, const struct tg_unit *but);

/* Can the function be told by another name: no operator, constructor, virtual one, template? */
bool tg_may_rename(const struct tg_unit *u, const struct tg_node *f);

/*
 * Where a header of the program declares the function f, which the unit, a source, defines (no
 * operator, constructor, virtual one or template), with the header's unit; NULL where there is
 * none.
 */
const struct tg_node *tg_header_declaration(
	const struct tg_unit *u, const struct tg_node *f, const struct tg_unit **ret_header);

/* A part that gives n, which declares or uses a function of that name, another one. */
struct tg_file_part tg_renamed(
	const struct tg_unit *u, const struct tg_node *n, struct fl_slice from, struct fl_slice to);

/*
 * Append a part for each use of the function in the unit, which gets the new name, to parts of at
 * most `max`; the definition itself is none. Returns the new count, max + 1 when they are too many
 * or one cannot be edited.
 */
size_t tg_add_uses(const struct tg_unit *u, const struct tg_node *f, struct fl_slice name,
	struct tg_file_part *parts, size_t count, size_t max);

/* The name as somebody may have renamed it: another word for one of its words. In the arena. */
struct fl_slice tg_drifted_name(struct fl_slice name, struct fl_arena *a);

#endif
