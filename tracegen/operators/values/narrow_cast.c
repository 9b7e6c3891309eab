/*
 * narrow-cast: a value is converted to a type that does not hold it: a fraction to int, a wide
 * number to a narrow one.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static const char *narrower(const struct tg_type *t)
{
	static const struct {
		const char *from, *to;
	} rows[] = {{"double", "int"}, {"float", "int"}, {"long long", "int"}, {"int64_t", "int"},
		{"uint64_t", "uint32_t"}, {"unsigned long long", "unsigned int"},
		{"uint32_t", "uint16_t"}, {"uint16_t", "uint8_t"},
		{"unsigned int", "unsigned char"}, {"unsigned long", "unsigned char"}};
	struct fl_slice text = t->text;
	if (fl_slice_starts(text, "const "))
		text = fl_slice_skip(text, strlen("const "));
	if (fl_slice_starts(text, "std::"))
		text = fl_slice_skip(text, strlen("std::"));
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (fl_slice_eqs(text, rows[i].from))
			return rows[i].to;
	return NULL;
}

/* Where people convert: an operand of arithmetic, what is assigned or returned. */
static bool is_converted(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	if (!p)
		return false;
	if (p->kind == TG_N_BINARY)
		return (p->op >= TG_O_ADD && p->op <= TG_O_REM) ||
		       (n->role == TG_R_RHS && p->op >= TG_O_ADD_SET && p->op <= TG_O_SET);
	return p->kind == TG_N_VAR && !p->type.is_auto && !p->type.is_ref;
}

void tg_op_narrow_cast(const struct tg_unit *unit, struct tg_sink *sink)
{
	bool cxx = fl_slice_find(unit->text, "static_cast<") >= 0;
	TG_EACH(n, unit)
	{
		bool value = n->kind == TG_N_REF || n->kind == TG_N_MEMBER || n->kind == TG_N_INDEX;
		const char *to = value && !tg_is_changed(n) && is_converted(n) && tg_place_ok(n)
					 ? narrower(&n->type)
					 : NULL;
		if (to)
			tg_put_node(unit, sink, n, cxx ? "static_cast<%s>(%.*s)" : "(%s)%.*s", to,
				FL_ARG(tg_node_text(unit, n)));
	}
}
