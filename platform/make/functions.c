#include "platform/make/functions.h"

#include <stdlib.h>

/* Cut at the commas that stand in no reference and no parentheses; the last takes the rest. */
static size_t split(
	struct fl_slice text, size_t most, char open, char close, struct fl_slice *ret_parts)
{
	size_t n = 0, level = 0, start = 0;
	for (size_t i = 0; i < text.len && n + 1 < most; i++) {
		level += text.ptr[i] == open;
		level -= text.ptr[i] == close && level > 0;
		if (text.ptr[i] == ',' && !level) {
			ret_parts[n++] = fl_slice(text.ptr + start, i - start);
			start = i + 1;
		}
	}
	ret_parts[n++] = fl_slice_skip(text, start);
	return n;
}

void plat_mk_each(const struct mk_call *c, struct fl_slice words,
	void (*one)(const struct mk_call *, struct mk_list *, const struct mk_word *))
{
	struct mk_words w = plat_mk_words(words);
	struct mk_list l = {.out = c->out};
	struct mk_word word;
	while (plat_mk_next(&w, &word) && plat_mk_spend(c->m, word.text.len))
		one(c, &l, &word);
}

static void f_subst(const struct mk_call *c)
{
	struct fl_slice from = c->args[0], to = c->args[1], rest = c->args[2];
	if (!plat_mk_clear(from)) {
		fl_buf_char(c->out, MK_UNKNOWN);
		return;
	}
	if (!from.len) {
		fl_buf_slice(c->out, rest);
		return;
	}
	while (rest.len && plat_mk_spend(c->m, to.len)) {
		const char *p = memmem(rest.ptr, rest.len, from.ptr, from.len);
		size_t n = p ? (size_t)(p - rest.ptr) : rest.len;
		fl_buf_add(c->out, rest.ptr, n);
		if (!p)
			break;
		fl_buf_slice(c->out, to);
		rest = fl_slice_skip(rest, n + from.len);
	}
}

static void one_patsubst(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	struct fl_slice stem, from = fl_slice_trim(c->args[0]), to = fl_slice_trim(c->args[1]);
	struct fl_buf b;
	fl_buf_init(&b, MK_TEXT_MAX);
	if (!plat_mk_clear(from) || !plat_mk_match(from, word->text, &stem)) {
		if (!plat_mk_clear(from) || (word->unknown && word->text.ptr[0] != MK_PACKAGE))
			plat_mk_put(l, FL_S("\1"), word->perhaps);
		else
			plat_mk_put(l, word->text, word->perhaps);
	} else {
		plat_mk_fill(&b, to, stem);
		plat_mk_put(l, fl_buf_view(&b), word->perhaps);
	}
	fl_buf_release(&b);
}

static void f_patsubst(const struct mk_call *c)
{
	plat_mk_each(c, c->args[2], one_patsubst);
}

static void one_strip(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	(void)c;
	plat_mk_put(l, word->text, word->perhaps);
}

static void f_strip(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_strip);
}

static void f_findstring(const struct mk_call *c)
{
	struct fl_slice what = c->args[0], in = c->args[1];
	bool found = !what.len || (in.len && memmem(in.ptr, in.len, what.ptr, what.len));
	bool perhaps = fl_slice_chr(in, MK_PERHAPS) >= 0;
	if (!plat_mk_clear(what) || (found && perhaps) || (!found && !plat_mk_clear(in)))
		fl_buf_char(c->out, MK_UNKNOWN);
	else if (found)
		fl_buf_slice(c->out, what);
}

/* Does one of the patterns match? */
static enum mk_truth any_match(const struct mk_call *c, const struct mk_word *word)
{
	struct mk_words w = plat_mk_words(c->args[0]);
	struct mk_word pattern;
	enum mk_truth t = word->unknown ? MK_MAYBE : MK_NO;
	while (plat_mk_next(&w, &pattern) && plat_mk_spend(c->m, pattern.text.len)) {
		if (pattern.unknown) {
			t = MK_MAYBE;
		} else if (!word->unknown && plat_mk_match(pattern.text, word->text, NULL)) {
			if (!pattern.perhaps)
				return MK_YES;
			t = MK_MAYBE;
		}
	}
	return w.rest.len ? MK_MAYBE : t;
}

static void one_filter(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	enum mk_truth t = any_match(c, word);
	if (t != MK_NO)
		plat_mk_put(l, word->text, word->perhaps || t == MK_MAYBE);
}

static void one_filter_out(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	enum mk_truth t = any_match(c, word);
	if (t != MK_YES)
		plat_mk_put(l, word->text, word->perhaps || t == MK_MAYBE);
}

static void f_filter(const struct mk_call *c)
{
	plat_mk_each(c, c->args[1], one_filter);
}

static void f_filter_out(const struct mk_call *c)
{
	plat_mk_each(c, c->args[1], one_filter_out);
}

static int by_text(const void *a, const void *b)
{
	const struct mk_word *x = a, *y = b;
	int n = fl_slice_cmp(x->text, y->text);
	return n ? n : x->perhaps - y->perhaps;
}

static void f_sort(const struct mk_call *c)
{
	struct mk_words w = plat_mk_words(c->args[0]);
	struct mk_list l = {.out = c->out};
	struct mk_word word, *words;
	struct fl_vec v;
	fl_vec_init(&v, sizeof(word), MK_TEXT_MAX);
	while (plat_mk_next(&w, &word)) {
		struct mk_word *slot = fl_vec_add(&v);
		if (!slot)
			break;
		*slot = word;
	}
	words = (void *)v.data;
	if (v.len)
		qsort(words, v.len, sizeof(word), by_text);
	for (size_t i = 0; i < v.len; i++)
		if (!i || words[i].unknown || !fl_slice_eq(words[i].text, words[i - 1].text))
			plat_mk_put(&l, words[i].text, words[i].perhaps);
	fl_vec_release(&v);
}

static void f_words(const struct mk_call *c)
{
	struct mk_words w = plat_mk_words(c->args[0]);
	struct mk_word word;
	size_t n = 0;
	bool known = true;
	for (; plat_mk_next(&w, &word); n++)
		known &= !word.perhaps && !word.unknown;
	if (known)
		fl_buf_printf(c->out, "%zu", n);
	else
		fl_buf_char(c->out, MK_UNKNOWN);
}

/* Words from to to, counted from 1. */
static void range(const struct mk_call *c, struct fl_slice text, size_t from, size_t to)
{
	struct mk_words w = plat_mk_words(text);
	struct mk_list l = {.out = c->out};
	struct mk_word word;
	for (size_t n = 1; n <= to && plat_mk_next(&w, &word); n++) {
		if (word.perhaps || word.unknown) {
			plat_mk_put(&l, FL_S("\1"), false);
			return;
		}
		if (n >= from)
			plat_mk_put(&l, word.text, false);
	}
}

static size_t number(struct fl_slice s)
{
	uint32_t n = 0;
	s = fl_slice_trim(s);
	return fl_slice_uint(s, &n) == s.len && s.len ? n : SIZE_MAX;
}

static void f_word(const struct mk_call *c)
{
	size_t n = number(c->args[0]);
	if (n == SIZE_MAX)
		fl_buf_char(c->out, MK_UNKNOWN);
	else
		range(c, c->args[1], n, n);
}

static void f_wordlist(const struct mk_call *c)
{
	size_t from = number(c->args[0]), to = number(c->args[1]);
	if (from == SIZE_MAX || to == SIZE_MAX)
		fl_buf_char(c->out, MK_UNKNOWN);
	else
		range(c, c->args[2], from, to);
}

static void f_firstword(const struct mk_call *c)
{
	range(c, c->args[0], 1, 1);
}

static void f_lastword(const struct mk_call *c)
{
	struct mk_words w = plat_mk_words(c->args[0]);
	struct mk_word word = {0};
	while (plat_mk_next(&w, &word))
		;
	if (word.perhaps || word.unknown)
		fl_buf_char(c->out, MK_UNKNOWN);
	else
		fl_buf_slice(c->out, word.text);
}

/* What is behind the last '/' has its last '.' there; the length where it has none. */
static size_t suffix_at(struct fl_slice s)
{
	ptrdiff_t dot = fl_slice_rchr(s, '.'), slash = fl_slice_rchr(s, '/');
	return dot < 0 || dot < slash ? s.len : (size_t)dot;
}

static void one_suffix(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	size_t at = suffix_at(word->text);
	(void)c;
	if (word->unknown &&
		(at == word->text.len || !plat_mk_clear(fl_slice_skip(word->text, at))))
		plat_mk_put(l, FL_S("\1"), word->perhaps);
	else if (at < word->text.len)
		plat_mk_put(l, fl_slice_skip(word->text, at), word->perhaps);
}

static void one_basename(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	(void)c;
	plat_mk_put(l, fl_slice_head(word->text, suffix_at(word->text)), word->perhaps);
}

static void one_dir(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	struct fl_slice name = fl_path_name(word->text);
	struct fl_slice dir = fl_slice_head(word->text, word->text.len - name.len);
	(void)c;
	if (word->unknown && !plat_mk_clear(name))
		dir = FL_S("\1");
	plat_mk_put(l, dir.len ? dir : FL_S("./"), word->perhaps);
}

static void one_notdir(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	struct fl_slice name = fl_path_name(word->text);
	(void)c;
	if (name.len)
		plat_mk_put(l, name, word->perhaps);
}

static void one_addsuffix(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	plat_mk_put(l,
		fl_arena_printf(
			&c->m->work->arena, "%.*s%.*s", FL_ARG(word->text), FL_ARG(c->args[0])),
		word->perhaps);
}

static void one_addprefix(const struct mk_call *c, struct mk_list *l, const struct mk_word *word)
{
	plat_mk_put(l,
		fl_arena_printf(
			&c->m->work->arena, "%.*s%.*s", FL_ARG(c->args[0]), FL_ARG(word->text)),
		word->perhaps);
}

static void f_suffix(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_suffix);
}

static void f_basename(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_basename);
}

static void f_dir(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_dir);
}

static void f_notdir(const struct mk_call *c)
{
	plat_mk_each(c, c->args[0], one_notdir);
}

static void f_addsuffix(const struct mk_call *c)
{
	plat_mk_each(c, c->args[1], one_addsuffix);
}

static void f_addprefix(const struct mk_call *c)
{
	plat_mk_each(c, c->args[1], one_addprefix);
}

static void f_join(const struct mk_call *c)
{
	struct mk_words v = plat_mk_words(c->args[0]), w = plat_mk_words(c->args[1]);
	struct mk_list l = {.out = c->out};
	for (;;) {
		struct mk_word a = {0}, b = {0};
		bool has_a = plat_mk_next(&v, &a), has_b = plat_mk_next(&w, &b);
		if ((!has_a && !has_b) || !plat_mk_spend(c->m, a.text.len + b.text.len))
			return;
		if (a.perhaps || b.perhaps || a.unknown || b.unknown) {
			plat_mk_put(&l, FL_S("\1"), false);
			return;
		}
		plat_mk_put(&l,
			fl_arena_printf(
				&c->m->work->arena, "%.*s%.*s", FL_ARG(a.text), FL_ARG(b.text)),
			false);
	}
}

#define EXPANDED(name, least, most)                \
	{                                          \
#name, f_##name, least, most, true \
	}

static const struct mk_function functions[] = {
	EXPANDED(subst, 3, 3),
	EXPANDED(patsubst, 3, 3),
	EXPANDED(strip, 1, 1),
	EXPANDED(findstring, 2, 2),
	EXPANDED(filter, 2, 2),
	{"filter-out", f_filter_out, 2, 2, true},
	EXPANDED(sort, 1, 1),
	EXPANDED(words, 1, 1),
	EXPANDED(word, 2, 2),
	EXPANDED(wordlist, 3, 3),
	EXPANDED(firstword, 1, 1),
	EXPANDED(lastword, 1, 1),
	EXPANDED(suffix, 1, 1),
	EXPANDED(basename, 1, 1),
	EXPANDED(dir, 1, 1),
	EXPANDED(notdir, 1, 1),
	EXPANDED(addsuffix, 2, 2),
	EXPANDED(addprefix, 2, 2),
	EXPANDED(join, 2, 2),
};

static const struct mk_function *find(struct fl_slice name)
{
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		if (fl_slice_eqs(name, functions[i].name))
			return &functions[i];
	for (const struct mk_function *f = plat_mk_more_functions; f->name; f++)
		if (fl_slice_eqs(name, f->name))
			return f;
	return NULL;
}

bool plat_mk_function(struct mk_maker *m, struct fl_slice text, struct fl_buf *out)
{
	size_t n = 0;
	while (n < text.len && ((text.ptr[n] >= 'a' && text.ptr[n] <= 'z') || text.ptr[n] == '-'))
		n++;
	if (!n || (n < text.len && !plat_mk_blank(text.ptr[n])))
		return false;
	const struct mk_function *f = find(fl_slice_head(text, n));
	if (!f || n == text.len)
		return false;
	while (n < text.len && plat_mk_blank(text.ptr[n]))
		n++;
	/* the character before the text is the one that opened the reference */
	char open = text.ptr[-1], close = open == '(' ? ')' : '}';
	struct fl_slice args[MK_ARGS_MAX] = {{0}};
	size_t count = split(fl_slice_skip(text, n), f->most, open, close, args);
	struct mk_call c = {.m = m, .args = args, .count = count, .out = out};
	for (size_t i = 0; i < count && f->expanded; i++)
		args[i] = plat_mk_expanded(m, args[i]);
	if (count < f->least)
		fl_buf_char(out, MK_UNKNOWN);
	else
		f->run(&c);
	return true;
}
