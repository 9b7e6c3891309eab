/* Is a session one of the program that it is said to be of? */
#include <stdlib.h>

#include "datasets/transcribed/pasted.h"

enum { SHOWN = 60 };

struct holding {
	const struct ds_pasted *t;
	struct fl_slice *line; /* of the file */
	int64_t lines;
	struct fl_slice *words; /* that stand in it, sorted */
	size_t word_count;
	int64_t held;
	struct fl_error *err;
};

/* ---- the file ---- */

static int by_text(const void *a, const void *b)
{
	const struct fl_slice *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int order = n ? memcmp(x->ptr, y->ptr, n) : 0;
	return order ? order : (x->len > y->len) - (x->len < y->len);
}

static bool has_word(const struct holding *h, struct fl_slice word)
{
	return h->word_count &&
	       bsearch(&word, h->words, h->word_count, sizeof(word), by_text) != NULL;
}

static int read_file(struct holding *h)
{
	struct fl_slice rest = h->t->text, line;
	size_t from, most = rest.len / 2 + 1;
	h->lines = (int64_t)fl_slice_lines(rest);
	h->line = fl_arena_array(h->t->a, (size_t)h->lines + 1, sizeof(*h->line));
	h->words = fl_arena_array(h->t->a, most, sizeof(*h->words));
	if (!h->line || !h->words)
		return fl_arena_error(h->t->a, "a file", h->err);
	for (int64_t i = 0; fl_slice_line(&rest, &line); i++)
		h->line[i] = line;
	rest = h->t->text;
	for (size_t i = 0; i < rest.len; i++) {
		for (from = i; i < rest.len && fl_is_word(rest.ptr[i]); i++)
			;
		if (i > from && h->word_count < most)
			h->words[h->word_count++] = fl_slice(rest.ptr + from, i - from);
	}
	qsort(h->words, h->word_count, sizeof(*h->words), by_text);
	return 0;
}

static char next_black(struct fl_slice *s)
{
	while (s->len && strchr(" \t\r\n\f\v", s->ptr[0]))
		*s = fl_slice_skip(*s, 1);
	char c = s->len ? s->ptr[0] : '\0';
	*s = fl_slice_skip(*s, 1);
	return c;
}

/*
 * But for blanks, which pasting changes. A long line that was cut at a width is the same as far as
 * it goes.
 */
static bool is_same(struct fl_slice shown, struct fl_slice is)
{
	enum { LONG = 24 };
	size_t n = 0;
	for (char c; (c = next_black(&shown)) != 0; n++)
		if (c != next_black(&is))
			return false;
	return n >= LONG || next_black(&is) == 0;
}

/* gdb says in place of the line that the file is not there: "in ./f.c", "./f.c: No such file …". */
static bool is_absent(struct fl_slice text, struct fl_slice file)
{
	if (fl_slice_starts(text, "in "))
		return fl_slice_ends_with(text, file);
	ptrdiff_t colon = fl_slice_find(text, ": ");
	return colon > 0 && fl_slice_ends_with(fl_slice_head(text, (size_t)colon), file);
}

static int check_source(struct holding *h, const struct dbg_source *s)
{
	bool there = s->number <= h->lines;
	struct fl_slice is = there ? h->line[s->number - 1] : fl_slice(NULL, 0);
	if (!ds_pasted_is_own(h->t, s->file) || is_absent(s->text, ds_pasted_said(h->t)))
		return 0;
	h->held++;
	if (there && is_same(s->text, is))
		return 0;
	is = fl_slice_trim(is);
	return fl_error_set(h->err, FL_EREFUSED,
		"line %zu of the session: %.*s:%lld is `%.*s` there, and `%.*s` in the file",
		s->line, FL_ARG(ds_pasted_said(h->t)), (long long)s->number,
		FL_ARG(fl_slice_head(s->text, SHOWN)), FL_ARG(fl_slice_head(is, SHOWN)));
}

/* ---- places and names ---- */

/* "list" of "std::list<int>::push", "f.part.0" and the like is the last name's beginning. */
static struct fl_slice own_name(struct fl_slice function)
{
	ptrdiff_t angle = fl_slice_chr(function, '<'), round = fl_slice_chr(function, '(');
	if (angle == 0 || round == 0)
		return fl_slice(NULL, 0);
	if (round > 0)
		function = fl_slice_head(function, (size_t)round);
	if (angle > 0 && (size_t)angle < function.len)
		function = fl_slice_head(function, (size_t)angle);
	for (ptrdiff_t at; (at = fl_slice_find(function, "::")) >= 0;)
		function = fl_slice_skip(function, (size_t)at + 2);
	if (fl_slice_starts(function, "~"))
		function = fl_slice_skip(function, 1);
	size_t n = 0;
	while (n < function.len && fl_is_word(function.ptr[n]))
		n++;
	return fl_slice_starts(function, "operator") ? fl_slice(NULL, 0)
						     : fl_slice_head(function, n);
}

static int check_name(struct holding *h, size_t line, struct fl_slice name)
{
	if (!name.len || has_word(h, name))
		return 0;
	return fl_error_set(h->err, FL_EREFUSED,
		"line %zu of the session: it names `%.*s`, which is not in %.*s", line,
		FL_ARG(fl_slice_head(name, SHOWN)), FL_ARG(ds_pasted_said(h->t)));
}

static int check_place(struct holding *h, size_t line, struct fl_slice file, int64_t number,
	struct fl_slice function)
{
	if (!ds_pasted_is_own(h->t, file) || number <= 0)
		return 0;
	h->held++;
	if (number > h->lines)
		return fl_error_set(h->err, FL_EREFUSED,
			"line %zu of the session: it is at %.*s:%lld, which has %lld lines", line,
			FL_ARG(ds_pasted_said(h->t)), (long long)number, (long long)h->lines);
	return check_name(h, line, own_name(function));
}

static int check_vars(struct holding *h, size_t line, const struct dbg_frame_vars *v)
{
	const struct dbg_variable *vars = v->locals.items;
	int rc = check_place(h, line, v->file, v->line, v->function);
	for (size_t i = 0; rc == 0 && ds_pasted_is_own(h->t, v->file) && i < v->locals.len; i++) {
		struct fl_slice name = vars[i].name;
		bool made = fl_slice_starts(name, "__") || fl_slice_eqs(name, "this");
		size_t n = 0;
		while (n < name.len && fl_is_word(name.ptr[n]))
			n++;
		if (!made && n == name.len) /* no member, no range of a loop */
			rc = check_name(h, line, name);
		h->held += !made;
	}
	return rc;
}

static int check_event(struct holding *h, const struct dbg_event *e)
{
	if (e->shape == &dbg_stop_shape) {
		const struct dbg_stop *s = e->object;
		return check_place(h, e->line, s->file, s->line, s->function);
	}
	if (e->shape == &dbg_frame_shape) {
		const struct dbg_frame *f = e->object;
		return check_place(h, e->line, f->file, f->line, f->function);
	}
	if (e->shape == &dbg_breakpoint_shape) {
		const struct dbg_breakpoint *b = e->object;
		return check_place(h, e->line, b->file, b->line, b->function);
	}
	if (e->shape == &dbg_frame_vars_shape)
		return check_vars(h, e->line, e->object);
	const struct dbg_backtrace *b = e->object;
	const struct dbg_frame *f = e->shape == &dbg_backtrace_shape ? b->frames.items : NULL;
	int rc = 0;
	for (size_t i = 0; f && rc == 0 && i < b->frames.len; i++)
		rc = check_place(h, e->line, f[i].file, f[i].line, f[i].function);
	return rc;
}

int ds_pasted_holds(const struct ds_pasted *t, int64_t *ret_held, struct fl_error *err)
{
	struct holding h = {.t = t, .err = err};
	const struct dbg_event *events = t->transcript.events;
	size_t from = t->from < t->to ? events[t->from].line : 0;
	size_t to = t->to < t->transcript.event_count ? events[t->to].line : SIZE_MAX;
	int rc = read_file(&h);
	for (size_t i = 0; rc == 0 && i < t->transcript.source_count; i++)
		if (t->transcript.sources[i].line >= from && t->transcript.sources[i].line < to)
			rc = check_source(&h, &t->transcript.sources[i]);
	for (size_t i = t->from; rc == 0 && i < t->to; i++)
		rc = check_event(&h, &events[i]);
	if (rc == 0)
		*ret_held = h.held;
	return rc;
}
