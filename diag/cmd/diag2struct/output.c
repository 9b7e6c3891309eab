/* What is written: literals and JSON at the end, jsonl and text after each chunk of input. */
#include <stdio.h>

#include "base/json.h"
#include "base/literal.h"
#include "diag/cmd/diag2struct/tool.h"
#include "diag/plain.h"

/* Levels are in falling order of badness, but for remarks and notes, which weigh the same. */
static bool as_bad_as(int level, int limit)
{
	return level <= limit || (limit == DIAG_NOTE && level == DIAG_REMARK);
}

int d2s_write(struct run *r, int fd, struct fl_slice bytes)
{
	return fl_write_all(fd, bytes, &r->err);
}

static int write_out(struct run *r, const struct fl_buf *out)
{
	int rc = fl_buf_error(out, "the output", &r->err);
	return rc ? rc : d2s_write(r, 1, fl_buf_view(out));
}

static bool streams(const struct run *r)
{
	int to = fl_opt_word(r->o, OPT_TO);
	return to == TO_JSONL || to == TO_TEXT;
}

/* Cut the items to --max-bytes. */
static int fit(struct run *r, struct fl_items *items, struct fl_arena *a)
{
	if (!fl_opt_given(r->o, OPT_MAX_BYTES))
		return 0;
	return diag_fit(items, (size_t)fl_opt_number(r->o, OPT_MAX_BYTES), a, &r->err);
}

/* Add it to the output that is written after each chunk. */
static int add_line(struct run *r, const struct diag_diagnostic *d)
{
	struct fl_item item = {.shape = &diag_diagnostic_shape, .object = d};
	struct fl_items items = {.at = &item, .len = 1};
	struct fl_arena a;
	int rc = 0;
	fl_arena_init(&a, D2S_DOCUMENT_MAX);
	if (fl_opt_given(r->o, OPT_MAX_BYTES)) { /* cuts in place: a copy, not the parser's own */
		item.object = diag_diagnostic_copy(&a, d);
		rc = item.object ? fit(r, &items, &a) : fl_arena_error(&a, "a diagnostic", &r->err);
	}
	if (!rc && fl_opt_word(r->o, OPT_TO) == TO_TEXT) {
		diag_plain_write(&r->lines, item.object, r->color);
	} else if (!rc) {
		fl_json_object(&r->lines, &diag_diagnostic_shape, item.object);
		fl_buf_char(&r->lines, '\n');
	}
	fl_arena_release(&a);
	return rc;
}

int d2s_write_lines(struct run *r)
{
	int rc = write_out(r, &r->lines);
	fl_buf_clear(&r->lines);
	return rc;
}

static int take(void *ctx, const struct diag_diagnostic *d)
{
	struct run *r = ctx;
	if (fl_opt_given(r->o, OPT_FAIL_ON) && as_bad_as(d->level, fl_opt_word(r->o, OPT_FAIL_ON)))
		r->fail = true;
	if (!as_bad_as(d->level, fl_opt_word(r->o, OPT_MIN_LEVEL)))
		return 0;
	if (streams(r))
		return add_line(r, d);
	struct diag_diagnostic *copy = diag_diagnostic_copy(&r->arena, d);
	struct diag_diagnostic *at = copy ? fl_vec_add(&r->found) : NULL;
	if (!at)
		return fl_error_set(&r->err, FL_ELIMIT,
			"too many diagnostics for one document; --to=jsonl has no such limit");
	*at = *copy;
	return 0;
}

static int rest(void *ctx, struct fl_slice line)
{
	struct run *r = ctx;
	int rc = d2s_write(r, r->rest_fd, line);
	return rc ? rc : d2s_write(r, r->rest_fd, FL_S("\n"));
}

struct diag_sink d2s_sink(struct run *r)
{
	return (struct diag_sink){
		.diagnostic = take, .rest = r->rest_fd >= 0 ? rest : NULL, .ctx = r};
}

int d2s_write_document(struct run *r)
{
	struct fl_buf out;
	if (streams(r))
		return d2s_write_lines(r);
	struct fl_list list = fl_vec_freeze(&r->found, &r->arena);
	struct fl_items items = diag_items(&r->arena, &list);
	int rc = fl_arena_error(&r->arena, "the diagnostics", &r->err);
	if (!rc)
		rc = fit(r, &items, &r->arena);
	if (rc)
		return rc;
	fl_buf_init(&out, D2S_OUTPUT_MAX);
	bool marked = fl_opt_word(r->o, OPT_MARKERS) == 0;
	if (fl_opt_word(r->o, OPT_TO) == TO_JSON)
		fl_json_items(&out, &items);
	else
		fl_literal_write(&out, &items,
			fl_opt_word(r->o, OPT_STYLE) == 0 ? FL_FULL : FL_COMPACT,
			marked ? FL_MARK_COMPILE : FL_MARK_NONE);
	rc = write_out(r, &out);
	fl_buf_release(&out);
	return rc;
}

void d2s_write_stats(const struct run *r)
{
	const struct diag_stats *s = diag_parser_stats(r->parser);
	fprintf(stderr, "diag2struct: %llu lines, %llu rest, %llu trailers, %llu notes",
		(unsigned long long)s->lines, (unsigned long long)s->rest,
		(unsigned long long)s->trailers, (unsigned long long)s->notes);
	for (int i = 0; i < DIAG_LEVEL_COUNT; i++)
		if (s->levels[i])
			fprintf(stderr, ", %s %llu", diag_level_names.words[i],
				(unsigned long long)s->levels[i]);
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		if (s->classes[i])
			fprintf(stderr, "; %s %llu", diag_class_table[i].name,
				(unsigned long long)s->classes[i]);
	fputc('\n', stderr);
}
