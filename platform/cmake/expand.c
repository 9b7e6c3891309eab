/* References, escapes and lists. */
#include "platform/cmake/eval.h"

enum { NAMES_MAX = 16 };

struct expansion {
	struct cm_eval *e;
	struct fl_slice text;
	size_t at;
	int depth;
};

static bool is_boundary(char c)
{
	return c == ';' || c == ' ';
}

static char escaped(char c)
{
	return c == 't' ? '\t' : c == 'n' ? '\n' : c == 'r' ? '\r' : c;
}

static void add_escape(struct expansion *x, struct fl_buf *out)
{
	char c = x->at + 1 < x->text.len ? x->text.ptr[x->at + 1] : '\\';
	if (c == ';')
		fl_buf_char(out, '\\');
	if (c != '\n')
		fl_buf_char(out, escaped(c));
	x->at += 2;
}

/* What a reference stands for: inside of an item, one that may be missing is no longer one. */
static void add_value(struct expansion *x, struct fl_buf *out, struct fl_slice value)
{
	char next = x->at < x->text.len ? x->text.ptr[x->at] : ';';
	char before = out->len ? out->data[out->len - 1] : ';';
	bool alone = (is_boundary(before) || before == ':' || before == ',') &&
		     (is_boundary(next) || next == '>' || next == ',');
	/* within a name it is no item: "GTK2_${PART}" is another name for each part */
	bool in_name = out->len && fl_is_word(out->data[out->len - 1]) && value.len &&
		       value.ptr[0] == CM_PACKAGE && !memchr(value.ptr, ';', value.len);
	if (!alone && !in_name && value.len &&
		(memchr(value.ptr, CM_MAYBE, value.len) ||
			memchr(value.ptr, CM_PACKAGE, value.len)))
		value = CM_HOLE_S;
	fl_buf_slice(out, value);
}

static bool is_name(char c)
{
	return fl_is_word(c) || c == '/' || c == '.' || c == '+' || c == '-' || c == '$' ||
	       c == '{' || c == '}' || c == '@' || c == '\\' || (c >= CM_HOLE && c <= CM_PACKAGE);
}

static void expand(struct expansion *x, struct fl_buf *out, bool in_name);

/* Variables of the environment that everybody has, each their own. */
static bool is_users(struct fl_slice name)
{
	static const char *const names[] = {"HOME", "PATH", "USER", "PWD", "LANG", "SHELL", "TERM",
		"LOGNAME", "TMPDIR", "DISPLAY", "LC_ALL", "HOSTNAME"};
	return !plat_cm_known(name) || fl_slice_is_one(name, names, sizeof names / sizeof names[0]);
}

/* "${" or "$ENV{" at the place; false: it is only a dollar sign. */
static bool add_reference(struct expansion *x, struct fl_buf *out)
{
	struct fl_slice rest = fl_slice_skip(x->text, x->at);
	bool env = fl_slice_starts(rest, "$ENV{"), cache = fl_slice_starts(rest, "$CACHE{");
	if (!env && !cache && !fl_slice_starts(rest, "${"))
		return false;
	struct fl_buf name;
	fl_buf_init(&name, 1 << 16);
	x->at += env ? 5 : cache ? 7 : 2;
	x->depth++;
	expand(x, &name, true);
	x->depth--;
	bool closed = x->at < x->text.len && x->text.ptr[x->at] == '}';
	x->at += closed;
	struct fl_slice view = fl_buf_view(&name);
	if (name.failed || !closed || !plat_cm_names_variable(view) || env) {
		/* the environment is nobody's; what the file sets itself stays */
		struct fl_slice key =
			env ? fl_arena_printf(&x->e->scratch, "ENV{%.*s}", FL_ARG(view)) : view;
		const struct cm_value *v = env ? plat_cm_scope_get(x->e->cache, key) : NULL;
		add_value(x, out, v ? v->text : env && !is_users(view) ? FL_S("") : CM_HOLE_S);
	} else {
		const struct cm_value *v =
			cache ? plat_cm_scope_get(x->e->cache, view) : plat_cm_get(x->e, view);
		if (v)
			add_value(x, out, v->text);
	}
	fl_buf_release(&name);
	return true;
}

static void expand(struct expansion *x, struct fl_buf *out, bool in_name)
{
	if (x->depth > NAMES_MAX) {
		x->at = x->text.len;
		fl_buf_char(out, CM_HOLE);
	}
	while (x->at < x->text.len && !out->failed) {
		char c = x->text.ptr[x->at];
		if (in_name && (c == '}' || !is_name(c)))
			return;
		if (c == '\\') {
			add_escape(x, out);
		} else if (c != '$' || !add_reference(x, out)) {
			fl_buf_char(out, c);
			x->at++;
		}
	}
}

/* ${NAME}, ${ARGN} and the like of a macro's body, replaced before all else. */
static struct fl_slice macro_value(struct cm_eval *e, struct fl_slice name, bool *ret_found)
{
	const struct cm_function *f = e->macro->function;
	const struct cm_args *args = e->macro->args;
	uint32_t n;
	*ret_found = true;
	for (size_t i = 0; i < f->parameter_count; i++)
		if (fl_slice_eq(f->parameters[i], name))
			return i < args->n ? args->at[i].text : FL_S("");
	if (fl_slice_eqs(name, "ARGC"))
		return fl_arena_printf(&e->scratch, "%zu", args->n);
	if (fl_slice_eqs(name, "ARGV"))
		return plat_cm_join(e, args->at, args->n, ";");
	if (fl_slice_eqs(name, "ARGN"))
		return args->n > f->parameter_count ? plat_cm_join(e, args->at + f->parameter_count,
							      args->n - f->parameter_count, ";")
						    : FL_S("");
	if (fl_slice_starts(name, "ARGV") && name.len > 4 &&
		fl_slice_uint(fl_slice_skip(name, 4), &n) == name.len - 4)
		return n < args->n ? args->at[n].text : FL_S("");
	*ret_found = false;
	return FL_S("");
}

static struct fl_slice macro_replace(struct cm_eval *e, struct fl_slice text)
{
	struct fl_buf out;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	for (size_t i = 0; i < text.len;) {
		struct fl_slice rest = fl_slice_skip(text, i);
		size_t n = 2;
		bool found = false;
		while (n < rest.len && fl_is_word(rest.ptr[n]))
			n++;
		if (fl_slice_starts(rest, "${") && n < rest.len && rest.ptr[n] == '}') {
			struct fl_slice value =
				macro_value(e, fl_slice(rest.ptr + 2, n - 2), &found);
			if (found)
				fl_buf_slice(&out, value);
		}
		if (!found)
			fl_buf_char(&out, rest.ptr[0]);
		i += found ? n + 1 : 1;
	}
	text = out.failed ? CM_HOLE_S : fl_arena_slice(&e->scratch, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

struct fl_slice plat_cm_expand(struct cm_eval *e, struct fl_slice text)
{
	struct expansion x = {.e = e, .text = text};
	struct fl_buf out;
	if (e->macro && text.len && memchr(text.ptr, '$', text.len))
		x.text = text = macro_replace(e, text);
	if (!text.len || (!memchr(text.ptr, '$', text.len) && !memchr(text.ptr, '\\', text.len)))
		return text;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	expand(&x, &out, false);
	text = out.failed ? CM_HOLE_S : fl_arena_slice(&e->scratch, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

static void add_item(struct fl_vec *out, struct fl_slice text)
{
	struct cm_arg *a = fl_vec_add(out);
	if (a)
		a->text = text;
}

/* "\;" is a semicolon in an item. */
static struct fl_slice without_escapes(struct cm_eval *e, struct fl_slice item)
{
	if (fl_slice_find(item, "\\;") < 0)
		return item;
	char *at = fl_arena_alloc(&e->scratch, item.len);
	size_t n = 0;
	for (size_t i = 0; at && i < item.len; i++)
		if (item.ptr[i] != '\\' || i + 1 == item.len || item.ptr[i + 1] != ';')
			at[n++] = item.ptr[i];
	return fl_slice(at, n);
}

void plat_cm_split(struct cm_eval *e, struct fl_slice text, bool with_empty, struct fl_vec *out)
{
	size_t start = 0, brackets = 0;
	if (!text.len)
		return;
	for (size_t i = 0; i <= text.len; i++) {
		char c = i < text.len ? text.ptr[i] : ';';
		bool ends = i == text.len || (c == ';' && !brackets);
		if (ends && (i > start || with_empty))
			add_item(out, without_escapes(e, fl_slice(text.ptr + start, i - start)));
		if (ends)
			start = i + 1;
		else if (c == '\\' && i + 1 < text.len && text.ptr[i + 1] == ';')
			i++;
		else if (c == '[')
			brackets++;
		else if (c == ']' && brackets)
			brackets--;
	}
}

/* An empty list has a place, too, so that one may count from it. */
static struct cm_args args_of(struct cm_eval *e, const struct fl_list *l)
{
	struct cm_arg *at = l->items;
	return (struct cm_args){at ? at : fl_arena_alloc(&e->scratch, sizeof *at), l->len};
}

struct cm_args plat_cm_items(struct cm_eval *e, struct fl_slice text, bool with_empty)
{
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct cm_arg), CM_WORDS_MAX);
	plat_cm_split(e, text, with_empty, &v);
	if (v.failed)
		plat_cm_work(e, SIZE_MAX);
	struct fl_list l = fl_vec_freeze(&v, &e->scratch);
	fl_vec_release(&v);
	return args_of(e, &l);
}

struct cm_args plat_cm_expand_words(struct cm_eval *e, const struct cm_command *c)
{
	const struct cm_word *words = c->words.items;
	struct fl_vec v;
	fl_vec_init(&v, sizeof(struct cm_arg), CM_WORDS_MAX);
	for (size_t i = 0; i < c->words.len; i++) {
		struct fl_slice text = words[i].text;
		if (words[i].quoting != CM_BRACKET)
			text = plat_cm_expand(e, text);
		if (words[i].quoting == CM_UNQUOTED) {
			plat_cm_split(e, text, false, &v);
			continue;
		}
		struct cm_arg *a = fl_vec_add(&v);
		if (a)
			*a = (struct cm_arg){text, true};
	}
	if (v.failed)
		plat_cm_work(e, SIZE_MAX);
	struct fl_list l = fl_vec_freeze(&v, &e->scratch);
	fl_vec_release(&v);
	return args_of(e, &l);
}

struct fl_slice plat_cm_join(
	struct cm_eval *e, const struct cm_arg *at, size_t n, const char *separator)
{
	struct fl_buf out;
	struct fl_slice ret;
	if (n == 1)
		return at[0].text;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	for (size_t i = 0; i < n; i++) {
		fl_buf_str(&out, i ? separator : "");
		fl_buf_slice(&out, at[i].text);
	}
	ret = out.failed ? CM_HOLE_S : fl_arena_slice(&e->scratch, fl_buf_view(&out));
	fl_buf_release(&out);
	return ret;
}

static struct fl_slice in_case(struct cm_eval *e, struct fl_slice text, char from, char to)
{
	char *at = fl_arena_alloc(&e->scratch, text.len + 1);
	for (size_t i = 0; at && i < text.len; i++) {
		char c = text.ptr[i];
		at[i] = c >= from && c <= from + 25 ? (char)(c - from + to) : c;
	}
	return fl_slice(at, at ? text.len : 0);
}

struct fl_slice plat_cm_lower(struct cm_eval *e, struct fl_slice text)
{
	return in_case(e, text, 'A', 'a');
}

struct fl_slice plat_cm_upper(struct cm_eval *e, struct fl_slice text)
{
	return in_case(e, text, 'a', 'A');
}

struct fl_slice plat_cm_configure(struct cm_eval *e, struct fl_slice text, bool only_at)
{
	struct fl_buf out;
	fl_buf_init(&out, PLAT_CMAKE_VALUE_MAX);
	for (size_t i = 0; i < text.len;) {
		bool at = text.ptr[i] == '@';
		size_t start = i + (at ? 1 : 2), n = start;
		while (n < text.len && (fl_is_word(text.ptr[n]) || text.ptr[n] == '-'))
			n++;
		bool is = (at || (!only_at && fl_slice_starts(fl_slice_skip(text, i), "${"))) &&
			  n < text.len && n > start && text.ptr[n] == (at ? '@' : '}');
		if (is) {
			const struct cm_value *v =
				plat_cm_get(e, fl_slice(text.ptr + start, n - start));
			fl_buf_slice(&out, v ? v->text : FL_S(""));
		} else {
			fl_buf_char(&out, text.ptr[i]);
		}
		i = is ? n + 1 : i + 1;
	}
	text = out.failed ? CM_HOLE_S : fl_arena_slice(&e->scratch, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}
