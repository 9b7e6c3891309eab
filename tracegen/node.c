#include "tracegen/node.h"

#include <ctype.h>
#include <stdlib.h>

const struct tg_node *tg_node_skip(const struct tg_node *n, const struct tg_node *root)
{
	while (n != root && !n->next)
		n = n->parent;
	return n == root ? NULL : n->next;
}

const struct tg_node *tg_node_after(const struct tg_node *n, const struct tg_node *root)
{
	return n->first ? n->first : tg_node_skip(n, root);
}

const struct tg_node *tg_node_child(const struct tg_node *n, enum tg_role role)
{
	for (const struct tg_node *c = n->first; c; c = c->next) {
		if (c->role == role)
			return c;
	}
	return NULL;
}

const struct tg_node *tg_node_bare(const struct tg_node *n)
{
	while (n && n->kind == TG_N_PAREN && n->first)
		n = n->first;
	return n;
}

const struct tg_node *tg_node_function(const struct tg_node *n)
{
	while (n && !(n->kind == TG_N_FUNCTION && (n->flags & TG_F_DEFINITION)))
		n = n->parent;
	return n;
}

bool tg_node_runs(const struct tg_node *n)
{
	bool in_body = false;
	for (const struct tg_node *p = n; p; p = p->parent) {
		if (p->kind == TG_N_CONSTANT || (p->flags & TG_F_CONSTEXPR) ||
			(p->kind == TG_N_VAR && (p->flags & TG_F_STATIC)))
			return false;
		if (p->kind == TG_N_CASE && p != n && n->role == TG_R_COND)
			return false;
		if (p->kind == TG_N_COMPOUND)
			in_body = true;
		if (p->kind == TG_N_FUNCTION)
			return in_body;
		if (p->kind == TG_N_TYPE)
			return false; /* a bit-field's width, an array's bound */
		if (p->parent && p->parent->kind == TG_N_CASE && p == p->parent->first &&
			p->parent->first != p->parent->last)
			return false;
	}
	return false;
}

bool tg_node_is_statement(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	if (!p)
		return false;
	switch (p->kind) {
	case TG_N_COMPOUND: return true;
	case TG_N_IF:
	case TG_N_FOR:
	case TG_N_RANGE_FOR:
	case TG_N_WHILE:
	case TG_N_DO: return n->role == TG_R_BODY || n->role == TG_R_ELSE;
	case TG_N_CASE:
	case TG_N_LABEL: return n == p->last;
	default: return false;
	}
}

const struct tg_node *tg_node_statement(const struct tg_node *n)
{
	while (n && !tg_node_is_statement(n))
		n = n->parent;
	return n;
}

bool tg_node_mentions(const struct tg_node *root, uint64_t decl)
{
	for (const struct tg_node *n = root; n; n = tg_node_after(n, root)) {
		if ((n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == decl)
			return true;
	}
	return false;
}

static void roles_of_for(struct fl_slice text, struct tg_node *n)
{
	size_t open = tg_text_find(text, n->start, n->end, '(');
	size_t first = tg_text_find(text, open + 1, n->end, ';');
	size_t second = tg_text_find(text, first + 1, n->end, ';');
	for (struct tg_node *c = n->first; c; c = c->next) {
		if (!c->next)
			c->role = TG_R_BODY;
		else if (c->start < first)
			c->role = TG_R_INIT;
		else
			c->role = c->start < second ? TG_R_COND : TG_R_STEP;
	}
}

/* What stands between two children of an if. */
enum gap { GAP_PLAIN, GAP_ELSE, GAP_UNKNOWN };

/*
 * Macros make it unknown: an "if" out of one has all its children in one place, and a word between
 * two others may be an "else" of its own.
 */
static enum gap gap_between(struct fl_slice text, const struct tg_node *a, const struct tg_node *b)
{
	if (b->start < a->end)
		return GAP_UNKNOWN;
	struct fl_slice gap = fl_slice(text.ptr + a->end, b->start - a->end);
	for (size_t i = tg_text_solid(gap, 0); i < gap.len;) {
		size_t end = tg_text_token(gap, i);
		if (fl_slice_eqs(fl_slice(gap.ptr + i, end - i), "else"))
			return GAP_ELSE;
		if (fl_is_name(gap.ptr[i]))
			return GAP_UNKNOWN;
		i = tg_text_solid(gap, end);
	}
	return GAP_PLAIN;
}

/* if: [init] cond body [else], told apart by what stands between them. */
static void roles_of_if(struct fl_slice text, struct tg_node *n)
{
	struct tg_node *body = n->last;
	if (!body || !body->prev)
		return;
	enum gap gap = gap_between(text, body->prev, body);
	if (gap == GAP_ELSE) {
		body->role = TG_R_ELSE;
		body = body->prev;
	}
	if (gap == GAP_UNKNOWN)
		return;
	body->role = TG_R_BODY;
	if (body->prev)
		body->prev->role = TG_R_COND;
}

static void roles_of_pair(struct tg_node *n, enum tg_role first, enum tg_role last)
{
	if (n->first && n->last != n->first) {
		n->first->role = first;
		n->last->role = last;
	}
}

void tg_node_roles(struct fl_slice text, struct tg_node *n)
{
	switch (n->kind) {
	case TG_N_FOR: roles_of_for(text, n); break;
	case TG_N_IF: roles_of_if(text, n); break;
	case TG_N_WHILE:
	case TG_N_SWITCH: roles_of_pair(n, TG_R_COND, TG_R_BODY); break;
	case TG_N_DO: roles_of_pair(n, TG_R_BODY, TG_R_COND); break;
	case TG_N_BINARY:
	case TG_N_INDEX: roles_of_pair(n, TG_R_LHS, TG_R_RHS); break;
	case TG_N_RANGE_FOR:
		if (n->last)
			n->last->role = TG_R_BODY;
		break;
	case TG_N_CONDITIONAL:
		if (n->first)
			n->first->role = TG_R_COND;
		break;
	default: break;
	}
}

uint64_t tg_place_id(struct fl_slice file, size_t offset)
{
	uint64_t id = 0xcbf29ce484222325u; /* FNV-1a */
	for (size_t i = 0; i < file.len; i++)
		id = (id ^ (unsigned char)file.ptr[i]) * 0x100000001b3u;
	id = (id ^ offset) * 0x100000001b3u;
	return id ? id : 1;
}

/* R"delimiter(…)delimiter" from the quote at pos. */
static size_t raw_string_end(struct fl_slice text, size_t pos)
{
	size_t open = pos + 1;
	while (open < text.len && text.ptr[open] != '(' && open - pos <= 17)
		open++;
	size_t len = open - pos - 1;
	for (size_t i = open; i + len + 1 < text.len; i++) {
		if (text.ptr[i] == ')' && text.ptr[i + len + 1] == '"' &&
			memcmp(text.ptr + i + 1, text.ptr + pos + 1, len) == 0)
			return i + len + 2;
	}
	return text.len;
}

static size_t quoted_end(struct fl_slice text, size_t pos)
{
	char quote = text.ptr[pos];
	for (size_t i = pos + 1; i < text.len; i++) {
		if (text.ptr[i] == '\\')
			i++;
		else if (text.ptr[i] == quote)
			return i + 1;
		else if (text.ptr[i] == '\n')
			return i;
	}
	return text.len;
}

static size_t comment_end(struct fl_slice text, size_t pos)
{
	bool line = text.ptr[pos + 1] == '/';
	for (size_t i = pos + 2; i < text.len; i++) {
		if (line && text.ptr[i] == '\n' && text.ptr[i - 1] != '\\')
			return i;
		if (!line && text.ptr[i] == '/' && text.ptr[i - 1] == '*' && i > pos + 2)
			return i + 1;
	}
	return text.len;
}

static bool is_comment(struct fl_slice text, size_t pos)
{
	return pos + 1 < text.len && text.ptr[pos] == '/' &&
	       (text.ptr[pos + 1] == '/' || text.ptr[pos + 1] == '*');
}

size_t tg_text_token(struct fl_slice text, size_t pos)
{
	const char *p = text.ptr;
	size_t i = pos;
	if (isspace((unsigned char)p[i])) {
		while (i < text.len && isspace((unsigned char)p[i]))
			i++;
		return i;
	}
	if (is_comment(text, pos))
		return comment_end(text, pos);
	if (p[i] == '"' || p[i] == '\'')
		return quoted_end(text, pos);
	if (!fl_is_name(p[i]))
		return pos + 1;
	bool number = isdigit((unsigned char)p[i]) != 0;
	while (i < text.len && (fl_is_name(p[i]) || (number && p[i] == '\'')))
		i++;
	if (i < text.len && p[i] == '"' && p[i - 1] == 'R' && i - pos <= 3)
		return raw_string_end(text, i);
	return i;
}

size_t tg_text_solid(struct fl_slice text, size_t pos)
{
	while (pos < text.len && (isspace((unsigned char)text.ptr[pos]) || is_comment(text, pos)))
		pos = tg_text_token(text, pos);
	return pos;
}

size_t tg_text_find(struct fl_slice text, size_t from, size_t to, char c)
{
	unsigned depth = 0;
	for (size_t i = from; i < to; i = tg_text_token(text, i)) {
		char at = text.ptr[i];
		if (depth == 0 && at == c)
			return i;
		if (at == '(' || at == '[' || at == '{')
			depth++;
		else if ((at == ')' || at == ']' || at == '}') && depth > 0)
			depth--;
	}
	return to;
}

size_t tg_statement_end(const struct tg_unit *u, const struct tg_node *n)
{
	size_t end = n->end;
	while (n->last && (n->kind == TG_N_IF || n->kind == TG_N_FOR || n->kind == TG_N_RANGE_FOR ||
				  n->kind == TG_N_WHILE || n->kind == TG_N_SWITCH ||
				  n->kind == TG_N_LABEL || n->kind == TG_N_CASE))
		n = n->last;
	/* Of a block that is a macro's, its user writes the ';' behind it. */
	char last = end > 0 ? u->text.ptr[end - 1] : '\0';
	if (last == ';' || (n->kind == TG_N_COMPOUND && last == '}'))
		return end;
	size_t solid = tg_text_solid(u->text, end);
	return solid < u->text.len && u->text.ptr[solid] == ';' ? solid + 1 : end;
}

bool tg_operator_range(
	const struct tg_unit *u, const struct tg_node *n, size_t *ret_start, size_t *ret_end)
{
	const struct tg_node *lhs = tg_node_child(n, TG_R_LHS), *rhs = tg_node_child(n, TG_R_RHS);
	if (!lhs || !rhs || rhs->start <= lhs->end || n->in_macro)
		return false;
	size_t start = tg_text_solid(u->text, lhs->end), end = start;
	while (end < rhs->start && fl_slice_chr(FL_S("<>=!+-*/%&|"), u->text.ptr[end]) >= 0)
		end++;
	if (end == start || start >= rhs->start)
		return false;
	*ret_start = start;
	*ret_end = end;
	return true;
}

struct fl_list tg_line_table(struct fl_slice text, struct fl_arena *a)
{
	struct fl_vec lines;
	fl_vec_init(&lines, sizeof(size_t), TG_BYTES_MAX);
	for (size_t i = 0; i <= text.len; i++) {
		if (i > 0 && text.ptr[i - 1] != '\n')
			continue;
		size_t *at = fl_vec_add(&lines);
		if (at)
			*at = i;
	}
	if (lines.failed)
		a->failed = lines.failed;
	struct fl_list list = fl_vec_freeze(&lines, a);
	fl_vec_release(&lines);
	return list;
}

/* By declaration; definitions come before others of the same. */
static int by_decl(const void *x, const void *y)
{
	const struct tg_node *a = *(const struct tg_node *const *)x;
	const struct tg_node *b = *(const struct tg_node *const *)y;
	bool a_defines = a->flags & TG_F_DEFINITION, b_defines = b->flags & TG_F_DEFINITION;
	if (a->decl != b->decl)
		return a->decl < b->decl ? -1 : 1;
	if (a_defines != b_defines)
		return a_defines ? -1 : 1;
	return (a->start > b->start) - (a->start < b->start);
}

struct fl_list tg_decl_table(const struct tg_node *root, struct fl_arena *a)
{
	struct fl_vec decls;
	fl_vec_init(&decls, sizeof(const struct tg_node *), TG_NODES_MAX);
	for (const struct tg_node *n = root; n; n = tg_node_after(n, root)) {
		bool declares = n->kind == TG_N_FUNCTION || n->kind == TG_N_FIELD ||
				(n->kind == TG_N_CONSTANT && n->name.len);
		const struct tg_node **to = declares && n->decl ? fl_vec_add(&decls) : NULL;
		if (to)
			*to = n;
	}
	if (decls.failed)
		a->failed = decls.failed;
	if (decls.len)
		qsort(decls.data, decls.len, decls.size, by_decl);
	struct fl_list list = fl_vec_freeze(&decls, a);
	fl_vec_release(&decls);
	return list;
}

const struct tg_node *tg_declaration(const struct tg_unit *u, enum tg_node_kind kind, uint64_t decl)
{
	const struct tg_node *const *decls = u->decls.items;
	size_t low = 0, high = u->decls.len;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (decls[mid]->decl < decl)
			low = mid + 1;
		else
			high = mid;
	}
	bool found = low < u->decls.len && decls[low]->decl == decl && decls[low]->kind == kind;
	return found ? decls[low] : NULL;
}

unsigned tg_line_of(const struct tg_unit *u, size_t offset)
{
	const size_t *lines = u->lines.items;
	size_t low = 0, high = u->lines.len;
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;
		if (lines[mid] <= offset)
			low = mid;
		else
			high = mid;
	}
	return (unsigned)low + 1;
}
