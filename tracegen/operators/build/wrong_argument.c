/*
 * wrong-argument: an argument of a type that the parameter does not take, such as people write: a
 * struct for its member, another variable, two arguments that changed places, "x" for 'x', an
 * object without the &, the * or the .c_str() that it needs.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { SCOPE_MAX = 24, EXCHANGED_ONE_IN = 3, EXCHANGED_MAX = 16 };

static bool says(const struct tg_type *t, const char *word)
{
	return fl_slice_find(t->text, word) >= 0;
}

/* Any pointer converts to a truth value, and to void * and from it. */
static bool takes_all(const struct tg_type *t)
{
	bool pointer = t->cls == TG_T_POINTER || t->cls == TG_T_ARRAY;
	return says(t, "bool") || says(t, "_Bool") || (pointer && t->pointee == TG_T_VOID);
}

static bool is_pointer(const struct tg_type *t)
{
	return t->cls == TG_T_POINTER || t->cls == TG_T_ARRAY;
}

/* Whether no compiler takes a value of that type for the parameter, whatever its constructors. */
static bool clashes(const struct tg_type *param, const struct tg_type *value)
{
	bool number = tg_is_number_class(param->cls), points = is_pointer(param);
	if (takes_all(param) || takes_all(value) || param->cls == TG_T_OTHER ||
		value->cls == TG_T_OTHER || value->is_smart || value->is_auto)
		return false;
	if (number)
		return is_pointer(value);
	if (!points)
		return param->cls == TG_T_RECORD && value->cls == TG_T_POINTER &&
		       value->pointee == TG_T_RECORD;
	if (is_pointer(value))
		return (param->pointee == TG_T_RECORD) != (value->pointee == TG_T_RECORD);
	return tg_is_number_class(value->cls) || value->cls == TG_T_RECORD;
}

/* What is handed over without what belongs before or behind it: &x, *p, s.c_str(). */
static struct fl_slice without(const struct tg_unit *u, const struct tg_node *arg)
{
	const struct tg_node *in = arg->first;
	bool unary = arg->kind == TG_N_UNARY && in;
	if (unary && (arg->op == TG_O_ADDRESS || arg->op == TG_O_DEREF) &&
		clashes(arg->param, &in->type))
		return tg_node_text(u, in);
	bool text = arg->kind == TG_N_CALL &&
		    (fl_slice_eqs(arg->name, "c_str") || fl_slice_eqs(arg->name, "get"));
	bool object = text && in && in->kind == TG_N_MEMBER && in->first;
	if (object && in->first->type.cls == TG_T_RECORD)
		return tg_node_text(u, in->first);
	return fl_slice(NULL, 0);
}

/* "x" for 'x', or the other way round. */
static struct fl_slice in_other_quotes(
	const struct tg_unit *u, struct fl_arena *a, const struct tg_node *arg)
{
	struct fl_slice text = tg_node_text(u, arg), in = {0};
	bool one = text.len == 3 || (text.len == 4 && text.ptr[1] == '\\');
	if (one)
		in = fl_slice(text.ptr + 1, text.len - 2);
	bool quoted = one && (text.ptr[0] == '"' || text.ptr[0] == '\'') &&
		      fl_slice_chr(in, '"') < 0 && fl_slice_chr(in, '\'') < 0;
	if (quoted && arg->kind == TG_N_CHAR && tg_is_number_class(arg->param->cls))
		return fl_arena_printf(a, "\"%.*s\"", FL_ARG(in));
	if (quoted && arg->kind == TG_N_STRING && is_pointer(arg->param))
		return fl_arena_printf(a, "'%.*s'", FL_ARG(in));
	return fl_slice(NULL, 0);
}

/* The struct, or the pointer to it, whose member is meant. */
static struct fl_slice whole(const struct tg_unit *u, const struct tg_node *arg)
{
	const struct tg_node *of = arg->kind == TG_N_MEMBER ? arg->first : NULL;
	if (!of || of->in_macro)
		return fl_slice(NULL, 0);
	/* Its own type may have a conversion where there are constructors. */
	bool fits = of->type.cls == TG_T_RECORD ? u->program->language == TG_C
						: clashes(arg->param, &of->type);
	bool named = of->kind == TG_N_REF || of->kind == TG_N_MEMBER || of->kind == TG_N_INDEX;
	return fits && named ? tg_node_text(u, of) : fl_slice(NULL, 0);
}

/* Names that are taken for each other: they begin alike. */
static bool alike(struct fl_slice a, struct fl_slice b)
{
	enum { BEGIN = 3 };
	struct fl_slice small = a.len < b.len ? a : b, large = a.len < b.len ? b : a;
	return small.len >= BEGIN && memcmp(small.ptr, large.ptr, BEGIN) == 0;
}

/* A variable of a like name that does not fit here. */
static struct fl_slice other_variable(const struct tg_unit *u, const struct tg_node *arg)
{
	const struct tg_node *scope[SCOPE_MAX], *found[SCOPE_MAX];
	size_t count = tg_scope(arg, scope, SCOPE_MAX), fitting = 0;
	if (arg->kind != TG_N_REF && arg->kind != TG_N_MEMBER)
		return fl_slice(NULL, 0);
	for (size_t i = 0; i < count; i++)
		if (scope[i]->decl != arg->decl && alike(scope[i]->name, arg->name) &&
			clashes(arg->param, &scope[i]->type) &&
			!tg_node_mentions(arg->parent, scope[i]->decl))
			found[fitting++] = scope[i];
	return fitting ? tg_near(u, arg, found, fitting)->name : fl_slice(NULL, 0);
}

/* Of the kinds of slips the first that can be made here, from one on that the place draws. */
static struct fl_slice wrong_text(
	const struct tg_unit *u, struct fl_arena *a, const struct tg_node *arg)
{
	enum { KINDS = 4 };
	unsigned kind = tg_draw(u, arg, KINDS);
	struct fl_slice text = {0};
	for (unsigned i = 0; i < KINDS && !text.len; i++) {
		switch ((kind + i) % KINDS) {
		case 0: text = without(u, arg); break;
		case 1: text = whole(u, arg); break;
		case 2: text = in_other_quotes(u, a, arg); break;
		default: text = other_variable(u, arg); break;
		}
	}
	return text;
}

/* A conversion or a copy by a constructor that nobody wrote. */
static bool is_implicit(const struct tg_node *call)
{
	return call->first && call->start == call->first->start && call->end == call->first->end;
}

/* Long expressions and texts are seen where they do not belong. */
static bool is_short(const struct tg_node *n)
{
	return n->kind != TG_N_STRING && n->end - n->start <= EXCHANGED_MAX;
}

/* This argument and the next have changed places. */
static void put_exchanged(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *a)
{
	const struct tg_node *b = a->next;
	if (!b || b->role != TG_R_ARG || !b->param || b->in_macro || b->start <= a->end ||
		tg_draw(u, a, EXCHANGED_ONE_IN) || !is_short(a) || !is_short(b) ||
		!(clashes(a->param, &b->type) || clashes(b->param, &a->type)))
		return;
	struct fl_slice between = fl_slice(u->text.ptr + a->end, b->start - a->end);
	struct tg_edit edit = {.kind = TG_EXPRESSION,
		.start = a->start,
		.end = b->end,
		.at = a,
		.symbol = a->parent->name,
		.symbol_line = a->parent->decl_line};
	tg_yield(u, sink, &edit,
		fl_arena_printf(sink->arena, "%.*s%.*s%.*s", FL_ARG(tg_node_text(u, b)),
			FL_ARG(between), FL_ARG(tg_node_text(u, a))));
}

void tg_op_wrong_argument(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		if (n->role != TG_R_ARG || !n->param || n->in_macro || n->parent->in_macro ||
			!tg_node_function(n) || is_implicit(n->parent) ||
			fl_slice_starts(n->parent->name, "operator"))
			continue;
		struct fl_slice text = wrong_text(unit, sink->arena, n);
		struct tg_edit edit = {.kind = TG_EXPRESSION,
			.start = n->start,
			.end = n->end,
			.at = n,
			.symbol = n->parent->name,
			.symbol_line = n->parent->decl_line};
		if (text.len)
			tg_yield(unit, sink, &edit, text);
		put_exchanged(unit, sink, n);
	}
}
