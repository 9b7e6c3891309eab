/*
 * own-copy: a variable that files share is defined static in the header, so that each file has one
 * of its own.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"

/* One variable that is declared alone: "extern int a;", not "extern int a, b;". */
static bool stands_alone(const struct tg_unit *u, const struct tg_node *v)
{
	size_t next = tg_text_solid(u->text, v->end);
	bool overlaps = (v->prev && v->prev->kind == TG_N_VAR && v->prev->end > v->start) ||
			(v->next && v->next->kind == TG_N_VAR && v->next->start < v->end);
	return !v->in_macro && !overlaps && next < u->text.len && u->text.ptr[next] == ';' &&
	       u->text.ptr[v->end] == ';';
}

static bool is_extern(const struct tg_unit *u, const struct tg_node *v)
{
	struct fl_slice text = tg_node_text(u, v);
	return v->kind == TG_N_VAR && v->name.len && fl_slice_starts(text, "extern ") &&
	       stands_alone(u, v) && !v->type.is_const && fl_slice_find(text, "[]") < 0 &&
	       fl_slice_chr(text, '(') < 0 && fl_slice_find(text, "thread") < 0;
}

/* Its first value is none, or what every file can say: a literal. */
static bool is_plainly_set(const struct tg_unit *u, const struct tg_node *v)
{
	ptrdiff_t equals = fl_slice_chr(tg_node_text(u, v), '=');
	struct fl_slice text = fl_slice_trim(fl_slice_skip(tg_node_text(u, v), (size_t)equals + 1));
	if (equals < 0)
		return true;
	for (size_t i = 0; i < text.len; i++)
		if (fl_slice_chr(FL_S("{}(,/\n"), text.ptr[i]) >= 0)
			return false;
	return v->last && (v->last->kind == TG_N_INT || v->last->kind == TG_N_FLOAT ||
				  v->last->kind == TG_N_STRING || v->last->kind == TG_N_CHAR ||
				  fl_slice_eqs(text, "NULL") || v->last->kind == TG_N_UNARY);
}

static bool is_definition(const struct tg_unit *u, const struct tg_node *v)
{
	struct fl_slice text = tg_node_text(u, v);
	return stands_alone(u, v) && !fl_slice_starts(text, "extern ") &&
	       !fl_slice_starts(text, "static ");
}

/* Where it is defined, in a source that may be changed, with the unit. */
static const struct tg_node *definition_of(
	const struct tg_unit *u, uint64_t decl, const struct tg_unit **ret_unit)
{
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *s = tg_unit_at(u, i);
		for (const struct tg_node *v = tg_is_header(s) ? NULL : s->root->first; v;
			v = v->next)
			if (v->kind == TG_N_VAR && v->decl == decl && is_definition(s, v)) {
				*ret_unit = s;
				return v;
			}
	}
	return NULL;
}

/* Is it set in one source and read in another one? */
static bool is_shared(const struct tg_unit *u, uint64_t decl)
{
	size_t users = 0, setters = 0;
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *s = tg_unit_at(u, i);
		bool uses = false, sets = false;
		TG_EACH(n, s)
		{
			if (n->kind != TG_N_REF || n->decl != decl || !tg_node_function(n))
				continue;
			uses = true;
			sets = sets || tg_is_changed(n);
		}
		users += uses;
		setters += sets;
	}
	return users > 1 && setters > 0;
}

static void put_copy(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *v)
{
	const struct tg_unit *source = NULL;
	const struct tg_node *d = definition_of(unit, v->decl, &source);
	if (!d || !is_plainly_set(source, d) || !is_shared(unit, v->decl))
		return;
	struct fl_slice text = fl_slice_skip(tg_node_text(unit, v), strlen("extern "));
	ptrdiff_t equals = fl_slice_chr(tg_node_text(source, d), '=');
	struct fl_slice first = fl_slice_skip(
		tg_node_text(source, d), equals < 0 ? d->end - d->start : (size_t)equals);
	struct tg_file_part parts[2] = {
		{.unit = unit, .part = {v->start, v->end, {0}}, .at = v},
		{.unit = source, .part = {d->start, d->end + 1, {0}}, .at = d},
	};
	parts[0].part.text = fl_arena_printf(sink->arena, "static %.*s%s%.*s", FL_ARG(text),
		first.len ? " " : "", FL_ARG(first));
	tg_cut_widen(source, &parts[1].part.start, &parts[1].part.end);
	tg_put_file_parts(unit, sink, parts, 2);
}

void tg_op_own_copy(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!tg_is_header(unit))
		return;
	for (const struct tg_node *v = unit->root->first; v; v = v->next)
		if (is_extern(unit, v))
			put_copy(unit, sink, v);
}
