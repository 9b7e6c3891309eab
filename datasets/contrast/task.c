#include "datasets/contrast/task.h"

#include "base/embed.h"
#include "base/rng.h"
#include "datasets/contrast/tasks.h"

enum { TEXT_MAX = 1 << 20 };

#define X(name) FL_EMBED(ds_contrast_task_##name, FL_CONTRAST_DIR "/tasks/" #name ".task");
DS_CONTRAST_TASKS(X)
#undef X

static const struct {
	const char *name, *start, *end;
} texts[] = {
#define X(name) {#name, ds_contrast_task_##name, ds_contrast_task_##name##_end},
	DS_CONTRAST_TASKS(X)
#undef X
};

size_t ds_contrast_task_count(void)
{
	return sizeof(texts) / sizeof(texts[0]);
}

struct fl_slice ds_contrast_task_text(size_t i, struct fl_slice *ret_name)
{
	*ret_name = fl_slice_str(texts[i].name);
	return fl_slice(texts[i].start, (size_t)(texts[i].end - texts[i].start));
}

/* ---- reading ---- */

struct reader {
	struct ds_contrast_task *task;
	int64_t line;
	struct fl_slice *block; /* that lines go to, or NULL */
	struct fl_error *err;
};

static int wrong(const struct reader *r, const char *what)
{
	return fl_error_set(r->err, FL_EPARSE, "task %.*s, line %lld: %s", FL_ARG(r->task->name),
		(long long)r->line, what);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The next word, up to a blank. */
static struct fl_slice cut_word(struct fl_slice *text)
{
	size_t n = 0;
	*text = fl_slice_trim(*text);
	while (n < text->len && !is_blank(text->ptr[n]))
		n++;
	struct fl_slice word = fl_slice_head(*text, n);
	*text = fl_slice_trim(fl_slice_skip(*text, n));
	return word;
}

/* The next cell, up to two blanks or a tab: one blank may stand in it. */
static struct fl_slice cut_cell(struct fl_slice *text)
{
	size_t n = 0;
	*text = fl_slice_trim(*text);
	while (n < text->len && text->ptr[n] != '\t' &&
		!(is_blank(text->ptr[n]) && n + 1 < text->len && is_blank(text->ptr[n + 1])))
		n++;
	struct fl_slice cell = fl_slice_head(*text, n);
	*text = fl_slice_trim(fl_slice_skip(*text, n));
	return cell;
}

static int read_contrast(struct reader *r, struct fl_slice text)
{
	r->task->contrast = ds_contrast_find(text);
	return r->task->contrast < 0 ? wrong(r, "there is no such contrast") : 0;
}

static int read_file(struct reader *r, struct fl_slice text)
{
	r->task->file = text;
	return 0;
}

static int read_columns(struct reader *r, struct fl_slice text)
{
	struct ds_contrast_task *t = r->task;
	while (text.len) {
		if (t->column_count == DS_CONTRAST_COLUMNS)
			return wrong(r, "too many columns");
		t->columns[t->column_count++] = cut_cell(&text);
	}
	return 0;
}

static int read_row(struct reader *r, struct fl_slice text)
{
	struct ds_contrast_task *t = r->task;
	size_t cells = 0;
	if (t->row_count == DS_CONTRAST_ROWS)
		return wrong(r, "too many rows");
	t->rows[t->row_count++] = text;
	for (; text.len; cells++)
		cut_cell(&text);
	return cells == t->column_count ? 0 : wrong(r, "the row has not a cell for each column");
}

static int add_vary(struct reader *r, struct fl_slice text, bool whole)
{
	struct ds_contrast_task *t = r->task;
	if (t->vary_count == DS_CONTRAST_COLUMNS)
		return wrong(r, "too much is varied");
	struct ds_contrast_vary *v = &t->vary[t->vary_count++];
	v->name = cut_word(&text);
	v->words = text;
	v->whole = whole;
	return text.len ? 0 : wrong(r, "there are no words behind the name");
}

static int read_vary(struct reader *r, struct fl_slice text)
{
	return add_vary(r, text, false);
}

static int read_let(struct reader *r, struct fl_slice text)
{
	return add_vary(r, text, true);
}

/* The side that the text begins with, or -1. */
static int cut_side(struct reader *r, struct fl_slice *text)
{
	struct fl_slice name = cut_word(text);
	return r->task->contrast < 0
		       ? -1
		       : ds_contrast_side_find(&ds_contrasts[r->task->contrast], name);
}

static int read_stumbles(struct reader *r, struct fl_slice text)
{
	int side = cut_side(r, &text);
	if (side < 0 || !text.len)
		return wrong(r, "it needs a side of the contrast, and what the error says");
	r->task->stumbles[side] = text;
	return 0;
}

static int read_form(struct reader *r, struct fl_slice text)
{
	int side = cut_side(r, &text);
	if (side < 0)
		return wrong(r, "there is no such side of the contrast");
	r->block = &r->task->forms[side];
	return 0;
}

static int read_header(struct reader *r, struct fl_slice text)
{
	struct ds_contrast_task *t = r->task;
	if (t->header_count == DS_CONTRAST_HEADERS)
		return wrong(r, "too many headers");
	struct tg_file *f = &t->headers[t->header_count++];
	f->path = text;
	r->block = &f->content;
	return 0;
}

static const struct directive {
	const char *word;
	int (*read)(struct reader *r, struct fl_slice text);
} directives[] = {
	{"@contrast ", read_contrast},
	{"@file ", read_file},
	{"@columns ", read_columns},
	{"@row ", read_row},
	{"@vary ", read_vary},
	{"@let ", read_let},
	{"@stumbles ", read_stumbles},
	{"@form ", read_form},
	{"@header ", read_header},
};

static const struct directive *directive_of(struct fl_slice line)
{
	for (size_t i = 0; i < sizeof(directives) / sizeof(directives[0]); i++)
		if (fl_slice_starts(line, directives[i].word))
			return &directives[i];
	return NULL;
}

/* The line, its end with it, behind what the block has: both are of one text. */
static void add_line(struct fl_slice *block, struct fl_slice line, struct fl_slice rest)
{
	if (!block->ptr)
		*block = fl_slice(line.ptr, 0);
	block->len = (size_t)(rest.ptr - block->ptr);
}

static int check_task(struct reader *r)
{
	const struct ds_contrast_task *t = r->task;
	if (t->contrast < 0 || !t->file.len || !t->row_count)
		return wrong(r, "it needs @contrast, @file and a @row");
	for (int i = 0; i < 2; i++)
		if (!t->forms[i].len || !t->stumbles[i].len)
			return wrong(r, "it needs @form and @stumbles of both sides");
	return 0;
}

int ds_contrast_task_read(struct fl_slice name, struct fl_slice text,
	struct ds_contrast_task *ret_task, struct fl_error *err)
{
	struct ds_contrast_task task = {.name = name, .contrast = -1};
	struct reader r = {.task = &task, .err = err};
	struct fl_slice line;
	int rc = 0;
	while (rc == 0 && fl_slice_line(&text, &line)) {
		const struct directive *d = directive_of(line);
		r.line++;
		if (d) {
			r.block = NULL;
			rc = d->read(&r, fl_slice_trim(fl_slice_skip(line, strlen(d->word))));
		} else if (r.block) {
			add_line(r.block, line, text);
		} else if (line.len && line.ptr[0] != '#') {
			rc = wrong(&r, "it is neither a comment nor of any block");
		}
	}
	rc = rc ? rc : check_task(&r);
	if (rc == 0)
		*ret_task = task;
	return rc;
}

/* ---- a pair ---- */

/* What stands for the names of a row. */
struct words {
	const struct ds_contrast_task *task;
	struct fl_slice name[2 * DS_CONTRAST_COLUMNS], text[2 * DS_CONTRAST_COLUMNS];
	size_t count;
};

static void add_word(struct words *w, struct fl_slice name, struct fl_slice text)
{
	w->name[w->count] = name;
	w->text[w->count++] = text;
}

static struct fl_slice choose(struct fl_slice words, struct fl_rng *rng)
{
	struct fl_slice rest = words;
	size_t count = 0;
	for (; rest.len; count++)
		cut_word(&rest);
	for (uint64_t skip = fl_rng_below(rng, count); skip > 0; skip--)
		cut_word(&words);
	return cut_word(&words);
}

static void take_words(struct words *w, size_t row, struct fl_rng *rng)
{
	struct fl_slice cells = w->task->rows[row];
	for (size_t i = 0; i < w->task->column_count; i++)
		add_word(w, w->task->columns[i], cut_cell(&cells));
	for (size_t i = 0; i < w->task->vary_count; i++) {
		const struct ds_contrast_vary *v = &w->task->vary[i];
		add_word(w, v->name, v->whole ? v->words : choose(v->words, rng));
	}
}

/* How long the @NAME@ is that the text begins with; 0: it is none. */
static size_t name_len(struct fl_slice text)
{
	size_t n = 1;
	while (n < text.len && fl_is_word(text.ptr[n]))
		n++;
	return n > 1 && n < text.len && text.ptr[n] == '@' ? n + 1 : 0;
}

/* The text with words in the place of their names; what is put in may hold names, too. */
static int put_in(const struct words *w, struct fl_slice text, int depth, struct fl_buf *out,
	struct fl_error *err)
{
	while (text.len) {
		ptrdiff_t at = fl_slice_chr(text, '@');
		fl_buf_slice(out, fl_slice_head(text, at < 0 ? text.len : (size_t)at));
		if (at < 0)
			break;
		text = fl_slice_skip(text, (size_t)at);
		size_t len = name_len(text), i = 0;
		struct fl_slice name = len ? fl_slice(text.ptr + 1, len - 2) : text;
		while (len && i < w->count && !fl_slice_eq(w->name[i], name))
			i++;
		if (!len || i == w->count || depth > 3)
			return fl_error_set(err, FL_EPARSE, "task %.*s: nothing stands for %.*s",
				FL_ARG(w->task->name), FL_ARG(fl_slice_head(text, len ? len : 20)));
		int rc = put_in(w, w->text[i], depth + 1, out, err);
		if (rc)
			return rc;
		text = fl_slice_skip(text, len);
	}
	return 0;
}

static int fill(const struct words *w, struct fl_slice text, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	int rc = put_in(w, text, 0, &out, err);
	rc = rc ? rc : fl_buf_error(&out, "a task", err);
	*ret_text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "a task", err);
}

static int fill_side(const struct words *w, int side, struct fl_arena *a,
	struct ds_contrast_pair *pair, struct fl_error *err)
{
	struct fl_slice cells;
	int rc = fill(w, w->task->forms[side], a, &pair->forms[side], err);
	rc = rc ? rc : fill(w, w->task->stumbles[side], a, &cells, err);
	while (rc == 0 && cells.len && pair->stumble_count[side] < DS_CONTRAST_WORDS)
		pair->stumbles[side][pair->stumble_count[side]++] = cut_cell(&cells);
	return rc;
}

static int fill_headers(const struct words *w, struct fl_arena *a, struct ds_contrast_pair *pair,
	struct fl_error *err)
{
	const struct ds_contrast_task *t = w->task;
	struct tg_file *files = fl_arena_array(a, t->header_count, sizeof(*files));
	int rc = files ? 0 : fl_arena_error(a, "a task", err);
	for (size_t i = 0; rc == 0 && i < t->header_count; i++) {
		rc = fill(w, t->headers[i].path, a, &files[i].path, err);
		rc = rc ? rc : fill(w, t->headers[i].content, a, &files[i].content, err);
	}
	pair->headers = (struct fl_list){files, t->header_count};
	return rc;
}

int ds_contrast_task_pair(const struct ds_contrast_task *task, size_t row, uint64_t seed,
	struct fl_arena *a, struct ds_contrast_pair *ret_pair, struct fl_error *err)
{
	const char *contrast = ds_contrasts[task->contrast].name;
	struct ds_contrast_pair pair = {.contrast = task->contrast,
		.source = fl_arena_printf(a, "%s/%.*s/%zu", contrast, FL_ARG(task->name), row + 1),
		.group = fl_arena_printf(a, "contrast/%s/%.*s", contrast, FL_ARG(task->name))};
	struct fl_rng rng = fl_rng_new(seed, FL_S("contrast"), pair.source);
	struct words w = {.task = task};
	pair.compiler = fl_rng_below(&rng, 2) ? TG_CLANG : TG_GCC;
	take_words(&w, row, &rng);
	int rc = fill(&w, task->file, a, &pair.file, err);
	for (int side = 0; rc == 0 && side < 2; side++)
		rc = fill_side(&w, side, a, &pair, err);
	rc = rc ? rc : fill_headers(&w, a, &pair, err);
	if (rc == 0)
		*ret_pair = pair;
	return rc;
}
