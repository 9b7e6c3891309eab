/*
 * stray-leave: a loop is left at its first match, or its round ended, where it should go on: a
 * break, continue or return too many at the end of a branch.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"

/* The return right behind the loop, which a search gives when nothing was found. */
static const struct tg_node *return_behind(const struct tg_unit *u, const struct tg_node *loop)
{
	const struct tg_node *r = loop->next;
	bool ok = r && r->kind == TG_N_RETURN && r->first && !r->in_macro && tg_has_lines(u, r);
	return ok ? r : NULL;
}

/* if (x) return y; is the whole body of the loop: an else gives up at the first that is not x. */
static void give_up(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *loop,
	const struct tg_node *n, const struct tg_node *body)
{
	const struct tg_node *r = return_behind(u, loop);
	const struct tg_node *last = n->parent->kind == TG_N_COMPOUND ? n->parent->last : n;
	struct fl_slice step = tg_indent_step(u, n), indent = tg_line_indent(u, n->start);
	if (!r || last != n || !tg_may_stand(r, n))
		return;
	struct fl_slice value = tg_node_text(u, r);
	if (body->kind == TG_N_COMPOUND) {
		tg_put(u, sink, body->last, body->end - 1, body->end,
			"} else {\n%.*s%.*s%.*s;\n%.*s}", FL_ARG(indent), FL_ARG(step),
			FL_ARG(value), FL_ARG(indent));
		return;
	}
	tg_put_behind(u, sink, n,
		fl_arena_printf(sink->arena, "else\n%.*s%.*s%.*s;", FL_ARG(indent), FL_ARG(step),
			FL_ARG(value)));
}

void tg_op_stray_leave(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *body =
			n->kind == TG_N_IF ? tg_node_child(n, TG_R_BODY) : NULL;
		const struct tg_node *loop = body ? tg_loop_around(n) : NULL;
		if (!loop || !tg_place_ok(n) || tg_node_child(n, TG_R_ELSE))
			continue;
		const struct tg_node *last = body->kind == TG_N_COMPOUND ? body->last : body;
		bool whole =
			last && last->kind == TG_N_RETURN && (body == last || body->first == last);
		if (whole && n->role != TG_R_ELSE)
			give_up(unit, sink, loop, n, body);
		else if (!tg_leaves(last) && body->kind == TG_N_COMPOUND && body->first &&
			 loop->next)
			tg_put_last(unit, sink, body,
				n->next && tg_choice(unit, n, 3) == 0 ? FL_S("continue;")
								      : FL_S("break;"));
	}
}
