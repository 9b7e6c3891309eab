/*
 * Taking text out of a file as a person who never wrote it would have left it: a statement goes
 * with its lines, its indentation and its comments; no blank line is left doubled, no block empty.
 */
#ifndef FL_TRACEGEN_CUT_H
#define FL_TRACEGEN_CUT_H

#include "tracegen/node.h"

/* The first byte of the line that offset is in; its newline, or the end of the text. */
size_t tg_line_begin(const struct tg_unit *u, size_t offset);
size_t tg_line_end(const struct tg_unit *u, size_t offset);

/* The blanks that the line begins with. */
struct fl_slice tg_line_indent(const struct tg_unit *u, size_t offset);

/*
 * Widen [*start, *end), which is to be removed: when nothing else but comments stands on its lines,
 * to whole lines, with the comment right above that is about nothing else (on an if or a loop, with
 * another comment or nothing behind what goes, or in words of what goes), and with one of two blank
 * lines that would meet; else to the blanks on one side.
 */
void tg_cut_widen(const struct tg_unit *u, size_t *start, size_t *end);

/*
 * What to remove so that the statement n is gone, widened: n itself, or the if, else or loop that
 * would have nothing left to do. False when it cannot be left out.
 */
bool tg_cut_statement(
	const struct tg_unit *u, const struct tg_node *n, size_t *ret_start, size_t *ret_end);

/*
 * The text of the lines [start, end) moved from one indentation to another: lines that do not begin
 * with `from` stay. Lives in the arena.
 */
struct fl_slice tg_reindent(
	struct fl_slice lines, struct fl_slice from, struct fl_slice to, struct fl_arena *a);

/*
 * The statement `body` (of an if that goes) as it stands alone at the indentation of offset `at`:
 * a block without its braces. The first line has no indentation, the last no newline. Lives in the
 * arena; empty when the block is.
 */
struct fl_slice tg_unwrapped(
	const struct tg_unit *u, const struct tg_node *body, size_t at, struct fl_arena *a);

#endif
