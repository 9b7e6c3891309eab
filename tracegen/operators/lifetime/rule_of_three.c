/* rule-of-three: a class that releases what it owns has no copy constructor, or no assignment. */
#include "tracegen/operators/methods.h"
#include "tracegen/operators/ops.h"

/* The class's own type, taken by reference: "const buffer &". */
static bool takes_own(const struct tg_unit *u, const struct tg_node *f)
{
	const struct tg_node *p = tg_first_param(f);
	struct fl_slice text = p ? tg_node_text(u, p) : (struct fl_slice){0};
	return p && !(p->next && p->next->kind == TG_N_PARAM) && p->type.is_ref &&
	       p->type.cls == TG_T_RECORD && fl_slice_starts(text, "const ") &&
	       fl_slice_find(text, "&&") < 0 &&
	       fl_slice_starts(fl_slice_skip(text, strlen("const ")), f->parent->name.ptr);
}

/* With moves of its own a class is not copied by the compiler, and without a destructor it may be.
 */
static bool may_lose(const struct tg_unit *u, const struct tg_node *type)
{
	bool releases = false;
	for (const struct tg_node *f = type->first; f; f = f->next) {
		if (f->kind != TG_N_FUNCTION)
			continue;
		const struct tg_node *p = tg_first_param(f);
		if (p && fl_slice_find(tg_node_text(u, p), "&&") >= 0)
			return false;
		releases |= fl_slice_starts(f->name, "~") && f->last &&
			    f->last->kind == TG_N_COMPOUND && f->last->first;
	}
	return releases;
}

void tg_op_rule_of_three(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(f, unit)
	{
		const struct tg_node *type = f->parent;
		bool kind = f->kind == TG_N_FUNCTION && type && type->kind == TG_N_TYPE &&
			    !f->in_macro && f->last && f->last->kind == TG_N_COMPOUND;
		bool copy = kind && (fl_slice_eq(f->name, type->name) ||
					    fl_slice_eqs(f->name, "operator="));
		if (!copy || !takes_own(unit, f) || !may_lose(unit, type))
			continue;
		tg_put_cut(unit, sink, f, f->start, f->end);
	}
}
