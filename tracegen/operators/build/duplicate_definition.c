/*
 * duplicate-definition: a function's definition was moved into the header that several sources
 * include, where its declaration stood.
 */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

enum { BYTES_MAX = 900 };

static bool is_declared_in(const struct tg_unit *u, uint64_t decl, size_t before)
{
	TG_EACH(n, u)
	{
		bool declares = n->kind == TG_N_FUNCTION || n->kind == TG_N_VAR ||
				n->kind == TG_N_FIELD || n->kind == TG_N_TYPE ||
				n->kind == TG_N_CONSTANT;
		if (declares && n->decl == decl && n->start < before)
			return true;
	}
	return false;
}

/* Does the header include all the libraries that the source does? */
static bool has_libraries(const struct tg_unit *from, const struct tg_unit *header)
{
	const struct tg_include *inc = from->includes.items;
	for (size_t i = 0; i < from->includes.len; i++)
		if (from->text.ptr[inc[i].end - 1] == '>' &&
			!tg_has_include(header, inc[i].name.ptr))
			return false;
	return true;
}

/* Whether all that f names is known at that place of the header. */
static bool is_known_there(const struct tg_unit *u, const struct tg_node *f,
	const struct tg_unit *header, size_t place)
{
	bool libraries = has_libraries(u, header);
	for (const struct tg_node *n = f->first; n; n = tg_node_after(n, f)) {
		bool named = n->kind == TG_N_REF || n->kind == TG_N_MEMBER || n->kind == TG_N_OTHER;
		bool inside = n->decl_line >= tg_line_of(u, f->start) &&
			      n->decl_line <= tg_line_of(u, f->end - 1);
		if (n->in_macro)
			return false;
		if (!named || !n->decl || inside)
			continue;
		if (!(n->flags & TG_F_IN_PROGRAM) ? !libraries
						  : !is_declared_in(header, n->decl, place))
			return false;
	}
	return true;
}

void tg_op_duplicate_definition(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!tg_all_mutable(unit))
		return;
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		struct fl_slice text = tg_node_text(unit, f);
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		if (!decl || decl->parent != header->root || text.len > BYTES_MAX ||
			fl_slice_find(fl_slice_head(text, f->name_at - f->start), "::") >= 0 ||
			tg_includers(header) < 2 || !is_known_there(unit, f, header, decl->start))
			continue;
		size_t start = f->start, end = f->end;
		tg_cut_widen(unit, &start, &end);
		size_t semicolon = tg_text_solid(header->text, decl->end);
		if (semicolon >= header->text.len || header->text.ptr[semicolon] != ';')
			continue;
		const struct tg_file_part parts[] = {
			{.unit = unit, .part = {start, end, {0}}, .at = f},
			{.unit = header, .part = {decl->start, semicolon + 1, text}, .at = decl}};
		tg_put_file_parts(unit, sink, parts, 2);
	}
}
