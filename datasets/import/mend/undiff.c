#include "datasets/import/mend/undiff.h"

#include "datasets/record/diff.h"

static const char file_mark[] = "--- a/x\n+++ b/x\n";

static void put_head(
	struct fl_buf *out, const struct ds_diff_range *was, const struct ds_diff_range *is)
{
	fl_buf_printf(out, "@@ -%u,%u +%u,%u @@\n", was->first, was->count, is->first, is->count);
}

/* A line of a hunk, turned round when the diff is taken back. */
static void put_line(struct fl_buf *out, char mark, struct fl_slice text, bool back)
{
	if (back && mark != ' ' && mark != '\\')
		mark = mark == '-' ? '+' : '-';
	fl_buf_char(out, mark);
	fl_buf_slice(out, text);
	fl_buf_char(out, '\n');
}

/* The hunk behind its head. */
static bool put_hunk(struct fl_buf *out, struct fl_slice *rest, struct ds_diff_range was,
	struct ds_diff_range is, bool back)
{
	struct fl_slice text;
	char mark;
	int got;
	put_head(out, back ? &is : &was, back ? &was : &is);
	while ((got = ds_diff_line(rest, &was, &is, &mark, &text)) == 1) {
		if (fl_slice_chr(FL_S("+- \\"), mark) < 0)
			return false;
		put_line(out, mark, text, back);
	}
	return got == 0;
}

/* Is the file of a header line (behind "+++ ") of that name? */
static bool is_named(struct fl_slice path, struct fl_slice name)
{
	ptrdiff_t tab = fl_slice_chr(path, '\t');
	path = fl_slice_trim(tab < 0 ? path : fl_slice_head(path, (size_t)tab));
	return name.len && fl_slice_ends_with(path, name) &&
	       (path.len == name.len || path.ptr[path.len - name.len - 1] == '/');
}

/* What was found in a diff. */
struct parts {
	struct fl_buf hunks; /* of the file that is wanted */
	size_t files, hunk_count;
	bool named; /* hunks are those of the file of the name */
};

/* The hunks of the part that is of that name, else of the only one. */
static bool collect(struct parts *p, struct fl_slice diff, struct fl_slice name, bool back)
{
	struct fl_slice line, old = {0};
	bool wanted = true;
	p->files = 0;
	while (fl_slice_line(&diff, &line)) {
		struct ds_diff_range was, is;
		if (fl_slice_starts(line, "--- "))
			old = fl_slice_skip(line, 4);
		if (fl_slice_starts(line, "+++ ")) {
			bool match = is_named(fl_slice_skip(line, 4), name) || is_named(old, name);
			p->files++;
			if (match && !p->named) {
				fl_buf_clear(&p->hunks);
				p->hunk_count = 0;
			}
			wanted = match || !p->named;
			p->named |= match;
		}
		if (!ds_diff_head(line, &was, &is))
			continue;
		struct fl_buf ignored;
		fl_buf_init(&ignored, p->hunks.max);
		bool whole = put_hunk(wanted ? &p->hunks : &ignored, &diff, was, is, back);
		fl_buf_release(&ignored);
		if (!whole)
			return false;
		p->hunk_count += wanted;
	}
	return true;
}

int ds_undiff(struct fl_slice diff, struct fl_slice name, struct fl_slice from, bool back,
	struct fl_arena *a, struct fl_slice *ret_to, struct fl_error *err)
{
	struct parts p = {0};
	struct fl_slice path = FL_S("x");
	int rc = 0;
	fl_buf_init(&p.hunks, 2 * diff.len + 4096);
	fl_buf_str(&p.hunks, "");
	if (!collect(&p, diff, name, back))
		rc = fl_error_set(err, FL_EPARSE, "a hunk of the diff is broken");
	else if (!p.hunk_count)
		rc = fl_error_set(err, FL_EPARSE, "there is no hunk in the diff");
	else if (p.files > 1 && !p.named)
		rc = fl_error_set(
			err, FL_EPARSE, "the diff is of %zu files, none of the name", p.files);
	if (rc == 0) {
		struct fl_slice whole =
			fl_arena_printf(a, "%s%.*s", file_mark, FL_ARG(fl_buf_view(&p.hunks)));
		rc = fl_arena_error(a, "the diff", err);
		rc = rc ? rc : ds_diff_apply(whole, path, from, a, ret_to, err);
	}
	fl_buf_release(&p.hunks);
	return rc;
}
