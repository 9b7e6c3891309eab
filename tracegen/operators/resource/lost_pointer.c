/*
 * lost-pointer: the only pointer to memory is overwritten before the memory is released: it is
 * given a second allocation. Nobody clears a pointer right before its release.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"

static bool allocates(const struct tg_node *n)
{
	static const char *const words[] = {
		"malloc", "calloc", "strdup", "strndup", "_create", "_new", "_copy", "_dup"};
	n = n && n->kind == TG_N_CAST ? n->last : n;
	if (!n || n->kind != TG_N_CALL)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_ends(n->name, words[i]))
			return true;
	return false;
}

/* A statement with lines of its own that neither leaves nor has to do with that variable. */
static bool is_apart(const struct tg_unit *u, const struct tg_node *s, uint64_t decl)
{
	return s && tg_is_expression_statement(s) && tg_has_lines(u, s) &&
	       !tg_node_mentions(s, decl);
}

/* x = malloc(n); again, a line or two further down: right behind itself everybody would see it. */
static void allocate_again(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	const struct tg_node *at = n->next && n->next->kind == TG_N_IF ? n->next : n;
	if (n->first->decl && is_apart(u, at->next, n->first->decl))
		at = at->next;
	struct fl_slice text = tg_node_text(u, n);
	if (at != n && fl_slice_chr(text, '\n') < 0 && tg_has_lines(u, at))
		tg_put_behind(u, sink, at, fl_arena_printf(sink->arena, "%.*s;", FL_ARG(text)));
}

void tg_op_lost_pointer(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool sets = n->kind == TG_N_BINARY && n->op == TG_O_SET && tg_place_ok(n) &&
			    n->parent && n->parent->kind == TG_N_COMPOUND;
		if (sets && allocates(n->last) && tg_has_lines(unit, n))
			allocate_again(unit, sink, n);
	}
}
