/*
 * wrong-owner: two owners for one object: get() stands for release(), and a second shared_ptr is
 * made of the pointer where the first was to be shared.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_shared(const struct tg_node *n)
{
	return fl_slice_find(n->type.text, "shared_ptr<") >= 0;
}

/* A variable that is a copy of another shared_ptr: *ret_from is what it copies. */
static bool copies_shared(
	const struct tg_unit *u, const struct tg_node *v, const struct tg_node **ret_from)
{
	const struct tg_node *from = v->last;
	while (from && from->kind == TG_N_CALL && from->first && from->first == from->last)
		from = from->first;
	bool named = from && (from->kind == TG_N_REF || from->kind == TG_N_MEMBER);
	if (v->kind != TG_N_VAR || !is_shared(v) || v->type.is_auto || v->type.is_ref || !named ||
		!is_shared(from) || v->name_at + v->name.len >= from->start)
		return false;
	size_t set = tg_text_solid(u->text, v->name_at + v->name.len);
	*ret_from = from;
	return u->text.ptr[set] == '=' && tg_text_solid(u->text, set + 1) == from->start;
}

void tg_op_wrong_owner(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language != TG_CXX)
		return;
	TG_EACH(n, unit)
	{
		const struct tg_node *from = NULL;
		bool member = n->kind == TG_N_MEMBER && fl_slice_eqs(n->name, "release") &&
			      n->first && n->first->type.is_smart && tg_place_ok(n);
		if (member && n->parent && !tg_node_is_statement(n->parent))
			tg_put(unit, sink, n, n->name_at, n->name_at + n->name.len, "get");
		if (!n->in_macro && tg_node_function(n) && copies_shared(unit, n, &from))
			tg_put(unit, sink, n, n->name_at + n->name.len, from->end, "(%.*s.get())",
				FL_ARG(tg_node_text(unit, from)));
	}
}
