/* swapped-arguments: two neighbouring arguments of the same type have changed places. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static const struct tg_node *argument(const struct tg_node *call, unsigned i)
{
	for (const struct tg_node *c = call->first; c; c = c->next)
		if (c->role == TG_R_ARG && c->arg == i)
			return c;
	return NULL;
}

/* What gives the same, or nearly, either way round. */
static bool is_symmetric(struct fl_slice name)
{
	static const char *const words[] = {"cmp", "equal", "max", "min", "swap", "same", "calloc"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(name, words[i]) >= 0)
			return true;
	return false;
}

/* What may not be changed, handed to who changes it: compilers have something to say to that. */
static bool loses_const(const struct tg_node *value, const struct tg_type *param)
{
	return fl_slice_starts(value->type.text, "const ") &&
	       !fl_slice_starts(param->text, "const ") &&
	       (param->cls == TG_T_POINTER || param->is_ref);
}

static bool may_swap(const struct tg_unit *u, const struct tg_node *a, const struct tg_node *b)
{
	bool one_text = (a->kind == TG_N_STRING) != (b->kind == TG_N_STRING);
	return !one_text && !a->in_macro && !b->in_macro && a->param && b->param &&
	       a->end < b->start && tg_same_type(a->param, b->param) && !loses_const(a, b->param) &&
	       !loses_const(b, a->param) && !fl_slice_eq(tg_node_text(u, a), tg_node_text(u, b));
}

void tg_op_swapped_arguments(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_CALL || !tg_place_ok(n) ||
			fl_slice_starts(n->name, "operator") || is_symmetric(n->name))
			continue;
		for (unsigned i = 0; i < 8; i++) {
			const struct tg_node *a = argument(n, i), *b = argument(n, i + 1);
			if (!a || !b || !may_swap(unit, a, b))
				continue;
			tg_put(unit, sink, n, a->start, b->end, "%.*s%.*s%.*s",
				FL_ARG(tg_node_text(unit, b)), (int)(b->start - a->end),
				unit->text.ptr + a->end, FL_ARG(tg_node_text(unit, a)));
			break;
		}
	}
}
