/*
 * early-init: a variable gets its first value where it is declared, before what the value is made
 * of was tested or is ready.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"

/* The first statement behind the declaration that names the variable: x = value; else NULL. */
static const struct tg_node *first_set(const struct tg_node *d, const struct tg_node *v)
{
	const struct tg_node *s = d->next;
	while (s && !tg_node_mentions(s, v->decl))
		s = s->next;
	bool set = s && s->kind == TG_N_BINARY && s->op == TG_O_SET && s->first &&
		   s->first->kind == TG_N_REF && s->first->decl == v->decl && !s->in_macro;
	return set && !tg_node_mentions(s->last, v->decl) ? s : NULL;
}

/* Whether anything but declarations stands between the two. */
static bool is_apart(const struct tg_node *d, const struct tg_node *s)
{
	for (const struct tg_node *n = d->next; n && n != s; n = n->next)
		if (n->kind != TG_N_DECL_STMT)
			return true;
	return false;
}

void tg_op_early_init(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(v, unit)
	{
		const struct tg_node *d = v->parent;
		bool bare = v->kind == TG_N_VAR && d && d->kind == TG_N_DECL_STMT &&
			    d->first == v && d->last == v && d->parent &&
			    d->parent->kind == TG_N_COMPOUND && !(v->flags & TG_F_STATIC) &&
			    v->end == v->name_at + v->name.len && v->type.cls != TG_T_RECORD &&
			    tg_place_ok(v) && tg_has_lines(unit, d);
		const struct tg_node *s = bare ? first_set(d, v) : NULL;
		struct tg_part parts[2] = {{.start = v->end - 1, .end = v->end}};
		if (!s || !is_apart(d, s) || !tg_may_stand(s->last, d) ||
			!tg_part_without(unit, s, &parts[1]))
			continue;
		parts[0].text = fl_arena_printf(sink->arena, "%c = %.*s",
			unit->text.ptr[v->end - 1], FL_ARG(tg_node_text(unit, s->last)));
		tg_put_parts(unit, sink, v, parts, 2);
	}
}
