#include "tracegen/operators/put.h"

#include <stdarg.h>
#include <stdio.h>

bool tg_place_ok(const struct tg_node *n)
{
	return n && !n->in_macro && tg_node_runs(n);
}

void tg_vput(const struct tg_unit *unit, struct tg_sink *sink, struct tg_edit edit,
	const char *format, va_list args)
{
	struct fl_buf text;
	fl_buf_init(&text, FL_TEXT_MAX);
	fl_buf_vprintf(&text, format, args);
	edit.symbol = edit.at->name;
	edit.symbol_line = edit.at->decl_line;
	if (text.failed)
		sink->arena->failed = text.failed;
	else
		tg_yield(unit, sink, &edit, fl_arena_slice(sink->arena, fl_buf_view(&text)));
	fl_buf_release(&text);
}

void tg_put(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *at,
	size_t start, size_t end, const char *format, ...)
{
	const struct tg_edit edit = {
		.kind = tg_node_is_statement(at) ? TG_STATEMENT : TG_EXPRESSION,
		.start = start,
		.end = end,
		.at = at};
	va_list args;
	va_start(args, format);
	tg_vput(unit, sink, edit, format, args);
	va_end(args);
}

void tg_put_removal(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n)
{
	struct tg_edit edit = {.symbol = n->name, .symbol_line = n->decl_line};
	tg_yield_removal(unit, sink, n, &edit);
}

void tg_put_cut(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *at,
	size_t start, size_t end)
{
	tg_cut_widen(unit, &start, &end);
	tg_put(unit, sink, at, start, end, "%s", "");
}

bool tg_is_small_part(const struct tg_unit *unit, const struct tg_node *first,
	const struct tg_node *last, unsigned lines)
{
	const struct tg_node *function = tg_node_function(first);
	unsigned has = tg_line_of(unit, last->end - 1) - tg_line_of(unit, first->start) + 1;
	unsigned all = function ? tg_line_of(unit, function->end - 1) -
					  tg_line_of(unit, function->start) + 1
				: 0;
	return has <= lines && has * 2 <= all;
}

unsigned tg_lines_apart(const struct tg_unit *unit, size_t one, size_t other)
{
	unsigned a = tg_line_of(unit, one), b = tg_line_of(unit, other);
	return a < b ? b - a : a - b;
}

unsigned tg_choice(const struct tg_unit *unit, const struct tg_node *n, unsigned count)
{
	return (unsigned)((tg_place_id(unit->file, n->start) >> 17) % count);
}

unsigned tg_draw(const struct tg_unit *unit, const struct tg_node *n, unsigned count)
{
	/* What differs in low bits alone differs in high ones after the product (golden ratio). */
	uint64_t id = tg_place_id(unit->file, n->start) * 0x9e3779b97f4a7c15u;
	return (unsigned)((id >> 40) % count);
}

const struct tg_node *tg_near(const struct tg_unit *unit, const struct tg_node *n,
	const struct tg_node *const *found, size_t count)
{
	enum { NEAR = 3 };
	return found[tg_choice(unit, n, count < NEAR ? (unsigned)count : NEAR)];
}

/* Without const, references and blanks around. */
static struct fl_slice plain_type(struct fl_slice t)
{
	if (fl_slice_starts(t, "const "))
		t = fl_slice_skip(t, strlen("const "));
	while (t.len && fl_slice_chr(FL_S(" &"), t.ptr[t.len - 1]) >= 0)
		t.len--;
	return t;
}

bool tg_same_type(const struct tg_type *a, const struct tg_type *b)
{
	return a->cls == b->cls && !a->is_auto && !b->is_auto &&
	       fl_slice_eq(plain_type(a->text), plain_type(b->text));
}

bool tg_is_number(const struct tg_node *n)
{
	return n && tg_is_number_class(tg_node_bare(n)->type.cls);
}

bool tg_is_number_class(enum tg_type_class cls)
{
	return cls == TG_T_INT || cls == TG_T_FLOAT || cls == TG_T_ENUM;
}

bool tg_is_plain_scalar(const struct tg_type *t)
{
	return (tg_is_number_class(t->cls) || t->cls == TG_T_POINTER) && !t->is_auto &&
	       !t->is_ref && !t->is_const;
}

bool tg_is_product(const struct tg_node *n)
{
	return n && n->kind == TG_N_BINARY &&
	       (n->op == TG_O_MUL || n->op == TG_O_DIV || n->op == TG_O_REM);
}

bool tg_is_sum(const struct tg_node *n)
{
	return n && n->kind == TG_N_BINARY && (n->op == TG_O_ADD || n->op == TG_O_SUB);
}

const char *tg_off_by_one(enum tg_op_kind op)
{
	switch (op) {
	case TG_O_LT: return "<=";
	case TG_O_LE: return "<";
	case TG_O_GT: return ">=";
	case TG_O_GE: return ">";
	default: return NULL;
	}
}

bool tg_leaves(const struct tg_node *s)
{
	return s && (s->kind == TG_N_RETURN || s->kind == TG_N_JUMP);
}

bool tg_body_leaves(const struct tg_node *body)
{
	return tg_leaves(body && body->kind == TG_N_COMPOUND ? body->last : body);
}

bool tg_is_changed(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	if (!p)
		return false;
	if (p->kind == TG_N_UNARY)
		return p->op == TG_O_INC || p->op == TG_O_DEC || p->op == TG_O_ADDRESS;
	return p->kind == TG_N_BINARY && n->role == TG_R_LHS &&
	       (p->op == TG_O_SET || (p->op >= TG_O_ADD_SET && p->op <= TG_O_REM_SET) ||
		       p->op == TG_O_OTHER);
}

/* Whether the variable has a value where `at` stands. */
static bool has_value(const struct tg_node *v, const struct tg_node *at)
{
	/* What stands before the name is of its type, not its first value. */
	bool starts =
		v->last && v->last->start >= v->name_at + v->name.len && v->type.cls != TG_T_ARRAY;
	if (v->kind == TG_N_PARAM || starts || v->type.cls == TG_T_RECORD)
		return true;
	const struct tg_node *function = tg_node_function(v);
	for (const struct tg_node *n = tg_node_skip(v, function); n && n->start < at->start;
		n = tg_node_after(n, function)) {
		if (n->kind == TG_N_REF && n->decl == v->decl && tg_is_changed(n))
			return true;
	}
	return false;
}

static size_t add_variable(const struct tg_node *v, const struct tg_node *at,
	const struct tg_node **ret, size_t count, size_t max)
{
	bool usable = v->name.len && !v->in_macro && !(v->flags & TG_F_STATIC) &&
		      v->end <= at->start && count < max && has_value(v, at);
	if (usable)
		ret[count++] = v;
	return count;
}

size_t tg_scope(const struct tg_node *at, const struct tg_node **ret, size_t max)
{
	size_t count = 0;
	for (const struct tg_node *p = at; p && p->parent; p = p->parent) {
		for (const struct tg_node *s = p->prev; s; s = s->prev) {
			if (s->kind == TG_N_VAR || s->kind == TG_N_PARAM)
				count = add_variable(s, at, ret, count, max);
			for (const struct tg_node *v = s->kind == TG_N_DECL_STMT ? s->last : NULL;
				v; v = v->prev)
				if (v->kind == TG_N_VAR)
					count = add_variable(v, at, ret, count, max);
		}
		if (p->parent->kind == TG_N_FUNCTION || p->parent->kind == TG_N_LAMBDA)
			break;
	}
	return count;
}

const struct tg_node *tg_callee(const struct tg_unit *unit, const struct tg_node *call)
{
	const struct tg_node *f = tg_declaration(unit, TG_N_FUNCTION, call->decl);
	return f && (f->flags & TG_F_DEFINITION) ? f : NULL;
}

const struct tg_node *tg_called_name(const struct tg_node *call)
{
	for (const struct tg_node *c = call->first; c; c = c->next) {
		if (c->role == TG_R_ARG)
			return NULL;
		if ((c->kind == TG_N_REF || c->kind == TG_N_MEMBER) && c->decl == call->decl)
			return c;
	}
	return NULL;
}

int64_t tg_decimal(const struct tg_unit *unit, const struct tg_node *n)
{
	struct fl_slice text = tg_node_text(unit, n);
	uint32_t value = 0;
	bool octal = text.len > 1 && text.ptr[0] == '0';
	if (n->kind != TG_N_INT || octal || fl_slice_uint(text, &value) != text.len ||
		value >= 1u << 30)
		return -1;
	return value;
}

bool tg_is_expression_statement(const struct tg_node *n)
{
	bool kind = n->kind == TG_N_CALL || n->kind == TG_N_BINARY || n->kind == TG_N_UNARY ||
		    n->kind == TG_N_DELETE;
	return kind && tg_node_is_statement(n);
}

bool tg_is_loop(const struct tg_node *n)
{
	return n->kind == TG_N_FOR || n->kind == TG_N_RANGE_FOR || n->kind == TG_N_WHILE ||
	       n->kind == TG_N_DO;
}

const struct tg_node *tg_loop_around(const struct tg_node *n)
{
	for (n = n->parent; n; n = n->parent) {
		if (tg_is_loop(n))
			return n;
		if (n->kind == TG_N_FUNCTION || n->kind == TG_N_LAMBDA)
			return NULL;
	}
	return NULL;
}
