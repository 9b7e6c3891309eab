#include "datasets/build/build_priv.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/json.h"

/* ---- what is written ---- */

static int by_content(const void *x, const void *y)
{
	const struct build_record *a = *(const struct build_record *const *)x;
	const struct build_record *b = *(const struct build_record *const *)y;
	if (a->program != b->program)
		return a->program < b->program ? -1 : 1;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->content != b->content)
		return a->content < b->content ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

/* What a program shows that does something else another time may be seen, or not, by chance. */
static int drop_unsteady(struct build *b, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; i < b->records.len && rc == 0; i++) {
		struct build_record *r = fl_vec_at(&b->records, i);
		if (!b->programs[r->program].unsteady)
			continue;
		r->dropped = true;
		rc = ds_build_skip(
			b, "no record", FL_S("the original did something else once"), err);
	}
	return rc;
}

/* Two operators may arrive at the same text; the first one keeps it. */
static int drop_duplicates(struct build *b, struct fl_error *err)
{
	struct build_record **all = ds_build_sorted(b, by_content);
	if (!all)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the records");
	for (size_t i = 1; i < b->records.len; i++) {
		struct build_record *r = all[i], *before = all[i - 1];
		if (r->program == before->program && r->kind == before->kind &&
			r->content == before->content) {
			r->dropped = true;
			b->report.ops[r->op].duplicates++;
		}
	}
	free(all);
	return 0;
}

static int by_likeness(const void *x, const void *y)
{
	const struct build_record *a = *(const struct build_record *const *)x;
	const struct build_record *b = *(const struct build_record *const *)y;
	if (a->program != b->program)
		return a->program < b->program ? -1 : 1;
	if (a->alike != b->alike)
		return a->alike < b->alike ? -1 : 1;
	return ds_build_by_key(x, y);
}

/* A program's crashes with the same report: a few tell all; which ones is the seed's choice. */
static int drop_alike(struct build *b, struct fl_error *err)
{
	struct build_record **all = ds_build_sorted(b, by_likeness);
	size_t same = 0;
	int rc = 0;
	if (!all)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the records");
	for (size_t i = 0; i < b->records.len && rc == 0; i++) {
		if (i && (all[i]->program != all[i - 1]->program ||
				 all[i]->alike != all[i - 1]->alike))
			same = 0;
		if (!all[i]->alike || all[i]->dropped || same++ < DS_ALIKE_MAX)
			continue;
		all[i]->dropped = true;
		rc = ds_build_skip(b, "no crash", FL_S("as others of its program"), err);
	}
	free(all);
	return rc;
}

static int read_spool(const struct build *b, const struct build_record *r, struct fl_buf *line,
	struct fl_error *err)
{
	fl_buf_clear(line);
	if (fl_buf_reserve(line, r->len))
		return fl_buf_error(line, "a record", err);
	while (line->len < r->len) {
		ssize_t n = pread(b->spool, line->data + line->len, r->len - line->len,
			r->offset + (off_t)line->len);
		if (n == 0)
			return fl_error_set(err, FL_EIO, "the spool of records is cut short");
		if (n < 0 && errno != EINTR)
			return fl_error_sys(err, FL_EIO, errno, "cannot read the spool of records");
		line->len += n > 0 ? (size_t)n : 0;
	}
	return 0;
}

/* Each record is read by its shape and checked once more on its way into a shard. */
static int put_record(struct build *b, const struct build_record *r, struct fl_sink *sink,
	struct fl_buf *line, struct fl_error *err)
{
	struct fl_arena a;
	struct ds_record *record;
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = read_spool(b, r, line, err);
	rc = rc ? rc : ds_record_read(fl_buf_view(line), &a, &record, err);
	rc = rc ? rc : ds_record_check(record, err);
	rc = rc ? rc : sink->put(sink, &ds_record_shape, record, err);
	if (rc == 0)
		b->report.by_class[record->error_class]++;
	fl_arena_release(&a);
	b->report.ops[r->op].records++;
	return rc;
}

static int write_shards(struct build *b, struct fl_error *err)
{
	const struct ds_shards_opts opts = {.dir = b->out.dir, .seekable = b->opts->seekable};
	struct ds_shards *shards;
	struct fl_buf line;
	int rc = ds_shards_new(&opts, &shards, err);
	if (rc)
		return rc;
	fl_buf_init(&line, DS_RECORD_MAX);
	for (size_t i = 0; i < b->records.len && rc == 0; i++)
		if (!ds_build_record(b, i)->dropped)
			rc = put_record(
				b, ds_build_record(b, i), ds_shards_sink(shards), &line, err);
	if (rc == 0)
		rc = ds_shards_finish(shards, b->arena, &b->report.manifest.shards, err);
	fl_buf_release(&line);
	ds_shards_free(shards);
	return rc;
}

/* ---- the manifest ---- */

static struct fl_list counts_of(
	const int64_t *counts, const struct fl_names *names, struct fl_arena *a)
{
	struct ds_count *rows = fl_arena_array(a, (size_t)names->count, sizeof(*rows));
	struct fl_list list = {.items = rows};
	for (int i = 0; rows && i < names->count; i++)
		if (counts[i])
			rows[list.len++] =
				(struct ds_count){fl_slice_str(names->words[i]), counts[i]};
	return list;
}

static struct fl_list operators_of(const struct build *b)
{
	struct ds_manifest_operator *rows = fl_arena_array(b->arena, TG_OP_COUNT, sizeof(*rows));
	for (int i = 0; rows && i < TG_OP_COUNT; i++) {
		const struct ds_op_row *r = &b->report.ops[i];
		rows[i] = (struct ds_manifest_operator){.operator= fl_slice_str(tg_ops[i].name),
			.sites = r->sites,
			.tried = r->tried,
			.compiled = r->compiled,
			.observed = r->by_status[TG_OBSERVED],
			.survived = r->by_status[TG_SURVIVED],
			.not_compiled = r->by_status[TG_NOT_COMPILED],
			.nondeterministic = r->by_status[TG_NONDETERMINISTIC],
			.near_limit = r->by_status[TG_NEAR_LIMIT],
			.infra = r->by_status[TG_INFRA],
			.traced = r->traced,
			.trace_refused = r->trace_refused,
			.unrecorded = r->unrecorded,
			.duplicates = r->duplicates,
			.over_share = r->over_share,
			.records = r->records,
			.evidence = counts_of(r->by_class, &diag_class_names, b->arena)};
	}
	return (struct fl_list){.items = rows, .len = rows ? TG_OP_COUNT : 0};
}

static int add_refusal(
	struct fl_vec *all, struct fl_slice path, struct fl_slice reason, struct fl_slice detail)
{
	struct ds_refused *r = fl_vec_add(all);
	if (r)
		*r = (struct ds_refused){path, reason, detail};
	return r ? 0 : all->failed;
}

static int by_path(const void *x, const void *y)
{
	const struct ds_refused *a = x, *b = y;
	int c = fl_slice_cmp(a->path, b->path);
	return c ? c : fl_slice_cmp(a->reason, b->reason);
}

/* Everything that was refused, by the corpus reader or by the first phase. */
static int refusals_of(struct build *b, struct fl_list *ret_list, struct fl_error *err)
{
	struct fl_vec all;
	int rc = 0;
	fl_vec_init(&all, sizeof(struct ds_refused), FL_LIST_MAX);
	for (size_t i = 0; i < b->corpus.refusals.len && rc == 0; i++) {
		const struct ds_refusal *r = ds_corpus_refusal(&b->corpus, i);
		rc = add_refusal(
			&all, r->path, fl_slice_str(ds_refusal_names.words[r->reason]), r->detail);
	}
	for (size_t i = 0; i < b->program_count && rc == 0; i++) {
		const struct build_program *p = &b->programs[i];
		if (p->refused.len)
			rc = add_refusal(&all, p->source->path, p->refused, p->detail);
	}
	if (rc == 0 && all.len)
		qsort(all.data, all.len, all.size, by_path);
	*ret_list = fl_vec_freeze(&all, b->arena);
	return rc ? fl_error_set(err, (enum fl_code)rc, "too many refused programs")
		  : fl_arena_error(b->arena, "the refused programs", err);
}

/* How often each reason stands in the refusals, in the byte order of the reasons. */
static int by_reason(const void *x, const void *y)
{
	const struct ds_count *a = x, *b = y;
	return fl_slice_cmp(a->name, b->name);
}

static struct fl_list reasons_of(const struct fl_list *refusals, struct fl_arena *a)
{
	const struct ds_refused *r = refusals->items;
	struct ds_count *rows = fl_arena_array(a, refusals->len, sizeof(*rows));
	struct fl_list list = {.items = rows};
	for (size_t i = 0; rows && i < refusals->len; i++) {
		size_t k = 0;
		while (k < list.len && !fl_slice_eq(rows[k].name, r[i].reason))
			k++;
		if (k == list.len)
			rows[list.len++] = (struct ds_count){r[i].reason, 0};
		rows[k].count++;
	}
	if (list.len)
		qsort(rows, list.len, sizeof(*rows), by_reason);
	return list;
}

/* Programs that read, and came without inputs. */
static struct fl_list inputs_of(const struct build *b)
{
	struct ds_manifest_inputs *rows = fl_arena_array(b->arena, b->program_count, sizeof(*rows));
	struct fl_list list = {.items = rows};
	for (size_t i = 0; rows && i < b->program_count; i++)
		if (b->programs[i].found.tried)
			rows[list.len++] = b->programs[i].found;
	return list;
}

static struct fl_list arguments_of(const struct build *b)
{
	const struct ds_build_opts *o = b->opts;
	enum { COUNT = 18 };
	struct fl_buf limits;
	struct fl_slice *texts = fl_arena_array(b->arena, COUNT, sizeof(*texts));
	size_t n = 0;
	if (!texts)
		return (struct fl_list){0};
	texts[0] = fl_arena_printf(b->arena, "--seed=%llu", (unsigned long long)o->seed);
	fl_buf_init(&limits, 1 << 12);
	for (size_t i = 0; i < o->limit_count; i++)
		fl_buf_printf(&limits, "%s%llu", i ? "," : "", (unsigned long long)o->limits[i]);
	texts[1] = fl_arena_printf(b->arena, "--limit=%.*s", FL_ARG(fl_buf_view(&limits)));
	fl_buf_release(&limits);
	texts[2] = fl_arena_printf(b->arena, "--compile-sites=%u", o->compile_sites);
	texts[3] = fl_arena_printf(b->arena, "--traces=%u", o->traces);
	texts[4] = fl_arena_printf(b->arena, "--share=%u", o->share);
	texts[5] = fl_arena_printf(b->arena, "--sites=%u", o->sites);
	texts[6] = fl_arena_printf(b->arena, "--crashes=%u", o->crashes);
	texts[7] = fl_arena_printf(b->arena, "--completion=%s", ds_form_names.words[o->form]);
	texts[8] = fl_arena_printf(b->arena, "--prompt-bytes=%lld", (long long)o->prompt_bytes);
	texts[9] = fl_arena_printf(b->arena, "--cpu-limit=%u", o->cpu_ms / 1000);
	texts[10] = fl_arena_printf(b->arena, "--inputs=%u", o->inputs);
	texts[11] = fl_arena_printf(b->arena, "--observed=%u", o->observed);
	texts[12] = fl_arena_printf(b->arena, "--rounds=%u", o->rounds);
	texts[13] = fl_arena_printf(b->arena, "--compile-limit=%u",
		(o->box.compile_ms ? o->box.compile_ms : FL_COMPILE_CPU_MS) / 1000);
	texts[14] = fl_arena_printf(b->arena, "--divergences=%u", o->divergences);
	texts[15] = fl_arena_printf(b->arena, "--projects=%u", o->projects);
	n = 16;
	if (o->ops)
		texts[n++] = fl_arena_printf(b->arena, "--op=%s", o->ops);
	if (o->seekable)
		texts[n++] = fl_arena_printf(b->arena, "--seekable=%zu", o->seekable);
	return (struct fl_list){.items = texts, .len = n};
}

static int write_manifest(struct build *b, struct fl_error *err)
{
	struct ds_manifest *m = &b->report.manifest;
	m->schema_version = DS_SCHEMA_VERSION;
	m->faultline = FL_S(FL_VERSION);
	m->seed = (int64_t)b->opts->seed;
	m->arguments = arguments_of(b);
	m->fingerprint = b->toolchain.fingerprint;
	m->toolchain = b->toolchain.lines;
	m->operators = operators_of(b);
	m->skipped = fl_vec_freeze(&b->skipped, b->arena);
	int rc = refusals_of(b, &m->programs.refusals, err);
	if (rc)
		return rc;
	m->inputs = inputs_of(b);
	m->programs.refused = reasons_of(&m->programs.refusals, b->arena);
	for (size_t i = 0; i < b->program_count; i++)
		m->programs.taken += b->programs[i].refused.len == 0;
	rc = fl_arena_error(b->arena, "the manifest", err);
	if (rc == 0 && b->out.replaces && !m->shards.len)
		return fl_error_set(err, FL_EREFUSED,
			"no fault made a record; the dataset in %s is as it was", b->opts->out);
	rc = rc ? rc : ds_manifest_write(b->out.dir, m, err);
	return rc ? rc : ds_out_commit(&b->out, err);
}

int ds_build_finish(struct build *b, struct fl_error *err)
{
	int rc = drop_unsteady(b, err);
	rc = rc ? rc : drop_duplicates(b, err);
	rc = rc ? rc : drop_alike(b, err);
	rc = rc ? rc : ds_build_share(b, err);
	rc = rc ? rc : write_shards(b, err);
	return rc ? rc : write_manifest(b, err);
}
