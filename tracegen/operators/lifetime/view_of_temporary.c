/*
 * view-of-temporary: what was a string or a vector of one's own is a view of one that is gone: a
 * variable of what a call gives, a member of what a constructor was handed.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

struct views {
	const char *owner, *view, *header;
	const char *members[12]; /* that both have */
};

static const struct views table[] = {
	{"std::string", "std::string_view", "string_view",
		{"size", "length", "empty", "front", "back", "find", "begin", "end", "rfind",
			"substr", "compare", NULL}},
	{"std::vector<int>", "std::span<const int>", "span",
		{"size", "empty", "front", "back", "begin", "end", NULL}},
	{"std::vector<double>", "std::span<const double>", "span",
		{"size", "empty", "front", "back", "begin", "end", NULL}},
};

static bool has_member(const struct views *v, struct fl_slice name)
{
	for (size_t i = 0; v->members[i]; i++)
		if (fl_slice_eqs(name, v->members[i]))
			return true;
	return false;
}

static bool takes_view(const struct views *v, const struct tg_type *param)
{
	return param && fl_slice_find(param->text, strrchr(v->view, ':') + 1) >= 0;
}

/* Does this use of the variable mean the same of a view? */
static bool is_fine(const struct tg_unit *u, const struct views *v, const struct tg_node *use)
{
	const struct tg_node *p = use->parent;
	while (p && (p->kind == TG_N_CALL || p->kind == TG_N_MEMBER) && p->start == use->start &&
		p->end == use->end)
		p = (use = p)->parent; /* a copy or a conversion that nobody wrote */
	if (!p || use->in_macro)
		return false;
	if (p->kind == TG_N_MEMBER)
		return has_member(v, p->name);
	if (p->kind == TG_N_CALL && use->role == TG_R_ARG && takes_view(v, use->param))
		return true;
	if (p->kind == TG_N_CALL)
		return fl_slice_eqs(p->name, "operator<<") || fl_slice_eqs(p->name, "operator[]") ||
		       (fl_slice_eqs(p->name, "operator==") && v == table);
	return p->kind == TG_N_RANGE_FOR && fl_slice_find(tg_node_text(u, use), "&") < 0;
}

static bool may_view(const struct tg_unit *u, const struct views *v, const struct tg_node *decl)
{
	size_t uses = 0;
	TG_EACH(n, u)
	{
		bool use = (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == decl->decl;
		bool set = use && decl->kind == TG_N_FIELD && n->parent &&
			   n->parent->kind == TG_N_FUNCTION;
		if (use && !set && !is_fine(u, v, n))
			return false;
		uses += use;
	}
	return uses > 0;
}

/* A variable whose value is a temporary: of a call or a sum, not of a literal or another one. */
static bool is_temporary(const struct tg_unit *u, const struct tg_node *v)
{
	const struct tg_node *value = v->last;
	while (value && value->kind == TG_N_CALL && value->first == value->last && value->first &&
		value->first->start == value->start && value->first->end == value->end)
		value = value->first;
	if (!value || value->kind != TG_N_CALL || value->type.is_ref)
		return false;
	size_t set = tg_text_solid(u->text, v->name_at + v->name.len);
	return u->text.ptr[set] == '=' && value->type.cls == TG_T_RECORD;
}

static void put(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct views *v = &table[i];
		size_t at = n->start;
		if (fl_slice_starts(fl_slice_skip(u->text, at), "const "))
			at += strlen("const ");
		size_t end = at + strlen(v->owner);
		if (!fl_slice_starts(fl_slice_skip(u->text, at), v->owner) || end >= n->name_at ||
			u->text.ptr[end] != ' ' || tg_text_solid(u->text, end) != n->name_at ||
			!tg_has_include(u, v->header) || !may_view(u, v, n))
			continue;
		tg_put(u, sink, n, at, end, "%s", v->view);
	}
}

void tg_op_view_of_temporary(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool local = n->kind == TG_N_VAR && tg_node_function(n) && is_temporary(unit, n);
		if (!n->in_macro && (local || n->kind == TG_N_FIELD))
			put(unit, sink, n);
	}
}
