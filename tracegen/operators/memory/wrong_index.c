/* wrong-index: an array is indexed by another index than the one that runs over it. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { SCOPE_MAX = 24 };

/* The index of a[i], or of v[i] where v is an object that is indexed by a call. */
static const struct tg_node *index_of(const struct tg_node *n)
{
	bool call = n->kind == TG_N_CALL && fl_slice_eqs(n->name, "operator[]");
	const struct tg_node *i = n->kind == TG_N_INDEX || call ? n->last : NULL;
	bool variable = i && i->kind == TG_N_REF && i->type.cls == TG_T_INT && !i->in_macro &&
			i != n->first && !(i->flags & TG_F_ENUMERATOR);
	return variable ? i : NULL;
}

/* Whether the function indexes by the variable somewhere else, or a loop of it counts it. */
static bool is_index(const struct tg_node *v, const struct tg_node *function)
{
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function)) {
		const struct tg_node *i = index_of(n);
		const struct tg_node *init =
			n->kind == TG_N_FOR ? tg_node_child(n, TG_R_INIT) : NULL;
		if ((i && i->decl == v->decl) || (init && tg_node_mentions(init, v->decl)))
			return true;
		for (const struct tg_node *d = init ? init->first : NULL; d; d = d->next)
			if (d == v)
				return true;
	}
	return false;
}

void tg_op_wrong_index(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *i = index_of(n), *scope[SCOPE_MAX], *found[SCOPE_MAX];
		size_t fitting = 0;
		if (!i || !tg_place_ok(n) || n->in_macro)
			continue;
		size_t count = tg_scope(n, scope, SCOPE_MAX);
		for (size_t k = 0; k < count; k++) {
			bool number = scope[k]->type.cls == TG_T_INT && scope[k]->decl != i->decl &&
				      is_index(scope[k], tg_node_function(n));
			if (number && !tg_node_mentions(n, scope[k]->decl))
				found[fitting++] = scope[k];
		}
		if (fitting)
			tg_put_node(unit, sink, i, "%.*s",
				FL_ARG(tg_near(unit, i, found, fitting)->name));
	}
}
