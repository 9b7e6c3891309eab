/*
 * wrong-index: an array is indexed by another index than the one that runs over it: by one that
 * counts a for loop around, or by one of a like name that indexes the same array elsewhere.
 */
#include "tracegen/operators/alike_names.h"
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

/* Whether a for loop counts the variable: what other loops count may be anything. */
static bool is_counter(const struct tg_node *loop, const struct tg_node *v)
{
	const struct tg_node *in = loop->kind == TG_N_FOR ? tg_node_child(loop, TG_R_STEP) : NULL;
	for (const struct tg_node *n = in; n; n = tg_node_after(n, in)) {
		const struct tg_node *of = n->first;
		bool counts = n->kind == TG_N_UNARY && (n->op == TG_O_INC || n->op == TG_O_DEC);
		if (counts && of && of->kind == TG_N_REF && of->decl == v->decl)
			return true;
	}
	return false;
}

/* What the array (or the object) of an indexed element is: its last name. */
static uint64_t array_of(const struct tg_node *n)
{
	const struct tg_node *base = n->first ? tg_node_bare(n->first) : NULL;
	bool named = base && (base->kind == TG_N_REF || base->kind == TG_N_MEMBER);
	return named ? base->decl : 0;
}

/* Whether a loop around `at` is counted by the variable. */
static bool counts_around(const struct tg_node *v, const struct tg_node *at)
{
	for (const struct tg_node *l = tg_loop_around(at); l; l = tg_loop_around(l))
		if (is_counter(l, v))
			return true;
	return false;
}

/*
 * Whether people take v for an index where `element` is indexed by i: a code or a flag that
 * happens to be an integer nobody takes, nor the counter of a loop that has long ended.
 */
static bool is_index(
	const struct tg_node *v, const struct tg_node *element, const struct tg_node *i)
{
	const struct tg_node *function = tg_node_function(element);
	uint64_t array = array_of(element);
	if (counts_around(v, element))
		return true;
	if (!array || !tg_alike_names(v->name, i->name))
		return false;
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function)) {
		const struct tg_node *other = index_of(n);
		if (other && other->decl == v->decl && array_of(n) == array)
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
			const struct tg_node *v = scope[k];
			bool number = v->type.cls == TG_T_INT && v->decl != i->decl;
			if (number && !tg_node_mentions(n, v->decl) && is_index(v, n, i))
				found[fitting++] = v;
		}
		if (fitting)
			tg_put_node(unit, sink, i, "%.*s",
				FL_ARG(tg_near(unit, i, found, fitting)->name));
	}
}
