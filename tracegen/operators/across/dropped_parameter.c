/*
 * dropped-parameter: most calls pass the same constant, so the parameter was taken out, and the
 * constant stands in the function; what the other calls passed is lost.
 */
#include <ctype.h>

#include "tracegen/operators/calls.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"
#include "tracegen/uses.h"

enum { USES_MAX = 3 };

struct drop {
	const struct tg_unit *unit, *header;
	const struct tg_node *f, *param;
	unsigned index, count;
	const struct tg_calls *calls;
	struct fl_slice value;
	struct tg_file_part parts[TG_PARTS_MAX];
	size_t len;
};

/* ---- what is passed ---- */

/* A name that stands for one value all over the program. */
static bool is_constant_name(const struct tg_node *n, struct fl_slice text)
{
	static const char *const words[] = {
		"true", "false", "nullptr", "stdout", "stderr", "stdin"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(text, words[i]))
			return true;
	if (n && n->kind == TG_N_REF && n->flags & TG_F_ENUMERATOR)
		return true;
	for (size_t i = 0; i < text.len; i++)
		if (!isupper((unsigned char)text.ptr[i]) && !isdigit((unsigned char)text.ptr[i]) &&
			text.ptr[i] != '_')
			return false;
	return !n || n->in_macro;
}

static bool is_constant(const struct tg_node *n, struct fl_slice text)
{
	struct fl_slice bare = fl_slice_skip(text, fl_slice_starts(text, "-") ? 1 : 0);
	if (bare.len == 0 || tg_text_token(bare, 0) != bare.len)
		return false;
	if (isdigit((unsigned char)bare.ptr[0]))
		return true;
	if (bare.ptr[0] == '"' || bare.ptr[0] == '\'')
		return bare.len == text.len;
	return (isalpha((unsigned char)bare.ptr[0]) || bare.ptr[0] == '_') &&
	       bare.len == text.len && is_constant_name(n, text);
}

/* Does nothing happen, other than that a value is made and passed? */
static bool is_quiet(const struct tg_node *n, struct fl_slice text)
{
	/* An address is of what comes back. */
	if (fl_slice_starts(text, "&") || fl_slice_find(text, "++") >= 0 ||
		fl_slice_find(text, "--") >= 0)
		return false;
	if (!n || n->in_macro)
		return fl_slice_chr(text, '(') < 0 && fl_slice_chr(text, '=') < 0;
	for (const struct tg_node *m = n; m; m = tg_node_after(m, n)) {
		bool sets = m->kind == TG_N_BINARY && m->op >= TG_O_ADD_SET && m->op <= TG_O_SET;
		if (sets || m->kind == TG_N_CALL || m->kind == TG_N_LAMBDA || m->kind == TG_N_NEW ||
			(m->in_macro && fl_slice_chr(text, '(') >= 0))
			return false;
	}
	return true;
}

/* Is the argument the parameter itself, in a call of the function by itself? */
static bool is_handed_on(const struct drop *d, const struct tg_node *n)
{
	return n && n->kind == TG_N_REF && n->decl == d->param->decl;
}

static size_t count_alike(const struct drop *d, struct fl_slice text)
{
	struct tg_part p;
	size_t n = 0;
	for (size_t i = 0; i < d->calls->len; i++)
		n += tg_argument_part(&d->calls->calls[i], d->index, d->count, &p) &&
		     fl_slice_eq(p.text, text);
	return n;
}

/* Is the constant's name, where it is one, known to the function's file? */
static bool is_known(const struct drop *d, struct fl_slice text)
{
	return !(isalpha((unsigned char)text.ptr[0]) || text.ptr[0] == '_') ||
	       fl_slice_search(d->unit->text, text) >= 0 ||
	       fl_slice_search(d->header->text, text) >= 0;
}

/* May all calls lose what they pass, and do some of them pass it by themselves? */
static bool may_lose(const struct drop *d, size_t *ret_others)
{
	*ret_others = 0;
	for (size_t i = 0; i < d->calls->len; i++) {
		const struct tg_call_at *c = &d->calls->calls[i];
		const struct tg_node *n = tg_argument_at(c->call, d->index);
		struct tg_part p;
		if (!tg_argument_part(c, d->index, d->count, &p) || !is_quiet(n, p.text))
			return false;
		*ret_others += !is_handed_on(d, n);
	}
	return *ret_others > 0;
}

/* The constant that the call passes as the first one of them, with other calls passing another. */
static bool takes_value(struct drop *d, size_t call, size_t others)
{
	const struct tg_call_at *c = &d->calls->calls[call];
	struct tg_part p, before;
	if (!tg_argument_part(c, d->index, d->count, &p) ||
		!is_constant(tg_argument_at(c->call, d->index), p.text) || !is_known(d, p.text))
		return false;
	for (size_t i = 0; i < call; i++)
		if (tg_argument_part(&d->calls->calls[i], d->index, d->count, &before) &&
			fl_slice_eq(before.text, p.text))
			return false;
	size_t alike = count_alike(d, p.text);
	d->value = p.text;
	d->len = 0;
	/* What few calls pass nobody takes for what the function is for. */
	return alike < others && alike > 1 && alike * 2 >= d->calls->len;
}

/* ---- the function ---- */

static bool is_use(const struct drop *d, const struct tg_node *n)
{
	return n->kind == TG_N_REF && n->decl == d->param->decl;
}

/* Does the use stand in an argument that goes? */
static bool goes_with_call(const struct drop *d, const struct tg_node *use)
{
	for (size_t i = 0; i < d->len; i++)
		if (d->parts[i].unit == d->unit && d->parts[i].part.start <= use->start &&
			use->end <= d->parts[i].part.end)
			return true;
	return false;
}

/* May the constant stand there as a person would write it? */
static bool takes_constant(const struct drop *d, const struct tg_node *use)
{
	const struct tg_node *p = use->parent;
	bool number = tg_is_number_class(d->param->type.cls) && !fl_slice_starts(d->value, "-");
	if (use->in_macro || !p || p->in_macro)
		return false;
	switch (p->kind) {
	case TG_N_CALL: return use->role == TG_R_ARG;
	case TG_N_VAR:
	case TG_N_RETURN: return true;
	case TG_N_INDEX: return number && use->role == TG_R_RHS;
	case TG_N_BINARY:
		if (p->op == TG_O_SET)
			return use->role == TG_R_RHS;
		if (tg_is_sum(p) && fl_slice_eqs(d->value, "0"))
			return false;
		return number && use->role == TG_R_RHS && p->op >= TG_O_LT && p->op <= TG_O_SUB &&
		       p->first->kind != TG_N_INT && p->first->kind != TG_N_CHAR;
	default: return false;
	}
}

static bool is_in_loop_condition(const struct drop *d, const struct tg_node *use)
{
	for (const struct tg_node *p = use; p && p != d->f; p = p->parent)
		if (p->role == TG_R_COND && p->parent && tg_is_loop(p->parent))
			return true;
	return false;
}

/* "i < 1" as a loop's bound, "1 * n", "n > 0" of what is 0: such a line shows what was there. */
static bool is_degenerate(const struct drop *d)
{
	bool trivial = fl_slice_eqs(d->value, "0") || fl_slice_eqs(d->value, "1");
	for (const struct tg_node *n = d->f; n; n = tg_node_after(n, d->f)) {
		if (!is_use(d, n) || goes_with_call(d, n))
			continue;
		const struct tg_node *p = n->parent;
		while (p && (p->kind == TG_N_PAREN || p->kind == TG_N_CAST))
			p = p->parent;
		bool compared = p && p->kind == TG_N_BINARY && p->op >= TG_O_LT && p->op <= TG_O_NE;
		if (is_in_loop_condition(d, n) || (trivial && (compared || tg_is_product(p))))
			return true;
	}
	return false;
}

/* The constant in the place of each use; false: a variable has to stand for it. */
static bool put_in_place(struct drop *d)
{
	size_t before = d->len;
	for (const struct tg_node *n = d->f; n; n = tg_node_after(n, d->f)) {
		if (!is_use(d, n) || goes_with_call(d, n))
			continue;
		if (d->len == before + USES_MAX || d->len == TG_PARTS_MAX || tg_is_changed(n) ||
			!takes_constant(d, n)) {
			d->len = before;
			return false;
		}
		d->parts[d->len++] = (struct tg_file_part){.unit = d->unit,
			.part = {n->start, n->end, d->value},
			.at = n,
			.runs = TG_RUNS_NONE};
	}
	return d->len > before;
}

static bool is_ever_changed(const struct drop *d)
{
	for (const struct tg_node *n = d->f; n; n = tg_node_after(n, d->f))
		if (is_use(d, n) && (tg_is_changed(n) || n->in_macro))
			return true;
	return false;
}

/* A variable of the parameter's name, at the begin of the body. */
static bool put_variable(struct drop *d, struct tg_sink *sink)
{
	const struct tg_node *body = d->f->last;
	struct fl_slice type = tg_written_type(d->unit, d->param);
	if (!body || body->kind != TG_N_COMPOUND || !body->first || body->in_macro ||
		d->param->in_macro || type.len == 0 || d->len == TG_PARTS_MAX)
		return false;
	size_t next = body->first->start;
	bool apart = tg_line_of(d->unit, next) > tg_line_of(d->unit, body->start);
	bool fixed = tg_is_number_class(d->param->type.cls) && !d->param->type.is_const &&
		     !d->param->type.is_ref && !is_ever_changed(d);
	struct fl_slice indent = tg_line_indent(d->unit, next);
	struct tg_part p = {body->start, body->start + 1, {0}};
	p.text = fl_arena_printf(sink->arena, "{%s%.*s%s%.*s%s%.*s = %.*s;", apart ? "\n" : " ",
		apart ? (int)indent.len : 0, indent.ptr, fixed ? "const " : "", FL_ARG(type),
		fl_slice_ends(type, "*") || fl_slice_ends(type, "&") ? "" : " ",
		FL_ARG(d->param->name), FL_ARG(d->value));
	d->parts[d->len++] = (struct tg_file_part){.unit = d->unit, .part = p, .at = body};
	return true;
}

/* ---- all files ---- */

/* A call that passes the constant has lost nothing. */
static bool without_argument(
	const struct drop *d, const struct tg_call_at *c, struct tg_file_part *ret_part)
{
	struct tg_part p;
	if (!tg_argument_part(c, d->index, d->count, &p) ||
		!tg_without_argument(c, d->index, d->count, ret_part))
		return false;
	ret_part->runs = fl_slice_eq(p.text, d->value) ? TG_RUNS_NONE : TG_RUNS_ONE;
	return true;
}

static bool add_part(struct drop *d, const struct tg_file_part *p)
{
	/* A variable that is for this call alone would be left over. */
	if (d->len == TG_PARTS_MAX ||
		tg_leaves_unused(p->unit, p->part.start, p->part.end, p->part.text))
		return false;
	d->parts[d->len++] = *p;
	return true;
}

/* What declares, defines and calls it in that file, in the order of the text. */
static bool add_file(struct drop *d, const struct tg_unit *u)
{
	struct tg_file_part p;
	TG_EACH(n, u)
	{
		if (n->kind != TG_N_FUNCTION || n->decl != d->f->decl)
			continue;
		if (n->in_macro || !tg_without_parameter(u, n, d->index, &p) ||
			d->len == TG_PARTS_MAX)
			return false;
		p.runs = n == d->f ? TG_RUNS_EACH : TG_RUNS_NONE;
		d->parts[d->len++] = p;
	}
	for (size_t i = 0; i < d->calls->len; i++)
		if (d->calls->calls[i].unit == u &&
			(!without_argument(d, &d->calls->calls[i], &p) || !add_part(d, &p)))
			return false;
	return true;
}

static void put_dropped(struct drop *d, struct tg_sink *sink)
{
	if (!tg_is_used_in(d->f, d->param->decl) || !add_file(d, d->unit) || is_degenerate(d) ||
		!(put_in_place(d) || put_variable(d, sink)))
		return;
	tg_sort_parts(d->parts, d->len);
	for (size_t i = 0; i < tg_unit_count(d->unit); i++) {
		const struct tg_unit *u = tg_unit_at(d->unit, i);
		size_t before = d->len;
		if (!tg_is_first_unit(u) || fl_slice_eq(u->file, d->unit->file))
			continue;
		if (!add_file(d, u))
			return;
		tg_sort_parts(d->parts + before, d->len - before);
	}
	tg_put_file_parts(d->unit, sink, d->parts, d->len);
}

static void put_values(struct drop *d, struct tg_sink *sink)
{
	size_t others;
	if (!may_lose(d, &others))
		return;
	for (size_t i = 0; i < d->calls->len; i++)
		if (takes_value(d, i, others))
			put_dropped(d, sink);
}

void tg_op_dropped_parameter(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		struct tg_calls calls;
		if (!tg_header_declaration(unit, f, &header))
			continue;
		tg_calls_of(unit, f, &calls);
		if (!calls.whole || calls.len < 2)
			continue;
		for (const struct tg_node *p = f->first; p; p = p->next) {
			struct drop d = {.unit = unit,
				.header = header,
				.f = f,
				.param = p,
				.index = tg_param_index(f, p),
				.count = tg_param_count(f),
				.calls = &calls};
			if (p->kind == TG_N_PARAM && d.count > 1)
				put_values(&d, sink);
		}
	}
}
