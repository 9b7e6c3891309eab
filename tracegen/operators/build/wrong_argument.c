/*
 * wrong-argument: an argument of a type that the parameter does not take, such as people write: a
 * number in quotes, an address where the value is meant, a value where the address is.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* A named object, of which & and * make sense. */
static bool is_object(const struct tg_node *n)
{
	return (n->kind == TG_N_REF && !(n->flags & TG_F_ENUMERATOR)) || n->kind == TG_N_MEMBER;
}

/* Any pointer converts to a truth value. */
static bool is_truth(const struct tg_type *t)
{
	return fl_slice_find(t->text, "bool") >= 0 || fl_slice_find(t->text, "_Bool") >= 0;
}

/* Where the parameter is a number: "5" for 5, "RED" for RED, else the address of a variable. */
static struct fl_slice for_number(
	const struct tg_unit *u, struct fl_arena *a, const struct tg_node *arg)
{
	struct fl_slice text = tg_node_text(u, arg);
	if (is_truth(arg->param))
		return fl_slice(NULL, 0);
	if (arg->kind == TG_N_INT || arg->kind == TG_N_FLOAT || arg->flags & TG_F_ENUMERATOR)
		return fl_arena_printf(a, "\"%.*s\"", FL_ARG(text));
	if (is_object(arg) && tg_is_number_class(arg->type.cls))
		return fl_arena_printf(a, "&%.*s", FL_ARG(text));
	return fl_slice(NULL, 0);
}

/* Where it is a pointer: the value behind &, what a pointer points to, or the pointer's address. */
static struct fl_slice for_pointer(
	const struct tg_unit *u, struct fl_arena *a, const struct tg_node *arg)
{
	struct fl_slice text = tg_node_text(u, arg);
	enum tg_type_class pointee = arg->type.pointee;
	bool behind = tg_is_number_class(pointee) || pointee == TG_T_RECORD;
	if (arg->kind == TG_N_UNARY && arg->op == TG_O_ADDRESS && arg->first) {
		enum tg_type_class value = arg->first->type.cls;
		bool fits = arg->param->pointee == TG_T_VOID &&
			    (value == TG_T_POINTER || value == TG_T_ARRAY);
		return fits ? fl_slice(NULL, 0) : tg_node_text(u, arg->first);
	}
	/* Nobody takes what is behind a stream. */
	bool opaque = fl_slice_find(arg->type.text, "FILE") >= 0;
	if (is_object(arg) && arg->type.cls == TG_T_POINTER && behind && !opaque)
		return fl_arena_printf(a, "*%.*s", FL_ARG(text));
	if (is_object(arg) && arg->type.cls == TG_T_ARRAY && tg_is_number_class(pointee))
		return fl_arena_printf(a, "%.*s[0]", FL_ARG(text));
	return fl_slice(NULL, 0);
}

static struct fl_slice wrong_text(
	const struct tg_unit *u, struct fl_arena *a, const struct tg_node *arg)
{
	const struct tg_type *param = arg->param;
	if (param->cls == TG_T_POINTER)
		return for_pointer(u, a, arg);
	if (tg_is_number_class(param->cls))
		return for_number(u, a, arg);
	if (param->cls == TG_T_RECORD && is_object(arg) && arg->type.cls == TG_T_RECORD)
		return fl_arena_printf(a, "&%.*s", FL_ARG(tg_node_text(u, arg)));
	return fl_slice(NULL, 0);
}

/* A conversion or a copy by a constructor that nobody wrote. */
static bool is_implicit(const struct tg_node *call)
{
	return call->first && call->start == call->first->start && call->end == call->first->end;
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
	}
}
