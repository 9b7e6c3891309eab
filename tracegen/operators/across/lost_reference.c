/*
 * lost-reference: a parameter that gives something back is passed by value, in the header and in
 * the definition: what the function does to it is lost.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"

/* What can be copied for certain. */
static bool is_copied(const struct tg_type *t)
{
	static const char *const kinds[] = {"std::vector<", "std::string", "std::map<", "std::set<",
		"std::deque<", "std::list<", "std::array<", "std::pair<", "std::optional<",
		"std::unordered_map<"};
	if (t->cls != TG_T_RECORD)
		return t->cls == TG_T_INT || t->cls == TG_T_FLOAT || t->cls == TG_T_ENUM ||
		       t->cls == TG_T_POINTER;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (fl_slice_starts(t->text, kinds[i]))
			return fl_slice_find(t->text, "unique_ptr") < 0;
	return false;
}

/* The parameter's text without its one '&'. */
static bool by_value(const struct tg_unit *u, const struct tg_node *p, struct tg_sink *sink,
	struct tg_file_part *ret)
{
	struct fl_slice text = tg_node_text(u, p);
	ptrdiff_t at = fl_slice_rchr(text, '&');
	if (at < 1 || p->in_macro || text.ptr[at - 1] == '&' || fl_slice_chr(text, '(') >= 0 ||
		fl_slice_chr(text, '=') >= 0)
		return false;
	struct fl_slice type = fl_slice_trim(fl_slice_head(text, (size_t)at));
	struct fl_slice name = fl_slice_trim(fl_slice_skip(text, (size_t)at + 1));
	*ret = (struct tg_file_part){.unit = u, .part = {p->start, p->end, {0}}, .at = p};
	ret->part.text = fl_arena_printf(
		sink->arena, "%.*s%s%.*s", FL_ARG(type), name.len ? " " : "", FL_ARG(name));
	return true;
}

void tg_op_lost_reference(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language != TG_CXX)
		return;
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		for (const struct tg_node *p = decl ? f->first : NULL; p; p = p->next) {
			struct tg_file_part parts[2];
			if (p->kind != TG_N_PARAM || !p->type.is_ref || p->type.is_const ||
				!is_copied(&p->type) || !tg_is_used_in(f, p->decl))
				continue;
			const struct tg_node *there = tg_param_at(decl, tg_param_index(f, p));
			if (there && by_value(unit, p, sink, &parts[0]) &&
				by_value(header, there, sink, &parts[1]))
				tg_put_file_parts(unit, sink, parts, 2);
		}
	}
}
