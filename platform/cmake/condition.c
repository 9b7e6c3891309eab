/* The conditions of if(), elseif() and while(), as cmake-commands(7) has them. */
#include "platform/cmake/eval.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "platform/cmake/regex.h"

struct parser {
	struct cm_eval *e;
	const struct cm_args *args;
	size_t at;
	int depth;
};

enum { PARENTHESES_MAX = 100, NUMBER_LEN = 64 };

static enum cm_truth truth(bool b)
{
	return b ? CM_TRUE : CM_FALSE;
}

static enum cm_truth negate(enum cm_truth t)
{
	return t == CM_UNKNOWN ? t : truth(t == CM_FALSE);
}

bool plat_cm_number(struct fl_slice text, double *ret_value)
{
	char copy[NUMBER_LEN], *end;
	if (!text.len || text.len >= sizeof copy || text.ptr[0] == ' ' || !plat_cm_known(text))
		return false;
	memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	double value = strtod(copy, &end);
	if (end != copy + text.len || !isfinite(value))
		return false;
	if (ret_value)
		*ret_value = value;
	return true;
}

static bool is_false(struct fl_slice v)
{
	static const char *const words[] = {
		"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (fl_slice_eq_nocase(v, fl_slice_str(words[i])))
			return true;
	return fl_slice_ends(v, "-NOTFOUND");
}

static bool is_true(struct fl_slice v)
{
	static const char *const words[] = {"1", "ON", "YES", "TRUE", "Y"};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (fl_slice_eq_nocase(v, fl_slice_str(words[i])))
			return true;
	return false;
}

enum cm_truth plat_cm_is_on(struct fl_slice v)
{
	/* a list of which one item is there, and is no false word by itself, is not false */
	bool sure = false;
	if (!v.len || plat_cm_known(v))
		return truth(!is_false(v));
	if (v.ptr[0] == CM_PACKAGE)
		return CM_TRUE;
	for (size_t start = 0, i = 0; i <= v.len && !sure; i++) {
		if (i < v.len && v.ptr[i] != ';')
			continue;
		struct fl_slice item = fl_slice(v.ptr + start, i - start);
		sure = item.len && item.ptr[0] != CM_MAYBE && plat_cm_known(item) &&
		       !is_false(item) && i < v.len;
		start = i + 1;
	}
	return sure ? CM_TRUE : CM_UNKNOWN;
}

int plat_cm_compare_versions(struct fl_slice a, struct fl_slice b)
{
	while (a.len || b.len) {
		uint32_t x = 0, y = 0;
		size_t n = fl_slice_uint(a, &x), m = fl_slice_uint(b, &y);
		if (x != y)
			return x < y ? -1 : 1;
		a = fl_slice_skip(a, n);
		b = fl_slice_skip(b, m);
		bool next_a = fl_slice_starts(a, "."), next_b = fl_slice_starts(b, ".");
		if (!next_a && !next_b)
			return 0;
		a = next_a ? fl_slice_skip(a, 1) : fl_slice(NULL, 0);
		b = next_b ? fl_slice_skip(b, 1) : fl_slice(NULL, 0);
	}
	return 0;
}

/* The value of the variable of that name, or the text itself. */
static struct fl_slice operand(struct parser *p, size_t i)
{
	const struct cm_arg *a = &p->args->at[i];
	bool by_name = !a->quoted || !plat_cm_policy(p->e, "CMP0054", 3, 1);
	const struct cm_value *v =
		by_name && plat_cm_known(a->text) ? plat_cm_get(p->e, a->text) : NULL;
	return v ? v->text : a->text;
}

static enum cm_truth one_word(struct parser *p, size_t i)
{
	const struct cm_arg *a = &p->args->at[i];
	double number;
	if (!plat_cm_known(a->text))
		return a->quoted                            ? CM_UNKNOWN
		       : plat_cm_is_on(a->text) == CM_FALSE ? CM_FALSE
							    : CM_UNKNOWN;
	if (is_true(a->text))
		return CM_TRUE;
	if (is_false(a->text))
		return CM_FALSE;
	if (plat_cm_number(a->text, &number))
		return truth(number != 0);
	if (a->quoted && plat_cm_policy(p->e, "CMP0054", 3, 1))
		return CM_FALSE;
	const struct cm_value *v = plat_cm_get(p->e, a->text);
	return v ? plat_cm_is_on(v->text) : CM_FALSE;
}

static enum cm_truth defined(struct parser *p, size_t i)
{
	struct fl_slice name = p->args->at[i].text;
	if (!plat_cm_known(name))
		return CM_UNKNOWN;
	if (fl_slice_starts(name, "ENV{"))
		return truth(plat_cm_scope_get(p->e->cache, name) != NULL);
	if (fl_slice_starts(name, "CACHE{"))
		return truth(plat_cm_scope_get(p->e->cache, fl_slice(name.ptr + 6, name.len - 7)) !=
			     NULL);
	const struct cm_value *v = plat_cm_get(p->e, name);
	if (!v)
		return CM_FALSE;
	if (plat_cm_known(v->text) || v->text.ptr[0] == CM_PACKAGE)
		return CM_TRUE;
	return plat_cm_is_on(v->text) == CM_TRUE ? CM_TRUE : CM_UNKNOWN;
}

static enum cm_truth command(struct parser *p, size_t i)
{
	struct fl_slice name = p->args->at[i].text;
	const struct cm_function *f = plat_cm_function(p->e, name);
	if (f)
		return plat_cm_way_implied(f->way, p->e->vars.way) ? CM_TRUE : CM_UNKNOWN;
	return plat_cm_builtin(name) ? CM_TRUE : CM_UNKNOWN;
}

static enum cm_truth policy(struct parser *p, size_t i)
{
	uint32_t n;
	struct fl_slice name = p->args->at[i].text;
	if (!fl_slice_starts(name, "CMP") || !fl_slice_uint(fl_slice_skip(name, 3), &n))
		return CM_FALSE;
	return truth(n <= 142); /* the last one of CMake 3.25 */
}

static enum cm_truth absolute(struct parser *p, size_t i)
{
	struct fl_slice path = p->args->at[i].text;
	if (path.len && path.ptr[0] == CM_HOLE)
		return CM_UNKNOWN;
	return truth(fl_slice_starts(path, "/") || fl_slice_starts(path, "~"));
}

/* Tests with one operand; *ret_found: the word is one. */
static enum cm_truth unary(struct parser *p, bool *ret_found)
{
	const struct cm_args *args = p->args;
	size_t i = p->at + 1;
	*ret_found = p->at + 1 < args->n && !args->at[p->at].quoted;
	if (*ret_found) {
		if (plat_cm_is(args, p->at, "DEFINED"))
			return defined(p, i);
		if (plat_cm_is(args, p->at, "TARGET"))
			return plat_cm_has_target(p->e, args->at[i].text);
		if (plat_cm_is(args, p->at, "EXISTS"))
			return plat_cm_exists(p->e, args->at[i].text, false);
		if (plat_cm_is(args, p->at, "IS_DIRECTORY"))
			return plat_cm_exists(p->e, args->at[i].text, true);
		if (plat_cm_is(args, p->at, "COMMAND"))
			return command(p, i);
		if (plat_cm_is(args, p->at, "POLICY"))
			return policy(p, i);
		if (plat_cm_is(args, p->at, "IS_ABSOLUTE"))
			return absolute(p, i);
		if (plat_cm_is(args, p->at, "TEST") || plat_cm_is(args, p->at, "IS_SYMLINK"))
			return CM_UNKNOWN;
	}
	*ret_found = false;
	return CM_UNKNOWN;
}

enum compared { NUMBERS, STRINGS, VERSIONS, PATHS };

static const struct comparison {
	const char *word;
	enum compared kind;
	bool less, equal, greater; /* which make it true */
} comparisons[] = {
	{"EQUAL", NUMBERS, false, true, false},
	{"LESS", NUMBERS, true, false, false},
	{"GREATER", NUMBERS, false, false, true},
	{"LESS_EQUAL", NUMBERS, true, true, false},
	{"GREATER_EQUAL", NUMBERS, false, true, true},
	{"STREQUAL", STRINGS, false, true, false},
	{"STRLESS", STRINGS, true, false, false},
	{"STRGREATER", STRINGS, false, false, true},
	{"STRLESS_EQUAL", STRINGS, true, true, false},
	{"STRGREATER_EQUAL", STRINGS, false, true, true},
	{"VERSION_EQUAL", VERSIONS, false, true, false},
	{"VERSION_LESS", VERSIONS, true, false, false},
	{"VERSION_GREATER", VERSIONS, false, false, true},
	{"VERSION_LESS_EQUAL", VERSIONS, true, true, false},
	{"VERSION_GREATER_EQUAL", VERSIONS, false, true, true},
	{"PATH_EQUAL", PATHS, false, true, false},
};

/* Can no text be both? One that is known up to its first mark begins otherwise. */
static bool differ(struct fl_slice a, struct fl_slice b)
{
	size_t n = fl_slice_common_head(a, b);
	bool mark_a = n < a.len && !plat_cm_known(fl_slice(a.ptr + n, 1));
	bool mark_b = n < b.len && !plat_cm_known(fl_slice(b.ptr + n, 1));
	bool list = (a.len && memchr(a.ptr, CM_MAYBE, a.len)) ||
		    (b.len && memchr(b.ptr, CM_MAYBE, b.len));
	return !list && !mark_a && !mark_b && n < a.len && n < b.len;
}

static enum cm_truth compare(const struct comparison *c, struct fl_slice a, struct fl_slice b)
{
	double x, y;
	int order = 0;
	if (!plat_cm_known(a) || !plat_cm_known(b))
		return c->kind == STRINGS && c->equal && !c->less && !c->greater && differ(a, b)
			       ? CM_FALSE
			       : CM_UNKNOWN;
	switch (c->kind) {
	case NUMBERS:
		if (!plat_cm_number(a, &x) || !plat_cm_number(b, &y))
			return CM_FALSE;
		order = (x > y) - (x < y);
		break;
	case VERSIONS: order = plat_cm_compare_versions(a, b); break;
	default: order = fl_slice_cmp(a, b);
	}
	return truth(order < 0 ? c->less : order > 0 ? c->greater : c->equal);
}

static enum cm_truth in_list(struct parser *p, size_t left, size_t right)
{
	struct fl_slice item = operand(p, left), name = p->args->at[right].text;
	const struct cm_value *list = plat_cm_known(name) ? plat_cm_get(p->e, name) : NULL;
	if (!plat_cm_known(item))
		return CM_UNKNOWN;
	if (!list)
		return plat_cm_known(name) ? CM_FALSE : CM_UNKNOWN;
	struct cm_args items = plat_cm_items(p->e, list->text, true);
	for (size_t i = 0; i < items.n; i++)
		if (fl_slice_eq(items.at[i].text, item))
			return CM_TRUE;
	for (size_t i = 0; i < items.n; i++) {
		struct fl_slice t = items.at[i].text;
		if ((t.len && memchr(t.ptr, CM_HOLE, t.len)) ||
			(t.len && t.ptr[0] == CM_MAYBE && fl_slice_eq(fl_slice_skip(t, 1), item)) ||
			(t.len && memchr(t.ptr, CM_PACKAGE, t.len)))
			return CM_UNKNOWN;
	}
	return CM_FALSE;
}

static enum cm_truth matches(struct parser *p, size_t left, size_t right)
{
	struct fl_slice text = operand(p, left), expression = p->args->at[right].text;
	struct cm_regex r;
	struct cm_match m;
	char name[32];
	if (!plat_cm_known(text) || !plat_cm_known(expression) ||
		plat_cm_regex_compile(&p->e->scratch, expression, &r))
		return CM_UNKNOWN;
	int rc = plat_cm_regex_search(&r, text, &p->e->scratch, &p->e->work, &m);
	if (rc < 0)
		return CM_UNKNOWN;
	for (int i = 0; i < CM_GROUPS && rc == 1; i++) {
		snprintf(name, sizeof name, "CMAKE_MATCH_%d", i);
		if (i < r.groups)
			plat_cm_set(p->e, fl_slice_str(name), m.group[i]);
		else if (plat_cm_get(p->e, fl_slice_str(name)))
			plat_cm_set(p->e, fl_slice_str(name), FL_S(""));
	}
	if (rc == 1)
		plat_cm_set(p->e, FL_S("CMAKE_MATCH_COUNT"),
			fl_arena_printf(&p->e->scratch, "%d", r.groups - 1));
	return truth(rc == 1);
}

static enum cm_truth binary(struct parser *p, bool *ret_found)
{
	const struct cm_args *args = p->args;
	size_t op = p->at + 1;
	*ret_found = p->at + 2 < args->n && !args->at[op].quoted;
	if (*ret_found) {
		if (plat_cm_is(args, op, "MATCHES"))
			return matches(p, op - 1, op + 1);
		if (plat_cm_is(args, op, "IN_LIST"))
			return in_list(p, op - 1, op + 1);
		if (plat_cm_is(args, op, "IS_NEWER_THAN"))
			return CM_UNKNOWN;
		for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
			if (plat_cm_is(args, op, comparisons[i].word))
				return compare(
					&comparisons[i], operand(p, op - 1), operand(p, op + 1));
	}
	*ret_found = false;
	return CM_UNKNOWN;
}

static bool at_word(const struct parser *p, const char *word)
{
	return plat_cm_is(p->args, p->at, word) && !p->args->at[p->at].quoted;
}

static enum cm_truth either(struct parser *p);

static enum cm_truth primary(struct parser *p)
{
	bool found;
	enum cm_truth t;
	if (p->at >= p->args->n || ++p->depth > PARENTHESES_MAX) {
		p->at = p->args->n + 1;
		return CM_UNKNOWN;
	}
	if (at_word(p, "(")) {
		p->at++;
		t = either(p);
		p->at = at_word(p, ")") ? p->at + 1 : p->args->n + 1;
	} else if (at_word(p, "NOT") && p->at + 1 < p->args->n) {
		p->at++;
		t = negate(primary(p));
	} else {
		t = unary(p, &found);
		p->at += found ? 2 : 0;
		if (!found) {
			t = binary(p, &found);
			p->at += found ? 3 : 0;
		}
		if (!found)
			t = one_word(p, p->at++);
	}
	p->depth--;
	return t;
}

static enum cm_truth both(struct parser *p)
{
	enum cm_truth t = primary(p);
	while (at_word(p, "AND")) {
		p->at++;
		enum cm_truth u = primary(p);
		if (t == CM_FALSE || u == CM_FALSE)
			t = CM_FALSE;
		else
			t = t == CM_TRUE ? u : t;
	}
	return t;
}

static enum cm_truth either(struct parser *p)
{
	enum cm_truth t = both(p);
	while (at_word(p, "OR")) {
		p->at++;
		enum cm_truth u = both(p);
		if (t == CM_TRUE || u == CM_TRUE)
			t = CM_TRUE;
		else
			t = t == CM_FALSE ? u : t;
	}
	return t;
}

enum cm_truth plat_cm_condition(struct cm_eval *e, const struct cm_args *args)
{
	struct parser p = {.e = e, .args = args};
	if (!args->n)
		return CM_FALSE;
	enum cm_truth t = either(&p);
	return p.at == args->n ? t : CM_UNKNOWN;
}
