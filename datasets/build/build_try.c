#include "datasets/build/build_priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/json.h"
#include "tracegen/builds/made.h"

enum { SAID_MAX = 160 };

static const struct fl_field result_fields[] = {
	FL_ROW(struct build_result, site, FL_INT, .doc = "index of the site"),
	FL_ROW(struct build_result, status, FL_ENUM, .names = &tg_status_names,
		.doc = "what was seen"),
	FL_ROW(struct build_result, evidence_class, FL_ENUM, .names = &diag_class_names,
		.doc = "class of the evidence"),
	FL_ROW(struct build_result, kind, FL_TEXT, .doc = "kind of the evidence"),
	FL_ROW(struct build_result, trace, FL_TEXT, .doc = "what became of the trace"),
	FL_ROW(struct build_result, crash, FL_TEXT, .doc = "what became of the crash"),
	FL_ROW(struct build_result, divergence, FL_TEXT, .doc = "what became of the divergence"),
	FL_ROW(struct build_result, refused, FL_TEXT, .doc = "why there is no record"),
	FL_ROW(struct build_result, unsteady, FL_BOOL,
		.doc = "not tried: the original did something else this time"),
	FL_ROW(struct build_result, elsewhere, FL_BOOL,
		.doc = "not tried: the original does something else on the machine for it"),
	FL_ROW(struct build_result, alike, FL_HEX, .doc = "hash of the crash's report"),
	FL_ROW(struct build_result, content, FL_HEX, .doc = "hash of the faulty file"),
	FL_ROW(struct build_result, kinds, FL_TEXTS, .doc = "kinds of the records that follow"),
};

static const struct fl_shape result_shape = {.name = "result",
	.size = sizeof(struct build_result),
	FL_SHAPE_FIELDS(result_fields),
	.doc = "What became of a site."};

/* ---- in the worker ---- */

static uint64_t content_of(
	const struct tg_program *p, const struct tg_site *site, struct fl_arena *a)
{
	struct fl_list changed;
	struct tg_program made = *p;
	uint64_t hash = 0;
	if ((tg_is_made(p) && tg_made_program(p, a, &made, NULL)) ||
		tg_apply_all(&made, site, a, &changed, NULL))
		return 0;
	for (size_t i = 0; i < changed.len; i++) {
		const struct tg_file *f = (const struct tg_file *)changed.items + i;
		const struct fl_slice parts[] = {
			f->path, f->content, fl_slice((const char *)&hash, i ? sizeof(hash) : 0)};
		hash = fl_hash64_parts(parts, 3);
	}
	return hash;
}

/* Why a fault of the run is none: the operator, and the compiler's first error. */
static struct fl_slice not_compiled(
	const struct tg_site *site, const struct tg_outcome *o, struct fl_arena *a)
{
	struct fl_slice text = o->diagnostics, line = {0};
	ptrdiff_t at = fl_slice_find(text, "error: ");
	if (at >= 0)
		text = fl_slice_skip(text, (size_t)at + strlen("error: "));
	fl_slice_line(&text, &line);
	return fl_arena_printf(a, "%.*s does not compile: %.*s", FL_ARG(site->op),
		FL_ARG(fl_slice_head(line, SAID_MAX)));
}

static void write_try(struct fl_buf *out, int64_t site, uint64_t content, const struct ds_try *t,
	bool unsteady, struct fl_arena *a)
{
	struct fl_slice *kinds = fl_arena_array(a, t->record_count, sizeof(*kinds));
	struct build_result r = {.site = site,
		.status = (int)t->outcome.status,
		.evidence_class =
			t->outcome.status == TG_OBSERVED ? (int)t->outcome.evidence_class : 0,
		.kind = t->outcome.status == TG_OBSERVED ? t->outcome.evidence.kind
							 : fl_slice(NULL, 0),
		.trace = fl_slice_str(ds_trace_words[t->trace]),
		.crash = fl_slice_str(ds_crash_words[t->crash]),
		.divergence = fl_slice_str(t->divergence ? t->divergence : ""),
		.alike = t->crash_hash.len ? strtoull(t->crash_hash.ptr, NULL, 16) : 0,
		.refused = t->refused,
		.unsteady = unsteady,
		.elsewhere = t->elsewhere,
		.content = content,
		.kinds = {.items = kinds, .len = kinds ? t->record_count : 0}};
	for (size_t i = 0; i < r.kinds.len; i++)
		kinds[i] = fl_slice_str(ds_kind_table[t->records[i].kind].name);
	fl_json_object(out, &result_shape, &r);
	fl_buf_char(out, '\n');
	for (size_t i = 0; i < r.kinds.len; i++) {
		ds_record_write(out, &t->records[i]);
		fl_buf_char(out, '\n');
	}
}

/* One site; when our own tools fail on it, it is counted as such and the box is made anew. */
static int try_site(struct ds_worker *w, const struct build_program *p, const struct ds_pick *pick,
	struct fl_buf *out, bool *infra, struct fl_error *err)
{
	const struct tg_site *site = (const struct tg_site *)p->sites.items + pick->site;
	struct fl_arena a;
	struct fl_error why;
	struct ds_try t = {.outcome = {.status = TG_INFRA}};
	fl_arena_init(&a, SCRATCH_MAX);
	int rc = ds_worker_load(w, p->source, &p->program, &why);
	if (rc == 0 && w->baseline.refusal)
		rc = fl_error_set(&why, FL_EREFUSED, "the original is %s this time",
			tg_refusals[w->baseline.refusal].word);
	if (rc == 0)
		rc = ds_worker_try(w, site,
			(struct ds_wants){.trace = pick->trace,
				.crash = pick->crash,
				.divergence = pick->divergence},
			&a, &t, &why);
	bool unsteady =
		rc && w->source == p->source && w->baseline.refusal == TG_REFUSED_NONDETERMINISTIC;
	if (rc) {
		*infra |= !unsteady;
		t = (struct ds_try){
			.outcome = {.status = TG_INFRA}, .refused = fl_slice_str(why.message)};
	}
	if (t.outcome.status == TG_NOT_COMPILED)
		t.refused = not_compiled(site, &t.outcome, &a);
	write_try(out, pick->site, content_of(&p->program, site, &a), &t, unsteady, &a);
	fl_arena_release(&a);
	if (rc == 0 || unsteady)
		return 0;
	struct ds_worker_opts opts = w->opts;
	ds_worker_close(w);
	return ds_worker_open(w, &opts, err);
}

static int try_job(void *ctx, void *state, size_t index, struct fl_buf *out, struct fl_error *err)
{
	struct build *b = ctx;
	const struct build_unit *u = fl_vec_at(&b->units, index);
	const struct build_program *p = &b->programs[u->program];
	const struct ds_pick *picks = u->picks.items;
	struct fl_buf choice;
	char key[65];
	bool infra = false;
	fl_buf_init(&choice, 1 << 16);
	for (size_t i = 0; i < u->picks.len; i++)
		fl_buf_printf(&choice, "%u%s%s%s ", picks[i].site, picks[i].trace ? "t" : "",
			picks[i].crash ? "c" : "", picks[i].divergence ? "d" : "");
	ds_build_key(b, "try", p, fl_buf_view(&choice), key);
	fl_buf_release(&choice);
	if (ds_build_known(b, key, out))
		return 0;
	int rc = 0;
	for (size_t i = 0; i < u->picks.len && rc == 0; i++)
		rc = try_site(state, p, &picks[i], out, &infra, err);
	/* What our own tools failed on may succeed the next time. */
	if (rc == 0 && !infra)
		ds_cache_keep(b->cache, key, fl_buf_view(out));
	return rc;
}

/* ---- here ---- */

static int spool_record(struct build *b, const struct build_unit *u, int op, struct fl_slice word,
	const struct build_result *result, struct fl_slice line, struct fl_error *err)
{
	int kind = fl_names_find(&ds_kind_names, word);
	struct build_record *r = fl_vec_add(&b->records);
	if (!r)
		return fl_error_set(err, (enum fl_code)b->records.failed, "too many records");
	/* The draw that balancing goes by, one of all records of the fault. */
	const struct fl_slice parts[] = {FL_LIT("balance"),
		fl_slice((const char *)&b->opts->seed, sizeof(b->opts->seed)),
		fl_slice((const char *)&result->content, sizeof(result->content))};
	*r = (struct build_record){.offset = b->spool_size,
		.len = line.len,
		.program = u->program,
		.order = b->records.len - 1,
		.kind = kind,
		.op = op,
		.content = result->content,
		.alike = kind == DS_KIND_CRASH_REPORT ? result->alike : 0,
		.key = fl_hash64_parts(parts, 3)};
	for (size_t done = 0; done < line.len;) {
		ssize_t n = pwrite(
			b->spool, line.ptr + done, line.len - done, b->spool_size + (off_t)done);
		if (n < 0 && errno != EINTR)
			return fl_error_sys(err, FL_EIO, errno,
				"cannot write the spool of records in %s",
				b->opts->part.count ? b->opts->cache : b->opts->out);
		done += n > 0 ? (size_t)n : 0;
	}
	b->spool_size += (int64_t)line.len;
	return 0;
}

/* When there are too many different reasons, the rest share a row. */
int ds_build_skip(struct build *b, const char *what, struct fl_slice why, struct fl_error *err)
{
	struct fl_slice name = fl_arena_printf(b->arena, "%s: %.*s", what, FL_ARG(why));
	if (b->skipped.len + 1 >= b->skipped.max)
		name = FL_S("other reasons");
	for (size_t i = 0; i < b->skipped.len; i++) {
		struct ds_count *row = fl_vec_at(&b->skipped, i);
		if (fl_slice_eq(row->name, name)) {
			row->count++;
			return 0;
		}
	}
	struct ds_count *row = fl_vec_add(&b->skipped);
	if (!row)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the reasons");
	*row = (struct ds_count){name, 1};
	return fl_arena_error(b->arena, "the reasons", err);
}

/* What a site should have given and did not: a verdict, a record, a trace. */
static int count_losses(struct build *b, const struct build_result *r, struct fl_error *err)
{
	int rc = 0;
	if (r->refused.len)
		rc = ds_build_skip(
			b, r->status == TG_OBSERVED ? "no record" : "no verdict", r->refused, err);
	if (rc == 0 && r->trace.len && !fl_slice_eqs(r->trace, ds_trace_words[DS_TRACE_RECORDED]))
		rc = ds_build_skip(b, "no trace", r->trace, err);
	if (rc == 0 && r->crash.len && !fl_slice_eqs(r->crash, ds_crash_words[DS_CRASH_RECORDED]))
		rc = ds_build_skip(b, "no crash", r->crash, err);
	if (rc == 0 && r->divergence.len &&
		!fl_slice_eqs(r->divergence, tg_divergence_words[TG_DIVERGENCE_SHOWN]))
		rc = ds_build_skip(b, "no divergence", r->divergence, err);
	return rc;
}

static void count_result(
	struct ds_op_row *row, const struct build_result *r, enum tg_op_phase phase)
{
	row->tried++;
	row->compiled +=
		phase == TG_RUNTIME && r->status != TG_NOT_COMPILED && r->status != TG_INFRA;
	row->by_status[r->status]++;
	if (r->status == TG_OBSERVED)
		row->by_class[r->evidence_class]++;
	row->traced += fl_slice_eqs(r->trace, ds_trace_words[DS_TRACE_RECORDED]);
	row->trace_refused +=
		r->trace.len && !fl_slice_eqs(r->trace, ds_trace_words[DS_TRACE_RECORDED]);
	row->unrecorded += r->refused.len && r->status == TG_OBSERVED;
}

/*
 * What says whether the program goes on. Classes that few programs have, and whose faults show in
 * some runs or on some machines only, are tried for all that: they do not count. Nor do faults over
 * several files, most of which have to show twice: they say little of the program's others.
 */
static void count_round(struct ds_rounds *round, int op, int status)
{
	bool runs = tg_ops[op].phase == TG_RUNTIME && tg_ops[op].cls != DIAG_CLASS_CONCURRENCY &&
		    tg_ops[op].cls != DIAG_CLASS_PLATFORM && !tg_op_spans(op);
	round->tried += runs;
	round->observed += runs && status == TG_OBSERVED;
}

static int read_tries(
	struct build *b, const struct build_unit *u, struct fl_slice text, struct fl_error *err)
{
	struct build_program *p = &b->programs[u->program];
	struct fl_slice line;
	struct fl_arena a;
	int rc = 0;
	fl_arena_init(&a, SCRATCH_MAX);
	while (rc == 0 && fl_slice_line(&text, &line)) {
		void *object;
		rc = fl_json_read(line, &result_shape, &a, &object, err);
		if (rc)
			break;
		const struct build_result *r = object;
		const struct tg_site *site = (const struct tg_site *)p->sites.items + r->site;
		int op = tg_op_find(site->op);
		p->unsteady |= r->unsteady;
		if (r->elsewhere) {
			p->elsewhere[tg_port_target(site)] = true;
			rc = ds_build_skip(b, "not tried", r->refused, err);
			continue;
		}
		count_result(&b->report.ops[op], r, tg_ops[op].phase);
		count_round(&b->rounds[u->program], op, r->status);
		rc = count_losses(b, r, err);
		for (size_t i = 0; i < r->kinds.len && rc == 0; i++) {
			fl_slice_line(&text, &line);
			rc = spool_record(b, u, op, tg_text_at(&r->kinds, i), r, line, err);
		}
	}
	fl_arena_release(&a);
	return rc;
}

static int try_collect(void *ctx, size_t index, struct fl_slice result,
	const struct fl_error *failure, struct fl_error *err)
{
	struct build *b = ctx;
	const struct build_unit *u = fl_vec_at(&b->units, index);
	ds_build_tell_unkept(b);
	if (!failure && ds_part_is_absent(result)) {
		b->report.absent++;
		return 0;
	}
	if (!failure)
		return read_tries(b, u, result, err);
	/* A worker that died takes its unit's sites along: counted, never silently lost. */
	const struct build_program *p = &b->programs[u->program];
	for (size_t i = 0; i < u->picks.len; i++) {
		const struct ds_pick *pick = (const struct ds_pick *)u->picks.items + i;
		const struct tg_site *site = (const struct tg_site *)p->sites.items + pick->site;
		int op = tg_op_find(site->op);
		b->report.ops[op].tried++;
		b->report.ops[op].by_status[TG_INFRA]++;
		count_round(&b->rounds[u->program], op, TG_INFRA);
	}
	b->report.lost_units++;
	return 0;
}

static void try_progress(void *ctx, size_t ended, size_t count)
{
	const struct build *b = ctx;
	if (b->opts->progress)
		b->opts->progress(b->opts->progress_ctx, "faults", b->units_before + ended,
			b->units_before + count);
}

/* ---- rounds ---- */

static int plan_all(struct build *b, struct ds_plan **ret_plan, struct fl_error *err)
{
	struct ds_plan_opts opts = {.seed = b->opts->seed,
		.sites = b->opts->sites,
		.compile_sites = b->opts->compile_sites,
		.traces = b->opts->traces,
		.crashes = b->opts->crashes,
		.divergences = b->opts->divergences,
		.share = b->opts->share,
		.balanced = true};
	bool only[TG_OP_COUNT];
	struct ds_plan_program *programs =
		fl_arena_array(b->arena, b->program_count, sizeof(*programs));
	if (!programs)
		return fl_arena_error(b->arena, "the plan", err);
	if (b->opts->ops) {
		int rc = tg_ops_named(fl_slice_str(b->opts->ops), only, err);
		if (rc)
			return rc;
		opts.only = only;
		opts.share = 0;
	}
	for (size_t i = 0; i < b->program_count; i++) {
		const struct build_program *p = &b->programs[i];
		programs[i] = (struct ds_plan_program){.program = &p->program,
			.name = p->source->sha256,
			.sites = p->refused.len ? (struct fl_list){0} : p->sites,
			.reach = p->reach,
			.foreign = p->source->repository.len > 0,
			.limit = p->limit};
		for (size_t s = 0; s < programs[i].sites.len; s++)
			b->report.ops[tg_op_find(((const struct tg_site *)p->sites.items)[s].op)]
				.sites++;
	}
	return ds_plan_new(&opts, programs, b->program_count, b->arena, ret_plan, err);
}

/* Draw the next sites of a program and cut them into units. */
static int plan_units(
	struct build *b, struct ds_plan *plan, size_t program, size_t most, struct fl_error *err)
{
	struct fl_list picks;
	int rc = ds_plan_next(plan, program, most, &picks, err);
	if (rc)
		return rc;
	b->rounds[program].given += picks.len < most ? picks.len : most;
	b->rounds[program].left = ds_plan_left(plan, program);
	for (size_t first = 0; first < picks.len; first += UNIT_SITES) {
		struct build_unit *u = fl_vec_add(&b->units);
		size_t left = picks.len - first;
		if (!u)
			return fl_error_set(err, FL_ELIMIT, "too many fault sites");
		*u = (struct build_unit){program, {(struct ds_pick *)picks.items + first,
							  left < UNIT_SITES ? left : UNIT_SITES}};
	}
	return 0;
}

static int try_units(struct build *b, struct fl_error *err)
{
	struct ds_pool pool = {.jobs = b->opts->jobs,
		.count = b->units.len,
		.wall_ms = UNIT_WALL_MS,
		.stop = b->opts->stop,
		.ctx = b,
		.start = ds_build_worker_start,
		.job = try_job,
		.finish = ds_build_worker_finish,
		.collect = try_collect,
		.progress = try_progress};
	return ds_pool_run(&pool, err);
}

/* What was learnt of the originals on other machines: their sites for those are not drawn. */
static void drop_elsewhere(struct build *b, struct ds_plan *plan)
{
	for (size_t i = 0; i < b->program_count; i++) {
		for (int t = 0; t < TG_TARGETS; t++)
			if (b->programs[i].elsewhere[t])
				ds_plan_drop(plan, i, (enum tg_target)t);
		b->rounds[i].left = ds_plan_left(plan, i);
	}
}

static void share_limits(struct build *b)
{
	for (size_t i = 0; i < b->program_count; i++) {
		struct build_program *p = &b->programs[i];
		struct fl_slice repository = p->source->repository;
		size_t same = 0;
		for (size_t k = 0; k < b->program_count && repository.len; k++)
			same += !b->programs[k].refused.len &&
				fl_slice_eq(b->programs[k].source->repository, repository);
		p->limit = ds_rounds_limit(p->limit, same);
	}
}

int ds_build_try(struct build *b, struct fl_error *err)
{
	struct ds_plan *plan;
	size_t *counts = fl_arena_array(b->arena, b->program_count, sizeof(*counts));
	bool *open = fl_arena_array(b->arena, b->program_count, sizeof(*open));
	b->rounds = fl_arena_array(b->arena, b->program_count, sizeof(*b->rounds));
	if (!counts || !open || !b->rounds)
		return fl_arena_error(b->arena, "the rounds", err);
	share_limits(b);
	int rc = plan_all(b, &plan, err);
	for (size_t i = 0; rc == 0 && i < b->program_count; i++)
		b->rounds[i] = (struct ds_rounds){.limit = b->programs[i].limit,
			.refused = b->programs[i].refused.len > 0,
			.left = ds_plan_left(plan, i)};
	for (unsigned n = 0;
		rc == 0 && !b->report.absent && (!b->opts->rounds || n < b->opts->rounds); n++) {
		if (!ds_rounds_next(b->rounds, b->program_count, b->opts->observed, counts))
			break;
		b->units.len = 0;
		for (size_t i = 0; i < b->program_count; i++)
			open[i] = b->rounds[i].limit &&
				  ds_rounds_goes_on(&b->rounds[i], b->opts->observed);
		ds_plan_round(plan, counts, open);
		for (size_t i = 0; i < b->program_count && rc == 0; i++)
			if (counts[i] || open[i])
				rc = plan_units(b, plan, i, counts[i], err);
		rc = rc ? rc : try_units(b, err);
		drop_elsewhere(b, plan);
		b->units_before += b->units.len;
	}
	return rc;
}
