/*
 * half-followed: a function gives one less or one more than it did, the last index for a count or
 * a number for an index; one of its callers, in another file, was adapted, the others were not.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"

enum { CALLS_MAX = 3, SITES_MAX = 3 };

/* ---- what is given ---- */

static bool has_word(struct fl_slice name, const char *const *words)
{
	for (; *words; words++)
		if (fl_slice_find(name, *words) >= 0)
			return true;
	return false;
}

/* What is done to a count or an index, by its name or by that of the function; "": neither. */
static const char *shift_of(const struct tg_node *f, const struct tg_node *given)
{
	static const char *const counts[] = {"count", "len", "size", "num", "total", "width",
		"height", "depth", "rows", "cols", "used", "Count", "Len", "Size", "Num", NULL};
	static const char *const places[] = {"index", "idx", "pos", "find", "line", "next", "first",
		"last", "offset", "column", "row", "Index", "Pos", "Find", NULL};
	bool one = given->kind == TG_N_REF && given->name.len == 1;
	if (has_word(f->name, counts) || has_word(given->name, counts) ||
		(one && given->name.ptr[0] == 'n'))
		return " - 1";
	if (has_word(f->name, places) || has_word(given->name, places) ||
		(one && fl_slice_chr(FL_S("ijk"), given->name.ptr[0]) >= 0))
		return " + 1";
	return "";
}

static bool is_number_type(struct fl_slice type)
{
	static const char *const types[] = {"int", "unsigned", "unsigned int", "size_t", "ssize_t",
		"std::size_t", "long", "unsigned long", "long int", "uint32_t", "int32_t", "short"};
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (fl_slice_eqs(type, types[i]))
			return true;
	return false;
}

static bool is_literal(const struct tg_node *n)
{
	const struct tg_node *of = n->kind == TG_N_UNARY && n->first ? n->first : n;
	return of->kind == TG_N_INT;
}

static bool is_given(const struct tg_node *n)
{
	return (n->kind == TG_N_REF && !(n->flags & TG_F_ENUMERATOR)) || n->kind == TG_N_MEMBER ||
	       n->kind == TG_N_CALL || (n->kind == TG_N_BINARY && n->op == TG_O_SUB);
}

/* The one return that gives no literal, which is a sign that there is nothing to give; or NULL. */
static const struct tg_node *given_by(const struct tg_node *f)
{
	const struct tg_node *found = NULL;
	for (const struct tg_node *n = f; n; n = tg_node_after(n, f)) {
		if (n->kind == TG_N_LAMBDA)
			return NULL;
		if (n->kind != TG_N_RETURN)
			continue;
		if (!n->first || n->first->in_macro || n->in_macro)
			return NULL;
		if (is_literal(n->first))
			continue;
		if (found || !is_given(n->first))
			return NULL;
		found = n->first;
	}
	return found;
}

/* ---- who takes it ---- */

/* May " + 1" stand behind the call? */
static bool may_shift(const struct tg_node *call)
{
	const struct tg_node *p = call->parent;
	if (call->in_macro || !p || p->in_macro)
		return false;
	switch (p->kind) {
	case TG_N_VAR:
	case TG_N_RETURN: return true;
	case TG_N_CALL: return call->role == TG_R_ARG;
	case TG_N_INDEX: return call->role == TG_R_RHS;
	case TG_N_BINARY:
		return (p->op >= TG_O_LT && p->op <= TG_O_NE) || p->op == TG_O_ADD ||
		       (p->op == TG_O_SUB && call->role == TG_R_LHS) ||
		       (p->op >= TG_O_ADD_SET && p->op <= TG_O_SET && call->role == TG_R_RHS);
	default: return false;
	}
}

/* The calls of f in the function g shifted back; 0: not all of them can be. */
static size_t adapt(const struct tg_unit *u, const struct tg_node *g, const struct tg_node *f,
	const char *back, struct tg_sink *sink, struct tg_file_part *parts)
{
	size_t n = 0, seen = 0;
	for (const struct tg_node *c = g; c; c = tg_node_after(c, g)) {
		if (c->kind != TG_N_CALL || c->decl != f->decl)
			continue;
		if (n == CALLS_MAX || !may_shift(c) || c->start < seen)
			return 0;
		struct fl_slice text = tg_node_text(u, c);
		seen = c->end;
		parts[n] = (struct tg_file_part){
			.unit = u, .part = {c->start, c->end, {0}}, .at = c, .runs = TG_RUNS_NONE};
		parts[n++].part.text = fl_arena_printf(sink->arena, "%.*s%s", FL_ARG(text), back);
	}
	return n;
}

/* Does another function than f itself and g call it, so that something is not adapted? */
static bool has_others(const struct tg_unit *unit, const struct tg_node *f, const struct tg_node *g)
{
	for (size_t i = 0; i < tg_unit_count(unit); i++) {
		const struct tg_unit *u = tg_unit_at(unit, i);
		TG_EACH(c, u)
		{
			const struct tg_node *in = c->kind == TG_N_CALL && c->decl == f->decl
							   ? tg_node_function(c)
							   : NULL;
			if (in && in != f && in != g && !tg_node_is_statement(c))
				return true;
		}
	}
	return false;
}

static bool put_followed(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *f,
	const struct tg_node *given, const struct tg_unit *u, const struct tg_node *g)
{
	struct tg_file_part parts[CALLS_MAX + 1];
	const char *shift = shift_of(f, given);
	const char *back = fl_slice_eqs(FL_S(" - 1"), shift) ? " + 1" : " - 1";
	struct fl_slice text = tg_node_text(unit, given);
	size_t n = adapt(u, g, f, back, sink, parts + 1);
	if (n == 0 || !has_others(unit, f, g))
		return false;
	parts[0] = (struct tg_file_part){
		.unit = unit, .part = {given->start, given->end, {0}}, .at = given};
	parts[0].part.text = fl_arena_printf(sink->arena, "%.*s%s", FL_ARG(text), shift);
	tg_put_file_parts(unit, sink, parts, n + 1);
	return true;
}

static void put_callers(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *f,
	const struct tg_node *given)
{
	size_t sites = 0;
	for (size_t i = 0; i < tg_unit_count(unit); i++) {
		const struct tg_unit *u = tg_unit_at(unit, i);
		if (tg_is_header(u) || u->fixed || fl_slice_eq(u->file, unit->file))
			continue;
		for (const struct tg_node *g = u->root->first; g && sites < SITES_MAX; g = g->next)
			if (g->kind == TG_N_FUNCTION && (g->flags & TG_F_DEFINITION))
				sites += put_followed(unit, sink, f, given, u, g);
	}
}

void tg_op_half_followed(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		if (!tg_header_declaration(unit, f, &header) ||
			!is_number_type(tg_written_type(unit, f)))
			continue;
		const struct tg_node *given = given_by(f);
		if (given && shift_of(f, given)[0])
			put_callers(unit, sink, f, given);
	}
}
