#include "datasets/import/executed.h"

#include "base/source_name.h"
#include "datasets/corpus/corpus.h"
#include "tracegen/builds/libs.h"

/* What a refusal of the side after makes of the pair. */
static const enum ds_fate by_refusal[TG_REFUSAL_COUNT] = {
	[TG_REFUSED_INVALID] = DS_FATE_BEFORE_COMPILES,
	[TG_REFUSED_NOT_COMPILED] = DS_FATE_BEFORE_COMPILES, /* it does not link: no program */
	[TG_REFUSED_COMPILER_LIMIT] = DS_FATE_COMPILER_LIMIT,
	[TG_REFUSED_SANITIZER] = DS_FATE_AFTER_FAILS,
	[TG_REFUSED_LEAKS] = DS_FATE_AFTER_FAILS,
	[TG_REFUSED_EXIT_STATUS] = DS_FATE_AFTER_FAILS,
	[TG_REFUSED_SIGNAL] = DS_FATE_AFTER_FAILS,
	[TG_REFUSED_TOO_SLOW] = DS_FATE_RUN_LIMIT,
	[TG_REFUSED_OUTPUT] = DS_FATE_RUN_LIMIT,
	[TG_REFUSED_MEMORY] = DS_FATE_RUN_LIMIT,
	[TG_REFUSED_NONDETERMINISTIC] = DS_FATE_NONDETERMINISTIC,
	[TG_REFUSED_NOT_PARSED] = DS_FATE_BEFORE_COMPILES,
	[TG_REFUSED_HARDLY_RUN] = DS_FATE_RUNS_CLEAN,
	[TG_REFUSED_INFRA] = DS_FATE_LOST,
};

/* What becomes of it by what was seen of the side before, without a record. */
static const enum ds_fate by_status[TG_STATUS_COUNT] = {
	[TG_SURVIVED] = DS_FATE_RUNS_CLEAN,
	[TG_OBSERVED] = DS_FATE_NO_REPORT,
	[TG_NOT_COMPILED] = DS_FATE_BEFORE_COMPILES,
	[TG_NONDETERMINISTIC] = DS_FATE_NONDETERMINISTIC,
	[TG_NEAR_LIMIT] = DS_FATE_RUN_LIMIT,
	[TG_INFRA] = DS_FATE_LOST,
};

struct running {
	struct ds_worker *worker;
	const struct ds_real *real;
	struct ds_program source;
	struct fl_arena *arena;
	struct ds_executed result;
};

static void settle(struct running *r, enum ds_fate fate, const char *why)
{
	r->result.fate = fate;
	r->result.why = fl_arena_slice(r->arena, fl_slice_str(why));
}

/* Do both sides have a main, and does the name say that it is a source? */
static bool is_whole(const struct ds_real *real)
{
	const struct tg_file *file = tg_program_at(&real->program, 0);
	bool cxx;
	return fl_source_is_unit(file->path, &cxx) && cxx == (real->program.language == TG_CXX) &&
	       ds_corpus_has_main(file->content) && ds_corpus_has_main(real->before);
}

static int load_anew(struct running *r, const struct tg_program *p, struct fl_error *err)
{
	ds_worker_unload(r->worker);
	return ds_worker_load(r->worker, &r->source, p, err);
}

/*
 * Load the side after, with the libraries that everybody knows where it lacks them. One that leaks,
 * and does nothing else that is wrong, is run without the search for leaks.
 */
static int load(struct running *r, struct tg_program *p, struct fl_error *err)
{
	const struct tg_baseline *b = &r->worker->baseline;
	bool more = false;
	int rc = load_anew(r, p, err);
	if (rc == 0 && !b->plain_ok) {
		rc = tg_libs_add(p, b->plain_said, r->arena, &more, err);
		rc = rc || !more ? rc : load_anew(r, p, err);
	}
	if (rc == 0 && b->refusal == TG_REFUSED_LEAKS && !p->leaks_off) {
		p->leaks_off = true;
		rc = load_anew(r, p, err);
	}
	return rc;
}

/* The side before against the one that is loaded. */
static int try_before(struct running *r, struct fl_error *err)
{
	const struct ds_real *real = r->real;
	struct ds_try t;
	int rc = ds_worker_try_real(r->worker, &real->edits, real->message, r->arena, &t, err);
	if (rc)
		return rc;
	settle(r, by_status[t.outcome.status], tg_status_names.words[t.outcome.status]);
	if (t.outcome.status != TG_OBSERVED)
		return 0;
	if (t.record_count) {
		settle(r, DS_FATE_TAKEN, "");
		r->result.record = t.records[0];
	} else if (t.refused.len) {
		settle(r, DS_FATE_BREAKS_RULE, t.refused.ptr);
	} else if (t.outcome.evidence.tool == SAN_TOOL_NONE) {
		/* It prints something else: a commit may mean that. */
		settle(r, DS_FATE_RUNS_CLEAN, "another output");
	}
	return 0;
}

static int run(struct running *r, struct tg_program *p, struct fl_error *err)
{
	int rc = load(r, p, err);
	enum tg_refusal refusal = rc ? TG_REFUSED_NONE : r->worker->baseline.refusal;
	if (rc == 0 && refusal)
		settle(r, by_refusal[refusal], tg_refusals[refusal].word);
	else if (rc == 0)
		rc = try_before(r, err);
	if (rc == 0 && r->result.fate == DS_FATE_LOST)
		rc = fl_error_set(err, FL_EHOST, "the sanitizers could not work here");
	return rc;
}

/* Is it a program of which another input may show more? */
static bool wants_inputs(enum ds_fate fate)
{
	return fate == DS_FATE_RUNS_CLEAN || fate == DS_FATE_AFTER_FAILS ||
	       fate == DS_FATE_NO_REPORT;
}

/* Once more with inputs that are found, where there are any. */
static int run_with_found(
	struct running *r, struct tg_program *p, size_t inputs, struct fl_error *err)
{
	struct ds_inputs_found found;
	int rc = ds_worker_find(r->worker, inputs, r->arena, &found, err);
	if (rc || found.inputs.len == 0)
		return rc;
	p->inputs = found.inputs;
	*p = tg_program_with(p, 0);
	return run(r, p, err);
}

int ds_executed(struct ds_worker *w, const struct ds_real *real, size_t inputs, struct fl_arena *a,
	struct ds_executed *ret_executed, struct fl_error *err)
{
	struct running r = {.worker = w,
		.real = real,
		.arena = a,
		.source = {.path = real->source,
			.licence = real->licence,
			.repository = real->group,
			.sha256 = ds_real_program_id(&real->program, a)},
		.result = {.fate = DS_FATE_BEFORE_COMPILES}};
	struct tg_program program = real->program;
	int rc = fl_arena_error(a, "a pair", err);
	if (rc == 0 && is_whole(real)) {
		rc = run(&r, &program, err);
		if (rc == 0 && wants_inputs(r.result.fate))
			rc = run_with_found(&r, &program, inputs, err);
	}
	/* The program dies with this call; what the record has of it is in the worker's arena. */
	w->source = NULL;
	rc = rc ? rc : fl_arena_error(a, "a pair", err);
	if (rc == 0)
		*ret_executed = r.result;
	return rc;
}
