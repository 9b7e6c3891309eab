/* reference-escape: a function that returns a local object by value returns a reference to it. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* Whether the value is a local object that a reference may be bound to. */
static bool is_local(const struct tg_node *function, const struct tg_node *value)
{
	while (value->kind == TG_N_CALL && value->first && value->first == value->last)
		value = value->first;
	for (const struct tg_node *v = function; v && value->kind == TG_N_REF;
		v = tg_node_after(v, function))
		if (v->kind == TG_N_VAR && v->decl == value->decl && v->type.cls == TG_T_RECORD &&
			!v->type.is_ref && !v->type.is_const && !(v->flags & TG_F_STATIC))
			return true;
	return false;
}

/* One return of anything else, and a reference to it would not compile. */
static bool returns_local(const struct tg_node *function)
{
	bool any = false;
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function)) {
		if (n->kind != TG_N_RETURN || !n->first)
			continue;
		if (!is_local(function, n->first))
			return false;
		any = true;
	}
	return any;
}

void tg_op_reference_escape(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(f, unit)
	{
		const unsigned no = TG_F_CONSTEXPR | TG_F_TEMPLATE | TG_F_REDECLARED;
		if (f->kind != TG_N_FUNCTION || !(f->flags & TG_F_DEFINITION) || (f->flags & no) ||
			f->in_macro || unit->program->language != TG_CXX || !returns_local(f))
			continue;
		struct fl_slice head = fl_slice(unit->text.ptr + f->start, f->name_at - f->start);
		size_t at = f->name_at;
		bool plain = head.len > 1 && head.ptr[head.len - 1] == ' ' &&
			     fl_slice_chr(head, '&') < 0 && fl_slice_find(head, "auto") < 0 &&
			     fl_slice_find(head, "::~") < 0;
		if (plain)
			tg_put(unit, sink, f, at - 1, at, " &");
	}
}
