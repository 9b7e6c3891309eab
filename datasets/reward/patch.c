#include "datasets/reward/patch.h"

#include "datasets/record/answer.h"
#include "tracegen/program.h"

enum { FILE_MAX = 64 << 20 };

static const char file_mark[] = DS_FILE_MARK, search_mark[] = DS_SEARCH_MARK,
		  with_mark[] = DS_WITH_MARK, replace_mark[] = DS_REPLACE_MARK;

/* One answer being applied. */
struct patch {
	struct tg_file *files;
	size_t count;
	struct fl_slice main;
	struct fl_slice answer, rest; /* all of it; what is still to be read */
	struct fl_arena *arena;
	struct fl_error *err;
};

static unsigned line_number(const struct patch *p, const char *at)
{
	return 1 + (unsigned)fl_slice_count(
			   fl_slice_head(p->answer, (size_t)(at - p->answer.ptr)), '\n');
}

#define REFUSE(p, at, ...) fl_error_at((p)->err, FL_EREFUSED, line_number(p, at), 0, 0, __VA_ARGS__)

/* A line with its end: fl_slice_line() that can be put together again. */
static bool take_line(struct fl_slice *rest, struct fl_slice *ret_line)
{
	const char *start = rest->ptr;
	struct fl_slice ignored;
	if (!fl_slice_line(rest, &ignored))
		return false;
	*ret_line = fl_slice(start, (size_t)(rest->ptr - start));
	return true;
}

static struct fl_slice bare(struct fl_slice line)
{
	while (line.len && (line.ptr[line.len - 1] == '\n' || line.ptr[line.len - 1] == '\r'))
		line.len--;
	return line;
}

/* The next line, which stays. */
static struct fl_slice peek(const struct patch *p)
{
	struct fl_slice rest = p->rest, line = {0};
	fl_slice_line(&rest, &line);
	return bare(line);
}

static struct tg_file *find_file(struct patch *p, struct fl_slice path)
{
	for (size_t i = 0; i < p->count; i++)
		if (fl_slice_eq(p->files[i].path, path))
			return &p->files[i];
	return NULL;
}

/* By a name in a diff's header: without "a/" or "b/", and what a tab or a date adds. */
static struct tg_file *find_named(struct patch *p, struct fl_slice name)
{
	ptrdiff_t tab = fl_slice_chr(name, '\t');
	if (tab >= 0)
		name = fl_slice_head(name, (size_t)tab);
	name = fl_slice_trim(name);
	struct tg_file *f = find_file(p, name);
	if (!f && (fl_slice_starts(name, "a/") || fl_slice_starts(name, "b/")))
		f = find_file(p, fl_slice_skip(name, 2));
	if (!f && fl_slice_starts(name, "./"))
		f = find_file(p, fl_slice_skip(name, 2));
	return f;
}

/* Whole lines of a text: where they begin nearest to `near`, or -1; how often they stand there. */
static ptrdiff_t find_lines(
	struct fl_slice text, struct fl_slice lines, size_t near, size_t *ret_count)
{
	ptrdiff_t best = -1;
	size_t distance = SIZE_MAX;
	*ret_count = 0;
	for (size_t at = 0; at <= text.len && lines.len;) {
		ptrdiff_t found = fl_slice_search(fl_slice_skip(text, at), lines);
		if (found < 0)
			break;
		at += (size_t)found;
		size_t end = at + lines.len;
		bool whole =
			(at == 0 || text.ptr[at - 1] == '\n') &&
			(end == text.len || text.ptr[end - 1] == '\n' || text.ptr[end] == '\n');
		size_t gap = at > near ? at - near : near - at;
		if (whole) {
			++*ret_count;
			if (gap < distance) {
				distance = gap;
				best = (ptrdiff_t)at;
			}
		}
		at++;
	}
	return best;
}

static size_t offset_of_line(struct fl_slice text, size_t line)
{
	struct fl_slice rest = text, ignored;
	for (size_t i = 1; i < line && fl_slice_line(&rest, &ignored); i++)
		;
	return (size_t)(rest.ptr - text.ptr);
}

/* text with [at, at + len) replaced. */
static struct fl_slice spliced(
	struct patch *p, struct fl_slice text, size_t at, size_t len, struct fl_slice with)
{
	struct fl_buf out;
	fl_buf_init(&out, FILE_MAX);
	fl_buf_slice(&out, fl_slice_head(text, at));
	fl_buf_slice(&out, with);
	fl_buf_slice(&out, fl_slice_skip(text, at + len));
	struct fl_slice made = fl_arena_slice(p->arena, fl_buf_view(&out));
	fl_buf_release(&out);
	return made;
}

/* ---- unified diffs ---- */

/* "@@ -12,3 +12,4 @@": the old line and both counts, which may be left out. */
static bool read_header(struct fl_slice line, uint32_t *ret_line)
{
	if (!fl_slice_starts(line, "@@"))
		return false;
	ptrdiff_t minus = fl_slice_chr(line, '-');
	if (minus < 0 || !fl_slice_uint(fl_slice_skip(line, (size_t)minus + 1), ret_line))
		*ret_line = 0; /* "@@ … @@" of a model that does not count */
	return true;
}

struct hunk {
	uint32_t line;
	struct fl_buf old, new;
	const char *start;
};

/* The lines of a hunk, up to the next header. A line without any mark is one of context. */
static void read_hunk(struct patch *p, struct hunk *h)
{
	struct fl_slice line;
	bool old_ended = false;
	while (p->rest.len) {
		struct fl_slice next = peek(p);
		uint32_t ignored;
		if (read_header(next, &ignored) || fl_slice_starts(next, "--- ") ||
			fl_slice_starts(next, "diff "))
			break;
		take_line(&p->rest, &line);
		char mark = line.ptr[0];
		struct fl_slice text = fl_slice_skip(line, 1);
		if (mark == '\\') {
			/* No newline at the end of the side that was written last. */
			struct fl_buf *b = old_ended ? &h->new : &h->old;
			if (b->len)
				fl_buf_truncate(b, b->len - 1);
			continue;
		}
		if (mark == '\n' || mark == '\r')
			text = line;
		if (mark != '+')
			fl_buf_slice(&h->old, text);
		if (mark != '-')
			fl_buf_slice(&h->new, text);
		old_ended = mark == '+';
	}
}

static int apply_hunk(struct patch *p, struct tg_file *f, struct hunk *h)
{
	struct fl_slice old = fl_buf_view(&h->old), new = fl_buf_view(&h->new);
	struct fl_slice text = f->content;
	size_t count, near = offset_of_line(text, h->line);
	ptrdiff_t at = find_lines(text, old, near, &count);
	/* Blank lines at a hunk's end are often those between it and what follows. */
	while (at < 0 && old.len && old.ptr[old.len - 1] == '\n' &&
		new.len &&new.ptr[new.len - 1] == '\n') {
		old.len--;
		new.len--;
		at = find_lines(text, old, near, &count);
	}
	if (!fl_buf_view(&h->old).len)
		at = (ptrdiff_t)(text.len ? near : 0);
	if (at < 0)
		return REFUSE(p, h->start, "what the hunk takes away does not stand in %.*s",
			FL_ARG(f->path));
	f->content = spliced(p, text, (size_t)at, old.len, new);
	return 0;
}

static int apply_hunks(struct patch *p, struct tg_file *f)
{
	int rc = 0;
	bool any = false;
	struct hunk h;
	while (rc == 0 && read_header(peek(p), &h.line)) {
		struct fl_slice header;
		h.start = p->rest.ptr;
		take_line(&p->rest, &header);
		fl_buf_init(&h.old, FILE_MAX);
		fl_buf_init(&h.new, FILE_MAX);
		read_hunk(p, &h);
		rc = fl_buf_error(&h.old, "a hunk", p->err);
		rc = rc ? rc : fl_buf_error(&h.new, "a hunk", p->err);
		rc = rc ? rc : apply_hunk(p, f, &h);
		fl_buf_release(&h.old);
		fl_buf_release(&h.new);
		any = true;
	}
	if (rc == 0 && !any)
		return REFUSE(p, p->rest.ptr, "the diff of %.*s has no hunk", FL_ARG(f->path));
	return rc;
}

static int apply_diff(struct patch *p)
{
	struct fl_slice line;
	int rc = 0;
	bool any = false;
	while (rc == 0 && p->rest.len) {
		const char *at = p->rest.ptr;
		take_line(&p->rest, &line);
		if (!fl_slice_starts(line, "--- ") || !fl_slice_starts(peek(p), "+++ "))
			continue;
		struct fl_slice new = {0};
		take_line(&p->rest, &new);
		struct tg_file *f = find_named(p, fl_slice_skip(bare(new), 4));
		if (!f)
			f = find_named(p, fl_slice_skip(bare(line), 4));
		if (!f)
			return REFUSE(p, at, "the task has no file %.*s",
				FL_ARG(fl_slice_skip(bare(new), 4)));
		any = true;
		rc = apply_hunks(p, f);
	}
	return rc || any ? rc : REFUSE(p, p->answer.ptr, "the diff changes no file");
}

/* A diff without a header is of the only file. */
static int apply_bare_hunks(struct patch *p)
{
	struct tg_file *f = find_file(p, p->main);
	if (!f)
		return REFUSE(p, p->rest.ptr, "the diff does not say of which file it is");
	return apply_hunks(p, f);
}

/* ---- search and replace ---- */

/* What stands before the line that is the mark, which is taken, too. */
static bool take_until(struct patch *p, const char *mark, struct fl_slice *ret_text)
{
	const char *start = p->rest.ptr;
	struct fl_slice line = {0};
	while (p->rest.len) {
		const char *at = p->rest.ptr;
		take_line(&p->rest, &line);
		if (fl_slice_eqs(bare(line), mark)) {
			*ret_text = fl_slice(start, (size_t)(at - start));
			return true;
		}
	}
	return false;
}

static int apply_block(struct patch *p, struct tg_file *f)
{
	const char *start = p->rest.ptr;
	struct fl_slice line, old, new;
	size_t count;
	take_line(&p->rest, &line);
	if (!take_until(p, with_mark, &old) || !take_until(p, replace_mark, &new))
		return REFUSE(p, start, "the block does not end");
	ptrdiff_t at = find_lines(f->content, old, 0, &count);
	if (at < 0 && old.len) {
		/* The file's last line does not end. */
		old.len--;
		new.len -= new.len > 0;
		at = find_lines(f->content, old, 0, &count);
	}
	if (at < 0 || count != 1)
		return REFUSE(p, start, "the text to search stands %s in %.*s",
			at < 0 ? "nowhere" : "more than once", FL_ARG(f->path));
	f->content = spliced(p, f->content, (size_t)at, old.len, new);
	return 0;
}

static int apply_blocks(struct patch *p)
{
	struct tg_file *f = find_file(p, p->main);
	int rc = 0;
	while (rc == 0 && p->rest.len) {
		struct fl_slice line = peek(p), ignored;
		const char *at = p->rest.ptr;
		if (fl_slice_eqs(line, search_mark)) {
			if (!f)
				return REFUSE(p, at, "the block does not say of which file it is");
			rc = apply_block(p, f);
			continue;
		}
		if (fl_slice_starts(line, file_mark)) {
			struct fl_slice name =
				fl_slice_trim(fl_slice_skip(line, sizeof(file_mark) - 1));
			f = find_file(p, name);
			if (!f)
				return REFUSE(p, at, "the task has no file %.*s", FL_ARG(name));
		}
		take_line(&p->rest, &ignored);
	}
	return rc;
}

/* ---- whole files ---- */

static int apply_files(struct patch *p)
{
	struct tg_file *f = NULL;
	struct fl_slice line;
	const char *start = NULL;
	while (p->rest.len) {
		const char *at = p->rest.ptr;
		take_line(&p->rest, &line);
		if (!fl_slice_starts(line, file_mark))
			continue;
		if (f)
			f->content = fl_slice(start, (size_t)(at - start));
		struct fl_slice name =
			fl_slice_trim(fl_slice_skip(bare(line), sizeof(file_mark) - 1));
		f = find_file(p, name);
		start = p->rest.ptr;
		if (!f)
			return REFUSE(p, at, "the task has no file %.*s", FL_ARG(name));
	}
	f->content = fl_slice(start, (size_t)(p->answer.ptr + p->answer.len - start));
	return 0;
}

static int apply_whole(struct patch *p)
{
	struct tg_file *f = find_file(p, p->main);
	if (!f)
		return REFUSE(p, p->answer.ptr,
			"the task has several files: a line \"%sPATH\" says which one this is",
			file_mark);
	f->content = p->answer;
	return 0;
}

/* ---- */

static bool has_line(struct fl_slice text, const char *start)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line))
		if (fl_slice_starts(line, start))
			return true;
	return false;
}

static const struct form {
	const char *sign; /* a line that begins so */
	int (*apply)(struct patch *p);
} forms[] = {
	{search_mark, apply_blocks},
	{"+++ ", apply_diff},
	{"@@ ", apply_bare_hunks},
	{file_mark, apply_files},
};

/* NULL: a whole file. */
static const struct form *form_of(struct fl_slice answer)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (has_line(answer, forms[i].sign))
			return &forms[i];
	return NULL;
}

bool ds_patch_is(struct fl_slice answer)
{
	return form_of(answer) != NULL;
}

static int apply(struct patch *p)
{
	const struct form *form = form_of(p->answer);
	return form ? form->apply(p) : apply_whole(p);
}

/* The answer with the line ends of the files, where these are without CR. In the arena. */
static struct fl_slice with_ends(const struct patch *p, struct fl_slice answer)
{
	char *text =
		fl_slice_find(answer, "\r\n") < 0 ? NULL : fl_arena_alloc(p->arena, answer.len);
	size_t n = 0;
	for (size_t i = 0; text && i < p->count; i++)
		if (fl_slice_find(p->files[i].content, "\r\n") >= 0)
			return answer;
	for (size_t i = 0; text && i < answer.len; i++)
		if (answer.ptr[i] != '\r' || i + 1 == answer.len || answer.ptr[i + 1] != '\n')
			text[n++] = answer.ptr[i];
	return text ? fl_slice(text, n) : answer;
}

int ds_patch_apply(const struct ds_patch *task, struct fl_slice answer, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err)
{
	struct patch p = {.count = task->files.len, .main = task->main, .arena = a, .err = err};
	p.files = fl_arena_array(a, p.count + 1, sizeof(*p.files));
	if (!p.files)
		return fl_arena_error(a, "the files of a task", err);
	if (p.count)
		memcpy(p.files, task->files.items, p.count * sizeof(*p.files));
	p.answer = p.rest = with_ends(&p, answer);
	int rc = apply(&p);
	rc = rc ? rc : fl_arena_error(a, "the files of a task", err);
	if (rc == 0)
		*ret_files = (struct fl_list){.items = p.files, .len = p.count};
	return rc;
}
