#include "tracegen/operators/throughout.h"

static bool uses(const struct tg_node *n, uint64_t decl)
{
	return (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == decl;
}

/* Some nodes stand at one place: a name that a list initialises with is there twice. */
static bool add_use(struct tg_throughout *t, const struct tg_node *n)
{
	size_t at = t->count;
	while (at > 0 && t->nodes[at - 1]->name_at > n->name_at)
		at--;
	if (at > 0 && t->nodes[at - 1]->name_at == n->name_at)
		return true;
	if (t->count == TG_THROUGHOUT_MAX)
		return false;
	for (size_t i = t->count++; i > at; i--)
		t->nodes[i] = t->nodes[i - 1];
	t->nodes[at] = n;
	return true;
}

bool tg_find_throughout(
	const struct tg_unit *unit, const struct tg_node *n, struct tg_throughout *ret)
{
	const struct tg_node *f = tg_node_function(n);
	ret->count = 0;
	for (const struct tg_node *m = f; m && n->decl; m = tg_node_after(m, f))
		if (uses(m, n->decl) && (m->in_macro || m->name_at + m->name.len > unit->text.len ||
						!add_use(ret, m)))
			return false;
	return ret->count > 0 && ret->nodes[0] == n;
}

bool tg_is_own_name(const struct tg_node *n)
{
	const struct tg_node *f = tg_node_function(n);
	for (const struct tg_node *m = f; m; m = tg_node_after(m, f))
		if ((m->kind == TG_N_VAR || m->kind == TG_N_PARAM) && m->decl == n->decl)
			return true;
	return false;
}

void tg_put_throughout(const struct tg_unit *unit, struct tg_sink *sink,
	const struct tg_file_part *parts, size_t count)
{
	if (count > 1 && tg_line_of(unit, parts[0].part.start) !=
				 tg_line_of(unit, parts[count - 1].part.start))
		tg_put_file_parts(unit, sink, parts, count);
}
