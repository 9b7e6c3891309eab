/* missing-semicolon: the semicolon that ends a statement or a declaration is gone. */
#include "tracegen/operators/ops.h"

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

void tg_op_missing_semicolon(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		bool type = n->kind == TG_N_TYPE && n->parent == unit->root && n->first;
		bool statement =
			ends_with_semicolon(n) && tg_node_is_statement(n) && tg_node_function(n);
		if ((!type && !statement) || n->in_macro)
			continue;
		size_t end = tg_statement_end(unit, n);
		if (end == 0 || unit->text.ptr[end - 1] != ';' || takes_next(unit, n, end))
			continue;
		struct tg_edit edit = {.kind = type ? TG_DECLARATION : TG_STATEMENT,
			.start = end - 1,
			.end = end,
			.at = n};
		tg_yield_str(unit, sink, &edit, "");
	}
}
