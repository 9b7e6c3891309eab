/* The interface for other languages, over the parser and diag/refine.h. */
#include <faultline/diag.h>

#include <stdlib.h>

#include "base/json.h"
#include "base/literal/literal.h"
#include "diag/reader.h"
#include "diag/output/plain.h"
#include "diag/refine.h"

enum to { TO_JSONL, TO_STRUCT, TO_TEXT };
enum { ONE_MAX = 256 << 20, PREFIX_MAX = 4096 };

struct diag_stream {
	diag_stream_fn fn;
	void *ctx;
	int from, to, style, markers, min_level;
	int64_t max_bytes; /* 0: none */
	struct diag_refine refine;
	struct plat_context platform;
	struct fl_arena platform_arena;
	struct diag_reader *reader; /* from the first bytes on */
	struct fl_buf prefix; /* what to do with prefixes; empty: auto */
	struct fl_arena arena; /* of the diagnostic at hand */
	struct fl_buf out;
	struct fl_error err;
	int stopped; /* what fn returned */
};

const char *diag_stream_version(void)
{
	return FL_VERSION;
}

struct diag_stream *diag_stream_new(diag_stream_fn fn, void *ctx)
{
	struct diag_stream *s = calloc(1, sizeof(*s));
	if (!s)
		return NULL;
	s->fn = fn;
	s->ctx = ctx;
	s->min_level = DIAG_REMARK;
	s->refine.notes = DIAG_NOTES_SUMMARY;
	fl_arena_init(&s->platform_arena, 1 << 20);
	fl_arena_init(&s->arena, ONE_MAX);
	fl_buf_init(&s->out, ONE_MAX);
	fl_buf_init(&s->prefix, PREFIX_MAX);
	return s;
}

void diag_stream_free(struct diag_stream *s)
{
	if (!s)
		return;
	diag_reader_free(s->reader);
	fl_buf_release(&s->prefix);
	diag_source_free(s->refine.source);
	fl_arena_release(&s->platform_arena);
	fl_arena_release(&s->arena);
	fl_buf_release(&s->out);
	free(s);
}

const char *diag_stream_error(const struct diag_stream *s)
{
	return s->err.message;
}

static const char *const to_words[] = {"jsonl", "struct", "text", NULL};
static const char *const marker_words[] = {"none", "compile", NULL};
static const char *const column_words[] = {"native", "byte", "codepoint", "display", NULL};
static const char *const level_words[] = {"fatal", "error", "warning", "note", "remark", NULL};
static const char *const yes_words[] = {"no", "yes", NULL};

static int set_notes(struct diag_stream *s, const char *value)
{
	return diag_notes_parse(fl_slice_str(value), &s->refine.notes, &s->err);
}

static int set_tab(struct diag_stream *s, const char *value)
{
	struct fl_slice text = fl_slice_str(value);
	uint32_t tab;
	if (!text.len || fl_slice_uint(text, &tab) != text.len || !tab || tab > DIAG_TAB_MAX)
		return fl_error_set(
			&s->err, FL_EINVAL, "tab needs a number of 1 to %d", DIAG_TAB_MAX);
	s->refine.tab = tab;
	return 0;
}

static int set_max_bytes(struct diag_stream *s, const char *value)
{
	struct fl_slice text = fl_slice_str(value);
	uint32_t bytes;
	if (!text.len || fl_slice_uint(text, &bytes) != text.len || bytes < 64)
		return fl_error_set(&s->err, FL_EINVAL, "max-bytes needs a number of 64 or more");
	s->max_bytes = bytes;
	return 0;
}

static int set_source_root(struct diag_stream *s, const char *value)
{
	struct diag_source *source;
	int rc = diag_source_new(value, &source, &s->err);
	if (rc)
		return rc;
	diag_source_free(s->refine.source);
	s->refine.source = source;
	return 0;
}

static int set_platform(struct diag_stream *s, const char *value)
{
	size_t len = 0;
	int rc = plat_header_read(
		fl_slice_str(value), &s->platform_arena, &s->platform, &len, &s->err);
	if (!rc && !len)
		rc = fl_error_set(&s->err, FL_EPARSE, "platform needs a platform header");
	if (!rc)
		s->refine.platform = &s->platform;
	return rc;
}

/* It is looked at here, so that what is wrong is told where it is set. */
static int set_prefix(struct diag_stream *s, const char *value)
{
	struct fl_prefix_sink none = {.ctx = NULL};
	struct fl_prefix *tried;
	int rc = fl_prefix_new(value, &none, &tried, &s->err);
	if (rc)
		return rc;
	fl_prefix_free(tried);
	fl_buf_clear(&s->prefix);
	fl_buf_str(&s->prefix, value);
	return fl_buf_error(&s->prefix, "the prefix", &s->err);
}

static int set_columns(struct diag_stream *s, const char *value)
{
	s->refine.columns = diag_unit_of(fl_slice_str(value));
	return 0;
}

static int set_thought(struct diag_stream *s, const char *value)
{
	s->refine.thought = strcmp(value, "yes") == 0;
	return 0;
}

/* One of words, kept as its index in the int at `offset` or taken by `set`; or any text. */
static const struct {
	const char *name;
	const char *const *words;
	int (*set)(struct diag_stream *s, const char *value);
	size_t offset;
} options[] = {
	{"from", diag_from_words, NULL, offsetof(struct diag_stream, from)},
	{"prefix", NULL, set_prefix, 0},
	{"to", to_words, NULL, offsetof(struct diag_stream, to)},
	{"style", fl_style_words, NULL, offsetof(struct diag_stream, style)},
	{"markers", marker_words, NULL, offsetof(struct diag_stream, markers)},
	{"notes", NULL, set_notes, 0},
	{"columns", column_words, set_columns, 0},
	{"tab", NULL, set_tab, 0},
	{"source-root", NULL, set_source_root, 0},
	{"min-level", level_words, NULL, offsetof(struct diag_stream, min_level)},
	{"max-bytes", NULL, set_max_bytes, 0},
	{"thought", yes_words, set_thought, 0},
	{"platform", NULL, set_platform, 0},
};

int diag_stream_set(struct diag_stream *s, const char *option, const char *value)
{
	size_t i = 0;
	int word = 0;
	s->err = (struct fl_error){0};
	while (i < sizeof(options) / sizeof(options[0]) && strcmp(option, options[i].name) != 0)
		i++;
	if (i == sizeof(options) / sizeof(options[0]))
		return fl_error_set(&s->err, FL_EINVAL, "there is no option \"%s\"", option);
	if (s->reader)
		return fl_error_set(&s->err, FL_EINVAL, "%s is set too late", option);
	while (options[i].words && options[i].words[word] &&
		strcmp(value, options[i].words[word]) != 0)
		word++;
	if (options[i].words && !options[i].words[word])
		return fl_error_set(&s->err, FL_EINVAL, "%s cannot be \"%s\"", option, value);
	if (options[i].set)
		return options[i].set(s, value);
	memcpy((char *)s + options[i].offset, &word, sizeof(word));
	return 0;
}

/* Cut it to max-bytes: a copy, since that cuts in place. */
static const struct diag_diagnostic *fit(struct diag_stream *s, const struct diag_diagnostic *d)
{
	struct fl_item item = {.shape = &diag_diagnostic_shape};
	struct fl_items items = {.at = &item, .len = 1};
	if (!s->max_bytes)
		return d;
	item.object = diag_diagnostic_copy(&s->arena, d);
	if (!item.object) {
		fl_arena_error(&s->arena, "a diagnostic", &s->err);
		return NULL;
	}
	return diag_fit(&items, (size_t)s->max_bytes, &s->arena, &s->err) ? NULL : item.object;
}

static void render(struct diag_stream *s, const struct diag_diagnostic *d)
{
	struct diag_diagnostic bare = *d;
	struct fl_item item = {.shape = &diag_diagnostic_shape, .object = &bare};
	struct fl_items items = {.at = &item, .len = 1};
	fl_buf_clear(&s->out);
	if (s->to == TO_JSONL) {
		fl_json_object(&s->out, &diag_diagnostic_shape, d);
	} else if (s->to == TO_TEXT) {
		diag_plain_write(&s->out, d, false);
	} else {
		diag_thought_write(&s->out, d, s->markers != 0);
		bare.root_cause = bare.fix_strategy = (struct fl_slice){0};
		fl_literal_write(&s->out, &items, (enum fl_style)s->style,
			s->markers ? FL_MARK_COMPILE : FL_MARK_NONE);
	}
}

static int take(void *ctx, const struct diag_diagnostic *given)
{
	struct diag_stream *s = ctx;
	struct diag_diagnostic mine = *given;
	if (!diag_level_reaches(mine.level, s->min_level))
		return 0;
	int rc = diag_refine(&s->refine, &mine, &s->arena, &s->err);
	const struct diag_diagnostic *d = rc ? NULL : fit(s, &mine);
	if (d) {
		render(s, d);
		rc = fl_buf_error(&s->out, "a diagnostic", &s->err);
		if (!rc)
			rc = s->stopped = s->fn(s->ctx, s->out.data, s->out.len);
	}
	fl_arena_release(&s->arena);
	return d ? rc : s->err.code;
}

/* What the callback returned, or our own code; the message of whoever failed first. */
static int result(struct diag_stream *s, int rc, const struct fl_error *err)
{
	if (s->stopped) {
		fl_error_set(&s->err, FL_ECLOSED, "the callback returned %d", s->stopped);
		return s->stopped;
	}
	if (rc && !s->err.code)
		s->err = *err;
	return rc;
}

static int start(struct diag_stream *s)
{
	struct diag_sink sink = {.diagnostic = take, .ctx = s};
	s->err = (struct fl_error){0};
	struct diag_reader_opts opts = {
		.from = (enum diag_from)s->from, .prefix = s->prefix.len ? s->prefix.data : NULL};
	return s->reader ? 0 : diag_reader_new(&opts, &sink, &s->reader, &s->err);
}

int diag_stream_feed(struct diag_stream *s, const char *text, size_t len)
{
	struct fl_error err = {0};
	int rc = s->stopped ? s->stopped : start(s);
	if (rc || !len)
		return rc;
	return result(s, diag_reader_feed(s->reader, fl_slice(text, len), &err), &err);
}

int diag_stream_finish(struct diag_stream *s)
{
	struct fl_error err = {0};
	int rc = s->stopped ? s->stopped : start(s);
	return rc ? rc : result(s, diag_reader_finish(s->reader, &err), &err);
}
