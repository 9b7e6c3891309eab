/*
 * changed-parameters: two parameters have changed places in the header and in the definition, but
 * not in the calls.
 */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

/* Does the compiler say no when one is passed for the other? */
static bool are_apart(const struct tg_type *a, const struct tg_type *b)
{
	bool pointer = (a->cls == TG_T_POINTER) != (b->cls == TG_T_POINTER);
	bool record = (a->cls == TG_T_RECORD) != (b->cls == TG_T_RECORD);
	return pointer || record;
}

/* The first two neighbours among the parameters that can change places: *ret_a and the next. */
static bool find_pair(const struct tg_node *f, const struct tg_node **ret_a)
{
	for (const struct tg_node *a = f->first; a; a = a->next) {
		const struct tg_node *b = a->next;
		bool both = b && a->kind == TG_N_PARAM && b->kind == TG_N_PARAM && !a->in_macro &&
			    !b->in_macro;
		if (both && are_apart(&a->type, &b->type)) {
			*ret_a = a;
			return true;
		}
	}
	return false;
}

static unsigned index_of(const struct tg_node *f, const struct tg_node *param)
{
	unsigned n = 0;
	for (const struct tg_node *p = f->first; p && p != param; p = p->next)
		n += p->kind == TG_N_PARAM;
	return n;
}

/* The pair at that index, as one part with the two in the other order. */
static bool exchange(const struct tg_unit *u, const struct tg_node *f, unsigned index,
	struct tg_sink *sink, struct tg_file_part *ret)
{
	const struct tg_node *a = f->first;
	while (a && (a->kind != TG_N_PARAM || index_of(f, a) != index))
		a = a->next;
	const struct tg_node *b = a ? a->next : NULL;
	if (!b || b->kind != TG_N_PARAM || a->in_macro || b->in_macro ||
		fl_slice_chr(tg_node_text(u, b), '=') >= 0)
		return false;
	*ret = (struct tg_file_part){.unit = u, .part = {a->start, b->end, {0}}, .at = f};
	ret->part.text = fl_arena_printf(sink->arena, "%.*s%.*s%.*s", FL_ARG(tg_node_text(u, b)),
		(int)(b->start - a->end), u->text.ptr + a->end, FL_ARG(tg_node_text(u, a)));
	return true;
}

void tg_op_changed_parameters(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!tg_all_mutable(unit))
		return;
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		const struct tg_node *a = NULL;
		struct tg_file_part parts[2];
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		if (decl && find_pair(f, &a) && tg_is_called_in(unit, f, NULL) &&
			exchange(unit, f, index_of(f, a), sink, &parts[0]) &&
			exchange(header, decl, index_of(f, a), sink, &parts[1]))
			tg_put_file_parts(unit, sink, parts, 2);
	}
}
