#include "datasets/record/diff.h"

#include <stdlib.h>

static const char no_newline[] = "\\ No newline at end of file\n";

/* Lines with their LF; the last may lack it. */
struct lines {
	struct fl_slice *at;
	size_t len;
};

static int split_lines(struct fl_slice text, struct lines *ret, struct fl_error *err)
{
	struct lines l = {.at = calloc(fl_slice_count(text, '\n') + 1, sizeof(*l.at))};
	if (!l.at)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the lines of a file");
	while (text.len) {
		ptrdiff_t lf = fl_slice_chr(text, '\n');
		size_t end = lf < 0 ? text.len : (size_t)lf + 1;
		l.at[l.len++] = fl_slice_head(text, end);
		text = fl_slice_skip(text, end);
	}
	*ret = l;
	return 0;
}

/*
 * Lengths of longest common subsequences of what is behind a[i] and b[j], for j - i from -below to
 * above: the script of few changes stays near to the diagonal. Others count as 0.
 */
struct band {
	const struct fl_slice *a, *b;
	size_t n, m, below, above;
	uint16_t *best; /* n + 1 rows */
};

static inline size_t width_of(const struct band *d)
{
	return d->below + d->above + 1;
}

static inline uint16_t best_at(const struct band *d, size_t i, size_t j)
{
	if (j + d->below < i || j > i + d->above || i > d->n || j > d->m)
		return 0;
	return d->best[i * width_of(d) + (j + d->below - i)];
}

static bool fill_band(struct band *d)
{
	size_t width = width_of(d);
	free(d->best);
	d->best = calloc((d->n + 1) * width, sizeof(*d->best));
	for (size_t i = d->n; d->best && i-- > 0;) {
		size_t first = i > d->below ? i - d->below : 0;
		size_t last = i + d->above < d->m ? i + d->above + 1 : d->m;
		for (size_t j = last; j-- > first;) {
			uint16_t down = best_at(d, i + 1, j), right = best_at(d, i, j + 1);
			d->best[i * width + (j + d->below - i)] =
				fl_slice_eq(d->a[i], d->b[j])
					? (uint16_t)(best_at(d, i + 1, j + 1) + 1)
				: down >= right ? down
						: right;
		}
	}
	return d->best;
}

/*
 * Wide enough that no longest subsequence leaves it: one of `found` lines or more has n - found
 * lines of a at most that are not in b, and m - found of b.
 */
static bool is_wide(const struct band *d)
{
	size_t found = best_at(d, 0, 0);
	return d->below > d->n - found && d->above > d->m - found;
}

static void widen(struct band *d)
{
	d->below = 2 * d->below < d->n + 1 ? 2 * d->below : d->n + 1;
	d->above = 2 * d->above < d->m + 1 ? 2 * d->above : d->m + 1;
}

/*
 * The edit script: for each line of the middles, in order, ' ' (both), '-' (only in a) or '+'
 * (only in b), as a longest common subsequence has it. NULL without an error: that would take a
 * band of more than DS_DIFF_CELLS_MAX.
 */
static char *script_exact(
	const struct fl_slice *a, size_t n, const struct fl_slice *b, size_t m, bool *ret_failed)
{
	enum { NARROW = 16 };
	struct band d = {a, b, n, m, NARROW, NARROW, NULL};
	char *script = malloc(n + m + 1);
	bool filled = script && fill_band(&d), large = false;
	while (filled && !large && !is_wide(&d)) {
		widen(&d);
		large = (n + 1) * width_of(&d) > DS_DIFF_CELLS_MAX;
		filled = large || fill_band(&d);
	}
	*ret_failed = !filled;
	filled = filled && !large;
	size_t i = 0, j = 0, len = 0;
	while (filled && (i < n || j < m)) {
		if (i < n && j < m && fl_slice_eq(a[i], b[j])) {
			script[len++] = ' ';
			i++, j++;
		} else if (j == m || (i < n && best_at(&d, i + 1, j) >= best_at(&d, i, j + 1))) {
			script[len++] = '-';
			i++;
		} else {
			script[len++] = '+';
			j++;
		}
	}
	free(d.best);
	if (!filled) {
		free(script);
		return NULL;
	}
	script[len] = '\0';
	return script;
}

static char *script_whole(size_t n, size_t m)
{
	char *script = malloc(n + m + 1);
	if (!script)
		return NULL;
	memset(script, '-', n);
	memset(script + n, '+', m);
	script[n + m] = '\0';
	return script;
}

static void put_line(struct fl_buf *out, char mark, struct fl_slice line)
{
	fl_buf_char(out, mark);
	fl_buf_slice(out, line);
	if (!fl_slice_ends(line, "\n")) {
		fl_buf_char(out, '\n');
		fl_buf_str(out, no_newline);
	}
}

/* "start,count" as diff -u writes it: an empty range names the line before it. */
static void put_range(struct fl_buf *out, char mark, size_t first, size_t count)
{
	fl_buf_printf(out, "%c%zu", mark, count ? first + 1 : first);
	if (count != 1)
		fl_buf_printf(out, ",%zu", count);
}

/* Both files and the script between the first `head` and the last common lines. */
struct edit {
	struct lines a, b;
	size_t head, tail;
	const char *script;
};

/* Position in both files and in the script. */
struct cursor {
	size_t a, b;
	const char *s;
};

/* Move over common lines, whether in the head, the script or the tail. */
static size_t common_run(const struct edit *e, const struct cursor *c)
{
	size_t n = 0;
	while (c->s[n] == ' ')
		n++;
	return c->s[n] ? n : n + e->tail;
}

/* One hunk from the first change at c on; leaves c behind the hunk's last change. */
static void put_hunk(struct fl_buf *out, const struct edit *e, struct cursor *c, size_t before)
{
	struct cursor first = {.a = c->a - before, .b = c->b - before}, end = *c;
	size_t after = 0;
	for (;;) {
		for (; *end.s == '-' || *end.s == '+'; end.s++) {
			end.a += *end.s == '-';
			end.b += *end.s == '+';
		}
		size_t gap = common_run(e, &end);
		after = gap < DS_DIFF_CONTEXT ? gap : DS_DIFF_CONTEXT;
		if (!strpbrk(end.s, "+-") || gap > 2 * (size_t)DS_DIFF_CONTEXT)
			break;
		end.a += gap, end.b += gap, end.s += gap;
	}
	fl_buf_str(out, "@@ ");
	put_range(out, '-', first.a, end.a + after - first.a);
	fl_buf_char(out, ' ');
	put_range(out, '+', first.b, end.b + after - first.b);
	fl_buf_str(out, " @@\n");
	for (size_t i = 0; i < before; i++)
		put_line(out, ' ', e->a.at[first.a + i]);
	for (; c->s < end.s; c->s++) {
		put_line(out, *c->s, *c->s == '+' ? e->b.at[c->b] : e->a.at[c->a]);
		c->a += *c->s != '+';
		c->b += *c->s != '-';
	}
	for (size_t i = 0; i < after; i++)
		put_line(out, ' ', e->a.at[c->a + i]);
}

static void put_diff(struct fl_buf *out, const struct edit *e)
{
	struct cursor c = {.a = e->head, .b = e->head, .s = e->script};
	size_t since = e->head;
	while (strpbrk(c.s, "+-")) {
		size_t gap = strspn(c.s, " ");
		c.a += gap, c.b += gap, c.s += gap;
		since += gap;
		put_hunk(out, e, &c, since < DS_DIFF_CONTEXT ? since : DS_DIFF_CONTEXT);
		since = 0;
	}
}

int ds_diff_write(struct fl_buf *out, struct fl_slice path, struct fl_slice from,
	struct fl_slice to, struct fl_error *err)
{
	struct edit e = {0};
	if (fl_slice_eq(from, to))
		return 0;
	int rc = split_lines(from, &e.a, err);
	if (rc == 0)
		rc = split_lines(to, &e.b, err);
	if (rc) {
		free(e.a.at);
		return rc;
	}
	size_t least = e.a.len < e.b.len ? e.a.len : e.b.len;
	while (e.head < least && fl_slice_eq(e.a.at[e.head], e.b.at[e.head]))
		e.head++;
	while (e.tail < least - e.head &&
		fl_slice_eq(e.a.at[e.a.len - 1 - e.tail], e.b.at[e.b.len - 1 - e.tail]))
		e.tail++;
	size_t n = e.a.len - e.head - e.tail, m = e.b.len - e.head - e.tail;
	bool failed = false;
	char *script = n > DS_DIFF_MIDDLE_MAX || m > DS_DIFF_MIDDLE_MAX
			       ? NULL
			       : script_exact(e.a.at + e.head, n, e.b.at + e.head, m, &failed);
	if (!script && !failed)
		script = script_whole(n, m);
	e.script = script;
	if (script) {
		/* As GNU diff and git do: a name with a blank ends at a tab. */
		const char *end = fl_slice_chr(path, ' ') < 0 ? "" : "\t";
		fl_buf_printf(
			out, "--- a/%.*s%s\n+++ b/%.*s%s\n", FL_ARG(path), end, FL_ARG(path), end);
		put_diff(out, &e);
		rc = fl_buf_error(out, "the diff", err);
	} else {
		rc = fl_error_set(err, FL_ENOMEM, "out of memory for the diff");
	}
	free(script);
	free(e.a.at);
	free(e.b.at);
	return rc;
}

/* A diff being applied. */
struct patch {
	struct fl_slice diff; /* what is left of it */
	struct lines from;
	size_t at; /* next line of from to copy */
	struct fl_buf to;
	unsigned line; /* of the diff, for messages */
};

static int malformed(const struct patch *p, struct fl_error *err)
{
	return fl_error_at(err, FL_EPARSE, p->line, 1, 0, "this is no line of a unified diff here");
}

static bool take_line(struct patch *p, struct fl_slice *ret_line)
{
	p->line++;
	return fl_slice_line(&p->diff, ret_line);
}

/* "-12,3" or "+12": with the given sign. */
static bool take_range(struct fl_slice *s, char sign, struct ds_diff_range *ret)
{
	if (s->len == 0 || s->ptr[0] != sign)
		return false;
	*s = fl_slice_skip(*s, 1);
	size_t n = fl_slice_uint(*s, &ret->first);
	*s = fl_slice_skip(*s, n);
	ret->count = 1;
	if (n && s->len && s->ptr[0] == ',') {
		*s = fl_slice_skip(*s, 1);
		n = fl_slice_uint(*s, &ret->count);
		*s = fl_slice_skip(*s, n);
	}
	return n != 0;
}

bool ds_diff_head(
	struct fl_slice line, struct ds_diff_range *ret_from, struct ds_diff_range *ret_to)
{
	struct fl_slice s = fl_slice_skip(line, 3);
	if (!fl_slice_starts(line, "@@ ") || !take_range(&s, '-', ret_from))
		return false;
	s = fl_slice_skip(s, 1);
	return take_range(&s, '+', ret_to) && fl_slice_starts(s, " @@");
}

int ds_diff_line(struct fl_slice *rest, struct ds_diff_range *from, struct ds_diff_range *to,
	char *ret_mark, struct fl_slice *ret_text)
{
	struct fl_slice line;
	bool more = from->count || to->count;
	if (!more && !fl_slice_starts(*rest, "\\ "))
		return 0;
	if (!fl_slice_line(rest, &line))
		return FL_EPARSE;
	bool cut = !line.len || line.ptr[0] == '\t' || fl_slice_eqs(line, "\r");
	char mark = cut ? ' ' : line.ptr[0];
	if (!memchr("+- \\", mark, 4))
		return FL_EPARSE;
	if (mark != '\\') {
		if ((mark != '+' && !from->count) || (mark != '-' && !to->count))
			return FL_EPARSE;
		from->count -= mark != '+';
		to->count -= mark != '-';
	}
	*ret_mark = mark;
	*ret_text = fl_slice_skip(line, !cut);
	return 1;
}

/* The line of a hunk's body with its LF back, or without when the diff says that it has none. */
static struct fl_slice body_text(struct patch *p, struct fl_slice line, bool *ret_bare)
{
	*ret_bare = fl_slice_starts(p->diff, no_newline);
	if (*ret_bare) {
		struct fl_slice note;
		take_line(p, &note);
	}
	return fl_slice_skip(line, 1);
}

static int apply_line(struct patch *p, struct fl_slice line, uint32_t *left_a, uint32_t *left_b,
	struct fl_error *err)
{
	char mark = line.len ? line.ptr[0] : 0;
	if (mark != ' ' && mark != '-' && mark != '+')
		return malformed(p, err);
	bool bare;
	unsigned number = p->line;
	struct fl_slice text = body_text(p, line, &bare);
	if (mark != '+') {
		struct fl_slice have = p->at < p->from.len ? p->from.at[p->at] : fl_slice(NULL, 0);
		bool whole = fl_slice_ends(have, "\n");
		if (*left_a == 0 || p->at >= p->from.len || whole == bare ||
			!fl_slice_eq(fl_slice_head(have, have.len - whole), text))
			return fl_error_at(err, FL_EREFUSED, number, 1, 0,
				"the diff does not fit line %zu of the text", p->at + 1);
		p->at++;
		--*left_a;
	}
	if (mark != '-') {
		if (*left_b == 0)
			return malformed(p, err);
		--*left_b;
		fl_buf_slice(&p->to, text);
		if (!bare)
			fl_buf_char(&p->to, '\n');
	}
	return 0;
}

static int apply_hunk(struct patch *p, struct fl_slice head, struct fl_error *err)
{
	struct ds_diff_range from, to;
	if (!ds_diff_head(head, &from, &to))
		return malformed(p, err);
	size_t start = from.count && from.first ? from.first - 1 : from.first;
	if (start < p->at || start > p->from.len)
		return fl_error_at(err, FL_EREFUSED, p->line, 1, 0,
			"the hunk at line %u is not in the text or out of order", from.first);
	for (; p->at < start; p->at++)
		fl_buf_slice(&p->to, p->from.at[p->at]);
	while (from.count || to.count) {
		struct fl_slice line;
		if (!take_line(p, &line))
			return malformed(p, err);
		int rc = apply_line(p, line, &from.count, &to.count, err);
		if (rc)
			return rc;
	}
	return 0;
}

bool ds_diff_names(struct fl_slice name, struct fl_slice path)
{
	return fl_slice_starts_with(name, path) &&
	       (name.len == path.len || name.ptr[path.len] == '\t');
}

static bool take_header(struct patch *p, const char *mark, struct fl_slice path)
{
	struct fl_slice line;
	return take_line(p, &line) && fl_slice_starts(line, mark) &&
	       ds_diff_names(fl_slice_skip(line, strlen(mark)), path);
}

static int apply_all(struct patch *p, struct fl_slice path, struct fl_error *err)
{
	struct fl_slice line;
	if (!take_header(p, "--- a/", path) || !take_header(p, "+++ b/", path) || !p->diff.len)
		return malformed(p, err);
	/* Behind a hunk stands the next one, or the next file. */
	while (p->diff.len && !fl_slice_starts(p->diff, "--- ")) {
		take_line(p, &line);
		int rc = apply_hunk(p, line, err);
		if (rc)
			return rc;
	}
	for (; p->at < p->from.len; p->at++)
		fl_buf_slice(&p->to, p->from.at[p->at]);
	return fl_buf_error(&p->to, "the mended text", err);
}

int ds_diff_apply_first(struct fl_slice *diff, struct fl_slice path, struct fl_slice from,
	struct fl_arena *a, struct fl_slice *ret_to, struct fl_error *err)
{
	struct patch p = {.diff = *diff};
	int rc = split_lines(from, &p.from, err);
	if (rc)
		return rc;
	fl_buf_init(&p.to, from.len + diff->len);
	rc = apply_all(&p, path, err);
	if (rc == 0) {
		struct fl_slice to = fl_arena_slice(a, fl_buf_view(&p.to));
		rc = fl_arena_error(a, "the mended text", err);
		if (rc == 0) {
			*ret_to = to;
			*diff = p.diff;
		}
	}
	fl_buf_release(&p.to);
	free(p.from.at);
	return rc;
}

int ds_diff_apply(struct fl_slice diff, struct fl_slice path, struct fl_slice from,
	struct fl_arena *a, struct fl_slice *ret_to, struct fl_error *err)
{
	struct fl_slice to, rest = diff;
	int rc = ds_diff_apply_first(&rest, path, from, a, &to, err);
	if (rc == 0 && rest.len)
		rc = fl_error_set(err, FL_EPARSE, "the diff is of more than one file");
	if (rc == 0)
		*ret_to = to;
	return rc;
}
