#include "datasets/import/mend/hunks.h"

#include <string.h>

#include "datasets/import/mend/lines.h"
#include "datasets/record/chunks.h"
#include "datasets/record/code.h"
#include "datasets/record/diff.h"
#include "datasets/record/edits.h"
#include "tracegen/node.h"

enum { EDITS_MAX = 1 << 12 };

/* The lines of a run of changes: where they begin in both texts, and how many bytes they are. */
struct run {
	size_t fixed_at, fixed_len, buggy_at, buggy_len;
	size_t fixed_lines, buggy_lines;
};

struct walk {
	struct fl_slice fixed, buggy;
	const char *there, *here; /* comments_of() them */
	struct fl_arena *arena;
	struct fl_slice path;
	size_t fixed_at, buggy_at; /* of the lines that come next */
	struct fl_vec edits; /* struct ds_edit */
};

/* Bytes of the line at `at`, with its end. */
static size_t line_len(struct fl_slice text, size_t at)
{
	struct fl_slice rest = fl_slice_skip(text, at);
	ptrdiff_t lf = fl_slice_chr(rest, '\n');
	return lf < 0 ? rest.len : (size_t)lf + 1;
}

static void add_edit(
	struct walk *w, size_t at, struct fl_slice original, struct fl_slice replacement)
{
	struct ds_edit *e = fl_vec_add(&w->edits);
	if (e)
		*e = (struct ds_edit){.file = w->path,
			.offset = (int64_t)at,
			.original = original,
			.replacement = replacement};
}

/* By byte: does it belong to a comment, or is it blank? */
static char *comments_of(struct fl_slice text, struct fl_arena *a)
{
	char *is = fl_arena_array(a, text.len + 1, 1);
	for (size_t at = 0, end; is && at < text.len; at = end) {
		struct fl_slice rest = fl_slice_skip(text, at);
		bool blank = *rest.ptr && strchr(" \t\r\n", *rest.ptr);
		bool comment = fl_slice_starts(rest, "/*") || fl_slice_starts(rest, "//");
		end = tg_text_token(text, at);
		memset(is + at, blank || comment, end - at);
	}
	return is;
}

/* Of what C's operators of several characters are made. */
static bool is_operator(char c)
{
	return c && strchr("+-*/%<>=!&|^:.#", c);
}

/* Would a cut at n divide a word or an operator of the text? */
static bool divides(struct fl_slice s, size_t n)
{
	return n > 0 && n < s.len &&
	       ((fl_is_name(s.ptr[n - 1]) && fl_is_name(s.ptr[n])) ||
		       (is_operator(s.ptr[n - 1]) && is_operator(s.ptr[n])));
}

/* Bytes that both begin with, words and operators whole. */
static size_t common_head(struct fl_slice a, struct fl_slice b)
{
	size_t n = fl_slice_common_head(a, b);
	while (n && (divides(a, n) || divides(b, n)))
		n--;
	return n;
}

static size_t common_tail(struct fl_slice a, struct fl_slice b)
{
	size_t n = fl_slice_common_tail(a, b);
	while (n && (divides(a, a.len - n) || divides(b, b.len - n)))
		n--;
	return n;
}

/* A part of a line that became another: what differs, where more than half of it stayed. */
static void add_part(struct walk *w, size_t at, struct fl_slice was, struct fl_slice is)
{
	size_t head = common_head(was, is);
	size_t tail = common_tail(fl_slice_skip(was, head), fl_slice_skip(is, head));
	size_t least = was.len < is.len ? was.len : is.len;
	struct fl_slice old = fl_slice(was.ptr + head, was.len - head - tail);
	struct fl_slice new = fl_slice(is.ptr + head, is.len - head - tail);
	if (fl_slice_eq(was, is))
		return;
	/* Blanks alone tell nobody anything: then the line is the edit, as where most of it went. */
	if (2 * (head + tail) < least || (!fl_slice_trim(old).len && !fl_slice_trim(new).len)) {
		bool end = fl_slice_ends(was, "\n") && fl_slice_ends(is, "\n");
		head = 0;
		old = fl_slice_head(was, was.len - end);
		new = fl_slice_head(is, is.len - end);
	}
	add_edit(w, at + head, old, new);
}

/* Bytes of the line before the comment that it ends with; all of it where it has no such one. */
static size_t code_len(struct fl_slice text, const char *comment, struct fl_slice line)
{
	size_t from = (size_t)(line.ptr - text.ptr), n = line.len;
	while (n && comment[from + n - 1])
		n--;
	return n && fl_slice_trim(fl_slice_skip(line, n)).len ? n : line.len;
}

/* Bytes of the line without the blanks that it ends with. */
static size_t solid_len(struct fl_slice line)
{
	struct fl_slice text = fl_slice_trim(line);
	return text.len ? (size_t)(text.ptr + text.len - line.ptr) : line.len;
}

/* Its code and its comment, which may be needed or not, are edits of their own. */
static void add_line(struct walk *w, size_t at, struct fl_slice was, struct fl_slice is)
{
	size_t code = code_len(w->fixed, w->there, was), now = code_len(w->buggy, w->here, is);
	bool same = fl_slice_eq(fl_slice_head(was, code), fl_slice_head(is, now));
	bool blank = !fl_slice_trim(was).len || !fl_slice_trim(is).len; /* its end is nobody's */
	if (same || blank || (code == was.len && now == is.len)) {
		add_part(w, at, was, is);
		return;
	}
	/* The end of the line, and the blanks before a comment, are the comment's. */
	code = code < was.len ? code : solid_len(was);
	now = now < is.len ? now : solid_len(is);
	add_part(w, at, fl_slice_head(was, code), fl_slice_head(is, now));
	add_part(w, at + code, fl_slice_skip(was, code), fl_slice_skip(is, now));
}

/* Each of several #include lines that were added may be needed or not. */
static bool add_includes(struct walk *w, const struct run *r)
{
	struct fl_slice all = fl_slice(w->fixed.ptr + r->fixed_at, r->fixed_len), rest = all, line;
	bool only = r->fixed_lines > 1 && !r->buggy_lines && fl_slice_ends(all, "\n");
	while (only && fl_slice_line(&rest, &line))
		only = fl_slice_starts(line, "#include");
	for (size_t at = r->fixed_at; only && at < r->fixed_at + r->fixed_len;) {
		size_t n = line_len(w->fixed, at);
		add_edit(w, at, fl_slice(w->fixed.ptr + at, n),
			fl_slice(w->buggy.ptr + r->buggy_at, 0));
		at += n;
	}
	return only;
}

/* Lines that are of no other, of both sides at one place. */
static void add_lines(struct walk *w, size_t at, struct fl_slice was, struct fl_slice is)
{
	/* The end of a last line that both have is no part of what changed. */
	bool end = fl_slice_ends(was, "\n") && fl_slice_ends(is, "\n");
	was = was.len ? fl_slice_head(was, was.len - end) : fl_slice(w->fixed.ptr + at, 0);
	is = is.len ? fl_slice_head(is, is.len - end) : fl_slice(w->buggy.ptr, 0);
	if (was.len || is.len)
		add_edit(w, at, was, is);
}

/* The lines of the text from `at` on. */
static struct fl_slice *lines_of(struct walk *w, struct fl_slice text, size_t at, size_t count)
{
	struct fl_slice *lines = fl_arena_array(w->arena, count + 1, sizeof(*lines));
	for (size_t i = 0; lines && i < count; i++) {
		size_t n = line_len(text, at);
		lines[i] = fl_slice(text.ptr + at, n);
		at += n;
	}
	return lines;
}

/* The bytes of lines[from] to before lines[to]. */
static struct fl_slice span_of(const struct fl_slice *lines, size_t from, size_t to)
{
	if (from == to)
		return fl_slice(NULL, 0);
	return fl_slice(
		lines[from].ptr, (size_t)(lines[to - 1].ptr + lines[to - 1].len - lines[from].ptr));
}

/* As many lines as before: each became the one at its place. Else those that are alike. */
static int add_run(struct walk *w, const struct run *r, struct fl_error *err)
{
	size_t n = r->fixed_lines, m = r->buggy_lines, at = r->fixed_at, from = 0, now = 0;
	if (add_includes(w, r))
		return 0;
	struct fl_slice *was = lines_of(w, w->fixed, r->fixed_at, n);
	struct fl_slice *is = lines_of(w, w->buggy, r->buggy_at, m);
	int *to = fl_arena_array(w->arena, n + 1, sizeof(*to));
	if (!was || !is || !to)
		return fl_arena_error(w->arena, "the edits", err);
	int rc = n == m ? 0 : ds_lines_pair(was, n, is, m, w->arena, to, err);
	for (size_t i = 0; rc == 0 && i < n; i++) {
		to[i] = n == m ? (int)i : to[i];
		if (to[i] < 0)
			continue;
		struct fl_slice gone = span_of(was, from, i);
		add_lines(w, at, gone, span_of(is, now, (size_t)to[i]));
		at += gone.len;
		add_line(w, at, was[i], is[to[i]]);
		at += was[i].len;
		from = i + 1;
		now = (size_t)to[i] + 1;
	}
	add_lines(w, at, span_of(was, from, n), span_of(is, now, m));
	return rc;
}

/* The lines of a diff from fixed to buggy: both texts are walked along it. */
static int walk_diff(struct walk *w, struct fl_slice diff, size_t most, size_t *ret_changed,
	struct fl_error *err)
{
	struct fl_slice line;
	struct run r = {0};
	bool open = false;
	int rc = 0;
	size_t fixed_line = 1;
	fl_slice_line(&diff, &line); /* --- */
	fl_slice_line(&diff, &line); /* +++ */
	while (rc == 0 && *ret_changed <= most && fl_slice_line(&diff, &line)) {
		char mark = line.len ? line.ptr[0] : ' ';
		if (open && mark != '-' && mark != '+' && mark != '\\') {
			rc = add_run(w, &r, err);
			open = false;
		}
		if (mark == '@') {
			struct ds_diff_range from = {0}, to;
			ds_diff_head(line, &from, &to);
			/* An empty range names the line before it. */
			size_t first = (size_t)from.first + !from.count;
			for (; fixed_line < first; fixed_line++) {
				w->fixed_at += line_len(w->fixed, w->fixed_at);
				w->buggy_at += line_len(w->buggy, w->buggy_at);
			}
			continue;
		}
		if (mark == '\\')
			continue;
		size_t n = mark == '+' ? 0 : line_len(w->fixed, w->fixed_at);
		size_t m = mark == '-' ? 0 : line_len(w->buggy, w->buggy_at);
		if (mark != ' ' && !open) {
			r = (struct run){.fixed_at = w->fixed_at, .buggy_at = w->buggy_at};
			open = true;
		}
		r.fixed_len += n;
		r.buggy_len += m;
		r.fixed_lines += mark == '-';
		r.buggy_lines += mark == '+';
		*ret_changed += mark != ' ';
		w->fixed_at += n;
		w->buggy_at += m;
		fixed_line += mark != '+';
	}
	return rc == 0 && open ? add_run(w, &r, err) : rc;
}

/* Does the edit change comments and blanks alone? shift: of its place in the faulty text. */
static bool is_idle(const char *there, const char *here, const struct ds_edit *e, size_t shift)
{
	size_t at = (size_t)e->offset;
	return !memchr(there + at, 0, e->original.len) &&
	       !memchr(here + (at + shift), 0, e->replacement.len);
}

/* Is nothing but blanks and comments between the two? here: where the first ends in the other. */
static bool joins(
	const struct walk *w, const struct ds_edit *e, const struct ds_edit *next, size_t here)
{
	size_t end = (size_t)e->offset + e->original.len, gap = (size_t)next->offset - end;
	return !memchr(w->there + end, 0, gap) && !memchr(w->here + here, 0, gap);
}

/* A comment goes whole or not at all: edits of comments next to each other are one. */
static void join_comments(struct walk *w)
{
	struct ds_edit *e = fl_vec_at(&w->edits, 0);
	size_t kept = 0, shift = 0, start = 0; /* of the kept one: its place in the faulty text */
	bool idle = false;
	for (size_t i = 0; i < w->edits.len; i++) {
		bool also = is_idle(w->there, w->here, &e[i], shift);
		size_t at = (size_t)e[i].offset + shift;
		struct ds_edit *last = kept ? &e[kept - 1] : NULL;
		shift += e[i].replacement.len - e[i].original.len;
		if (last && idle && also && joins(w, last, &e[i], start + last->replacement.len)) {
			size_t from = (size_t)last->offset;
			size_t end = (size_t)e[i].offset + e[i].original.len;
			last->original = fl_slice(w->fixed.ptr + from, end - from);
			last->replacement =
				fl_slice(w->buggy.ptr + start, at + e[i].replacement.len - start);
			continue;
		}
		start = at;
		idle = also;
		e[kept++] = e[i];
	}
	w->edits.len = kept;
}

/* Is the edit behind the name of the function that the chunk defines? Comments stand before. */
static bool is_inside(const struct ds_chunk *c, const struct ds_edit *e)
{
	ptrdiff_t name = fl_slice_search(c->text, c->function);
	int64_t line = c->from;
	if (!c->function.len || name < 0 || e->buggy_line > c->to)
		return false;
	line += (int64_t)fl_slice_count(fl_slice_head(c->text, (size_t)name), '\n');
	return e->buggy_line > line || (e->buggy_line == line && e->col > 1);
}

/* The function of the faulty file that an edit is in. */
static int name_functions(const struct walk *w, struct ds_edit *edits, size_t count,
	struct fl_arena *a, struct fl_error *err)
{
	struct fl_list chunks;
	int rc = ds_chunks(w->buggy, a, &chunks, err);
	const struct ds_chunk *c = chunks.items;
	for (size_t i = 0; rc == 0 && i < count; i++)
		for (size_t k = 0; k < chunks.len; k++)
			if (is_inside(&c[k], &edits[i]))
				edits[i].function = c[k].function;
	return rc;
}

int ds_hunks(struct fl_slice path, struct fl_slice fixed, struct fl_slice buggy, size_t most,
	struct fl_arena *a, struct fl_list *ret_edits, struct fl_error *err)
{
	struct walk w = {.fixed = fixed,
		.buggy = buggy,
		.path = path,
		.there = comments_of(fixed, a),
		.here = comments_of(buggy, a),
		.arena = a};
	struct fl_buf diff;
	size_t changed = 0;
	fl_buf_init(&diff, 4 * (fixed.len + buggy.len) + 4096);
	fl_vec_init(&w.edits, sizeof(struct ds_edit), EDITS_MAX);
	int rc = fl_arena_error(a, "the edits", err);
	rc = rc ? rc : ds_diff_write(&diff, path, fixed, buggy, err);
	rc = rc ? rc : walk_diff(&w, fl_buf_view(&diff), most, &changed, err);
	if (rc == 0 && !w.edits.failed)
		join_comments(&w);
	if (rc == 0 && (changed > most || w.edits.failed))
		rc = fl_error_set(err, FL_ELIMIT, "more than %zu lines differ", most);
	struct fl_list edits = {0};
	if (rc == 0) {
		edits = fl_vec_freeze(&w.edits, a);
		rc = fl_arena_error(a, "the edits", err);
	}
	fl_buf_release(&diff);
	fl_vec_release(&w.edits);
	if (rc == 0) {
		ds_edits_place(edits.items, edits.len, fixed);
		rc = name_functions(&w, edits.items, edits.len, a, err);
	}
	if (rc == 0)
		*ret_edits = edits;
	return rc;
}

int ds_hunks_idle(const struct fl_list *edits, struct fl_slice fixed, struct fl_slice buggy,
	struct fl_arena *a, bool *ret_idle, struct fl_error *err)
{
	const struct ds_edit *e = edits->items;
	const char *there = comments_of(fixed, a), *here = comments_of(buggy, a);
	size_t shift = 0; /* of a place in the faulty text; it wraps */
	for (size_t i = 0; there && here && i < edits->len; i++) {
		ret_idle[i] = is_idle(there, here, &e[i], shift);
		shift += e[i].replacement.len - e[i].original.len;
	}
	return fl_arena_error(a, "the edits", err);
}
