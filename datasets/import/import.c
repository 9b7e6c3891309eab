#include "datasets/import/import.h"

#include <stdlib.h>
#include <time.h>

#include "base/crew.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/seen.h"
#include "datasets/cache.h"
#include "datasets/import/attempt.h"
#include "datasets/import/finding.h"
#include "datasets/import/rows.h"
#include "datasets/out.h"
#include "datasets/worker.h"

enum { SCRATCH_MAX = 512 << 20, ANSWER_MAX = 256 << 20, ROW_WALL_MS = 1800000, TURN_MS = 200 };

/* What became of a row, as a worker tells it; its records follow, a line each. */
struct answer {
	int fate; /* enum ds_fate */
	struct fl_slice where, why;
	int64_t records;
};

static const struct fl_field answer_fields[] = {
	FL_ROW(struct answer, fate, FL_ENUM, .names = &ds_fate_names, .doc = "what became of it"),
	FL_ROW(struct answer, where, FL_TEXT, .doc = "commit:path, or empty"),
	FL_ROW(struct answer, why, FL_TEXT, .doc = "says more, or empty"),
	FL_ROW(struct answer, records, FL_INT, .doc = "records that follow"),
};

static const struct fl_shape answer_shape = {.name = "answer",
	.size = sizeof(struct answer),
	FL_SHAPE_FIELDS(answer_fields),
	.doc = "What became of a row."};

struct import {
	const struct ds_import_opts *opts;
	struct fl_arena *arena; /* of the caller */
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2];
	struct ds_cache *cache; /* NULL: none */
	bool told_unkept;
	char exe[65];
	struct ds_rows *from;
	struct fl_vec
		lines; /* uint64_t, a ring: of the rows that were asked and not yet collected */
	struct fl_sink *sink;
	struct fl_seen faults; /* fault and tool of the records so far */
	struct ds_out out;
	struct fl_error damage; /* of the input: what was read of it, and why no more */
	struct ds_import_report report;
};

/* ---- in a worker ---- */

/* Sides are compiled where they are run. */
struct bench {
	struct ds_worker runner;
	struct ds_real_bench real;
};

static int open_bench(const struct import *m, struct bench *b, struct fl_error *err)
{
	const struct ds_import_opts *o = m->opts;
	const struct ds_worker_opts opts = {.box = o->box,
		.toolchain = &m->toolchain,
		.compilers = m->compilers,
		.seed = o->seed,
		.form = o->form,
		.prompt_bytes = o->prompt_bytes};
	int rc = ds_worker_open(&b->runner, &opts, err);
	if (rc) {
		ds_worker_close(&b->runner);
		return rc;
	}
	b->real = (struct ds_real_bench){.box = b->runner.box,
		.toolchain = &m->toolchain,
		.compilers = m->compilers,
		.seed = o->seed,
		.form = o->form,
		.prompt_bytes = o->prompt_bytes,
		.runner = o->run ? &b->runner : NULL,
		.inputs = o->inputs};
	return 0;
}

static int worker_start(void *ctx, void **ret_state, struct fl_error *err)
{
	const struct import *m = ctx;
	struct bench *b = calloc(1, sizeof(*b));
	if (!b)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a worker");
	int rc = open_bench(m, b, err);
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
	ds_worker_close(&b->runner);
	free(b);
}

static void write_answer(struct fl_buf *out, enum ds_fate fate, struct fl_slice where,
	struct fl_slice why, const struct ds_attempt *attempt)
{
	const struct answer answer = {.fate = (int)fate,
		.where = where,
		.why = why,
		.records = attempt ? (int64_t)attempt->count : 0};
	fl_json_object(out, &answer_shape, &answer);
	fl_buf_char(out, '\n');
	for (size_t i = 0; attempt && i < attempt->count; i++) {
		ds_record_write(out, &attempt->records[i]);
		fl_buf_char(out, '\n');
	}
}

/* "commit:path", as git names it, or the commit alone; "" where none is known. */
static struct fl_slice where_of(const struct ds_pair *p, struct fl_arena *a)
{
	if (!p->commit.len || !p->path.len)
		return p->commit;
	return fl_arena_printf(a, "%.*s:%.*s", FL_ARG(p->commit), FL_ARG(p->path));
}

/* The same; where no commit is known, the row: "pairs.jsonl:17". */
static struct fl_slice source_of(
	const struct import *m, const struct ds_pair *p, uint64_t line, struct fl_arena *a)
{
	if (p->commit.len && p->path.len)
		return where_of(p, a);
	return fl_arena_printf(
		a, "%.*s:%llu", FL_ARG(ds_rows_name(m->from)), (unsigned long long)line);
}

/* All that shapes the records of a pair. */
static int key_of(const struct import *m, const struct ds_pair *p, struct fl_slice source,
	struct fl_arena *a, char ret_key[65], struct fl_error *err)
{
	const struct ds_import_opts *o = m->opts;
	const struct ds_unit *u = &p->unit;
	struct fl_slice shape = fl_arena_printf(a, "%llu %lld %d %d %d %d %u %d %zu %d %zu",
		(unsigned long long)o->seed, (long long)o->prompt_bytes, (int)o->form, o->whole,
		o->use[0], o->use[1], o->box.compile_ms, u->language, u->dirs.len, o->run,
		o->run ? o->inputs : 0);
	const struct fl_slice fixed[] = {FL_LIT("import"), fl_slice_str(m->exe),
		m->toolchain.fingerprint, shape, source, u->name, p->before, p->after, p->message,
		p->repository, p->licence, fl_slice_str(o->checks ? o->checks : "")};
	size_t n = sizeof(fixed) / sizeof(fixed[0]);
	struct fl_slice *parts =
		fl_arena_array(a, n + u->dirs.len + 2 * u->headers.len, sizeof(*parts));
	if (!parts)
		return fl_arena_error(a, "a pair", err);
	memcpy(parts, fixed, sizeof(fixed));
	for (size_t i = 0; i < u->dirs.len; i++)
		parts[n++] = tg_text_at(&u->dirs, i);
	for (size_t i = 0; i < u->headers.len; i++) {
		parts[n++] = ((const struct tg_file *)u->headers.items)[i].path;
		parts[n++] = ((const struct tg_file *)u->headers.items)[i].content;
	}
	fl_sha256_parts(parts, n, ret_key);
	return 0;
}

static int try_pair(struct import *m, struct ds_real_bench *b, const struct ds_pair *p,
	struct fl_slice source, struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	struct ds_attempt attempt;
	char key[65];
	int rc = key_of(m, p, source, a, key, err);
	if (rc)
		return rc;
	if (ds_cache_get(m->cache, key, out, NULL) == 0)
		return 0;
	const char *checks = m->opts->checks;
	rc = checks ? ds_attempt_findings(b, p, source, checks, a, &attempt, err)
		    : ds_attempt(b, p, source, m->opts->use, m->opts->whole, a, &attempt, err);
	if (rc)
		return rc;
	write_answer(out, attempt.fate, where_of(p, a), attempt.why, &attempt);
	ds_cache_keep(m->cache, key, fl_buf_view(out));
	return 0;
}

/* The box after a failure is not trusted any more. */
static int renew(const struct import *m, struct bench *b, struct fl_error *err)
{
	ds_worker_close(&b->runner);
	return open_bench(m, b, err);
}

/* What becomes of a row, but for what is wrong with our own tools. */
static int answer_row(struct import *m, struct ds_real_bench *b, struct fl_slice row, uint64_t line,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	struct ds_pair pair = {0};
	struct fl_slice why = {0};
	enum ds_fate fate;
	int rc = ds_rows_pair(m->from, row, a, &pair, &fate, &why, err);
	if (rc)
		return rc;
	if (fate == DS_FATE_TAKEN)
		return try_pair(m, b, &pair, source_of(m, &pair, line, a), a, out, err);
	write_answer(out, fate, where_of(&pair, a), why, NULL);
	return fl_arena_error(a, "a row", err);
}

/* A question is the row's number and its bytes. */
static int worker_answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	struct import *m = ctx;
	struct bench *b = state;
	struct fl_error why;
	struct fl_arena a;
	uint64_t line;
	int rc = 0;
	memcpy(&line, question.ptr, sizeof(line));
	question = fl_slice_skip(question, sizeof(line));
	fl_arena_init(&a, SCRATCH_MAX);
	if (answer_row(m, &b->real, question, line, &a, out, &why)) {
		fl_buf_clear(out);
		write_answer(out, DS_FATE_LOST, fl_slice(NULL, 0), fl_slice_str(why.message), NULL);
		rc = renew(m, b, err);
	}
	fl_arena_release(&a);
	return rc;
}

/* ---- here ---- */

enum { TIDY = TG_CLANG + 1, TOOLS };

/* Who refused the side before: a compiler, or clang-tidy. */
static int tool_of(const struct ds_record *r)
{
	const struct ds_command *command = r->build.items;
	if (ds_finding_check(&command->argv).len)
		return TIDY;
	return fl_slice_starts(tg_text_at(&command->argv, 0), "clang") ? TG_CLANG : TG_GCC;
}

/* Has the same fault by the same tool come before? It has from now on. */
static int is_new(struct import *m, const struct ds_record *r, bool *ret_new, struct fl_error *err)
{
	struct fl_slice key = fl_arena_printf(m->arena, "%.*s%d", FL_ARG(r->fault), tool_of(r));
	return key.len ? fl_seen_add(&m->faults, key.ptr, ret_new, err)
		       : fl_arena_error(m->arena, "the faults", err);
}

static int put_record(struct import *m, struct fl_slice line, bool *ret_new, struct fl_error *err)
{
	struct ds_record *r;
	struct fl_arena a;
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = ds_record_read(line, &a, &r, err);
	rc = rc ? rc : ds_record_check(r, err);
	rc = rc ? rc : is_new(m, r, ret_new, err);
	if (rc == 0 && *ret_new) {
		rc = m->sink->put(m->sink, &ds_record_shape, r, err);
		m->report.by_tool[tool_of(r)]++;
		m->report.by_class[r->error_class]++;
		m->report.reported += r->kind == DS_KIND_SANITIZER_FIX;
		m->report.records++;
	}
	fl_arena_release(&a);
	return rc;
}

static void count_row(struct import *m, uint64_t line, enum ds_fate fate, struct fl_slice where,
	struct fl_slice why)
{
	m->report.rows++;
	m->report.fates[fate]++;
	if (fate != DS_FATE_TAKEN && m->opts->left_out)
		m->opts->left_out(m->opts->ctx, line, where, ds_fates[fate].word, why);
	if (ds_fates[fate].bad)
		m->opts->complain(m->opts->ctx, line, where, ds_fates[fate].word, why);
}

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	struct import *m = ctx;
	uint64_t row = *(const uint64_t *)fl_vec_at(&m->lines, (size_t)(number % m->lines.len));
	struct fl_slice line;
	struct fl_arena a;
	void *object;
	bool fresh = true, any = false;
	(void)question;
	if (failure) {
		count_row(m, row, DS_FATE_LOST, fl_slice(NULL, 0), fl_slice_str(failure->message));
		return 0;
	}
	fl_arena_init(&a, SCRATCH_MAX);
	fl_slice_line(&text, &line);
	int rc = fl_json_read(line, &answer_shape, &a, &object, err);
	const struct answer *answer = rc ? NULL : object;
	while (rc == 0 && fl_slice_line(&text, &line)) {
		rc = put_record(m, line, &fresh, err);
		any |= fresh;
	}
	if (rc == 0)
		count_row(m, row,
			answer->records && !any ? DS_FATE_DUPLICATE : (enum ds_fate)answer->fate,
			answer->where, answer->why);
	fl_arena_release(&a);
	return rc;
}

/*
 * Ask while there is room. Rows that are asked and not collected are fewer than the numbers that
 * are kept of them. *ret_end: there are no more rows.
 */
static int give_rows(struct import *m, struct fl_crew *c, struct fl_buf *question, bool *ret_end,
	struct fl_error *err)
{
	int rc = 0;
	while (rc == 0 && !*ret_end && fl_crew_has_room(c) &&
		fl_crew_asked(c) - fl_crew_collected(c) < m->lines.len) {
		uint64_t number = 0;
		struct fl_error why;
		fl_buf_clear(question);
		fl_buf_add(question, &number, sizeof(number));
		int got = ds_rows_next(m->from, question, &number, &why);
		*ret_end = got != 1;
		if (got < 0) {
			m->report.damaged = true;
			m->damage = why;
			m->opts->complain(m->opts->ctx, why.line, fl_slice(NULL, 0), "damaged",
				fl_slice_str(why.message));
		} else if (got == 1) {
			*(uint64_t *)fl_vec_at(
				&m->lines, (size_t)(fl_crew_asked(c) % m->lines.len)) = number;
			rc = fl_buf_error(question, "a row", err);
			if (rc == 0)
				memcpy(question->data, &number, sizeof(number));
			rc = rc ? rc : fl_crew_ask(c, fl_buf_view(question), err);
		}
	}
	return rc;
}

static int run_rows(struct import *m, struct fl_crew *c, struct fl_error *err)
{
	const struct ds_import_opts *o = m->opts;
	struct fl_buf question;
	bool end = false;
	int rc = 0;
	fl_buf_init(&question, DS_PAIR_ROW_MAX + sizeof(uint64_t));
	while (rc == 0 && !(end && fl_crew_collected(c) == fl_crew_asked(c))) {
		if (o->stop && *o->stop)
			rc = fl_error_set(err, FL_ECLOSED, "interrupted");
		rc = rc ? rc : give_rows(m, c, &question, &end, err);
		if (rc == 0 && !(end && fl_crew_collected(c) == fl_crew_asked(c)))
			rc = fl_crew_turn(c, TURN_MS, err);
		m->report.unkept = ds_cache_tell_lost(
			m->cache, &m->told_unkept, m->opts->unkept, m->opts->ctx);
		if (rc == 0 && o->progress)
			o->progress(o->ctx, fl_crew_ended(c));
	}
	fl_buf_release(&question);
	if (rc == 0 && m->report.damaged && o->left_out)
		o->left_out(o->ctx, m->damage.line, fl_slice(NULL, 0), "damaged",
			fl_slice_str(m->damage.message));
	return rc;
}

/* The numbers of the rows that are asked, in a ring. */
static int make_ring(struct import *m, struct fl_error *err)
{
	enum { RING = 1 << 15 };
	fl_vec_init(&m->lines, sizeof(uint64_t), RING);
	for (int i = 0; i < RING; i++)
		if (!fl_vec_add(&m->lines))
			return fl_error_set(err, FL_ENOMEM, "out of memory for the rows");
	return 0;
}

static int import_rows(struct import *m, struct fl_error *err)
{
	const struct fl_crew_opts crew = {.jobs = m->opts->jobs,
		.bytes_max = ANSWER_MAX,
		.wall_ms = ROW_WALL_MS,
		.ctx = m,
		.start = worker_start,
		.answer = worker_answer,
		.finish = worker_finish,
		.collect = collect};
	const struct ds_shards_opts shards = {.dir = m->out.dir, .seekable = m->opts->seekable};
	struct ds_shards *s = NULL;
	struct fl_crew *c = NULL;
	int rc = make_ring(m, err);
	rc = rc ? rc : ds_shards_new(&shards, &s, err);
	if (rc == 0)
		m->sink = ds_shards_sink(s);
	rc = rc ? rc : fl_crew_new(&crew, &c, err);
	rc = rc ? rc : run_rows(m, c, err);
	fl_crew_end(c, rc == 0);
	rc = rc ? rc : ds_shards_finish(s, m->arena, &m->report.manifest.shards, err);
	ds_shards_free(s);
	fl_vec_release(&m->lines);
	return rc;
}

/* ---- the manifest ---- */

static void add_argument(struct fl_vec *all, struct fl_slice text)
{
	struct fl_slice *slot = fl_vec_add(all);
	if (slot)
		*slot = text;
}

static void add_key(struct fl_vec *all, const char *option, const char *key, struct fl_arena *a)
{
	if (key)
		add_argument(all, fl_arena_printf(a, "--%s=%s", option, key));
}

/* As a day, which it is the first second of. */
static struct fl_slice since_of(int64_t seconds, struct fl_arena *a)
{
	char text[32];
	struct tm day;
	time_t at = (time_t)seconds;
	strftime(text, sizeof(text), "--since=%Y-%m-%d", gmtime_r(&at, &day));
	return fl_arena_slice(a, fl_slice_str(text));
}

static struct fl_list arguments_of(const struct import *m)
{
	const struct ds_import_opts *o = m->opts;
	struct fl_vec all;
	fl_vec_init(&all, sizeof(struct fl_slice), 24);
	add_argument(&all, FL_S("import"));
	add_argument(&all, fl_arena_printf(m->arena, "--seed=%llu", (unsigned long long)o->seed));
	add_argument(&all, fl_arena_printf(m->arena, "--compiler=%s",
				   o->use[0] && o->use[1] ? "both"
				   : o->use[TG_GCC]       ? "gcc"
							  : "clang"));
	add_argument(
		&all, fl_arena_printf(m->arena, "--completion=%s", ds_form_names.words[o->form]));
	add_argument(
		&all, fl_arena_printf(m->arena, "--prompt-bytes=%lld", (long long)o->prompt_bytes));
	add_argument(
		&all, fl_arena_printf(m->arena, "--compile-limit=%u",
			      (o->box.compile_ms ? o->box.compile_ms : FL_COMPILE_CPU_MS) / 1000));
	if (o->run) {
		add_argument(&all, FL_S("--run"));
		add_argument(&all, fl_arena_printf(m->arena, "--inputs=%zu", o->inputs));
	}
	if (o->whole)
		add_argument(&all, FL_S("--whole"));
	if (o->seekable)
		add_argument(&all, fl_arena_printf(m->arena, "--seekable=%zu", o->seekable));
	add_key(&all, "tidy", o->checks, m->arena);
	if (o->rows.tree)
		add_argument(&all, FL_S("--tree")); /* where it lay is nobody's affair */
	add_key(&all, "repository", o->rows.repository, m->arena);
	if (o->rows.max_commits)
		add_argument(&all, fl_arena_printf(m->arena, "--max-commits=%lld",
					   (long long)o->rows.max_commits));
	if (o->rows.since)
		add_argument(&all, since_of(o->rows.since, m->arena));
	add_key(&all, "before", o->rows.keys.before, m->arena);
	add_key(&all, "after", o->rows.keys.after, m->arena);
	add_key(&all, "diff", o->rows.keys.diff, m->arena);
	add_key(&all, "message", o->rows.keys.message, m->arena);
	struct fl_list list = fl_vec_freeze(&all, m->arena);
	fl_vec_release(&all);
	return list;
}

/* What is not worth the dataset that is there already leaves that as it was. */
static int not_written(const struct import *m, const char *why, struct fl_error *err)
{
	return fl_error_set(
		err, FL_EREFUSED, "%s; the dataset is as it was: %s", why, m->opts->out);
}

static int write_manifest(struct import *m, struct fl_error *err)
{
	struct ds_manifest *out = &m->report.manifest;
	struct ds_count *rows = fl_arena_array(m->arena, DS_FATE_COUNT + 1, sizeof(*rows));
	size_t n = 0;
	if (!rows)
		return fl_arena_error(m->arena, "the manifest", err);
	for (int i = 0; i < DS_FATE_TAKEN; i++)
		if (m->report.fates[i])
			rows[n++] = (struct ds_count){
				fl_slice_str(ds_fates[i].word), m->report.fates[i]};
	out->schema_version = DS_SCHEMA_VERSION;
	out->faultline = FL_S(FL_VERSION);
	out->seed = (int64_t)m->opts->seed;
	out->arguments = arguments_of(m);
	out->fingerprint = m->toolchain.fingerprint;
	out->toolchain = m->toolchain.lines;
	out->programs.taken = m->report.fates[DS_FATE_TAKEN];
	out->programs.refused = (struct fl_list){rows, n};
	if (m->report.damaged) {
		rows[n] = (struct ds_count){FL_S("the input is not whole"), 1};
		out->skipped = (struct fl_list){&rows[n], 1};
	}
	int rc = fl_arena_error(m->arena, "the manifest", err);
	const char *none =
		m->report.rows ? "no pair made a record" : "there is no row in the input";
	if (rc == 0 && m->report.records == 0 && m->out.replaces)
		return not_written(m, none, err);
	if (rc == 0 && m->report.damaged && m->out.replaces)
		return not_written(m, "the input is not whole", err);
	rc = rc ? rc : ds_manifest_write(m->out.dir, out, err);
	rc = rc ? rc : ds_out_commit(&m->out, err);
	if (rc == 0 && m->report.records == 0) /* the manifest says why */
		return fl_error_set(err, FL_EREFUSED, "%s", none);
	return rc;
}

static int run(struct import *m, struct fl_error *err)
{
	int rc = m->opts->checks ? ds_finding_ready(m->opts->checks, err) : 0;
	rc = rc ? rc : ds_cache_self(m->exe, err);
	rc = rc ? rc : ds_rows_open(&m->opts->rows, &m->from, err);
	rc = rc ? rc : ds_toolchain_detect(m->arena, &m->toolchain, err);
	rc = rc ? rc : plat_compiler_query("gcc-12", m->arena, &m->compilers[TG_GCC], err);
	rc = rc ? rc : plat_compiler_query("clang-19", m->arena, &m->compilers[TG_CLANG], err);
	rc = rc ? rc : ds_out_open(m->opts->out, m->opts->overwrite, &m->out, err);
	rc = rc ? rc : import_rows(m, err);
	rc = rc ? rc : write_manifest(m, err);
	ds_out_close(&m->out);
	ds_rows_close(m->from);
	return rc;
}

int ds_import(const struct ds_import_opts *opts, struct fl_arena *a,
	struct ds_import_report *ret_report, struct fl_error *err)
{
	struct import m = {.opts = opts, .arena = a, .out = DS_OUT_NONE};
	struct ds_cache cache;
	int rc = opts->cache ? ds_cache_open(opts->cache, &cache, err) : 0;
	if (rc) {
		fl_error_wrap(err, DS_NO_CACHE);
		return rc;
	}
	m.cache = opts->cache ? &cache : NULL;
	rc = run(&m, err);
	fl_box_tidy(); /* after workers that were killed */
	fl_seen_release(&m.faults);
	if (rc == 0 || rc == FL_EREFUSED)
		*ret_report = m.report;
	if (m.cache) {
		/* A cache that grew too large costs disk, not correctness. */
		ds_cache_sweep(m.cache, DS_CACHE_MAX, NULL);
		ds_cache_close(m.cache);
	}
	return rc;
}

/* ---- the summary ---- */

static void show_classes(struct fl_buf *out, const struct ds_import_report *r)
{
	fl_buf_str(out, "  by error class ");
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		if (r->by_class[i])
			fl_buf_printf(out, "   %s %lld", diag_class_names.words[i],
				(long long)r->by_class[i]);
	fl_buf_char(out, '\n');
}

void ds_import_show(struct fl_buf *out, const struct ds_import_report *r)
{
	fl_buf_printf(out, "rows      %lld: %lld taken\n", (long long)r->rows,
		(long long)r->fates[DS_FATE_TAKEN]);
	for (int i = 0; i < DS_FATE_TAKEN; i++)
		if (r->fates[i])
			fl_buf_printf(out, "  %-18s %6lld  %s\n", ds_fates[i].word,
				(long long)r->fates[i], ds_fates[i].doc);
	fl_buf_printf(out, "records   %lld: gcc %lld, clang %lld, clang-tidy %lld\n",
		(long long)r->records, (long long)r->by_tool[TG_GCC],
		(long long)r->by_tool[TG_CLANG], (long long)r->by_tool[TIDY]);
	if (r->reported)
		fl_buf_printf(out, "  of runs   %lld: a sanitizer reported them\n",
			(long long)r->reported);
	if (r->records)
		show_classes(out, r);
	if (r->unkept)
		fl_buf_printf(out, "  not kept  %zu results, in the cache\n", r->unkept);
	if (r->damaged)
		fl_buf_str(out, "  the input is not whole: what came before is here\n");
}
