/*
 * wrong-member: another member of the same type of the same struct is used: one of a like name, or
 * the one that is declared next to it.
 */
#include "tracegen/operators/alike_names.h"
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

enum { FIELDS_MAX = 16 };

static bool is_neighbour(const struct tg_node *a, const struct tg_node *b)
{
	return a->next == b || b->next == a || tg_alike_names(a->name, b->name);
}

/* a->x = a->x and a->x == a->x are no slips that anyone makes. */
static bool stands_opposite(const struct tg_node *n, uint64_t decl)
{
	const struct tg_node *p = n->parent;
	while (p && (p->kind == TG_N_PAREN || p->kind == TG_N_CAST || p->kind == TG_N_INDEX ||
			    p->kind == TG_N_MEMBER))
		p = p->parent;
	return p && (p->kind == TG_N_BINARY || p->kind == TG_N_VAR) && tg_node_mentions(p, decl);
}

void tg_op_wrong_member(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *field = n->kind == TG_N_MEMBER && n->decl && tg_place_ok(n)
						      ? tg_declared(unit, TG_N_FIELD, n->decl)
						      : NULL;
		const struct tg_node *found[FIELDS_MAX];
		size_t count = 0, end = n->name_at + n->name.len;
		bool called = n->parent && n->parent->kind == TG_N_CALL && n->role != TG_R_ARG;
		if (!field || called || !field->parent || end > n->end)
			continue;
		for (const struct tg_node *f = field->parent->first; f; f = f->next)
			if (f->kind == TG_N_FIELD && f != field && f->name.len &&
				count < FIELDS_MAX && is_neighbour(f, field) &&
				tg_same_type(&f->type, &field->type) &&
				f->type.is_const == field->type.is_const &&
				!stands_opposite(n, f->decl))
				found[count++] = f;
		if (count)
			tg_put(unit, sink, n, n->name_at, end, "%.*s",
				FL_ARG(found[tg_choice(unit, n, (unsigned)count)]->name));
	}
}
