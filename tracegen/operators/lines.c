#include "tracegen/operators/lines.h"

bool tg_has_lines(const struct tg_unit *u, const struct tg_node *s)
{
	size_t begin = tg_line_begin(u, s->start), end = tg_statement_end(u, s);
	struct fl_slice before = fl_slice(u->text.ptr + begin, s->start - begin);
	struct fl_slice behind = fl_slice(u->text.ptr + end, tg_line_end(u, end) - end);
	return fl_slice_trim(before).len == 0 && fl_slice_trim(behind).len == 0;
}

struct fl_slice tg_lines_of(const struct tg_unit *u, const struct tg_node *s)
{
	size_t start = tg_line_begin(u, s->start), end = tg_line_end(u, tg_statement_end(u, s));
	return fl_slice(u->text.ptr + start, end - start + (end < u->text.len));
}

bool tg_only_prints(const struct tg_node *n)
{
	static const char *const printers[] = {"printf", "puts", "putchar", "fprintf", "fputs",
		"fputc", "putc", "perror", "operator<<", "fflush", "assert"};
	for (size_t i = 0; i < sizeof(printers) / sizeof(printers[0]); i++)
		if (fl_slice_eqs(n->name, printers[i]))
			return true;
	return false;
}

void tg_put_before(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *s,
	struct fl_slice text)
{
	struct fl_slice indent = tg_line_indent(u, s->start);
	size_t begin = tg_line_begin(u, s->start);
	if (!text.len || !indent.len || begin + indent.len != s->start)
		return;
	tg_put(u, sink, s, begin, s->start, "%.*s%.*s\n%.*s", FL_ARG(indent), FL_ARG(text),
		FL_ARG(indent));
}

void tg_put_behind(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *s,
	struct fl_slice text)
{
	size_t eol = tg_line_end(u, tg_statement_end(u, s));
	if (!text.len || !tg_has_lines(u, s) || eol >= u->text.len)
		return;
	tg_put(u, sink, s, eol, eol + 1, "\n%.*s%.*s\n", FL_ARG(tg_line_indent(u, s->start)),
		FL_ARG(text));
}

void tg_put_last(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *body,
	struct fl_slice text)
{
	size_t brace = body->end - 1, begin = tg_line_begin(u, brace);
	struct fl_slice indent = tg_line_indent(u, brace);
	if (!text.len || !body->last || begin + indent.len != brace || !indent.len)
		return;
	tg_put(u, sink, body->last, begin, brace, "%.*s%.*s\n%.*s",
		FL_ARG(tg_line_indent(u, body->last->start)), FL_ARG(text), FL_ARG(indent));
}

void tg_put_moved_in(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *block,
	const struct tg_node *s)
{
	struct fl_slice lines = tg_lines_of(u, s);
	size_t start = tg_line_begin(u, block->end - 1), from = tg_line_begin(u, s->start);
	struct fl_slice moved = tg_reindent(lines, tg_line_indent(u, s->start),
		tg_line_indent(u, block->last->start), sink->arena);
	struct fl_slice between = fl_slice(u->text.ptr + start, from - start);
	/* A blank line between the two stays behind the block only when something follows there. */
	tg_put(u, sink, s, start, from + lines.len, "%.*s%.*s", FL_ARG(moved), FL_ARG(between));
}

bool tg_may_move_in(const struct tg_unit *u, const struct tg_node *block, const struct tg_node *s)
{
	if (!block || block->kind != TG_N_COMPOUND || !block->last || tg_leaves(block->last) ||
		!tg_place_ok(s) || !tg_has_lines(u, s))
		return false;
	size_t brace = block->end - 1, begin = tg_line_begin(u, brace);
	size_t eol = tg_line_end(u, brace);
	struct fl_slice between = fl_slice(u->text.ptr + eol, s->start > eol ? s->start - eol : 0);
	return s->start > eol && fl_slice_trim(between).len == 0 &&
	       fl_slice_trim(fl_slice(u->text.ptr + begin, eol - begin)).len == 1;
}

struct fl_slice tg_indent_step(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *function = tg_node_function(n);
	const struct tg_node *body = function ? function->last : NULL;
	if (!body || body->kind != TG_N_COMPOUND || !body->first)
		return FL_S("    ");
	struct fl_slice in = tg_line_indent(u, body->first->start);
	struct fl_slice out = tg_line_indent(u, function->start);
	bool deeper = in.len > out.len && fl_slice_eq(fl_slice_head(in, out.len), out);
	return deeper ? fl_slice_skip(in, out.len) : FL_S("    ");
}

/* Where a name is declared within the function, or NULL. */
static const struct tg_node *local_of(const struct tg_node *function, uint64_t decl)
{
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function))
		if ((n->kind == TG_N_VAR || n->kind == TG_N_PARAM) && n->decl == decl)
			return n;
	return NULL;
}

bool tg_may_stand(const struct tg_node *expr, const struct tg_node *at)
{
	enum { SCOPE_MAX = 64 };
	const struct tg_node *scope[SCOPE_MAX], *function = tg_node_function(at);
	size_t count = tg_scope(at, scope, SCOPE_MAX);
	for (const struct tg_node *n = expr; n; n = tg_node_after(n, expr)) {
		if (n->kind == TG_N_LAMBDA || n->kind == TG_N_VAR)
			return false;
		if (n->kind != TG_N_REF || !n->decl || !local_of(function, n->decl))
			continue;
		bool known = false;
		for (size_t i = 0; i < count && !known; i++)
			known = scope[i]->decl == n->decl;
		/* A name that is declared anew further in is another one there. */
		for (size_t i = 0; i < count && known && scope[i]->decl != n->decl; i++)
			known = !fl_slice_eq(scope[i]->name, n->name);
		if (!known)
			return false;
	}
	return true;
}

/* Calls that look and change nothing. */
static bool only_looks(struct fl_slice name)
{
	static const char *const words[] = {"strcmp", "strncmp", "strlen", "memcmp", "empty",
		"size", "isdigit", "isspace", "isalpha", "isalnum", "front", "back", "at",
		"operator[]", "operator==", "operator!=", "operator<", "operator->", "operator*",
		"operator bool", "get", "has_value", "length", "count", "is_empty"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(name, words[i]))
			return true;
	return false;
}

bool tg_is_pure(const struct tg_node *expr)
{
	for (const struct tg_node *n = expr; n; n = tg_node_after(n, expr)) {
		bool call = n->kind == TG_N_CALL && !only_looks(n->name);
		bool made = n->kind == TG_N_NEW || n->kind == TG_N_DELETE ||
			    n->kind == TG_N_LAMBDA || (n->kind == TG_N_OTHER && n->first);
		if (call || made || (n != expr && tg_is_changed(n)))
			return false;
	}
	return true;
}

struct fl_slice tg_negated(const struct tg_unit *u, const struct tg_node *expr, struct fl_arena *a)
{
	static const struct {
		enum tg_op_kind op;
		const char *other;
	} rows[] = {{TG_O_EQ, "!="}, {TG_O_NE, "=="}, {TG_O_LT, ">="}, {TG_O_GE, "<"},
		{TG_O_GT, "<="}, {TG_O_LE, ">"}};
	size_t start, end;
	expr = tg_node_bare(expr);
	const char *text = u->text.ptr;
	if (expr->kind == TG_N_UNARY && expr->op == TG_O_NOT && expr->first)
		return tg_node_text(u, tg_node_bare(expr->first));
	bool plain = expr->kind == TG_N_REF || expr->kind == TG_N_MEMBER ||
		     expr->kind == TG_N_INDEX || expr->kind == TG_N_CALL;
	if (plain)
		return fl_arena_printf(a, "!%.*s", FL_ARG(tg_node_text(u, expr)));
	if (expr->kind != TG_N_BINARY || !tg_operator_range(u, expr, &start, &end))
		return fl_slice(NULL, 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].op == expr->op)
			return fl_arena_printf(a, "%.*s%s%.*s", (int)(start - expr->start),
				text + expr->start, rows[i].other, (int)(expr->end - end),
				text + end);
	return fl_slice(NULL, 0);
}

static bool is_test(const struct tg_unit *u, const struct tg_node *n)
{
	enum { LONGEST = 60 };
	bool compares = n->kind == TG_N_BINARY && n->op >= TG_O_LT && n->op <= TG_O_NE;
	bool truth = n->kind == TG_N_REF || n->kind == TG_N_MEMBER || n->kind == TG_N_CALL ||
		     (n->kind == TG_N_UNARY && n->op == TG_O_NOT);
	struct fl_slice text = tg_node_text(u, n);
	return (compares || truth) && !n->in_macro && text.len <= LONGEST &&
	       fl_slice_chr(text, '\n') < 0 && tg_is_pure(n);
}

size_t tg_tests(const struct tg_unit *u, const struct tg_node *function, const struct tg_node **ret,
	size_t max)
{
	size_t count = 0;
	for (const struct tg_node *n = function; n && count < max; n = tg_node_after(n, function)) {
		const struct tg_node *p = n->parent;
		while (p && p->kind == TG_N_PAREN)
			p = p->parent;
		bool part = p && p->kind == TG_N_BINARY && (p->op == TG_O_AND || p->op == TG_O_OR);
		bool whole = n->role == TG_R_COND && p && p->kind != TG_N_SWITCH;
		if ((part || whole) && n->kind != TG_N_PAREN && tg_test_owner(n) && is_test(u, n))
			ret[count++] = n;
	}
	return count;
}

const struct tg_node *tg_test_owner(const struct tg_node *test)
{
	while (test->role != TG_R_COND && test->parent)
		test = test->parent;
	return test->parent;
}

bool tg_test_leaves(const struct tg_node *test)
{
	const struct tg_node *owner = tg_test_owner(test);
	return owner && owner->kind == TG_N_IF && tg_body_leaves(tg_node_child(owner, TG_R_BODY));
}

/* A return with a value that needs nothing but what is known at `at`. */
static bool may_return(const struct tg_unit *u, const struct tg_node *r, const struct tg_node *at)
{
	enum { LONGEST = 32 };
	struct fl_slice text = tg_node_text(u, r);
	bool calls = false;
	for (const struct tg_node *n = r; n; n = tg_node_after(n, r))
		calls |= n->kind == TG_N_CALL || n->kind == TG_N_INDEX || n->kind == TG_N_LAMBDA ||
			 (n != r && n->kind == TG_N_OTHER && n->first);
	return !calls && !r->in_macro && text.len <= LONGEST && fl_slice_chr(text, '\n') < 0 &&
	       fl_slice_chr(text, '{') < 0 && tg_may_stand(r, at);
}

static bool in_lambda(const struct tg_node *n)
{
	for (; n && n->kind != TG_N_FUNCTION; n = n->parent)
		if (n->kind == TG_N_LAMBDA)
			return true;
	return false;
}

struct fl_slice tg_leave_at(const struct tg_unit *u, const struct tg_node *at, struct fl_arena *a)
{
	enum { RETURNS_MAX = 8 };
	const struct tg_node *function = tg_node_function(at), *found[RETURNS_MAX];
	const struct tg_node *block = at->parent, *loop = block ? block->parent : NULL;
	size_t count = 0;
	bool value = false;
	if (!function || in_lambda(at) || fl_slice_eqs(function->name, "main"))
		return fl_slice(NULL, 0);
	bool in_loop = loop && tg_is_loop(loop) && block->role == TG_R_BODY;
	/* A round that ends before the loop's variable has moved on never ends. */
	bool moves_on = in_loop && (loop->kind == TG_N_FOR || loop->kind == TG_N_RANGE_FOR);
	if (in_loop && tg_choice(u, at, 4))
		return moves_on && tg_choice(u, at, 4) > 1 ? FL_S("continue;") : FL_S("break;");
	for (const struct tg_node *n = function->first; n; n = tg_node_after(n, function)) {
		if (n->kind != TG_N_RETURN || in_lambda(n))
			continue;
		value |= n->first != NULL;
		if (n->first && count < RETURNS_MAX && may_return(u, n, at))
			found[count++] = n;
	}
	if (!value)
		return FL_S("return;");
	if (!count)
		return fl_slice(NULL, 0);
	const struct tg_node *r = found[tg_choice(u, at, (unsigned)count)];
	return fl_arena_printf(a, "%.*s;", FL_ARG(tg_node_text(u, r)));
}

static bool leaves_at_once(const struct tg_node *n, const struct tg_node **ret_leave)
{
	const struct tg_node *body = n->kind == TG_N_IF ? tg_node_child(n, TG_R_BODY) : NULL;
	const struct tg_node *leave =
		body && body->kind == TG_N_COMPOUND && body->first == body->last ? body->first
										 : body;
	*ret_leave = leave;
	return tg_leaves(leave) && !tg_node_child(n, TG_R_ELSE) && !n->in_macro;
}

struct fl_slice tg_guard_text(const struct tg_unit *u, const struct tg_node *at,
	struct fl_slice cond, struct fl_slice leave, struct fl_arena *a)
{
	bool braces = false, one_line = false;
	TG_EACH(n, u)
	{
		const struct tg_node *other;
		if (!leaves_at_once(n, &other))
			continue;
		braces = tg_node_child(n, TG_R_BODY)->kind == TG_N_COMPOUND;
		one_line = tg_line_of(u, n->start) == tg_line_of(u, other->start);
		break;
	}
	struct fl_slice indent = tg_line_indent(u, at->start), step = tg_indent_step(u, at);
	if (one_line)
		return fl_arena_printf(a, braces ? "if (%.*s) { %.*s }" : "if (%.*s) %.*s",
			FL_ARG(cond), FL_ARG(leave));
	if (braces)
		return fl_arena_printf(a, "if (%.*s) {\n%.*s%.*s%.*s\n%.*s}", FL_ARG(cond),
			FL_ARG(indent), FL_ARG(step), FL_ARG(leave), FL_ARG(indent));
	return fl_arena_printf(a, "if (%.*s)\n%.*s%.*s%.*s", FL_ARG(cond), FL_ARG(indent),
		FL_ARG(step), FL_ARG(leave));
}
