/*
 * missing-semicolon: the semicolon that ends a statement or a declaration is gone; mostly where the
 * compiler finds it out elsewhere: behind a type, before a brace, a macro or the next function.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { EASY_ONE_IN = 6 };

static bool ends_with_semicolon(const struct tg_node *n)
{
	switch (n->kind) {
	case TG_N_DECL_STMT:
	case TG_N_RETURN:
	case TG_N_JUMP:
	case TG_N_CALL:
	case TG_N_BINARY:
	case TG_N_UNARY:
	case TG_N_DELETE:
	case TG_N_DO: return true;
	default: return false;
	}
}

/*
 * Whether the statement goes on with the next one when its semicolon (before `end`) is gone: after
 * "return" alone, "free(p);" is a value to return.
 */
static bool takes_next(const struct tg_unit *u, const struct tg_node *n, size_t end)
{
	if (n->kind != TG_N_RETURN ||
		tg_text_solid(u->text, n->start + strlen("return")) != end - 1)
		return false;
	size_t next = tg_text_solid(u->text, end);
	return next < u->text.len && u->text.ptr[next] != '}';
}

/* A variable or a prototype outside of functions, of one declaration alone. */
static bool is_global(const struct tg_unit *u, const struct tg_node *n)
{
	bool function = n->kind == TG_N_FUNCTION && !(n->flags & TG_F_DEFINITION);
	return (n->kind == TG_N_VAR || function) && n->parent == u->root &&
	       (!n->next || n->next->start >= tg_statement_end(u, n)) &&
	       (!n->prev || n->prev->end <= n->start);
}

/* Whether what follows `end` is no plain statement, where the compiler sees at once what lacks. */
static bool is_hard(const struct tg_unit *u, const struct tg_node *n, size_t end)
{
	size_t next = tg_text_solid(u->text, end);
	if (n->kind == TG_N_TYPE || next >= u->text.len || u->text.ptr[next] == '}' ||
		u->text.ptr[next] == '#')
		return true;
	const struct tg_range *macros = u->macros.items;
	for (size_t i = 0; i < u->macros.len && macros[i].start <= next; i++)
		if (macros[i].start == next)
			return true;
	/* "int n" and then a function: it is told of the function's line. */
	return n->parent == u->root && n->next && n->next->kind == TG_N_FUNCTION;
}

void tg_op_missing_semicolon(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		bool type = n->kind == TG_N_TYPE && n->parent == unit->root && n->first;
		bool statement =
			ends_with_semicolon(n) && tg_node_is_statement(n) && tg_node_function(n);
		if ((!type && !statement && !is_global(unit, n)) || n->in_macro)
			continue;
		size_t end = tg_statement_end(unit, n);
		if (end == 0 || unit->text.ptr[end - 1] != ';' || takes_next(unit, n, end))
			continue;
		if (!is_hard(unit, n, end) && (!statement || tg_draw(unit, n, EASY_ONE_IN)))
			continue;
		struct tg_edit edit = {.kind = statement ? TG_STATEMENT : TG_DECLARATION,
			.start = end - 1,
			.end = end,
			.at = n};
		tg_yield_str(unit, sink, &edit, "");
	}
}
