/* What is written: literals and JSON at the end, jsonl and text after each chunk of input. */
#include <unistd.h>

#include "base/json.h"
#include "base/literal/literal.h"
#include "base/show.h"
#include "diag/cmd/diag2struct/tool.h"
#include "diag/output/plain.h"
#include "diag/json/sarif.h"
#include "diag/output/annotate.h"

enum { LINES_FULL = 1 << 16 };

int d2s_write(struct run *r, int fd, struct fl_slice bytes)
{
	int rc = fl_write_all(fd, bytes, &r->err);
	if (rc)
		fl_error_wrap(&r->err, "%s",
			fd == 1            ? "standard output"
			: fd == 2          ? "standard error"
			: fd == r->rest_fd ? fl_opt_text(r->o, OPT_REST)
					   : fl_opt_text(r->o, OPT_COLLECT));
	return rc;
}

/* What is collected are JSON lines. */
static int form_of(const struct run *r)
{
	return fl_opt_given(r->o, OPT_COLLECT) ? TO_JSONL : fl_opt_word(r->o, OPT_TO);
}

/* A terminal gets nothing that steers it; JSON stays the same JSON with escapes of its own. */
static int write_shown(struct run *r, struct fl_slice bytes, unsigned flags)
{
	struct fl_buf shown;
	fl_buf_init(&shown, (size_t)4 * D2S_OUTPUT_MAX);
	fl_show_as(&shown, bytes, flags);
	int rc = fl_buf_error(&shown, "the output", &r->err);
	rc = rc ? rc : d2s_write(r, r->out_fd, fl_buf_view(&shown));
	fl_buf_release(&shown);
	return rc;
}

static int write_out(struct run *r, const struct fl_buf *out)
{
	static const unsigned shown_as[] = {[TO_JSON] = FL_SHOW_LINES | FL_SHOW_JSON,
		[TO_JSONL] = FL_SHOW_LINES | FL_SHOW_JSON,
		[TO_SARIF] = FL_SHOW_LINES | FL_SHOW_JSON,
		[TO_GITHUB] = FL_SHOW_LINES,
		[TO_GITLAB] = FL_SHOW_LINES | FL_SHOW_JSON};
	int rc = fl_buf_error(out, "the output", &r->err);
	unsigned flags = shown_as[form_of(r)];
	if (rc)
		return rc;
	if (flags && out->len && isatty(r->out_fd))
		return write_shown(r, fl_buf_view(out), flags);
	return d2s_write(r, r->out_fd, fl_buf_view(out));
}

static bool lines_wanted(const struct run *r)
{
	int to = form_of(r);
	return to == TO_JSONL || to == TO_TEXT || to == TO_GITHUB;
}

/* Cut the items to --max-bytes. */
static int fit(struct run *r, struct fl_items *items, struct fl_arena *a)
{
	if (!fl_opt_given(r->o, OPT_MAX_BYTES))
		return 0;
	return diag_fit(items, (size_t)fl_opt_number(r->o, OPT_MAX_BYTES), a, &r->err);
}

/* Add it to the lines, cut by itself. */
static int add_line(struct run *r, const struct diag_diagnostic *d, struct fl_arena *a)
{
	struct fl_item item = {.shape = &diag_diagnostic_shape, .object = d};
	struct fl_items items = {.at = &item, .len = 1};
	int rc = 0;
	if (fl_opt_given(r->o, OPT_MAX_BYTES)) { /* cuts in place: a copy, not the parser's own */
		item.object = diag_diagnostic_copy(a, d);
		rc = item.object ? fit(r, &items, a) : fl_arena_error(a, "a diagnostic", &r->err);
	}
	if (rc)
		return rc;
	if (form_of(r) == TO_TEXT) {
		diag_plain_write(&r->lines, item.object, r->color);
	} else if (form_of(r) == TO_GITHUB) {
		diag_github_write(&r->lines, item.object, fl_buf_view(&r->here));
	} else {
		fl_json_object(&r->lines, &diag_diagnostic_shape, item.object);
		fl_buf_char(&r->lines, '\n');
	}
	return 0;
}

int d2s_write_lines(struct run *r)
{
	if (fl_opt_given(r->o, OPT_COLLECT) && r->out_fd == 1)
		return 0; /* its file is opened at the end */
	int rc = write_out(r, &r->lines);
	fl_buf_clear(&r->lines);
	return rc;
}

/* Where lines are written not all need be held: they go out in their order, repeats so far. */
static int let_go(struct run *r)
{
	int rc = d2s_write_document(r);
	if (!rc)
		rc = diag_dedup_let_go(r->dedup, &r->err);
	fl_vec_release(&r->found);
	fl_vec_release(&r->prints);
	fl_arena_release(&r->arena);
	return rc;
}

/* Keep it until the end, or until no more can be held. */
static int hold(struct run *r, const struct diag_diagnostic *d)
{
	struct diag_diagnostic *known = r->dedup ? diag_dedup_find(r->dedup, d) : NULL;
	if (known) {
		known->repeats++;
		return 0;
	}
	if (r->dedup && diag_dedup_gone(r->dedup, d)) {
		r->late++;
		return 0;
	}
	if (r->dedup && lines_wanted(r) && r->arena.used >= D2S_HELD_MAX && let_go(r))
		return r->err.code;
	struct diag_diagnostic *copy = diag_diagnostic_copy(&r->arena, d);
	struct diag_diagnostic **at = copy ? fl_vec_add(&r->found) : NULL;
	uint64_t *print = at ? fl_vec_add(&r->prints) : NULL;
	if (!print)
		return fl_error_set(&r->err, FL_ELIMIT,
			"too many diagnostics to hold; --to=jsonl has no such limit");
	*at = copy;
	*print = r->print;
	return r->dedup ? diag_dedup_add(r->dedup, copy, &r->err) : 0;
}

int d2s_set_aside(void *ctx, const struct diag_diagnostic *d)
{
	struct d2s_aside *aside = ctx;
	struct diag_diagnostic *copy = diag_diagnostic_copy(aside->arena, d);
	struct diag_diagnostic *to = copy ? fl_vec_add(&aside->found) : NULL;
	if (!to)
		return FL_ELIMIT;
	*to = *copy;
	return 0;
}

int d2s_take(struct run *r, const struct diag_diagnostic *d)
{
	struct diag_diagnostic mine = *d;
	struct fl_arena a;
	bool known;
	int rc = d2s_known_check(r, d, &known);
	if (rc || known)
		return rc;
	if (fl_opt_given(r->o, OPT_FAIL_ON) &&
		diag_level_reaches(d->level, fl_opt_word(r->o, OPT_FAIL_ON)))
		r->fail = true;
	if (!diag_level_reaches(d->level, fl_opt_word(r->o, OPT_MIN_LEVEL)))
		return 0;
	fl_arena_init(&a, D2S_DOCUMENT_MAX);
	rc = diag_refine(&r->refine, &mine, &a, &r->err);
	if (!rc)
		rc = lines_wanted(r) && !r->dedup ? add_line(r, &mine, &a) : hold(r, &mine);
	fl_arena_release(&a);
	return rc;
}

static int take(void *ctx, const struct diag_diagnostic *d)
{
	struct run *r = ctx;
	return r->aside ? d2s_set_aside(r->aside, d) : d2s_take(r, d);
}

static int rest(void *ctx, struct fl_slice line)
{
	struct run *r = ctx;
	struct fl_buf shown;
	fl_buf_init(&shown, 16 * (line.len + 1));
	if (r->rest_fd == 2 && isatty(2))
		fl_show_as(&shown, line, FL_SHOW_TABS | FL_SHOW_COLOURS);
	else
		fl_buf_slice(&shown, line);
	fl_buf_char(&shown, '\n');
	int rc = d2s_write(r, r->rest_fd, fl_buf_view(&shown));
	fl_buf_release(&shown);
	return rc;
}

struct diag_sink d2s_sink(struct run *r)
{
	return (struct diag_sink){
		.diagnostic = take, .rest = r->rest_fd >= 0 ? rest : NULL, .ctx = r};
}

/* What was held, as lines. */
static int write_held(struct run *r, const struct fl_items *items)
{
	int rc = 0;
	for (size_t i = 0; i < items->len && !rc; i++) {
		struct fl_arena a;
		fl_arena_init(&a, D2S_DOCUMENT_MAX);
		rc = add_line(r, items->at[i].object, &a);
		fl_arena_release(&a);
		if (!rc && r->lines.len >= LINES_FULL)
			rc = d2s_write_lines(r);
	}
	return rc ? rc : d2s_write_lines(r);
}

/* Before literals the reasoning is a block of its own, in the order of what it speaks of. */
static int thoughts_out(struct run *r, struct fl_items *items, struct fl_buf *out, bool marked)
{
	for (size_t i = 0; i < items->len && r->refine.thought; i++) {
		struct diag_diagnostic *bare = fl_arena_alloc(&r->arena, sizeof(*bare));
		if (!bare)
			return fl_arena_error(&r->arena, "the diagnostics", &r->err);
		diag_thought_write(out, items->at[i].object, marked);
		memcpy(bare, items->at[i].object, sizeof(*bare));
		bare->root_cause = bare->fix_strategy = (struct fl_slice){0};
		items->at[i].object = bare;
	}
	return 0;
}

/* An object a line, as --baseline reads it. The prints are in the order of what was found. */
static void write_gitlab(const struct run *r, const struct fl_items *items, struct fl_buf *out)
{
	fl_buf_str(out, items->len ? "[\n" : "[");
	for (size_t i = 0; i < items->len; i++) {
		const uint64_t *print = fl_vec_at(&r->prints, i);
		diag_gitlab_write(out, items->at[i].object, fl_buf_view(&r->here), *print);
		fl_buf_str(out, i + 1 < items->len ? ",\n" : "\n");
	}
	fl_buf_str(out, "]\n");
}

static int write_whole(struct run *r, struct fl_items *items)
{
	struct fl_buf out;
	int rc = fit(r, items, &r->arena);
	if (rc)
		return rc;
	fl_buf_init(&out, D2S_OUTPUT_MAX);
	bool marked = fl_opt_word(r->o, OPT_MARKERS) == 0;
	if (fl_opt_word(r->o, OPT_TO) == TO_JSON)
		fl_json_items(&out, items);
	else if (fl_opt_word(r->o, OPT_TO) == TO_SARIF)
		diag_sarif_write(&out, items);
	else if (fl_opt_word(r->o, OPT_TO) == TO_GITLAB)
		write_gitlab(r, items, &out);
	else if ((rc = thoughts_out(r, items, &out, marked)) == 0)
		fl_literal_write(&out, items, (enum fl_style)fl_opt_word(r->o, OPT_STYLE),
			marked ? FL_MARK_COMPILE : FL_MARK_NONE);
	rc = rc ? rc : write_out(r, &out);
	fl_buf_release(&out);
	return rc;
}

int d2s_write_document(struct run *r)
{
	struct fl_items items = {.len = r->found.len};
	items.at = items.len ? fl_arena_array(&r->arena, items.len, sizeof(*items.at)) : NULL;
	int rc = fl_arena_error(&r->arena, "the diagnostics", &r->err);
	for (size_t i = 0; i < items.len && !rc; i++) {
		struct diag_diagnostic *const *d = fl_vec_at(&r->found, i);
		items.at[i] = (struct fl_item){.shape = &diag_diagnostic_shape, .object = *d};
	}
	if (rc)
		return rc;
	return lines_wanted(r) ? write_held(r, &items) : write_whole(r, &items);
}

/* What --from names, in the order of its words; that of auto is never missed. */
static const char *const formats[] = {[DIAG_FROM_TEXT] = "text of gcc or clang",
	[DIAG_FROM_GCC_JSON] = "JSON of gcc (-fdiagnostics-format=json)",
	[DIAG_FROM_LINKER] = "message of a linker",
	[DIAG_FROM_DIA] = "serialized diagnostics of clang",
	[DIAG_FROM_SARIF] = "SARIF log",
	[DIAG_FROM_TIDY] = "text of clang-tidy",
	[DIAG_FROM_TIDY_YAML] = "YAML of clang-tidy (--export-fixes)"};

/* Binary input has zeros in its lines: they are shown, but for those at the end. */
static void tell_unread(const struct diag_stats *s)
{
	struct fl_buf first;
	size_t len = sizeof(s->unread_first);
	while (len && !s->unread_first[len - 1])
		len--;
	fl_buf_init(&first, LINES_FULL);
	fl_show(&first, fl_slice(s->unread_first, len));
	fl_tell("diag2struct",
		"%llu line%s of the input look%s like a diagnostic and %s not read (--rest shows "
		"what was not), the first: %s",
		(unsigned long long)s->unread, s->unread > 1 ? "s" : "", s->unread > 1 ? "" : "s",
		s->unread > 1 ? "were" : "was", first.data);
	fl_buf_release(&first);
}

/* A prefix that no form knows; its lines were read, but half. */
static bool tell_head(const struct diag_heads *h)
{
	struct fl_slice head = diag_heads_text(h);
	struct fl_buf shown;
	if (!head.len)
		return false;
	fl_buf_init(&shown, LINES_FULL);
	fl_show(&shown, head);
	fl_tell("diag2struct",
		"before each of %llu names of files stands \"%s\": --prefix=REGEX takes it off",
		(unsigned long long)h->count, shown.data);
	fl_buf_release(&shown);
	return true;
}

void d2s_write_doubt(struct run *r)
{
	const struct diag_stats s = diag_reader_stats(r->reader);
	int from = fl_opt_word(r->o, OPT_FROM);
	uint64_t found = s.trailers;
	for (int i = 0; i < DIAG_LEVEL_COUNT; i++)
		found += s.levels[i];
	bool all =
		from == DIAG_FROM_AUTO || from == DIAG_FROM_TEXT; /* else much is left on purpose */
	if (all && s.unread)
		tell_unread(&s);
	if (s.cut)
		fl_tell("diag2struct",
			"%llu line%s of the input had more than %d MiB: the rest of %s was left "
			"out",
			(unsigned long long)s.cut, s.cut > 1 ? "s" : "", DIAG_LINE_MAX >> 20,
			s.cut > 1 ? "each" : "it");
	bool half = all && tell_head(diag_reader_heads(r->reader));
	r->fail |= ((all && s.unread) || half || s.cut) && fl_opt_given(r->o, OPT_STRICT);
	if (r->late)
		fl_tell("diag2struct",
			"%zu diagnostic%s came again when more than the %d MiB that --dedup holds "
			"had come between: left out, too, but in no record's repeats",
			r->late, r->late > 1 ? "s" : "", D2S_HELD_MAX >> 20);
	if (from != DIAG_FROM_AUTO && !found && s.rest)
		fl_tell("diag2struct", "--from=%s, but there is no %s in the %llu lines of input",
			diag_from_words[from], formats[from], (unsigned long long)s.lines);
}

void d2s_write_stats(const struct run *r)
{
	const struct diag_stats s = diag_reader_stats(r->reader);
	struct fl_buf line;
	fl_buf_init(&line, LINES_FULL);
	fl_buf_printf(&line, "%llu lines, %llu rest, %llu trailers, %llu notes",
		(unsigned long long)s.lines, (unsigned long long)s.rest,
		(unsigned long long)s.trailers, (unsigned long long)s.notes);
	for (int i = 0; i < DIAG_LEVEL_COUNT; i++)
		if (s.levels[i])
			fl_buf_printf(&line, ", %s %llu", diag_level_names.words[i],
				(unsigned long long)s.levels[i]);
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		if (s.classes[i])
			fl_buf_printf(&line, "; %s %llu", diag_class_table[i].name,
				(unsigned long long)s.classes[i]);
	fl_tell("diag2struct", "%s", line.data);
	fl_buf_release(&line);
}
