#include "datasets/transcribed/transcribe.h"

#include "base/hash.h"
#include "base/seen.h"
#include "datasets/import/source.h"
#include "datasets/out.h"
#include "datasets/worker.h"

/* A text of 16 MiB has its lines, its events and their JSON in the arena. */
#define SCRATCH_MAX ((size_t)1 << 30)

struct transcribe {
	const struct ds_transcribe_opts *opts;
	struct fl_arena *arena;
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2];
	struct ds_real_bench bench;
	struct fl_seen seen; /* prompts and completions */
	struct fl_sink *sink;
	struct ds_out out;
	struct ds_transcribe_report report;
};

/* ---- rows ---- */

static int is_new(
	struct transcribe *m, const struct ds_record *r, bool *ret_new, struct fl_error *err)
{
	const struct fl_slice parts[] = {r->prompt, r->completion};
	char hex[65];
	fl_sha256_parts(parts, 2, hex);
	return fl_seen_add_copy(&m->seen, fl_slice_str(hex), m->arena, ret_new, err);
}

static int take(struct transcribe *m, struct ds_transcribed *made, struct fl_error *err)
{
	struct ds_transcribe_report *report = &m->report;
	const struct ds_record *r = &made->record;
	bool fresh = false;
	int rc = is_new(m, r, &fresh, err);
	if (rc || !fresh) {
		made->fate = DS_TRANSCRIBED_FATE_DUPLICATE;
		return rc;
	}
	report->records++;
	report->by_kind[r->kind]++;
	report->by_class[r->error_class]++;
	report->held += made->held;
	report->compiled += made->compiled;
	for (int i = 0; i < DS_TYPED_COUNT; i++)
		report->typed[i] += made->typed[i];
	return m->sink->put(m->sink, &ds_record_shape, r, err);
}

static void count(struct transcribe *m, uint64_t line, const struct ds_transcribed *made)
{
	bool pair = made->pair == DS_FATE_TAKEN;
	m->report.rows++;
	m->report.pairs[made->pair]++;
	m->report.fates[made->fate] += pair;
	if (!m->opts->left_out || (pair && made->fate == DS_TRANSCRIBED_FATE_TAKEN))
		return;
	m->opts->left_out(m->opts->ctx, line,
		pair ? ds_transcribed_fate_words[made->fate] : ds_fates[made->pair].word, made->why,
		pair || ds_fates[made->pair].bad);
}

static bool is_ours(int rc)
{
	return rc == FL_EMISSING || rc == FL_ECLOSED;
}

/* What fails on a row is that row's loss, but for what no row would pass. */
static int do_row(struct transcribe *m, struct fl_slice row, uint64_t line, struct fl_error *err)
{
	struct ds_transcribed made = {0};
	struct fl_error why = {0};
	struct fl_arena a;
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = ds_transcribed_make(&m->bench, row, &a, &made, &why);
	if (rc && !is_ours(rc)) {
		made = (struct ds_transcribed){.pair = DS_FATE_TAKEN,
			.fate = DS_TRANSCRIBED_FATE_LOST,
			.why = fl_slice_str(why.message)};
		rc = 0;
	} else if (rc) {
		rc = fl_error_set(err, why.code, "%s", why.message);
	} else if (made.pair == DS_FATE_TAKEN && made.fate == DS_TRANSCRIBED_FATE_TAKEN) {
		rc = take(m, &made, err);
	}
	if (rc == 0)
		count(m, line, &made);
	fl_arena_release(&a);
	return rc;
}

static int do_rows(struct transcribe *m, struct ds_source *source, struct fl_error *err)
{
	struct fl_slice row;
	uint64_t line = 0;
	struct fl_error why = {0};
	int rc = 0, got = 1;
	while (rc == 0 && (got = ds_source_next(source, &row, &line, &why)) == 1) {
		if (m->opts->stop && *m->opts->stop)
			rc = fl_error_set(err, FL_ECLOSED, "interrupted");
		rc = rc ? rc : do_row(m, row, line, err);
	}
	if (rc == 0 && got < 0) {
		m->report.damaged = true;
		if (m->opts->left_out)
			m->opts->left_out(
				m->opts->ctx, why.line, "damaged", fl_slice_str(why.message), true);
	}
	return rc;
}

static int write_rows(struct transcribe *m, struct fl_error *err)
{
	const struct ds_shards_opts opts = {.dir = m->out.dir, .seekable = m->opts->seekable};
	struct ds_source *source = NULL;
	struct ds_shards *shards = NULL;
	int rc = ds_source_open(m->opts->input, DS_PAIR_ROW_MAX, &source, err);
	rc = rc ? rc : ds_shards_new(&opts, &shards, err);
	if (rc == 0)
		m->sink = ds_shards_sink(shards);
	rc = rc ? rc : do_rows(m, source, err);
	rc = rc ? rc : ds_shards_finish(shards, m->arena, &m->report.manifest.shards, err);
	if (rc && shards)
		ds_shards_remove(shards);
	ds_shards_free(shards);
	if (source)
		ds_source_close(source);
	return rc;
}

/* ---- the manifest ---- */

static struct fl_list arguments_of(const struct transcribe *m)
{
	const struct ds_transcribe_opts *o = m->opts;
	struct fl_slice *all = fl_arena_array(m->arena, 5, sizeof(*all));
	size_t n = 0;
	if (!all)
		return (struct fl_list){0};
	all[n++] = FL_S("transcripts");
	all[n++] = fl_arena_printf(m->arena, "--seed=%llu", (unsigned long long)o->seed);
	all[n++] = fl_arena_printf(m->arena, "--completion=%s", ds_form_names.words[o->form]);
	all[n++] = fl_arena_printf(m->arena, "--prompt-bytes=%lld", (long long)o->prompt_bytes);
	if (o->seekable)
		all[n++] = fl_arena_printf(m->arena, "--seekable=%zu", o->seekable);
	return (struct fl_list){all, n};
}

static size_t add_count(struct ds_count *to, size_t n, const char *word, int64_t rows)
{
	if (rows)
		to[n++] = (struct ds_count){fl_slice_str(word), rows};
	return n;
}

static int write_manifest(struct transcribe *m, struct fl_error *err)
{
	enum {
		MOST = (int)DS_FATE_COUNT + (int)DS_TRANSCRIBED_FATE_COUNT + (int)DS_TYPED_COUNT + 1
	};
	struct ds_transcribe_report *r = &m->report;
	struct ds_manifest *out = &r->manifest;
	struct ds_count *rows = fl_arena_array(m->arena, MOST, sizeof(*rows));
	size_t n = 0, first;
	if (!rows)
		return fl_arena_error(m->arena, "the manifest", err);
	for (int i = 0; i < DS_FATE_TAKEN; i++)
		n = add_count(rows, n, ds_fates[i].word, r->pairs[i]);
	for (int i = 0; i < DS_TRANSCRIBED_FATE_TAKEN; i++)
		n = add_count(rows, n, ds_transcribed_fate_words[i], r->fates[i]);
	out->programs.taken = r->records;
	out->programs.refused = (struct fl_list){rows, n};
	first = n;
	for (int i = DS_TYPED_CALL + 1; i < DS_TYPED_COUNT; i++)
		n = add_count(rows, n,
			fl_arena_printf(m->arena, "commands %s", ds_typed_words[i]).ptr,
			r->typed[i]);
	n = add_count(rows, n, "the input is not whole", r->damaged);
	out->skipped = (struct fl_list){rows + first, n - first};
	out->schema_version = DS_SCHEMA_VERSION;
	out->faultline = FL_S(FL_VERSION);
	out->seed = (int64_t)m->opts->seed;
	out->arguments = arguments_of(m);
	out->fingerprint = m->toolchain.fingerprint;
	out->toolchain = m->toolchain.lines;
	int rc = fl_arena_error(m->arena, "the manifest", err);
	const char *none = r->rows ? "no row made a record" : "there is no row in the input";
	if (rc == 0 && (r->records == 0 || r->damaged) && m->out.replaces)
		return fl_error_set(err, FL_EREFUSED, "%s; the dataset is as it was: %s",
			r->damaged ? "the input is not whole" : none, m->opts->out);
	rc = rc ? rc : ds_manifest_write(m->out.dir, out, err);
	rc = rc ? rc : ds_out_commit(&m->out, err);
	return rc == 0 && r->records == 0 ? fl_error_set(err, FL_EREFUSED, "%s", none) : rc;
}

int ds_transcribe(const struct ds_transcribe_opts *opts, struct fl_arena *a,
	struct ds_transcribe_report *ret_report, struct fl_error *err)
{
	struct transcribe m = {.opts = opts, .arena = a, .out = DS_OUT_NONE};
	struct fl_box *box = NULL;
	int rc = fl_box_new(&opts->box, &box, err);
	rc = rc ? rc : ds_toolchain_detect(a, &m.toolchain, err);
	rc = rc ? rc : ds_worker_compilers(a, m.compilers, err);
	rc = rc ? rc : ds_out_open(opts->out, opts->overwrite, &m.out, err);
	m.bench = (struct ds_real_bench){.box = box,
		.toolchain = &m.toolchain,
		.compilers = m.compilers,
		.seed = opts->seed,
		.form = opts->form,
		.prompt_bytes = opts->prompt_bytes};
	rc = rc ? rc : write_rows(&m, err);
	rc = rc ? rc : write_manifest(&m, err);
	ds_out_close(&m.out);
	fl_box_free(box);
	fl_seen_release(&m.seen);
	if (rc == 0 || rc == FL_EREFUSED)
		*ret_report = m.report;
	return rc;
}

/* ---- the summary ---- */

static void show_fate(struct fl_buf *out, const char *word, int64_t rows, const char *doc)
{
	if (rows)
		fl_buf_printf(out, "  %-18s %6lld  %s\n", word, (long long)rows, doc);
}

static void show_records(struct fl_buf *out, const struct ds_transcribe_report *r)
{
	fl_buf_printf(out, "records   %lld, all transcribed: %lld debug_session, %lld trace_fix\n",
		(long long)r->records, (long long)r->by_kind[DS_KIND_DEBUG_SESSION],
		(long long)r->by_kind[DS_KIND_TRACE_FIX]);
	if (!r->records)
		return;
	fl_buf_str(out, "  by error class    ");
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		if (r->by_class[i])
			fl_buf_printf(out, "   %s %lld", diag_class_names.words[i],
				(long long)r->by_class[i]);
	fl_buf_printf(out,
		"\n  held against the file   %lld lines, places and names\n"
		"  compile with the mend   %lld of %lld\n",
		(long long)r->held, (long long)r->compiled, (long long)r->records);
	fl_buf_str(out, "commands\n");
	for (int i = 0; i < DS_TYPED_COUNT; i++)
		if (r->typed[i])
			fl_buf_printf(
				out, "  %-24s %6lld\n", ds_typed_words[i], (long long)r->typed[i]);
}

void ds_transcribe_show(struct fl_buf *out, const struct ds_transcribe_report *r)
{
	fl_buf_printf(out, "rows      %lld: %lld taken\n", (long long)r->rows,
		(long long)r->fates[DS_TRANSCRIBED_FATE_TAKEN]);
	for (int i = 0; i < DS_FATE_TAKEN; i++)
		show_fate(out, ds_fates[i].word, r->pairs[i], ds_fates[i].doc);
	for (int i = 0; i < DS_TRANSCRIBED_FATE_TAKEN; i++)
		show_fate(out, ds_transcribed_fate_words[i], r->fates[i],
			ds_transcribed_fate_docs[i]);
	show_records(out, r);
	if (r->damaged)
		fl_buf_str(out, "  the input is not whole: what came before is here\n");
}
