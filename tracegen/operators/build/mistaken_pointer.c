/*
 * mistaken-pointer: a variable that is a pointer is taken for an object, or an object for a
 * pointer, wherever the function uses a member of it.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/throughout.h"

/* The part that has . for the arrow before the member, or the other way round. */
static bool part_of(
	const struct tg_unit *u, const struct tg_node *use, struct tg_file_part *ret_part)
{
	const struct tg_node *m = use->parent;
	if (!m || m->kind != TG_N_MEMBER || m->first != use || m->in_macro || m->name_at < 2 ||
		use->end >= m->name_at)
		return false;
	bool arrow = m->flags & TG_F_ARROW;
	size_t from = m->name_at - (arrow ? 2 : 1);
	*ret_part = (struct tg_file_part){
		.unit = u, .part = {from, m->name_at, fl_slice_str(arrow ? "." : "->")}, .at = m};
	return arrow ? u->text.ptr[from] == '-' : u->text.ptr[from] == '.';
}

void tg_op_mistaken_pointer(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_throughout uses;
		struct tg_file_part parts[TG_THROUGHOUT_MAX];
		size_t count = 0;
		/* Smart pointers have both. */
		if (n->kind != TG_N_REF || n->type.is_smart || !tg_node_function(n) ||
			!tg_find_throughout(unit, n, &uses))
			continue;
		for (size_t i = 0; i < uses.count; i++)
			count += part_of(unit, uses.nodes[i], &parts[count]);
		tg_put_throughout(unit, sink, parts, count);
	}
}
