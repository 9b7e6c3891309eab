/* --baseline: what an earlier run found, so that only what is new comes out. */
#include "base/json.h"
#include "base/show.h"
#include "diag/cmd/diag2struct/tool.h"

enum { FILE_MAX = 1 << 30, LINE_ARENA = 64 << 20 };

struct reading {
	struct run *r;
	struct diag_keys seen; /* of the file's own diagnostics */
};

static int add(struct reading *g, uint64_t print)
{
	uint32_t count;
	return diag_keys_add(&g->r->known, print, &count, &g->r->err);
}

/* What the parser reads: a log, SARIF, a compiler's JSON. */
static int take(void *ctx, const struct diag_diagnostic *d)
{
	struct reading *g = ctx;
	uint64_t print;
	int rc = diag_fingerprint(&g->seen, d, fl_buf_view(&g->r->here), &print, &g->r->err);
	return rc ? rc : add(g, print);
}

static bool hex_read(struct fl_slice text, uint64_t *ret_value)
{
	uint64_t v = 0;
	for (size_t i = 0; i < text.len; i++) {
		int digit = fl_hex_value(text.ptr[i]);
		if (digit < 0)
			return false;
		v = v << 4 | (uint64_t)digit;
	}
	*ret_value = v;
	return text.len == 16;
}

/* As much of a diagnostic as its fingerprint needs, whichever version wrote it. */
static bool object_read(const struct fl_json *v, struct diag_diagnostic *d)
{
	const struct {
		const char *key;
		struct fl_slice *to;
	} texts[] = {{"file", &d->file}, {"code", &d->code}, {"message", &d->message},
		{"symbol", &d->symbol}, {"object", &d->object}, {"source_line", &d->source_line}};
	struct fl_slice level = fl_json_str(fl_json_get(v, "level"));
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		*texts[i].to = fl_json_str(fl_json_get(v, texts[i].key));
	while (d->level < DIAG_LEVEL_COUNT &&
		!fl_slice_eqs(level, diag_level_names.words[d->level]))
		d->level++;
	return d->level < DIAG_LEVEL_COUNT && d->message.len;
}

/* What we wrote: an object a line, of --to=json and jsonl, or a GitLab report with its prints. */
static int take_line(void *ctx, struct fl_slice line)
{
	struct reading *g = ctx;
	struct diag_diagnostic d = {0};
	struct fl_arena a;
	const struct fl_json *v = NULL;
	uint64_t print;
	int rc = 0;
	line = fl_slice_trim(line);
	if (fl_slice_ends(line, ","))
		line.len--;
	if (!fl_slice_starts(line, "{\""))
		return 0;
	fl_arena_init(&a, LINE_ARENA);
	if (fl_json_parse(line, &a, &v, NULL))
		g->r->known_bad++;
	else if (hex_read(fl_json_str(fl_json_get(v, "fingerprint")), &print))
		rc = add(g, print);
	else if (object_read(v, &d))
		rc = take(g, &d);
	else
		g->r->known_bad++;
	fl_arena_release(&a);
	return rc;
}

static int feed(struct reading *g, const char *path)
{
	struct diag_sink sink = {.diagnostic = take, .rest = take_line, .ctx = g};
	struct diag_reader_opts opts = {.prefix = fl_opt_text(g->r->o, OPT_PREFIX)};
	struct diag_reader *reader = NULL;
	struct fl_error err = {0};
	struct fl_buf bytes;
	fl_buf_init(&bytes, FILE_MAX);
	int rc = fl_buf_read_file(&bytes, path, &err);
	if (!rc)
		rc = diag_reader_new(&opts, &sink, &reader, &err);
	if (!rc)
		rc = diag_reader_feed(reader, fl_buf_view(&bytes), &err);
	if (!rc)
		rc = diag_reader_finish(reader, &err);
	if (rc && !g->r->err.code)
		g->r->err = err;
	diag_reader_free(reader);
	fl_buf_release(&bytes);
	return rc;
}

int d2s_known_read(struct run *r)
{
	const char *path = fl_opt_text(r->o, OPT_BASELINE);
	struct reading g = {.r = r};
	int rc = path ? feed(&g, path) : 0;
	diag_keys_release(&g.seen);
	if (rc)
		fl_error_wrap(&r->err, "--baseline");
	if (!rc && r->known_bad)
		rc = fl_error_set(&r->err, FL_EPARSE,
			"--baseline=%s: %zu lines of JSON are no diagnostics; give a log, or what "
			"--to=json, jsonl, sarif or gitlab wrote",
			path, r->known_bad);
	return rc;
}

int d2s_known_check(struct run *r, const struct diag_diagnostic *d, bool *ret_known)
{
	*ret_known = false;
	if (!fl_opt_given(r->o, OPT_BASELINE) && fl_opt_word(r->o, OPT_TO) != TO_GITLAB)
		return 0;
	int rc = diag_fingerprint(&r->seen, d, fl_buf_view(&r->here), &r->print, &r->err);
	*ret_known = !rc && diag_keys_has(&r->known, r->print);
	r->known_count += *ret_known;
	return rc;
}

void d2s_known_tell(const struct run *r)
{
	if (r->known_count)
		fl_tell(d2s_tool.name, "%zu of the baseline left out", r->known_count);
}
