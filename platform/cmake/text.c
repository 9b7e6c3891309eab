/* string() and math(). */
#include "platform/cmake/eval.h"

#include <stdio.h>

#include "platform/cmake/regex.h"

enum { MATCHES_MAX = 1 << 14, EXPRESSION_MAX = 60 };

static bool all_known(const struct cm_args *args, size_t from, size_t to)
{
	for (size_t i = from; i < to && i < args->n; i++)
		if (!plat_cm_known(args->at[i].text))
			return false;
	return true;
}

/* The buffer's text in the variable, and the buffer released. */
static void set_buffer(struct cm_eval *e, struct fl_slice name, struct fl_buf *b)
{
	plat_cm_set(e, name, b->failed ? CM_HOLE_S : fl_arena_slice(&e->scratch, fl_buf_view(b)));
	fl_buf_release(b);
}

/* string(REPLACE from to variable input…) */
static void string_replace(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice from = args->at[1].text, to = args->at[2].text;
	struct fl_slice in = plat_cm_join(e, args->at + 4, args->n - 4, "");
	struct fl_buf out;
	/* blanks and semicolons part items: what may be missing stays marked behind the new one */
	bool parts = (fl_slice_eqs(from, " ") && fl_slice_eqs(to, ";")) ||
		     (fl_slice_eqs(from, ";") && fl_slice_eqs(to, " "));
	if (!from.len || (!parts && !plat_cm_known(in)) || !all_known(args, 1, 3)) {
		plat_cm_set(e, args->at[3].text, CM_HOLE_S);
		return;
	}
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	for (size_t i = 0; i < in.len;) {
		bool here = fl_slice_starts_with(fl_slice_skip(in, i), from);
		if (here)
			fl_buf_slice(&out, to);
		else
			fl_buf_char(&out, in.ptr[i]);
		i += here ? from.len : 1;
	}
	set_buffer(e, args->at[3].text, &out);
}

static void set_groups(struct cm_eval *e, const struct cm_regex *r, const struct cm_match *m)
{
	char name[32];
	for (int i = 0; i < r->groups && i < CM_GROUPS; i++) {
		snprintf(name, sizeof name, "CMAKE_MATCH_%d", i);
		plat_cm_set(e, fl_slice_str(name), m->group[i]);
	}
	plat_cm_set(
		e, FL_S("CMAKE_MATCH_COUNT"), fl_arena_printf(&e->scratch, "%d", r->groups - 1));
}

static void add_replacement(struct fl_buf *out, struct fl_slice to, const struct cm_match *m)
{
	for (size_t i = 0; i < to.len; i++) {
		char next = i + 1 < to.len ? to.ptr[i + 1] : '\0';
		if (to.ptr[i] != '\\') {
			fl_buf_char(out, to.ptr[i]);
			continue;
		}
		i++;
		if (next >= '0' && next <= '9')
			fl_buf_slice(out, m->group[next - '0']);
		else if (next)
			fl_buf_char(out, next == 'n' ? '\n' : next);
	}
}

/* Each match of the expression: replaced (to), or joined by ';' (to is NULL). FL_ELIMIT: unknown */
static int each_match(struct cm_eval *e, const struct cm_regex *r, struct fl_slice in,
	const struct fl_slice *to, struct fl_buf *out)
{
	struct cm_match m;
	size_t count = 0;
	for (;;) {
		int rc = plat_cm_regex_search(r, in, &e->scratch, &e->work, &m);
		if (rc < 0 || ++count > MATCHES_MAX || !plat_cm_work(e, in.len))
			return FL_ELIMIT;
		if (rc == 0)
			break;
		if (count == 1)
			set_groups(e, r, &m);
		struct fl_slice whole = m.group[0];
		size_t before = (size_t)(whole.ptr - in.ptr);
		if (to) {
			fl_buf_slice(out, fl_slice_head(in, before));
			add_replacement(out, *to, &m);
		} else {
			fl_buf_str(out, out->len ? ";" : "");
			fl_buf_slice(out, whole);
		}
		in = fl_slice_skip(in, before + whole.len);
		if (!whole.len || !in.len)
			break; /* CMake calls an empty match an error */
	}
	if (to)
		fl_buf_slice(out, in);
	return 0;
}

/* string(REGEX MATCH|MATCHALL|REPLACE expression [to] variable input…) */
static void string_regex(struct cm_eval *e, const struct cm_args *args)
{
	bool replace = plat_cm_is(args, 1, "REPLACE"), one = plat_cm_is(args, 1, "MATCH");
	size_t name = replace ? 4 : 3;
	struct cm_regex r;
	struct cm_match m;
	struct fl_buf out;
	if (args->n < name + 1)
		return;
	struct fl_slice in = plat_cm_join(e, args->at + name + 1, args->n - name - 1, "");
	int rc = plat_cm_known(in) && all_known(args, 2, name)
			 ? plat_cm_regex_compile(&e->scratch, args->at[2].text, &r)
			 : FL_EPARSE;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	if (rc == 0 && one) {
		rc = plat_cm_regex_search(&r, in, &e->scratch, &e->work, &m);
		if (rc == 1) {
			fl_buf_slice(&out, m.group[0]);
			set_groups(e, &r, &m);
		}
	} else if (rc == 0) {
		rc = each_match(e, &r, in, replace ? &args->at[3].text : NULL, &out);
	}
	if (rc < 0) {
		fl_buf_clear(&out);
		fl_buf_char(&out, CM_HOLE);
		for (int i = 0; i < CM_GROUPS; i++)
			plat_cm_set(
				e, fl_arena_printf(&e->scratch, "CMAKE_MATCH_%d", i), CM_HOLE_S);
	}
	set_buffer(e, args->at[name].text, &out);
}

static void string_case(struct cm_eval *e, const struct cm_args *args)
{
	bool lower = plat_cm_is(args, 0, "TOLOWER");
	struct fl_slice text = args->at[1].text;
	plat_cm_set(e, args->at[2].text, lower ? plat_cm_lower(e, text) : plat_cm_upper(e, text));
}

static void string_append(struct cm_eval *e, const struct cm_args *args)
{
	bool before = plat_cm_is(args, 0, "PREPEND");
	const struct cm_value *v = plat_cm_get(e, args->at[1].text);
	struct fl_slice old = v ? v->text : FL_S("");
	struct fl_slice more = plat_cm_join(e, args->at + 2, args->n - 2, "");
	if (args->n == 2)
		return;
	struct cm_arg both[2] = {{before ? more : old, false}, {before ? old : more, false}};
	/* an item that may be missing has become a part of one */
	bool apart = fl_slice_starts(more, " ") || fl_slice_starts(more, ";") || !old.len;
	if (!apart && !before && (!plat_cm_known(old)))
		both[0].text = fl_arena_printf(&e->scratch, "%.*s%c", FL_ARG(old), CM_HOLE);
	plat_cm_set(e, args->at[1].text, plat_cm_join(e, both, 2, ""));
}

static void string_concat(struct cm_eval *e, const struct cm_args *args)
{
	plat_cm_set(e, args->at[1].text, plat_cm_join(e, args->at + 2, args->n - 2, ""));
}

static void string_join(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice glue = fl_arena_slice(&e->scratch, args->at[1].text);
	plat_cm_set(e, args->at[2].text,
		plat_cm_join(e, args->at + 3, args->n - 3, glue.len ? glue.ptr : ""));
}

static void string_strip(struct cm_eval *e, const struct cm_args *args)
{
	plat_cm_set(e, args->at[2].text, fl_slice_trim(args->at[1].text));
}

static void string_length(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice t = args->at[1].text;
	plat_cm_set(e, args->at[2].text,
		plat_cm_known(t) ? fl_arena_printf(&e->scratch, "%zu", t.len) : CM_HOLE_S);
}

static void string_substring(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice t = args->at[1].text;
	double from, length;
	bool ok = all_known(args, 1, 4) && plat_cm_number(args->at[2].text, &from) &&
		  plat_cm_number(args->at[3].text, &length) && from >= 0 && from <= (double)t.len;
	if (ok)
		t = fl_slice_skip(t, (size_t)from);
	if (ok && length >= 0 && length < (double)t.len)
		t = fl_slice_head(t, (size_t)length);
	plat_cm_set(e, args->at[4].text, ok ? t : CM_HOLE_S);
}

/* string(FIND text part variable [REVERSE]) */
static void string_find(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice t = args->at[1].text, part = args->at[2].text;
	ptrdiff_t at = fl_slice_search(t, part);
	bool ok = all_known(args, 1, 3);
	for (ptrdiff_t next = at; ok && plat_cm_is(args, 4, "REVERSE") && next >= 0 && part.len;) {
		next = fl_slice_search(fl_slice_skip(t, (size_t)at + 1), part);
		if (next >= 0)
			at += next + 1;
		ok = plat_cm_work(e, 1);
	}
	plat_cm_set(e, args->at[3].text, ok ? fl_arena_printf(&e->scratch, "%td", at) : CM_HOLE_S);
}

/* string(COMPARE operation a b variable) */
static void string_compare(struct cm_eval *e, const struct cm_args *args)
{
	int order = fl_slice_cmp(args->at[2].text, args->at[3].text);
	bool is = plat_cm_is(args, 1, "EQUAL")        ? order == 0
		  : plat_cm_is(args, 1, "NOTEQUAL")   ? order != 0
		  : plat_cm_is(args, 1, "LESS")       ? order < 0
		  : plat_cm_is(args, 1, "GREATER")    ? order > 0
		  : plat_cm_is(args, 1, "LESS_EQUAL") ? order <= 0
						      : order >= 0;
	plat_cm_set(e, args->at[4].text,
		!all_known(args, 2, 4) ? CM_HOLE_S
		: is                   ? FL_S("1")
				       : FL_S("0"));
}

static void string_configure(struct cm_eval *e, const struct cm_args *args)
{
	plat_cm_set(e, args->at[2].text,
		plat_cm_configure(e, args->at[1].text, plat_cm_is(args, 3, "@ONLY")));
}

static void string_repeat(struct cm_eval *e, const struct cm_args *args)
{
	double n;
	struct fl_buf out;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	if (!plat_cm_number(args->at[2].text, &n) || n < 0 || n > (double)PLAT_CMAKE_VALUE_MAX ||
		!plat_cm_known(args->at[1].text))
		fl_buf_char(&out, CM_HOLE);
	else
		for (size_t i = 0; i < (size_t)n && !out.failed; i++)
			fl_buf_slice(&out, args->at[1].text);
	set_buffer(e, args->at[3].text, &out);
}

static void string_c_identifier(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice t = args->at[1].text;
	struct fl_buf out;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	if (t.len && t.ptr[0] >= '0' && t.ptr[0] <= '9')
		fl_buf_char(&out, '_');
	for (size_t i = 0; i < t.len; i++)
		fl_buf_char(&out, fl_is_word(t.ptr[i]) ? t.ptr[i] : '_');
	if (!plat_cm_known(t)) {
		fl_buf_clear(&out);
		fl_buf_char(&out, CM_HOLE);
	}
	set_buffer(e, args->at[2].text, &out);
}

static void string_strip_genex(struct cm_eval *e, const struct cm_args *args)
{
	struct fl_slice t = args->at[1].text;
	plat_cm_set(e, args->at[2].text, fl_slice_find(t, "$<") < 0 ? t : CM_HOLE_S);
}

/* What is not followed: its result is not known. */
static void string_other(struct cm_eval *e, const struct cm_args *args)
{
	static const struct {
		const char *word;
		size_t variable; /* 0: the last argument */
	} others[] = {{"JSON", 1}, {"TIMESTAMP", 1}, {"UUID", 1}, {"RANDOM", 0}, {"ASCII", 0},
		{"HEX", 2}, {"MD5", 1}, {"SHA1", 1}, {"SHA256", 1}, {"SHA512", 1}};
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (plat_cm_is(args, 0, others[i].word))
			plat_cm_set(e,
				args->at[others[i].variable ? others[i].variable : args->n - 1]
					.text,
				CM_HOLE_S);
}

static enum cm_flow run_string(struct cm_eval *e, const struct cm_args *args)
{
	static const struct {
		const char *word;
		size_t least;
		void (*run)(struct cm_eval *e, const struct cm_args *args);
	} words[] = {{"REPLACE", 4, string_replace}, {"REGEX", 4, string_regex},
		{"TOLOWER", 3, string_case}, {"TOUPPER", 3, string_case},
		{"APPEND", 2, string_append}, {"PREPEND", 2, string_append},
		{"CONCAT", 2, string_concat}, {"JOIN", 3, string_join}, {"STRIP", 3, string_strip},
		{"LENGTH", 3, string_length}, {"SUBSTRING", 5, string_substring},
		{"FIND", 4, string_find}, {"COMPARE", 5, string_compare},
		{"CONFIGURE", 3, string_configure}, {"REPEAT", 4, string_repeat},
		{"MAKE_C_IDENTIFIER", 3, string_c_identifier},
		{"GENEX_STRIP", 3, string_strip_genex}};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (plat_cm_is(args, 0, words[i].word)) {
			if (args->n >= words[i].least)
				words[i].run(e, args);
			return CM_GO;
		}
	if (args->n > 2)
		string_other(e, args);
	return CM_GO;
}

/* An expression of math(): C's operators on 64 bits. */
struct expression {
	struct fl_slice text;
	size_t at;
	int depth;
	bool failed;
};

static char math_peek(struct expression *x)
{
	while (x->at < x->text.len && (x->text.ptr[x->at] == ' ' || x->text.ptr[x->at] == '\t'))
		x->at++;
	return x->at < x->text.len ? x->text.ptr[x->at] : '\0';
}

static uint64_t math_binary(struct expression *x, int level);

static uint64_t math_atom(struct expression *x)
{
	char c = math_peek(x);
	uint64_t value = 0;
	if (++x->depth > EXPRESSION_MAX)
		x->failed = true;
	if (x->failed)
		return 0;
	if (c == '(') {
		x->at++;
		value = math_binary(x, 0);
		x->failed |= math_peek(x) != ')';
		x->at++;
	} else if (c == '-' || c == '+' || c == '~') {
		x->at++;
		value = math_atom(x);
		value = c == '-' ? 0 - value : c == '~' ? ~value : value;
	} else if (c >= '0' && c <= '9') {
		struct fl_slice rest = fl_slice_skip(x->text, x->at);
		bool hex = fl_slice_starts(rest, "0x") || fl_slice_starts(rest, "0X");
		x->at += hex ? 2 : 0;
		for (; x->at < x->text.len; x->at++) {
			int digit = fl_hex_value(x->text.ptr[x->at]);
			if (digit < 0 || (!hex && digit > 9))
				break;
			value = value * (hex ? 16 : 10) + (uint64_t)digit;
		}
	} else {
		x->failed = true;
	}
	x->depth--;
	return value;
}

static uint64_t math_apply(struct expression *x, char op, uint64_t a, uint64_t b)
{
	if ((op == '/' || op == '%') && (b == 0 || (b == UINT64_MAX && a == (uint64_t)1 << 63))) {
		x->failed = true;
		return 0;
	}
	switch (op) {
	case '|': return a | b;
	case '^': return a ^ b;
	case '&': return a & b;
	case '<': return b < 64 ? a << b : 0;
	case '>': return b < 64 ? (uint64_t)((int64_t)a >> b) : 0;
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '/': return (uint64_t)((int64_t)a / (int64_t)b);
	default: return (uint64_t)((int64_t)a % (int64_t)b);
	}
}

static uint64_t math_binary(struct expression *x, int level)
{
	static const char *const levels[] = {"|", "^", "&", "<>", "+-", "*/%"};
	if (level == 6)
		return math_atom(x);
	uint64_t value = math_binary(x, level + 1);
	for (char c = math_peek(x); c && strchr(levels[level], c) && !x->failed; c = math_peek(x)) {
		x->at += level == 3 ? 2 : 1;
		value = math_apply(x, c, value, math_binary(x, level + 1));
	}
	return value;
}

/* math(EXPR variable expression [OUTPUT_FORMAT format]) */
static enum cm_flow run_math(struct cm_eval *e, const struct cm_args *args)
{
	if (args->n < 3)
		return CM_GO;
	struct expression x = {.text = args->at[2].text};
	uint64_t value = math_binary(&x, 0);
	math_peek(&x);
	bool ok = !x.failed && x.at == x.text.len && plat_cm_known(x.text);
	bool hex = plat_cm_is(args, 4, "HEXADECIMAL");
	struct fl_slice text =
		hex ? fl_arena_printf(&e->scratch, "0x%llx", (unsigned long long)value)
		    : fl_arena_printf(&e->scratch, "%lld", (long long)value);
	plat_cm_set(e, args->at[1].text, ok ? text : CM_HOLE_S);
	return CM_GO;
}

const struct cm_builtin plat_cm_text_commands[] = {{"string", run_string}, {"math", run_math}, {0}};
