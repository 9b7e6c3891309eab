/* shared-cycle: a member that was to look back owns what it looks at: neither is ever released. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"

/* The calls of lock() on the member that goes: "parent.lock()" becomes "parent". */
static size_t list_parts(
	const struct tg_unit *u, const struct tg_node *field, size_t at, struct tg_part *parts)
{
	size_t n = 0;
	parts[n++] = (struct tg_part){at, at + strlen("weak_ptr"), FL_S("shared_ptr")};
	TG_EACH(m, u)
	{
		bool use = (m->kind == TG_N_MEMBER || m->kind == TG_N_REF) &&
			   m->decl == field->decl && m->parent && m->parent->kind == TG_N_MEMBER;
		const struct tg_node *call = use ? m->parent->parent : NULL;
		if (!use)
			continue;
		if (!fl_slice_eqs(m->parent->name, "lock") || !call || call->kind != TG_N_CALL ||
			call->in_macro || n == TG_PARTS_MAX)
			return 0;
		parts[n++] = (struct tg_part){m->end, call->end, {0}};
	}
	return n;
}

void tg_op_shared_cycle(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(field, unit)
	{
		struct tg_part parts[TG_PARTS_MAX];
		if (field->kind != TG_N_FIELD || field->in_macro || field->name_at <= field->start)
			continue;
		struct fl_slice type =
			fl_slice(unit->text.ptr + field->start, field->name_at - field->start);
		ptrdiff_t weak = fl_slice_find(type, "weak_ptr<");
		bool alone = weak >= 0 && fl_slice_starts(type, "std::weak_ptr<");
		size_t n = alone ? list_parts(unit, field, field->start + (size_t)weak, parts) : 0;
		if (n)
			tg_put_parts(unit, sink, field, parts, n);
	}
}
