/*
 * argument-value: a number handed to a function is one off: n - 1 for n, n for n + 1. Only what
 * counts or points at a place is off by one; sizes of memory are short-buffer's.
 */
#include "tracegen/operators/alone.h"
#include "tracegen/operators/ops.h"

/* Whether a name is one of a count or a place, as "n" or "line_count". */
static bool counts(struct fl_slice name)
{
	static const char *const parts[] = {"len", "size", "count", "num", "cap", "ind", "idx",
		"pos", "off", "start", "end", "first", "last", "begin", "width", "height", "depth",
		"level", "limit", "max", "min", "row", "col", "line", "room", "used", "low", "high",
		"left", "right", "mid", "page", "day", "month", "year"};
	if (name.len == 1)
		return fl_slice_chr(FL_S("ijklmnxyw"), name.ptr[0]) >= 0;
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (fl_slice_find(name, parts[i]) >= 0)
			return true;
	return false;
}

static bool allocates(const struct tg_node *call)
{
	return fl_slice_find(call->name, "alloc") >= 0 || fl_slice_eqs(call->name, "reserve") ||
	       fl_slice_eqs(call->name, "resize");
}

static bool is_sum_with_one(const struct tg_unit *u, const struct tg_node *n)
{
	return n->kind == TG_N_BINARY && (n->op == TG_O_ADD || n->op == TG_O_SUB) && n->first &&
	       n->first != n->last && tg_decimal(u, n->last) == 1;
}

void tg_op_argument_value(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool argument = n->role == TG_R_ARG && n->param && tg_place_ok(n) &&
				n->type.cls == TG_T_INT && !n->parent->in_macro &&
				n->parent->kind == TG_N_CALL && !allocates(n->parent) &&
				!fl_slice_starts(n->parent->name, "operator");
		if (!argument)
			continue;
		struct fl_slice text = tg_node_text(unit, n);
		bool plain = (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && counts(n->name);
		bool truth = fl_slice_find(n->param->text, "ool") >= 0 ||
			     fl_slice_eqs(n->param->text, "char");
		if (is_sum_with_one(unit, n))
			tg_put_alone(unit, sink, n, n->first);
		else if (plain && !truth && !(n->flags & TG_F_ENUMERATOR) && !n->param->is_ref)
			tg_put_node(unit, sink, n, "%.*s %c 1", FL_ARG(text),
				tg_choice(unit, n, 2) ? '-' : '+');
	}
}
