#include "datasets/contrast/make.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/crew.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/seen.h"
#include "datasets/cache.h"
#include "datasets/out.h"
#include "datasets/worker.h"

enum { SCRATCH_MAX = 512 << 20, ANSWER_MAX = 64 << 20, PAIR_WALL_MS = 600000, TURN_MS = 200 };

/* What became of a pair, as a worker tells it; of a proven one two records follow, a line each. */
struct answer {
	int fate; /* enum ds_contrast_fate */
	struct fl_slice why;
};

static const struct fl_field answer_fields[] = {
	FL_ROW(struct answer, fate, FL_ENUM, .names = &ds_contrast_fate_names,
		.doc = "what became of it"),
	FL_ROW(struct answer, why, FL_TEXT, .doc = "says more, or empty"),
};

static const struct fl_shape answer_shape = {.name = "contrast_answer",
	.size = sizeof(struct answer),
	FL_SHAPE_FIELDS(answer_fields),
	.doc = "What became of a pair."};

struct making {
	const struct ds_contrast_opts *opts;
	struct fl_arena *arena; /* of the caller */
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2];
	struct ds_cache *cache; /* NULL: none */
	bool told_unkept;
	char exe[65];
	struct fl_list pairs; /* struct ds_contrast_pair, in the order in which they are tried */
	struct fl_seen faults; /* of the records so far */
	struct fl_sink *sink;
	struct ds_out out;
	struct ds_contrast_report report;
};

static const struct ds_contrast_pair *pair_at(const struct making *m, size_t i)
{
	return (const struct ds_contrast_pair *)m->pairs.items + i;
}

/* ---- in a worker ---- */

struct bench {
	struct ds_worker worker; /* whose box is used */
	struct ds_real_bench real;
};

static int open_bench(const struct making *m, struct bench *b, struct fl_error *err)
{
	const struct ds_contrast_opts *o = m->opts;
	const struct ds_worker_opts opts = {.box = o->box,
		.toolchain = &m->toolchain,
		.compilers = m->compilers,
		.seed = o->seed,
		.form = o->form,
		.prompt_bytes = o->prompt_bytes};
	int rc = ds_worker_open(&b->worker, &opts, err);
	if (rc) {
		ds_worker_close(&b->worker);
		return rc;
	}
	b->real = (struct ds_real_bench){.box = b->worker.box,
		.toolchain = &m->toolchain,
		.compilers = m->compilers,
		.seed = o->seed,
		.form = o->form,
		.prompt_bytes = o->prompt_bytes};
	return 0;
}

static int worker_start(void *ctx, void **ret_state, struct fl_error *err)
{
	struct bench *b = calloc(1, sizeof(*b));
	if (!b)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a worker");
	int rc = open_bench(ctx, b, err);
	if (rc)
		free(b);
	else
		*ret_state = b;
	return rc;
}

static void worker_finish(void *ctx, void *state)
{
	struct bench *b = state;
	(void)ctx;
	ds_worker_close(&b->worker);
	free(b);
}

static void write_answer(struct fl_buf *out, const struct ds_contrast_proof *proof)
{
	const struct answer answer = {.fate = (int)proof->fate, .why = proof->why};
	fl_json_object(out, &answer_shape, &answer);
	fl_buf_char(out, '\n');
	for (int side = 0; proof->fate == DS_CONTRAST_PROVEN && side < 2; side++) {
		ds_record_write(out, &proof->records[side]);
		fl_buf_char(out, '\n');
	}
}

/* All that shapes the records of a pair. */
static int key_of(const struct making *m, const struct ds_contrast_pair *p, struct fl_arena *a,
	char ret_key[65], struct fl_error *err)
{
	const struct ds_contrast_opts *o = m->opts;
	struct fl_slice shape =
		fl_arena_printf(a, "%llu %lld %d %u %d", (unsigned long long)o->seed,
			(long long)o->prompt_bytes, (int)o->form, o->box.compile_ms, p->compiler);
	/* The texts of tasks and headers are part of this program. */
	const struct fl_slice parts[] = {FL_LIT("contrast"), fl_slice_str(m->exe),
		m->toolchain.fingerprint, shape, p->source};
	int rc = fl_arena_error(a, "a contrast", err);
	if (rc == 0)
		fl_sha256_parts(parts, sizeof(parts) / sizeof(parts[0]), ret_key);
	return rc;
}

static int answer_pair(const struct making *m, struct bench *b, const struct ds_contrast_pair *p,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	struct ds_contrast_proof proof;
	char key[65];
	int rc = key_of(m, p, a, key, err);
	if (rc || ds_cache_get(m->cache, key, out, NULL) == 0)
		return rc;
	rc = ds_contrast_prove(&b->real, p, a, &proof, err);
	if (rc)
		return rc;
	write_answer(out, &proof);
	ds_cache_keep(m->cache, key, fl_buf_view(out));
	return 0;
}

/* A question is the number of a pair. The box after a failure is not trusted any more. */
static int worker_answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	const struct making *m = ctx;
	struct bench *b = state;
	struct fl_error why;
	struct fl_arena a;
	uint32_t number;
	int rc = 0;
	fl_slice_uint(question, &number);
	fl_arena_init(&a, SCRATCH_MAX);
	if (answer_pair(m, b, pair_at(m, number), &a, out, &why)) {
		const struct ds_contrast_proof lost = {
			.fate = DS_CONTRAST_LOST, .why = fl_slice_str(why.message)};
		fl_buf_clear(out);
		write_answer(out, &lost);
		ds_worker_close(&b->worker);
		rc = open_bench(m, b, err);
	}
	fl_arena_release(&a);
	return rc;
}

/* ---- here ---- */

/* Put both records, unless one of them is of a fault that came before. */
static int put_records(struct making *m, struct fl_slice text, struct fl_arena *a, bool *ret_new,
	struct fl_error *err)
{
	struct ds_record *r[2];
	struct fl_slice line;
	bool fresh = true;
	int rc = 0;
	*ret_new = true;
	for (int i = 0; rc == 0 && i < 2; i++) {
		if (!fl_slice_line(&text, &line))
			return fl_error_set(err, FL_EPARSE, "a worker left out a record");
		rc = ds_record_read(line, a, &r[i], err);
		rc = rc ? rc : ds_record_check(r[i], err);
		rc = rc ? rc : fl_seen_add_copy(&m->faults, r[i]->fault, m->arena, &fresh, err);
		*ret_new = *ret_new && fresh;
	}
	for (int i = 0; rc == 0 && *ret_new && i < 2; i++)
		rc = m->sink->put(m->sink, &ds_record_shape, r[i], err);
	return rc;
}

static void count_pair(struct making *m, const struct ds_contrast_pair *p,
	enum ds_contrast_fate fate, struct fl_slice why)
{
	m->report.fates[p->contrast][fate]++;
	m->report.proven += fate == DS_CONTRAST_PROVEN;
	if (fate != DS_CONTRAST_PROVEN && m->opts->left_out)
		m->opts->left_out(m->opts->ctx, p->source, ds_contrast_fate_names.words[fate], why);
	if (m->opts->progress)
		m->opts->progress(
			m->opts->ctx, "contrasts", (size_t)m->report.proven, m->report.wanted);
}

static bool is_enough(const struct making *m)
{
	return (size_t)m->report.proven >= m->report.wanted;
}

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	struct making *m = ctx;
	const struct ds_contrast_pair *p = pair_at(m, number);
	struct fl_slice line = {0};
	struct fl_arena a;
	void *object = NULL;
	bool fresh = true;
	(void)question;
	if (is_enough(m))
		return 1;
	if (failure) {
		count_pair(m, p, DS_CONTRAST_LOST, fl_slice_str(failure->message));
		return 0;
	}
	fl_arena_init(&a, SCRATCH_MAX);
	fl_slice_line(&text, &line);
	int rc = fl_json_read(line, &answer_shape, &a, &object, err);
	const struct answer *answer = rc ? NULL : object;
	bool proven = rc == 0 && answer->fate == DS_CONTRAST_PROVEN;
	if (proven)
		rc = put_records(m, text, &a, &fresh, err);
	if (rc == 0)
		count_pair(m, p,
			proven && !fresh ? DS_CONTRAST_DUPLICATE
					 : (enum ds_contrast_fate)answer->fate,
			answer->why);
	fl_arena_release(&a);
	return rc ? rc : is_enough(m);
}

static int turn(struct making *m, struct fl_crew *c, struct fl_error *err)
{
	if (m->opts->stop && *m->opts->stop)
		return fl_error_set(err, FL_ECLOSED, "interrupted");
	int rc = fl_crew_turn(c, TURN_MS, err);
	ds_cache_tell_lost(m->cache, &m->told_unkept, m->opts->unkept, m->opts->ctx);
	return rc;
}

static int ask_all(struct making *m, struct fl_crew *c, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < m->pairs.len; i++) {
		char number[24];
		while (rc == 0 && !fl_crew_has_room(c))
			rc = turn(m, c, err);
		snprintf(number, sizeof(number), "%zu", i);
		rc = rc ? rc : fl_crew_ask(c, fl_slice_str(number), err);
	}
	while (rc == 0 && fl_crew_collected(c) < fl_crew_asked(c))
		rc = turn(m, c, err);
	return rc == 1 ? 0 : rc; /* enough is there */
}

static int make_shards(struct making *m, struct fl_error *err)
{
	const struct fl_crew_opts crew = {.jobs = m->opts->jobs,
		.bytes_max = ANSWER_MAX,
		.wall_ms = PAIR_WALL_MS,
		.ctx = m,
		.start = worker_start,
		.answer = worker_answer,
		.finish = worker_finish,
		.collect = collect};
	const struct ds_shards_opts shards = {.dir = m->out.dir, .seekable = m->opts->seekable};
	struct ds_shards *s = NULL;
	struct fl_crew *c = NULL;
	int rc = ds_shards_new(&shards, &s, err);
	if (rc == 0)
		m->sink = ds_shards_sink(s);
	rc = rc ? rc : fl_crew_new(&crew, &c, err);
	rc = rc ? rc : ask_all(m, c, err);
	fl_crew_end(c, false);
	rc = rc ? rc : ds_shards_finish(s, m->arena, &m->report.manifest.shards, err);
	ds_shards_free(s);
	return rc;
}

/* ---- the manifest ---- */

static struct fl_list arguments_of(const struct making *m)
{
	enum { MOST = 8 + DS_CONTRASTS };
	const struct ds_contrast_opts *o = m->opts;
	struct fl_slice *all = fl_arena_array(m->arena, MOST, sizeof(*all));
	size_t n = 0;
	if (!all)
		return (struct fl_list){0};
	all[n++] = FL_S("build");
	all[n++] = fl_arena_printf(m->arena, "--contrast=%zu", o->count);
	for (int i = 0; i < DS_CONTRASTS; i++)
		if (o->only[i])
			all[n++] = fl_arena_printf(m->arena, "--contrast=%s", ds_contrasts[i].name);
	all[n++] = fl_arena_printf(m->arena, "--seed=%llu", (unsigned long long)o->seed);
	all[n++] = fl_arena_printf(m->arena, "--completion=%s", ds_form_names.words[o->form]);
	all[n++] = fl_arena_printf(m->arena, "--prompt-bytes=%lld", (long long)o->prompt_bytes);
	all[n++] = fl_arena_printf(m->arena, "--compile-limit=%u",
		(o->box.compile_ms ? o->box.compile_ms : FL_COMPILE_CPU_MS) / 1000);
	if (o->seekable)
		all[n++] = fl_arena_printf(m->arena, "--seekable=%zu", o->seekable);
	return (struct fl_list){all, n};
}

/* What was dropped, of all contrasts together. */
static struct fl_list dropped(const struct making *m)
{
	struct ds_count *counts = fl_arena_array(m->arena, DS_CONTRAST_FATE_COUNT, sizeof(*counts));
	size_t n = 0;
	for (int fate = 0; counts && fate < DS_CONTRAST_PROVEN; fate++) {
		int64_t sum = 0;
		for (int i = 0; i < DS_CONTRASTS; i++)
			sum += m->report.fates[i][fate];
		if (sum)
			counts[n++] = (struct ds_count){
				fl_slice_str(ds_contrast_fate_names.words[fate]), sum};
	}
	return (struct fl_list){counts, n};
}

static int write_manifest(struct making *m, struct fl_error *err)
{
	struct ds_manifest *out = &m->report.manifest;
	bool none = m->report.proven == 0;
	out->schema_version = DS_SCHEMA_VERSION;
	out->faultline = FL_S(FL_VERSION);
	out->seed = (int64_t)m->opts->seed;
	out->arguments = arguments_of(m);
	out->fingerprint = m->toolchain.fingerprint;
	out->toolchain = m->toolchain.lines;
	out->skipped = dropped(m);
	int rc = fl_arena_error(m->arena, "the manifest", err);
	if (rc == 0 && none && m->out.replaces)
		return fl_error_set(err, FL_EREFUSED,
			"no pair was proven; the dataset is as it was: %s", m->opts->out);
	rc = rc ? rc : ds_manifest_write(m->out.dir, out, err);
	rc = rc ? rc : ds_out_commit(&m->out, err);
	return rc || !none ? rc : fl_error_set(err, FL_EREFUSED, "no pair was proven");
}

static int make(struct making *m, struct fl_error *err)
{
	int rc = ds_contrast_plan(m->opts, m->arena, &m->pairs, err);
	for (size_t i = 0; rc == 0 && i < m->pairs.len; i++)
		m->report.there[pair_at(m, i)->contrast]++;
	bool all = m->opts->count == 0 || m->opts->count > m->pairs.len;
	m->report.wanted = all ? m->pairs.len : m->opts->count;
	rc = rc ? rc : ds_cache_self(m->exe, err);
	rc = rc ? rc : ds_toolchain_detect(m->arena, &m->toolchain, err);
	rc = rc ? rc : ds_worker_compilers(m->arena, m->compilers, err);
	rc = rc ? rc : ds_out_open(m->opts->out, m->opts->overwrite, &m->out, err);
	rc = rc ? rc : make_shards(m, err);
	rc = rc ? rc : write_manifest(m, err);
	ds_out_close(&m->out);
	return rc;
}

int ds_contrast_make(const struct ds_contrast_opts *opts, struct fl_arena *a,
	struct ds_contrast_report *ret_report, struct fl_error *err)
{
	struct making m = {.opts = opts, .arena = a, .out = DS_OUT_NONE};
	struct ds_cache cache;
	int rc = opts->cache ? ds_cache_open(opts->cache, &cache, err) : 0;
	if (rc) {
		fl_error_wrap(err, DS_NO_CACHE);
		return rc;
	}
	m.cache = opts->cache ? &cache : NULL;
	rc = make(&m, err);
	fl_box_tidy(); /* after workers that were killed */
	fl_seen_release(&m.faults);
	if (rc == 0 || rc == FL_EREFUSED)
		*ret_report = m.report;
	if (m.cache) {
		ds_cache_sweep(m.cache, DS_CACHE_MAX, NULL); /* costs disk, not correctness */
		ds_cache_close(m.cache);
	}
	return rc;
}

/* ---- the summary ---- */

static int64_t tried(const struct ds_contrast_report *r, int contrast)
{
	int64_t sum = 0;
	for (int fate = 0; fate < DS_CONTRAST_FATE_COUNT; fate++)
		sum += r->fates[contrast][fate];
	return sum;
}

void ds_contrast_show(struct fl_buf *out, const struct ds_contrast_report *r)
{
	fl_buf_printf(
		out, "%-10s %6s %6s %6s %7s\n", "contrast", "there", "tried", "proven", "dropped");
	for (int i = 0; i < DS_CONTRASTS; i++) {
		int64_t proven = r->fates[i][DS_CONTRAST_PROVEN], all = tried(r, i);
		if (r->there[i])
			fl_buf_printf(out, "%-10s %6lld %6lld %6lld %7lld  %s\n",
				ds_contrasts[i].name, (long long)r->there[i], (long long)all,
				(long long)proven, (long long)(all - proven), ds_contrasts[i].doc);
	}
	for (int fate = 0; fate < DS_CONTRAST_PROVEN; fate++) {
		int64_t sum = 0;
		for (int i = 0; i < DS_CONTRASTS; i++)
			sum += r->fates[i][fate];
		if (sum)
			fl_buf_printf(out, "  %-16s %6lld  %s\n",
				ds_contrast_fate_names.words[fate], (long long)sum,
				ds_contrast_fate_docs[fate]);
	}
	fl_buf_printf(out, "pairs     %lld of %zu, %lld records\n", (long long)r->proven, r->wanted,
		(long long)r->proven * 2);
}
