#include "datasets/record/answer.h"

#include "base/literal/literal.h"
#include "datasets/record/diff.h"
#include "datasets/record/edits.h"
#include "datasets/turns/turns.h"

static const char search_mark[] = DS_SEARCH_MARK "\n", with_mark[] = DS_WITH_MARK "\n",
		  replace_mark[] = DS_REPLACE_MARK "\n", file_mark[] = DS_FILE_MARK;

/* ---- blocks ---- */

/* Lines of the faulty file, counted from 0, and what they become. */
struct span {
	int64_t from, to, fixed_from, fixed_to;
};

/* The text of lines [from, to). */
static struct fl_slice lines_of(struct fl_slice text, int64_t from, int64_t to)
{
	size_t start = text.len, end = text.len;
	int64_t line = 0;
	if (from <= 0)
		start = 0;
	for (size_t i = 0; i < text.len && line < to; i++) {
		if (text.ptr[i] != '\n')
			continue;
		line++;
		if (line == from)
			start = i + 1;
		if (line == to)
			end = i + 1;
	}
	return fl_slice(text.ptr + start, end > start ? end - start : 0);
}

/* How often whole lines stand in the text. */
static size_t count_places(struct fl_slice text, struct fl_slice lines)
{
	size_t n = 0;
	for (size_t at = 0; at < text.len;) {
		ptrdiff_t found = fl_slice_search(fl_slice_skip(text, at), lines);
		if (found < 0)
			break;
		at += (size_t)found;
		n += at == 0 || text.ptr[at - 1] == '\n';
		at++;
	}
	return n;
}

/*
 * The spans of a file's edits with so many lines around each; those that touch are one. A span ends
 * where its file ends.
 */
static size_t make_spans(const struct ds_record *r, size_t first, struct fl_slice buggy,
	int64_t around, struct span *ret)
{
	int64_t lines = (int64_t)fl_slice_lines(buggy);
	size_t n = 0;
	for (size_t i = first; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		if (i > first && ds_edits_is_first(r, i))
			break;
		int64_t shift = e->line - e->buggy_line;
		int64_t end = e->line + e->lines - (e->buggy_line + e->buggy_lines);
		struct span s = {.from = e->buggy_line - 1 - around,
			.to = e->buggy_line - 1 + e->buggy_lines + around};
		s.from = s.from < 0 ? 0 : s.from;
		s.to = s.to > lines ? lines : s.to;
		s.fixed_from = s.from + shift;
		s.fixed_to = s.to + end;
		if (n && s.from <= ret[n - 1].to) {
			ret[n - 1].to = s.to;
			ret[n - 1].fixed_to = s.fixed_to;
		} else {
			ret[n++] = s;
		}
	}
	return n;
}

static bool are_unique(struct fl_slice buggy, const struct span *spans, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (count_places(buggy, lines_of(buggy, spans[i].from, spans[i].to)) != 1)
			return false;
	return true;
}

static void put_lines(struct fl_buf *out, struct fl_slice lines)
{
	fl_buf_slice(out, lines);
	if (lines.len && !fl_slice_ends(lines, "\n"))
		fl_buf_char(out, '\n');
}

/* A line of the code that would be taken for one of a block's own. */
static bool has_mark(struct fl_slice lines)
{
	static const char *const marks[] = {"<<<<<<<", "=======", ">>>>>>>"};
	struct fl_slice line;
	while (fl_slice_line(&lines, &line))
		for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
			if (fl_slice_starts(line, marks[i]))
				return true;
	return false;
}

static int put_blocks(struct fl_buf *out, const struct ds_record *r, size_t first,
	struct fl_slice fixed, struct fl_arena *a, struct fl_error *err)
{
	struct fl_slice path = ds_edits_at(r, first)->file;
	struct fl_slice buggy = ds_edits_file(r, path)->content;
	struct span *spans = fl_arena_array(a, r->edits.len, sizeof(*spans));
	int64_t around = 1, most = (int64_t)fl_slice_lines(buggy);
	size_t n;
	if (!spans)
		return fl_arena_error(a, "the answer", err);
	do
		n = make_spans(r, first, buggy, around, spans);
	while (!are_unique(buggy, spans, n) && around++ < most);
	for (size_t i = 0; i < n; i++) {
		struct fl_slice is = lines_of(buggy, spans[i].from, spans[i].to);
		struct fl_slice was = lines_of(fixed, spans[i].fixed_from, spans[i].fixed_to);
		if (has_mark(is) || has_mark(was))
			return fl_error_set(err, FL_EREFUSED, "the code holds a block's marks");
		fl_buf_printf(out, "%s%.*s\n%s", file_mark, FL_ARG(path), search_mark);
		put_lines(out, is);
		fl_buf_str(out, with_mark);
		put_lines(out, was);
		fl_buf_str(out, replace_mark);
	}
	return 0;
}

/* ---- all forms ---- */

static int put_code(
	struct fl_buf *out, const struct ds_record *r, struct fl_arena *a, struct fl_error *err)
{
	struct fl_slice fixed;
	int rc = 0;
	if (r->form == DS_FORM_DIFF)
		fl_buf_slice(out, r->diff);
	for (size_t i = 0; r->form != DS_FORM_DIFF && i < r->edits.len && rc == 0; i++) {
		struct fl_slice path = ds_edits_at(r, i)->file;
		if (!ds_edits_is_first(r, i))
			continue;
		rc = ds_edits_fixed(r, path, a, &fixed, err);
		if (rc == 0 && r->form == DS_FORM_BLOCKS) {
			rc = put_blocks(out, r, i, fixed, a, err);
		} else if (rc == 0) {
			fl_buf_printf(out, "%s%.*s\n", file_mark, FL_ARG(path));
			put_lines(out, fixed);
		}
	}
	return rc ? rc : fl_buf_error(out, "the answer", err);
}

static const struct fl_marker_pair *code_marker(void)
{
	return fl_marker(FL_MARK_CODE);
}

/* Of a dialogue what comes before its code, or behind it. */
static int put_turns(struct fl_buf *out, const struct ds_record *r, bool before, struct fl_arena *a,
	struct fl_error *err)
{
	struct fl_list turns;
	int rc = ds_turns_read(r->events, a, &turns, err);
	if (rc)
		return rc;
	size_t code = ds_turns_find(&turns, DS_TURN_CODE);
	if (code == turns.len)
		return fl_error_set(err, FL_EREFUSED, "the dialogue does not come to its code");
	ds_turns_text(out, &turns, before ? 0 : code + 1, before ? code : turns.len);
	return 0;
}

int ds_answer_make(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_text,
	struct fl_error *err)
{
	struct fl_buf out;
	bool dialogue = ds_kind_is(r->kind, DS_KIND_TALKS);
	fl_buf_init(&out, DS_RECORD_MAX);
	if (ds_kind_is(r->kind, DS_KIND_REASONS))
		fl_buf_slice(&out, r->reasoning);
	int rc = dialogue ? put_turns(&out, r, true, a, err) : 0;
	fl_buf_printf(&out, "%s\n", code_marker()->open);
	size_t start = out.len;
	rc = rc ? rc : put_code(&out, r, a, err);
	if (rc == 0 &&
		fl_slice_find(fl_slice_skip(fl_buf_view(&out), start), code_marker()->close) >= 0)
		rc = fl_error_set(err, FL_EREFUSED, "the code holds the end of an answer");
	fl_buf_printf(&out, "%s\n", code_marker()->close);
	rc = rc || !dialogue ? rc : put_turns(&out, r, false, a, err);
	rc = rc ? rc : fl_buf_error(&out, "the answer", err);
	if (rc == 0)
		*ret_text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "the answer", err);
}

/* Cut s behind the text, which must begin it. */
static bool take(struct fl_slice *s, struct fl_slice text)
{
	if (!fl_slice_starts_with(*s, text))
		return false;
	*s = fl_slice_skip(*s, text.len);
	return true;
}

static bool take_str(struct fl_slice *s, const char *text)
{
	return take(s, fl_slice_str(text));
}

bool ds_answer_code(struct fl_slice answer, struct fl_slice *ret_code)
{
	if (!take_str(&answer, code_marker()->open) || !take_str(&answer, "\n"))
		return false;
	ptrdiff_t end = fl_slice_find(answer, code_marker()->close);
	if (end < 0 ||
		!fl_slice_eqs(
			fl_slice_skip(answer, (size_t)end + strlen(code_marker()->close)), "\n"))
		return false;
	*ret_code = fl_slice_head(answer, (size_t)end);
	return true;
}

bool ds_answer_of_dialogue(const struct ds_record *r, struct fl_slice *ret_code)
{
	struct fl_slice rest;
	struct fl_arena a;
	struct fl_buf before;
	fl_arena_init(&a, DS_RECORD_MAX);
	fl_buf_init(&before, DS_RECORD_MAX);
	int rc = put_turns(&before, r, true, &a, NULL);
	rest = fl_slice_skip(r->completion, before.len);
	fl_buf_release(&before);
	fl_arena_release(&a);
	if (rc || !fl_slice_starts(rest, code_marker()->open))
		return false;
	rest = fl_slice_skip(rest, strlen(code_marker()->open) + 1);
	ptrdiff_t end = fl_slice_find(rest, code_marker()->close);
	if (end < 0)
		return false;
	*ret_code = fl_slice_head(rest, (size_t)end);
	return true;
}

/* ---- answers tried ---- */

/* What stands before the mark, which it is cut behind. */
static bool take_until(struct fl_slice *s, const char *mark, struct fl_slice *ret_text)
{
	for (size_t at = 0; at <= s->len;) {
		struct fl_slice rest = fl_slice_skip(*s, at);
		if (fl_slice_starts(rest, mark)) {
			*ret_text = fl_slice_head(*s, at);
			*s = fl_slice_skip(rest, strlen(mark));
			return true;
		}
		ptrdiff_t lf = fl_slice_chr(rest, '\n');
		if (lf < 0)
			return false;
		at += (size_t)lf + 1;
	}
	return false;
}

/* The blocks of one file, applied in order; each has one place in the faulty text. */
static bool apply_blocks(
	struct fl_slice *code, struct fl_slice path, struct fl_slice buggy, struct fl_buf *out)
{
	struct fl_slice rest = buggy, is, was, next = *code;
	bool bare = buggy.len && !fl_slice_ends(buggy, "\n");
	while (take_str(&next, file_mark) && take(&next, path) && take_str(&next, "\n")) {
		if (!take_str(&next, search_mark) || !take_until(&next, with_mark, &is) ||
			!take_until(&next, replace_mark, &was))
			return false;
		ptrdiff_t at = fl_slice_search(rest, is);
		if (at < 0 && bare && is.len &&
			fl_slice_ends_with(rest, fl_slice_head(is, is.len - 1))) {
			/* The file's last line does not end. */
			is = fl_slice_head(is, is.len - 1);
			was = fl_slice_head(was, was.len ? was.len - 1 : 0);
			at = (ptrdiff_t)(rest.len - is.len);
		}
		if (at < 0 || count_places(buggy, is) != 1)
			return false;
		fl_buf_slice(out, fl_slice_head(rest, (size_t)at));
		fl_buf_slice(out, was);
		rest = fl_slice_skip(rest, (size_t)at + is.len);
		*code = next;
	}
	fl_buf_slice(out, rest);
	return rest.len < buggy.len;
}

/* Cut the answer's part on one file from code; does it make the fixed text? */
static bool try_file(struct fl_slice *code, const struct ds_record *r, struct fl_slice path,
	struct fl_slice fixed)
{
	struct fl_buf out;
	bool right;
	if (r->form == DS_FORM_FILE)
		return take_str(code, file_mark) && take(code, path) && take_str(code, "\n") &&
		       take(code, fixed) && (fl_slice_ends(fixed, "\n") || take_str(code, "\n"));
	fl_buf_init(&out, DS_RECORD_MAX);
	right = apply_blocks(code, path, ds_edits_file(r, path)->content, &out) && !out.failed &&
		fl_slice_eq(fl_buf_view(&out), fixed);
	fl_buf_release(&out);
	return right;
}

static bool try_code(const struct ds_record *r, struct fl_slice code, struct fl_arena *a)
{
	struct fl_slice fixed;
	if (r->form == DS_FORM_DIFF)
		return fl_slice_eq(code, r->diff);
	for (size_t i = 0; i < r->edits.len; i++) {
		struct fl_slice path = ds_edits_at(r, i)->file;
		if (!ds_edits_is_first(r, i))
			continue;
		if (ds_edits_fixed(r, path, a, &fixed, NULL) || !try_file(&code, r, path, fixed))
			return false;
	}
	return code.len == 0;
}

/* The file that a line names: behind a path in the header of a diff may stand a tab. */
static const struct tg_file *named_file(const struct ds_record *r, struct fl_slice name)
{
	const struct tg_file *f = r->files.items;
	for (size_t i = 0; i < r->files.len; i++)
		if (r->form == DS_FORM_DIFF ? ds_diff_names(name, f[i].path)
					    : fl_slice_eq(name, f[i].path))
			return &f[i];
	return NULL;
}

/* The next file of a code, as it makes it. */
static int apply_file(struct fl_slice *code, const struct ds_record *r, struct fl_arena *a,
	struct tg_file *ret_file, struct fl_error *err)
{
	const char *mark = r->form == DS_FORM_DIFF ? "--- a/" : file_mark;
	struct fl_slice rest = *code, name;
	struct fl_buf out;
	if (!take_str(&rest, mark) || !fl_slice_line(&rest, &name))
		return fl_error_set(err, FL_EREFUSED, "the code names no file");
	const struct tg_file *file = named_file(r, name);
	if (!file)
		return fl_error_set(err, FL_EREFUSED, "the code is of no file of the record");
	ret_file->path = file->path;
	if (r->form == DS_FORM_DIFF)
		return ds_diff_apply_first(
			code, file->path, file->content, a, &ret_file->content, err);
	fl_buf_init(&out, DS_RECORD_MAX);
	bool right = apply_blocks(code, file->path, file->content, &out) && !out.failed;
	ret_file->content = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return right ? fl_arena_error(a, "an attempt", err)
		     : fl_error_set(err, FL_EREFUSED, "the code does not fit its file");
}

int ds_answer_apply(const struct ds_record *r, struct fl_slice code, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	struct tg_file *files = fl_arena_array(a, r->files.len + 1, sizeof(*files));
	struct tg_file made = {0};
	int rc = files ? 0 : fl_arena_error(a, "an attempt", err);
	if (rc == 0 && r->form == DS_FORM_FILE)
		rc = fl_error_set(err, FL_EREFUSED, "attempts are no whole files");
	for (size_t i = 0; rc == 0 && i < r->files.len; i++)
		files[i] = ((const struct tg_file *)r->files.items)[i];
	while (rc == 0 && code.len) {
		size_t left = code.len;
		rc = apply_file(&code, r, a, &made, err);
		for (size_t i = 0; rc == 0 && i < r->files.len; i++)
			if (fl_slice_eq(files[i].path, made.path))
				files[i] = made;
		if (rc == 0 && code.len >= left)
			rc = fl_error_set(err, FL_EREFUSED, "the code does not come to an end");
	}
	if (rc == 0)
		*ret_files = (struct fl_list){files, r->files.len};
	return rc;
}

int ds_answer_code_make(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_code,
	struct fl_error *err)
{
	struct ds_record copy = *r;
	struct fl_buf out;
	fl_buf_init(&out, DS_RECORD_MAX);
	int rc = ds_edits_diff(r, a, &copy.diff, err);
	rc = rc ? rc : put_code(&out, &copy, a, err);
	if (rc == 0 && fl_slice_find(fl_buf_view(&out), code_marker()->close) >= 0)
		rc = fl_error_set(err, FL_EREFUSED, "the code holds the end of an answer");
	if (rc == 0)
		*ret_code = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "an attempt", err);
}

/* What a dialogue says, asks and changes stands in its events, but for the code itself. */
static const char *check_dialogue(const struct ds_record *r)
{
	struct fl_slice made;
	struct fl_arena a;
	fl_arena_init(&a, DS_RECORD_MAX);
	bool same = ds_answer_make(r, &a, &made, NULL) == 0 && fl_slice_eq(made, r->completion);
	fl_arena_release(&a);
	return same ? NULL : "completion is not the text of the events";
}

const char *ds_answer_check(const struct ds_record *r)
{
	struct fl_slice answer = r->completion, code;
	struct fl_arena a;
	if (ds_kind_is(r->kind, DS_KIND_TALKS))
		return check_dialogue(r);
	if (ds_kind_is(r->kind, DS_KIND_REASONS) && !take(&answer, r->reasoning))
		return "completion does not begin with reasoning";
	if (!ds_answer_code(answer, &code))
		return "completion has no code between its markers";
	fl_arena_init(&a, DS_RECORD_MAX);
	bool right = try_code(r, code, &a);
	fl_arena_release(&a);
	return right ? NULL : "completion does not make the fixed files of the faulty ones";
}
