#include "datasets/record/reason.h"

#include <inttypes.h>

#include "base/literal/literal.h"
#include "datasets/record/code.h"
#include "datasets/record/edits.h"
#include "datasets/record/observed.h"
#include "diag/thought/thought.h"
#include "tracegen/node.h"
#include "tracegen/operators/ops.h"

/* Where the block says what the mend's author said. */
static const char said_mark[] = " * AUTHOR: ";

enum { EDIT_TOLD = 120, LINES_TOLD = 3, MOVED_MAX = 64, REASON_MAX = 1 << 16 };

static void put_line(struct fl_buf *out, struct fl_slice line)
{
	fl_buf_printf(out, "`%.*s%s`", FL_ARG(fl_slice_head(line, EDIT_TOLD)),
		line.len > EDIT_TOLD ? "..." : "");
}

/* The next line that holds code, from *at on, without what is comment of it. */
static bool next_code(struct fl_slice text, size_t *at, struct fl_slice *ret_line)
{
	size_t from = tg_text_solid(text, *at), end = from;
	if (from >= text.len)
		return false;
	ptrdiff_t more = fl_slice_chr(fl_slice_skip(text, from), '\n');
	size_t line_end = more < 0 ? text.len : from + (size_t)more;
	for (size_t next = from; next < line_end; next = tg_text_solid(text, end))
		end = tg_text_token(text, next);
	*at = end > line_end ? end : line_end;
	*ret_line = fl_slice(text.ptr + from, (end < line_end ? end : line_end) - from);
	return true;
}

/* Code in a sentence: its first lines, and how many follow. Says whether it is more than one. */
static bool put_code(struct fl_buf *out, struct fl_slice code)
{
	struct fl_slice text = fl_slice_trim(code), line;
	size_t at = 0;
	int64_t n = 0;
	if (tg_text_solid(text, 0) >= text.len) { /* nothing but a comment */
		if (fl_slice_line(&text, &line))
			put_line(out, ds_code(line));
		return text.len > 0;
	}
	while (next_code(text, &at, &line)) {
		if (n++ >= LINES_TOLD)
			continue;
		fl_buf_str(out, n > 1 ? ", " : "");
		put_line(out, line);
	}
	if (n > LINES_TOLD)
		fl_buf_printf(out, " and %" PRId64 " more line%s", n - LINES_TOLD,
			n > LINES_TOLD + 1 ? "s" : "");
	return n > 1;
}

/* "list.c:33 in drop", "list.c:33 to 36 in drop" */
static void put_place(struct fl_buf *out, const struct ds_edit *e)
{
	ds_edits_put_lines(out, e);
	if (e->function.len)
		fl_buf_printf(out, " in %.*s", FL_ARG(e->function));
}

/* Is the edit within one line of both files? */
static bool is_within_line(const struct ds_edit *e)
{
	return e->lines == 1 && e->buggy_lines == 1;
}

static size_t word_len(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len && fl_is_word(s.ptr[n]))
		n++;
	return n;
}

/* Of texts that differ in their first word alone, that word. */
static struct ds_edit narrowed(const struct ds_edit *e)
{
	struct ds_edit one = *e;
	size_t is = word_len(e->replacement), was = word_len(e->original);
	if (is && was &&
		fl_slice_eq(fl_slice_skip(e->replacement, is), fl_slice_skip(e->original, was))) {
		one.replacement = fl_slice_head(e->replacement, is);
		one.original = fl_slice_head(e->original, was);
	}
	return one;
}

/* The lines of a text that hold code, and where each stands from its first line on. */
struct lines {
	struct fl_slice at[MOVED_MAX];
	int64_t number[MOVED_MAX];
	size_t count;
};

static bool read_lines(struct fl_slice text, struct lines *l)
{
	struct fl_slice line;
	l->count = 0;
	for (int64_t n = 0; fl_slice_line(&text, &line); n++) {
		line = ds_code(line);
		if (!line.len)
			continue;
		if (l->count == MOVED_MAX)
			return false;
		l->number[l->count] = n;
		l->at[l->count++] = line;
	}
	return true;
}

static bool are_same(const struct fl_slice *a, const struct fl_slice *b, size_t n)
{
	size_t i = 0;
	while (i < n && fl_slice_eq(a[i], b[i]))
		i++;
	return i == n;
}

/* Lines that stand before (or behind) others, and belong behind (or before) them. */
struct move {
	struct fl_slice code; /* what moved */
	bool before; /* it stands before them */
	struct fl_slice first, last; /* of the others */
	int64_t first_line, last_line; /* in the faulty file */
};

/* Is one run of lines past another all that the edit changes? Told of the shorter run. */
static bool is_move(const struct ds_edit *e, struct move *m)
{
	struct lines is, was;
	if (!read_lines(e->replacement, &is) || !read_lines(e->original, &was) ||
		is.count != was.count)
		return false;
	size_t from = 0, n = is.count, cut;
	while (from < n && fl_slice_eq(is.at[from], was.at[from]))
		from++;
	while (n > from && fl_slice_eq(is.at[n - 1], was.at[n - 1]))
		n--;
	const struct fl_slice *a = is.at + from, *b = was.at + from;
	n -= from;
	for (cut = 1; cut < n; cut++)
		if (are_same(a, b + (n - cut), cut) && are_same(a + cut, b, n - cut))
			break;
	if (cut >= n)
		return false;
	m->before = cut <= n - cut;
	size_t own = m->before ? 0 : cut, own_end = m->before ? cut : n;
	size_t first = m->before ? cut : 0, last = m->before ? n - 1 : cut - 1;
	const char *end = a[own_end - 1].ptr + a[own_end - 1].len;
	m->code = fl_slice(a[own].ptr, (size_t)(end - a[own].ptr));
	m->first = a[first];
	m->last = a[last];
	m->first_line = e->buggy_line + is.number[from + first];
	m->last_line = e->buggy_line + is.number[from + last];
	return true;
}

/* "before line 83 (`pthread_join(out, NULL);`)" */
static void put_beside(struct fl_buf *out, const struct move *m, bool before)
{
	fl_buf_printf(out, " %s line %" PRId64 " (", before ? "before" : "behind",
		before ? m->first_line : m->last_line);
	put_line(out, before ? m->first : m->last);
	fl_buf_char(out, ')');
}

/* What stands there, and what is missing. */
static void put_wrong(struct fl_buf *out, const struct ds_record *r, const struct ds_edit *whole)
{
	const struct ds_edit one = narrowed(whole), *e = &one;
	struct fl_slice is = fl_slice_trim(e->replacement), was = fl_slice_trim(e->original);
	const struct tg_file *f = ds_edits_file(r, e->file);
	struct move moved;
	if (is_move(whole, &moved)) {
		fl_buf_str(out, put_code(out, moved.code) ? " stand" : " stands");
		put_beside(out, &moved, moved.before);
		return;
	}
	bool many = put_code(out, is.len ? e->replacement : e->original);
	if (is_within_line(e) && is.len && was.len) {
		fl_buf_str(out, " stands where ");
		put_code(out, e->original);
		fl_buf_str(out, " belongs");
	} else if (!is.len) {
		fl_buf_str(out, many ? " are missing" : " is missing");
	} else if (!was.len) {
		fl_buf_str(out, " should not be there");
	} else {
		fl_buf_str(out, many ? " stand in place of " : " stands in place of ");
		put_code(out, e->original);
	}
	/* The line that it is in: it is too small to be understood alone. */
	if (is_within_line(e) && f) {
		struct fl_slice line = fl_slice_trim(fl_slice_line_at(f->content, e->buggy_line));
		if (r->provenance.origin != DS_SYNTHETIC && fl_slice_eq(line, is))
			return; /* it is the line */
		fl_buf_str(out, ", in ");
		put_code(out, line);
	}
}

/* The edits that are not told one by one. */
static void put_more(struct fl_buf *out, const struct ds_record *r)
{
	size_t left = 0;
	for (size_t i = 0; i < r->edits.len; i++)
		left += !ds_edits_is_told(r, i);
	if (left)
		fl_buf_printf(out, "; and likewise at %zu more place%s", left, left > 1 ? "s" : "");
}

/* Of a contrast: what is wrong with all that there is, and what to do. */
static const char other_platform[] =
	"the code is written for another platform than its header says";
static const char own_platform[] = "write it for the platform of the header";

/*
 * What an operator does is known, and how it is mended, and what code for another platform is. Of a
 * fault that people made the edits are all that is.
 */
static const char *begin(struct fl_buf *out, const struct ds_record *r, const char *known)
{
	if (r->provenance.origin == DS_REAL)
		return "at ";
	fl_buf_str(out, known);
	return ": at ";
}

/* Are they the same lines of code, some at least? */
static bool are_same_lines(struct fl_slice x, struct fl_slice y)
{
	struct lines a, b;
	return read_lines(x, &a) && read_lines(y, &b) && a.count == b.count && a.count &&
	       are_same(a.at, b.at, a.count);
}

/* Does one edit have too much, and nothing else, what the other lacks? */
static bool has_what_lacks(const struct ds_edit *has, const struct ds_edit *lacks)
{
	return !fl_slice_trim(has->original).len && !fl_slice_trim(lacks->replacement).len &&
	       are_same_lines(has->replacement, lacks->original);
}

/* The first edit, told as well, that lacks what edit i has too much, or has what it lacks. */
static size_t first_end(const struct ds_record *r, size_t i)
{
	const struct ds_edit *e = ds_edits_at(r, i);
	size_t k = 0;
	for (; k < r->edits.len && r->provenance.origin != DS_SYNTHETIC; k++) {
		const struct ds_edit *o = ds_edits_at(r, k);
		if (k != i && ds_edits_is_told(r, k) &&
			(has_what_lacks(e, o) || has_what_lacks(o, e)))
			return k;
	}
	return r->edits.len;
}

/*
 * What people moved farther than an edit reaches: the edit that is the other end of edit i, as that
 * is of it. Its index, or that of no edit.
 */
static size_t other_end(const struct ds_record *r, size_t i)
{
	size_t k = first_end(r, i);
	return k < r->edits.len && first_end(r, k) == i ? k : r->edits.len;
}

/* What is wrong at an edit, or what to do there. */
typedef void put_edit_fn(struct fl_buf *out, const struct ds_record *r, const struct ds_edit *e);

/* Both ends of a move are one: at the place where it stands. */
static void put_edits(struct fl_buf *out, const struct ds_record *r, const char *first,
	const char *next, put_edit_fn *put, put_edit_fn *put_far)
{
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		if (!ds_edits_is_told(r, i))
			continue;
		size_t other = other_end(r, i);
		bool far = other < r->edits.len;
		if (far && !fl_slice_trim(e->replacement).len)
			continue;
		fl_buf_str(out, first);
		first = next;
		put(out, r, e);
		if (far)
			put_far(out, r, ds_edits_at(r, other));
	}
	put_more(out, r);
}

static void put_fault(struct fl_buf *out, const struct ds_record *r, const struct ds_edit *e)
{
	put_place(out, e);
	fl_buf_char(out, ' ');
	put_wrong(out, r, e);
}

static void put_far_fault(struct fl_buf *out, const struct ds_record *r, const struct ds_edit *e)
{
	(void)r;
	fl_buf_str(out, ", but is missing at ");
	put_place(out, e);
}

static void put_cause(struct fl_buf *out, const struct ds_record *r, const struct tg_op *op)
{
	const char *known = r->provenance.origin == DS_CONTRAST ? other_platform
			    : op                                ? op->summary
				 : diag_class_table[r->error_class].examples;
	const char *first = begin(out, r, known);
	put_edits(out, r, first, "; and at ", put_fault, put_far_fault);
}

static void put_mend(struct fl_buf *out, const struct ds_record *r, const struct ds_edit *whole)
{
	const struct ds_edit one = narrowed(whole), *e = &one;
	bool adds = !fl_slice_trim(e->replacement).len;
	bool takes = !fl_slice_trim(e->original).len;
	struct move moved;
	(void)r;
	ds_edits_put_lines(out, e);
	if (is_move(whole, &moved)) {
		fl_buf_str(out, " move ");
		put_code(out, moved.code);
		put_beside(out, &moved, !moved.before);
		return;
	}
	fl_buf_str(out, adds ? " add " : takes ? " remove " : " write ");
	put_code(out, takes ? e->replacement : e->original);
	if (!adds && !takes) {
		fl_buf_str(out, " for ");
		put_code(out, e->replacement);
	}
}

static void put_far_mend(struct fl_buf *out, const struct ds_record *r, const struct ds_edit *e)
{
	(void)r;
	fl_buf_str(out, " and add it at ");
	ds_edits_put_lines(out, e);
}

/* What is to be done at each place. */
static void put_fix(struct fl_buf *out, const struct ds_record *r, const struct tg_op *op)
{
	const char *known = r->provenance.origin == DS_CONTRAST ? own_platform
			    : op                                ? op->fix
				 : diag_class_table[r->error_class].fix;
	const char *first = begin(out, r, known);
	put_edits(out, r, first, "; at ", put_mend, put_far_mend);
}

static int write_block(struct fl_buf *out, struct fl_buf parts[3], const struct ds_record *r,
	const struct ds_confidence *c, struct fl_error *err)
{
	int found = tg_op_find(r->mutation.operator);
	const struct tg_op *op = found < 0 ? NULL : &tg_ops[found];
	int rc = ds_observed_write(&parts[0], r, err);
	put_cause(&parts[1], r, op);
	put_fix(&parts[2], r, op);
	for (size_t i = 0; i < 3 && rc == 0; i++)
		rc = fl_buf_error(&parts[i], "the reasoning", err);
	if (rc)
		return rc;
	const struct diag_thought t = {.error_class = r->error_class,
		.severity = "error",
		.observed = fl_buf_view(&parts[0]),
		.root_cause = fl_buf_view(&parts[1]),
		.fix_strategy = fl_buf_view(&parts[2]),
		/* Only the class of what was seen is measured. */
		.confidence = r->evidence_class == r->error_class ? c->ratio : 0};
	diag_thought_block(out, &t, true);
	return fl_buf_error(out, "the reasoning", err);
}

int ds_reason_make(const struct ds_record *r, const struct ds_confidence *confidence,
	struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_buf out, parts[3];
	fl_buf_init(&out, REASON_MAX);
	for (size_t i = 0; i < 3; i++)
		fl_buf_init(&parts[i], REASON_MAX);
	int rc = write_block(&out, parts, r, confidence, err);
	if (rc == 0) {
		*ret_text = fl_arena_slice(a, fl_buf_view(&out));
		rc = fl_arena_error(a, "the reasoning", err);
	}
	for (size_t i = 0; i < 3; i++)
		fl_buf_release(&parts[i]);
	fl_buf_release(&out);
	return rc;
}

/* The author's line stands last but for the end of the comment: what was seen comes first. */
struct fl_slice ds_reason_with_author(
	struct fl_slice block, struct fl_slice author, struct fl_arena *a)
{
	ptrdiff_t end = fl_slice_find(block, "\n */");
	if (!author.len || end < 0)
		return block;
	return fl_arena_printf(a, "%.*s\n%s%.*s%.*s", FL_ARG(fl_slice_head(block, (size_t)end)),
		said_mark, FL_ARG(author), FL_ARG(fl_slice_skip(block, (size_t)end)));
}

struct fl_slice ds_reason_author(const struct ds_record *r)
{
	struct fl_slice rest = r->reasoning, line;
	while (fl_slice_line(&rest, &line))
		if (fl_slice_starts(line, said_mark))
			return fl_slice_skip(line, strlen(said_mark));
	return fl_slice(NULL, 0);
}
