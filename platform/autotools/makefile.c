#include "platform/autotools/makefile.h"

#include "base/path.h"

enum { CONDITIONS_MAX = 64, MIXED_COST = 16 /* words, of one that is put together */ };

struct reader {
	struct aut_makefile *m;
	enum aut_three conditions[CONDITIONS_MAX];
	size_t depth;
	struct fl_buf line;
	int64_t number; /* of the first line of what is in the buffer */
};

static enum aut_three now(const struct reader *r)
{
	enum aut_three all = AUT_YES;
	for (size_t i = 0; i < r->depth && i < CONDITIONS_MAX; i++) {
		if (r->conditions[i] == AUT_NO)
			return AUT_NO;
		all = r->conditions[i] == AUT_MAYBE ? AUT_MAYBE : all;
	}
	return r->depth > CONDITIONS_MAX ? AUT_MAYBE : all;
}

static enum aut_three condition(const struct reader *r, struct fl_slice name)
{
	bool no = fl_slice_starts(name, "!");
	name = fl_slice_trim(fl_slice_skip(name, no));
	const struct aut_value *v = plat_aut_get(&r->m->s->conditions, name);
	if (fl_slice_eqs(name, "TRUE") || fl_slice_eqs(name, "FALSE"))
		return fl_slice_eqs(name, "TRUE") != no ? AUT_YES : AUT_NO;
	if (!v || v->open || v->len != 1)
		return AUT_MAYBE;
	return fl_slice_eqs(v->words[0].text, "yes") != no ? AUT_YES : AUT_NO;
}

static bool directive(struct reader *r, struct fl_slice line)
{
	struct fl_slice word = fl_slice_trim(line);
	size_t n = 0;
	while (n < word.len && word.ptr[n] != ' ' && word.ptr[n] != '\t')
		n++;
	struct fl_slice rest = fl_slice_trim(fl_slice_skip(word, n));
	word = fl_slice_head(word, n);
	if (fl_slice_eqs(word, "if")) {
		if (r->depth < CONDITIONS_MAX)
			r->conditions[r->depth] = condition(r, rest);
		r->depth++;
	} else if (fl_slice_eqs(word, "else")) {
		enum aut_three *c = r->depth && r->depth <= CONDITIONS_MAX
					    ? &r->conditions[r->depth - 1]
					    : NULL;
		if (c && *c != AUT_MAYBE)
			*c = *c == AUT_YES ? AUT_NO : AUT_YES;
	} else if (fl_slice_eqs(word, "endif")) {
		r->depth -= r->depth > 0;
	} else {
		return false;
	}
	return true;
}

/* Words as they are written; a $(…) with blanks in it is one. */
static struct aut_value cut(struct reader *r, struct fl_slice text)
{
	struct fl_vec words;
	fl_vec_init(&words, sizeof(struct aut_word), AUT_WORDS_MAX);
	for (size_t i = 0; i < text.len && words.len < AUT_WORDS_MAX;) {
		size_t start = i, depth = 0;
		for (; i < text.len; i++) {
			char ch = text.ptr[i];
			depth += ch == '(' || ch == '{';
			depth -= (ch == ')' || ch == '}') && depth;
			if (!depth && (ch == ' ' || ch == '\t'))
				break;
		}
		if (i > start) {
			struct aut_word *w = fl_vec_add(&words);
			if (!w)
				break;
			*w = (struct aut_word){.text = fl_slice(text.ptr + start, i - start),
				.at = {r->m->file, r->number},
				.unsure = now(r) == AUT_MAYBE};
		}
		i++;
	}
	struct fl_list list = fl_vec_freeze(&words, r->m->s->work);
	return (struct aut_value){.words = list.items, .len = list.len};
}

static void assign(struct reader *r, struct fl_slice name, struct fl_slice text, bool adds)
{
	struct aut_makefile *m = r->m;
	struct fl_arena *a = m->s->work;
	const struct aut_value *was = plat_aut_get(&m->vars, name);
	enum aut_three is = now(r);
	if (is == AUT_NO)
		return;
	struct aut_value v = cut(r, fl_arena_slice(a, text));
	if (was && adds)
		v = plat_aut_both(a, *was, v);
	else if (was && is == AUT_MAYBE)
		v = plat_aut_both(a, plat_aut_unsure(a, *was), v);
	if (!was) {
		struct fl_slice *order =
			m->order.len < AUT_NAMES_MAX ? fl_vec_add(&m->order) : NULL;
		if (order)
			*order = fl_arena_slice(a, name);
	}
	plat_aut_put(&m->vars, a, name, v);
}

static void include(struct reader *r, struct fl_slice path)
{
	struct aut_makefile *m = r->m;
	struct fl_arena *a = m->s->work;
	static const char *const tops[] = {"$(top_srcdir)/", "@top_srcdir@/", "${top_srcdir}/"};
	static const char *const heres[] = {"$(srcdir)/", "@srcdir@/", "${srcdir}/"};
	struct fl_slice from = m->directory;
	for (size_t i = 0; i < 3; i++) {
		if (fl_slice_starts(path, tops[i])) {
			from = m->s->root;
			path = fl_slice_skip(path, strlen(tops[i]));
		} else if (fl_slice_starts(path, heres[i])) {
			path = fl_slice_skip(path, strlen(heres[i]));
		}
	}
	path = fl_arena_printf(a, "%.*s%s%.*s", FL_ARG(from), from.len ? "/" : "", FL_ARG(path));
	struct fl_slice was = m->file;
	if (now(r) == AUT_YES && m->nested < AUT_INCLUDES_NESTED_MAX && plat_aut_makefile(m, path))
		plat_gather_skip(m->s->out, (struct plat_place){was, r->number},
			"what it includes cannot be read");
	m->file = was;
}

/* A whole logical line. */
static void logical(struct reader *r)
{
	struct fl_slice line = fl_buf_view(&r->line);
	if (!line.len || line.ptr[0] == '\t')
		return;
	line = fl_slice_trim(line);
	if (directive(r, line))
		return;
	if (fl_slice_starts(line, "include ")) {
		include(r, fl_slice_trim(fl_slice_skip(line, 8)));
		return;
	}
	size_t n = 0;
	while (n < line.len && (fl_is_word(line.ptr[n]) || memchr("@.-", line.ptr[n], 3)))
		n++;
	struct fl_slice rest = fl_slice_trim(fl_slice_skip(line, n));
	size_t op = 0;
	while (op < rest.len && op < 3 && strchr("+:?!", rest.ptr[op]))
		op++;
	if (!n || op >= rest.len || rest.ptr[op] != '=')
		return;
	struct fl_slice value = fl_slice_skip(rest, op + 1);
	ptrdiff_t remark = fl_slice_find(value, " #");
	if (remark >= 0)
		value = fl_slice_head(value, (size_t)remark);
	assign(r, fl_slice_head(line, n), fl_slice_trim(value), op && rest.ptr[0] == '+');
}

static void read_lines(struct reader *r, struct fl_slice text)
{
	struct fl_slice line;
	bool goes_on = false;
	for (int64_t number = 1; fl_slice_line(&text, &line); number++) {
		if (!goes_on) {
			fl_buf_clear(&r->line);
			r->number = number;
		}
		if (line.len && line.ptr[line.len - 1] == '\r')
			line.len--;
		bool remark = !goes_on && fl_slice_starts(fl_slice_trim(line), "#");
		goes_on = line.len && line.ptr[line.len - 1] == '\\';
		if (goes_on)
			line.len--;
		if (!remark)
			fl_buf_slice(&r->line, line);
		if (goes_on)
			fl_buf_char(&r->line, ' ');
		else if (!remark && !r->line.failed)
			logical(r);
	}
}

int plat_aut_makefile(struct aut_makefile *m, struct fl_slice path)
{
	struct reader r = {.m = m};
	struct fl_slice text;
	int rc = plat_tree_read(m->s->tree, path, m->s->work, &text, NULL);
	if (rc)
		return rc;
	fl_buf_init(&r.line, 1 << 20);
	m->file = fl_arena_slice(m->s->out->a, fl_path_straight(m->s->work, path, NULL));
	m->nested++;
	read_lines(&r, text);
	m->nested--;
	fl_buf_release(&r.line);
	return 0;
}

bool plat_aut_has(const struct aut_makefile *m, struct fl_slice name)
{
	return plat_aut_get(&m->vars, name) != NULL;
}

struct expansion {
	struct aut_makefile *m;
	struct fl_vec out;
	unsigned nested;
	bool open;
};

static void expand_name(struct expansion *e, struct fl_slice name, bool unsure);

static void put(struct expansion *e, const struct aut_word *w, bool unsure)
{
	size_t *budget = e->m->budget;
	struct aut_word *to = *budget && e->out.len < AUT_WORDS_MAX ? fl_vec_add(&e->out) : NULL;
	*budget -= *budget > 0;
	if (!to) {
		e->open = true;
		return;
	}
	*to = *w;
	to->unsure = to->unsure || unsure;
}

/* "$(NAME)", "${NAME}" or "@NAME@" that begins at the text: its length, 0 when it is none. */
static size_t reference(struct fl_slice t, struct fl_slice *ret_name)
{
	char close = fl_slice_starts(t, "$(")   ? ')'
		     : fl_slice_starts(t, "${") ? '}'
		     : fl_slice_starts(t, "@")  ? '@'
						: '\0';
	size_t start = close == '@' ? 1 : 2;
	ptrdiff_t end = close ? fl_slice_chr(fl_slice_skip(t, start), close) : -1;
	if (end <= 0)
		return 0;
	*ret_name = fl_slice(t.ptr + start, (size_t)end);
	for (size_t i = 0; close == '@' && i < ret_name->len; i++)
		if (!fl_is_word(ret_name->ptr[i]))
			return 0;
	return start + (size_t)end + 1;
}

static bool is_place(struct fl_slice name, const struct aut_makefile *m, struct fl_slice *ret_path)
{
	static const char *const here[] = {"srcdir", "builddir", "abs_srcdir", "abs_builddir"};
	static const char *const top[] = {
		"top_srcdir", "top_builddir", "abs_top_srcdir", "abs_top_builddir"};
	if (fl_slice_is_one(name, here, 4))
		*ret_path = m->directory.len ? m->directory : FL_S(".");
	else if (fl_slice_is_one(name, top, 4))
		*ret_path = m->s->root.len ? m->s->root : FL_S(".");
	else
		return false;
	return true;
}

/* A word with names inside: its text as far as these are known. */
static void expand_mixed(struct expansion *e, const struct aut_word *w, bool unsure)
{
	struct fl_buf text;
	struct aut_word out = *w;
	struct fl_slice rest = w->text, name, path;
	fl_buf_init(&text, 1 << 12);
	*e->m->budget -= *e->m->budget < MIXED_COST ? *e->m->budget : MIXED_COST;
	while (rest.len && !out.open) {
		size_t n = reference(rest, &name);
		if (!n) {
			fl_buf_char(&text, rest.ptr[0]);
			rest = fl_slice_skip(rest, 1);
			continue;
		}
		rest = fl_slice_skip(rest, n);
		struct aut_value v = {.open = true};
		if (is_place(name, e->m, &path))
			v = plat_aut_word(e->m->s->work, path, w->at);
		else if (e->nested < AUT_EXPANSIONS_NESTED_MAX) {
			struct expansion in = {.m = e->m, .nested = e->nested + 1};
			fl_vec_init(&in.out, sizeof(struct aut_word), AUT_WORDS_MAX);
			expand_name(&in, name, false);
			struct fl_list l = fl_vec_freeze(&in.out, e->m->s->work);
			v = (struct aut_value){.words = l.items, .len = l.len, .open = in.open};
		}
		if (plat_aut_text(e->m->s->work, &v, &path))
			fl_buf_slice(&text, path);
		else
			out.open = true;
	}
	out.open = out.open || text.failed;
	out.text = fl_arena_slice(e->m->s->work, fl_buf_view(&text));
	fl_buf_release(&text);
	if (out.text.len)
		put(e, &out, unsure);
	else
		e->open = true;
}

/* "NAME:.a=.b": the words with another ending. */
static void expand_changed(struct expansion *e, struct fl_slice name, size_t colon, bool unsure)
{
	struct fl_slice rule = fl_slice_skip(name, colon + 1);
	ptrdiff_t equal = fl_slice_chr(rule, '=');
	size_t first = e->out.len;
	expand_name(e, fl_slice_head(name, colon), unsure);
	if (equal < 0 || fl_slice_chr(rule, '%') >= 0) {
		e->out.len = first;
		e->open = true;
		return;
	}
	struct fl_slice from = fl_slice_head(rule, (size_t)equal);
	struct fl_slice to = fl_slice_skip(rule, (size_t)equal + 1);
	for (size_t i = first; i < e->out.len; i++) {
		struct aut_word *w = fl_vec_at(&e->out, i);
		if (fl_slice_ends_with(w->text, from))
			w->text = fl_arena_printf(e->m->s->work, "%.*s%.*s",
				FL_ARG(fl_slice_head(w->text, w->text.len - from.len)), FL_ARG(to));
	}
}

static void expand_word(struct expansion *e, const struct aut_word *w, bool unsure)
{
	struct fl_slice name;
	size_t n = w->package ? 0 : reference(w->text, &name);
	if (w->package ||
		(!n && fl_slice_chr(w->text, '$') < 0 && fl_slice_chr(w->text, '@') < 0)) {
		put(e, w, unsure);
		return;
	}
	if (n != w->text.len || is_place(name, e->m, &(struct fl_slice){0})) {
		expand_mixed(e, w, unsure);
		return;
	}
	ptrdiff_t colon = fl_slice_chr(name, ':');
	if (colon > 0)
		expand_changed(e, name, (size_t)colon, unsure || w->unsure);
	else
		expand_name(e, name, unsure || w->unsure);
}

static void expand_name(struct expansion *e, struct fl_slice name, bool unsure)
{
	const struct aut_value *v = plat_aut_get(&e->m->vars, name);
	bool script = !v;
	if (!v)
		v = plat_aut_get(&e->m->s->vars, name);
	if (!v || e->nested >= AUT_EXPANSIONS_NESTED_MAX || !*e->m->budget) {
		e->open = true;
		return;
	}
	--*e->m->budget;
	e->nested++;
	e->open = e->open || v->open;
	for (size_t i = 0; i < v->len; i++) {
		if (script && fl_slice_chr(v->words[i].text, '$') < 0)
			put(e, &v->words[i], unsure);
		else
			expand_word(e, &v->words[i], unsure);
	}
	e->nested--;
}

struct aut_value plat_aut_words(struct aut_makefile *m, struct fl_slice name)
{
	struct expansion e = {.m = m};
	fl_vec_init(&e.out, sizeof(struct aut_word), AUT_WORDS_MAX);
	expand_name(&e, name, false);
	struct fl_list list = fl_vec_freeze(&e.out, m->s->work);
	return (struct aut_value){.words = list.items, .len = list.len, .open = e.open};
}
