#include "datasets/kernels/kernels.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/crew.h"
#include "base/hash.h"
#include "base/json.h"
#include "datasets/kernels/choose.h"
#include "datasets/kernels/compose.h"
#include "datasets/kernels/finish.h"
#include "datasets/out.h"
#include "datasets/shard.h"
#include "tracegen/sites.h"

enum {
	JOBS_MAX = 4096, /* kernels with their machines */
	TRIES_A_RECORD = 12,
	SCRATCH_MAX = 512 << 20,
	ANSWER_MAX = 256 << 20,
	TURN_MS = 200,
	BOX_MEMORY_MB = 1536 /* what two emulators and a debugger take at most */
};

/* A kernel on a machine, which one worker does. */
struct job {
	const struct fl_list *files; /* of its directory */
	struct tg_kernel_choice choice;
};

struct kernels {
	const struct ds_kernels_opts *opts;
	struct fl_arena *arena; /* of the caller */
	struct ds_toolchain toolchain;
	struct fl_vec jobs; /* struct job */
	struct fl_crew *crew;
	struct fl_sink *sink;
	struct ds_out out;
	struct fl_vec rows; /* struct ds_kernel_row */
	struct ds_kernels_report report;
};

/* ---- what a worker tells: a row, a line for each fault without a record, the records ---- */

static const struct fl_field row_fields[] = {
	FL_ROW(struct ds_kernel_row, name, FL_TEXT, .doc = "of the kernel"),
	FL_ROW(struct ds_kernel_row, machine, FL_TEXT, .doc = "that it is for"),
	FL_ROW(struct ds_kernel_row, refused, FL_TEXT, .doc = "why it cannot be used, or empty"),
	FL_ROW(struct ds_kernel_row, said, FL_TEXT, .doc = "more on that"),
	FL_ROW(struct ds_kernel_row, sites, FL_INT, .doc = "faults that it can have"),
	FL_ROW(struct ds_kernel_row, records, FL_INT, .doc = "records"),
	FL_ROW(struct ds_kernel_row, fates, FL_LIST, .shape = &ds_count_shape, .item = "fate",
		.doc = "what became of the faults"),
	FL_ROW(struct ds_kernel_row, left, FL_INT, .doc = "faults without a record"),
	FL_ROW(struct ds_kernel_row, cpu_ms, FL_INT, .doc = "CPU time of the boots"),
	FL_ROW(struct ds_kernel_row, boots, FL_INT, .doc = "boots without a debugger"),
};

static const struct fl_shape row_shape = {.name = "kernel_row",
	.size = sizeof(struct ds_kernel_row),
	FL_SHAPE_FIELDS(row_fields),
	.doc = "What became of a kernel on a machine."};

/* ---- in a worker ---- */

struct worker {
	struct fl_box *box;
};

/* One kernel under work. */
struct work {
	const struct kernels *all;
	struct tg_kernel_bench bench;
	struct ds_kernel_facts facts;
	struct fl_arena *a; /* of the kernel */
	struct ds_kernel_row row;
	int64_t fates[TG_KERNEL_FATE_COUNT], refused;
	struct fl_buf left, records;
};

static int worker_start(void *ctx, void **ret_state, struct fl_error *err)
{
	const struct kernels *k = ctx;
	struct worker *w = calloc(1, sizeof(*w));
	struct fl_box_opts box = k->opts->box;
	if (!w)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a worker");
	box.memory_max = (size_t)BOX_MEMORY_MB << 20;
	int rc = fl_box_new(&box, &w->box, err);
	if (rc)
		free(w);
	else
		*ret_state = w;
	return rc;
}

static void worker_finish(void *ctx, void *state)
{
	struct worker *w = state;
	(void)ctx;
	fl_box_free(w->box);
	free(w);
}

static void tell_left(
	struct work *w, const struct tg_site *s, const char *fate, struct fl_slice why)
{
	const struct fl_slice texts[] = {w->row.name, w->row.machine, s->op, s->file, s->original,
		s->replacement, fl_slice_str(fate), why};
	static const char *const keys[] = {"{\"kernel\":", ",\"machine\":", ",\"operator\":",
		",\"file\":", ",\"original\":", ",\"replacement\":", ",\"fate\":", ",\"why\":"};
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		fl_buf_str(&w->left, keys[i]);
		fl_json_text(&w->left, texts[i]);
	}
	fl_buf_printf(&w->left, ",\"line\":%lld}\n", (long long)s->line);
	w->row.left++;
}

static int put_record(struct work *w, const struct tg_site *site, const struct tg_kernel_try *seen,
	struct fl_arena *a, struct fl_error *err)
{
	const struct ds_kernel_case c = {.bench = &w->bench,
		.facts = &w->facts,
		.site = site,
		.seen = seen,
		.seed = w->all->opts->seed,
		.form = w->all->opts->form,
		.prompt_bytes = w->all->opts->prompt_bytes};
	struct ds_record record;
	struct fl_error why = {0};
	int rc = ds_kernel_compose(&c, a, &record, &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT) {
		w->refused++;
		tell_left(w, site, "refused", fl_slice_str(why.message));
		return 0;
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	ds_record_write(&w->records, &record);
	fl_buf_char(&w->records, '\n');
	w->row.records++;
	return 0;
}

static int try_site(struct work *w, const struct tg_site *site, struct fl_error *err)
{
	struct tg_kernel_try seen;
	struct fl_arena a;
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = tg_kernel_try(&w->bench, site, &a, &seen, err);
	if (rc == 0) {
		w->fates[seen.fate]++;
		w->row.boots += seen.boots;
		w->row.cpu_ms += seen.cpu_ms;
	}
	if (rc == 0 && seen.fate == TG_KERNEL_OBSERVED)
		rc = put_record(w, site, &seen, &a, err);
	else if (rc == 0)
		tell_left(w, site, tg_kernel_fate_names.words[seen.fate], seen.why);
	fl_arena_release(&a);
	return rc;
}

/* The fates that there were, in the order of the table. */
static struct fl_list count_fates(const struct work *w, struct fl_arena *a)
{
	struct ds_count *c = fl_arena_array(a, TG_KERNEL_FATE_COUNT + 1, sizeof(*c));
	size_t n = 0;
	for (int i = 0; c && i < TG_KERNEL_OBSERVED; i++)
		if (w->fates[i])
			c[n++] = (struct ds_count){
				fl_slice_str(tg_kernel_fate_names.words[i]), w->fates[i]};
	if (c && w->refused)
		c[n++] = (struct ds_count){FL_S("refused"), w->refused};
	return (struct fl_list){c, n};
}

static int try_sites(struct work *w, const struct fl_list *sites, struct fl_error *err)
{
	const struct ds_kernels_opts *o = w->all->opts;
	const struct tg_site *s = sites->items;
	unsigned most = o->sites ? o->sites : o->limit * TRIES_A_RECORD;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < sites->len && (!most || i < most); i++) {
		if (o->limit && w->row.records >= (int64_t)o->limit)
			break;
		rc = try_site(w, &s[i], err);
	}
	return rc;
}

/* The kernel's name and machine, and the seed: kernels of a manifest differ in what is tried. */
static struct fl_slice key_of(const struct work *w)
{
	return fl_arena_printf(w->a, "%llu %.*s %.*s", (unsigned long long)w->all->opts->seed,
		FL_ARG(w->row.name), FL_ARG(w->row.machine));
}

static int do_kernel(
	struct work *w, struct fl_box *box, const struct tg_kernel *kernel, struct fl_error *err)
{
	struct fl_list sites;
	int rc = tg_kernel_load(box, kernel, w->a, &w->bench, err);
	if (rc || w->bench.refused) {
		w->row.refused = fl_slice_str(w->bench.refused ? w->bench.refused : "");
		w->row.said = w->bench.said;
		return rc;
	}
	rc = ds_kernel_facts(&w->bench, &w->all->toolchain, w->a, &w->facts, err);
	if (rc)
		return rc;
	struct fl_error why;
	rc = tg_sites(box, &w->bench.kernel.program, w->a, &sites, &why);
	if (rc == FL_EPARSE) {
		w->row.refused = FL_S("libclang cannot read it");
		w->row.said = fl_arena_slice(w->a, fl_slice_str(why.message));
		return 0;
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	bool only[TG_OP_COUNT];
	const char *ops = w->all->opts->ops;
	rc = ops ? tg_ops_named(fl_slice_str(ops), only, err) : 0;
	rc = rc ? rc : ds_kernel_choose(&sites, ops ? only : NULL, key_of(w), w->a, &sites, err);
	w->row.sites = (int64_t)sites.len;
	return rc ? rc : try_sites(w, &sites, err);
}

static int answer_job(const struct kernels *k, const struct job *j, struct fl_box *box,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err)
{
	struct work w = {.all = k, .a = a};
	struct tg_kernel kernel;
	struct fl_error why;
	w.row.name = j->choice.name;
	w.row.machine = fl_slice_str(dbg_qemu_machine_words[j->choice.machine]);
	fl_buf_init(&w.left, ANSWER_MAX / 2);
	fl_buf_init(&w.records, ANSWER_MAX / 2);
	int rc = tg_kernel_read(j->files, &j->choice, a, &kernel, &why);
	if (rc) {
		w.row.refused = FL_S("its manifest is wrong");
		w.row.said = fl_arena_slice(a, fl_slice_str(why.message));
		rc = 0;
	} else {
		rc = do_kernel(&w, box, &kernel, err);
	}
	w.row.fates = count_fates(&w, a);
	fl_json_object(out, &row_shape, &w.row);
	fl_buf_char(out, '\n');
	fl_buf_slice(out, fl_buf_view(&w.left));
	fl_buf_slice(out, fl_buf_view(&w.records));
	rc = rc ? rc : fl_buf_error(&w.left, "a kernel's faults", err);
	rc = rc ? rc : fl_buf_error(&w.records, "a kernel's records", err);
	fl_buf_release(&w.left);
	fl_buf_release(&w.records);
	return rc ? rc : fl_buf_error(out, "a kernel's records", err);
}

static int worker_answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	const struct kernels *k = ctx;
	const struct worker *w = state;
	struct fl_arena a;
	uint32_t number = 0;
	if (!fl_slice_uint(question, &number) || number >= k->jobs.len)
		return fl_error_set(err, FL_EINVAL, "there is no such kernel");
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = answer_job(k, fl_vec_at(&k->jobs, number), w->box, &a, out, err);
	fl_arena_release(&a);
	return rc;
}

/* ---- here ---- */

static int put_rows(struct kernels *k, const struct ds_kernel_row *row, struct fl_slice text,
	struct fl_error *err)
{
	struct fl_slice line;
	int rc = 0;
	for (int64_t i = 0; i < row->left && fl_slice_line(&text, &line); i++)
		if (k->opts->left_out)
			k->opts->left_out(k->opts->ctx, line);
	while (rc == 0 && fl_slice_line(&text, &line)) {
		struct ds_record *r;
		struct fl_arena a;
		fl_arena_init(&a, SCRATCH_MAX);
		rc = ds_record_read(line, &a, &r, err);
		rc = rc ? rc : ds_record_check(r, err);
		rc = rc ? rc : k->sink->put(k->sink, &ds_record_shape, r, err);
		k->report.records += rc == 0;
		fl_arena_release(&a);
	}
	return rc;
}

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	struct kernels *k = ctx;
	const struct job *j = fl_vec_at(&k->jobs, number);
	struct ds_kernel_row *row = fl_vec_add(&k->rows);
	struct fl_slice line = {0};
	void *object = NULL;
	(void)question;
	if (!row)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the kernels");
	if (k->opts->progress)
		k->opts->progress(k->opts->ctx, k->rows.len, k->jobs.len);
	if (failure) {
		*row = (struct ds_kernel_row){.name = j->choice.name,
			.machine = fl_slice_str(dbg_qemu_machine_words[j->choice.machine]),
			.refused = FL_S("a tool of ours failed"),
			.said = fl_arena_slice(k->arena, fl_slice_str(failure->message))};
		return failure->code == FL_EMISSING
			       ? fl_error_set(err, failure->code, "%s", failure->message)
			       : 0;
	}
	fl_slice_line(&text, &line);
	int rc = fl_json_read(fl_arena_slice(k->arena, line), &row_shape, k->arena, &object, err);
	if (rc)
		return rc;
	*row = *(const struct ds_kernel_row *)object;
	return put_rows(k, row, text, err);
}

static int add_dir(struct kernels *k, const char *dir, struct fl_error *err)
{
	struct fl_list *files = fl_arena_alloc(k->arena, sizeof(*files));
	struct fl_list choices;
	if (!files)
		return fl_arena_error(k->arena, "the kernels", err);
	int rc = tg_kernel_files(dir, k->arena, files, err);
	rc = rc ? rc : tg_kernel_list(files, k->arena, &choices, err);
	if (rc == 0 && !choices.len)
		rc = fl_error_set(err, FL_EINVAL, "it tells of no kernel");
	for (size_t i = 0; rc == 0 && i < choices.len; i++) {
		struct job *j = fl_vec_add(&k->jobs);
		if (!j)
			return fl_error_set(err, FL_ELIMIT, "there are too many kernels");
		*j = (struct job){files, ((const struct tg_kernel_choice *)choices.items)[i]};
	}
	if (rc == FL_EPARSE || rc == FL_ENOTFOUND)
		rc = err->code = FL_EINVAL; /* the user's own word is what is wrong */
	return rc ? fl_error_wrap(err, "%s", dir), rc : 0;
}

static int turn(struct kernels *k, struct fl_error *err)
{
	if (k->opts->stop && *k->opts->stop)
		return fl_error_set(err, FL_ECLOSED, "interrupted");
	return fl_crew_turn(k->crew, TURN_MS, err);
}

static int ask_all(struct kernels *k, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < k->jobs.len; i++) {
		char number[24];
		while (rc == 0 && !fl_crew_has_room(k->crew))
			rc = turn(k, err);
		snprintf(number, sizeof(number), "%zu", i);
		rc = rc ? rc : fl_crew_ask(k->crew, fl_slice_str(number), err);
	}
	while (rc == 0 && fl_crew_collected(k->crew) < fl_crew_asked(k->crew))
		rc = turn(k, err);
	return rc;
}

static int make_all(struct kernels *k, struct fl_error *err)
{
	const struct fl_crew_opts crew = {.jobs = k->opts->jobs,
		.bytes_max = ANSWER_MAX,
		.ctx = k,
		.start = worker_start,
		.answer = worker_answer,
		.finish = worker_finish,
		.collect = collect};
	const struct ds_shards_opts opts = {.dir = k->out.dir, .seekable = k->opts->seekable};
	struct ds_shards *shards = NULL;
	int rc = ds_shards_new(&opts, &shards, err);
	if (rc == 0)
		k->sink = ds_shards_sink(shards);
	rc = rc ? rc : fl_crew_new(&crew, &k->crew, err);
	rc = rc ? rc : ask_all(k, err);
	fl_crew_end(k->crew, false);
	rc = rc ? rc : ds_shards_finish(shards, k->arena, &k->report.manifest.shards, err);
	ds_shards_free(shards);
	return rc;
}

int ds_kernels(const struct ds_kernels_opts *opts, struct fl_arena *a,
	struct ds_kernels_report *ret_report, struct fl_error *err)
{
	struct kernels k = {.opts = opts, .arena = a, .out = DS_OUT_NONE};
	fl_vec_init(&k.jobs, sizeof(struct job), JOBS_MAX);
	fl_vec_init(&k.rows, sizeof(struct ds_kernel_row), JOBS_MAX);
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < opts->dir_count; i++)
		rc = add_dir(&k, opts->dirs[i], err);
	rc = rc ? rc : ds_toolchain_detect(a, &k.toolchain, err);
	rc = rc ? rc : ds_out_open(opts->out, opts->overwrite, &k.out, err);
	rc = rc ? rc : make_all(&k, err);
	k.report.rows = fl_vec_freeze(&k.rows, a);
	rc = rc ? rc : ds_kernels_finish(opts, &k.toolchain, &k.out, a, &k.report, err);
	ds_out_close(&k.out);
	fl_box_tidy(); /* after workers that were killed */
	fl_vec_release(&k.jobs);
	fl_vec_release(&k.rows);
	if (rc == 0 || rc == FL_EREFUSED)
		*ret_report = k.report;
	return rc;
}
