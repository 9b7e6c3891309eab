#include "datasets/replay.h"

#include <stdio.h>
#include <stdlib.h>

#include "datasets/again.h"
#include "datasets/attempts/make.h"
#include "datasets/contrast/prove.h"
#include "datasets/dialogue/make.h"
#include "datasets/import/real.h"
#include "datasets/kernels/kernels.h"
#include "datasets/record/edits.h"
#include "datasets/record/reason.h"
#include "datasets/worker.h"
#include "tracegen/sites.h"

enum { ARENA_MAX = 1 << 30, ATTEMPTS = 5 };

struct ds_replayer {
	struct fl_arena arena; /* the toolchain */
	struct ds_toolchain toolchain;
	struct plat_compiler compilers[2];
	struct ds_worker_opts opts;
	struct ds_worker worker;
};

/* One replay under way. */
struct replay {
	const struct ds_record *record;
	struct fl_arena arena;
	struct ds_program source;
	enum tg_build_kind build; /* that showed the fault */
	char *why;
	size_t why_size;
};

int ds_replayer_new(
	const struct fl_box_opts *box, struct ds_replayer **ret_replayer, struct fl_error *err)
{
	struct ds_replayer *r = calloc(1, sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for replays");
	fl_arena_init(&r->arena, ARENA_MAX);
	int rc = ds_toolchain_detect(&r->arena, &r->toolchain, err);
	rc = rc ? rc : ds_worker_compilers(&r->arena, r->compilers, err);
	r->opts = (struct ds_worker_opts){
		.box = *box, .toolchain = &r->toolchain, .compilers = r->compilers};
	rc = rc ? rc : ds_worker_open(&r->worker, &r->opts, err);
	if (rc)
		ds_replayer_free(r);
	else
		*ret_replayer = r;
	return rc;
}

void ds_replayer_free(struct ds_replayer *r)
{
	if (!r)
		return;
	ds_worker_close(&r->worker);
	fl_arena_release(&r->arena);
	free(r);
}

/* The site that the record's mutation is, among those that its operator finds. */
static const struct tg_site *site_of(const struct replay *p, const struct fl_list *sites)
{
	const struct ds_mutation *m = &p->record->mutation;
	const struct tg_site *s = sites->items;
	for (size_t i = 0; i < sites->len; i++)
		if (fl_slice_eq(s[i].op, m->operator) && fl_slice_eq(s[i].file, m->file) &&
			s[i].start == m->offset && fl_slice_eq(s[i].original, m->original) &&
			fl_slice_eq(s[i].replacement, m->replacement) &&
			(p->record->schema_version < 2 || ds_edits_are_of(p->record, &s[i])))
			return &s[i];
	return NULL;
}

static bool differs(const struct replay *p, const char *what, const char *detail)
{
	snprintf(p->why, p->why_size, "%s%s", what, detail);
	return false;
}

/* Columns that mean in every version what they mean now. */
static bool is_kept(const char *column)
{
	static const char *const kept[] = {"kind", "error_class", "evidence_class", "language",
		"buggy", "fixed", "diff", "mutation", "files", "build", "run", "verification"};
	for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
		if (strcmp(column, kept[i]) == 0)
			return true;
	return false;
}

/* Whether the new record is the old one; if not, the first column that differs. */
static bool compare(const struct replay *p, const struct ds_try *t)
{
	const struct ds_record *made = NULL;
	for (size_t i = 0; i < t->record_count; i++)
		if (t->records[i].kind == p->record->kind)
			made = &t->records[i];
	if (!made && t->outcome.status != TG_OBSERVED)
		return differs(p,
			"the fault was not observed: ", tg_status_names.words[t->outcome.status]);
	if (!made)
		return differs(p, "no such record came out: ",
			t->refused.len                            ? t->refused.ptr
			: p->record->kind == DS_KIND_DIVERGENCE   ? t->divergence
			: p->record->kind == DS_KIND_CRASH_REPORT ? ds_crash_words[t->crash]
								  : ds_trace_words[t->trace]);
	/* The id is the hash of all others: name what it hides first. */
	for (size_t i = p->record->columns; i-- > 0;) {
		struct fl_shape column = ds_record_shape;
		column.fields = &ds_record_shape.fields[i];
		column.count = 1;
		if (p->record->schema_version < DS_SCHEMA_VERSION && !is_kept(column.fields->name))
			continue;
		if (!fl_object_eq(&column, p->record, made))
			return differs(p, "it came out with another ", column.fields->name);
	}
	return true;
}

/* A fault that people made, or a contrast: both sides are compiled, and nothing is run. */
static int replay_real(
	struct ds_replayer *r, struct replay *p, bool *ret_same, struct fl_error *err)
{
	const struct ds_record *record = p->record;
	const struct ds_real_bench bench = {.box = r->worker.box,
		.toolchain = &r->toolchain,
		.compilers = r->compilers,
		.seed = (uint64_t)record->provenance.seed,
		.form = (enum ds_form)record->form,
		.prompt_bytes = record->prompt_bytes};
	struct ds_try t = {.outcome = {.status = TG_OBSERVED}, .record_count = 1};
	struct fl_error why;
	int rc = ds_contrast_is(record)
			 ? ds_contrast_again(&bench, record, &p->arena, &t.records[0], &why)
			 : ds_real_again(&bench, record, &p->arena, &t.records[0], &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT)
		return *ret_same = differs(p, why.message, ""), 0;
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	*ret_same = compare(p, &t);
	return 0;
}

/* Of the debugger that a dialogue was made with: ret_version is that of the one that is here. */
static int find_debugger(struct ds_replayer *r, struct replay *p, enum ds_debugger *ret_debugger,
	struct fl_slice *ret_version, struct fl_error *err)
{
	*ret_debugger = ds_debugger_of(p->record->provenance.debugger);
	*ret_version = r->toolchain.debugger;
	return *ret_debugger == DS_DEBUGGER_GDB ? 0
						: ds_tool_version(ds_debugger_tools[*ret_debugger],
							  &p->arena, ret_version, err);
}

/* A dialogue: it is played again from its symptom, or from what the compiler says. */
static int replay_dialogue(
	struct ds_replayer *r, struct replay *p, bool *ret_same, struct fl_error *err)
{
	struct ds_try t = {.outcome = {.status = TG_OBSERVED}};
	struct ds_dialogue d;
	struct ds_dialogue_bench bench = {.box = r->worker.box,
		.seed = (uint64_t)p->record->provenance.seed,
		.finer = ds_dialogue_is_finer(p->record, &p->arena),
		.scripted = ds_dialogue_is_scripted(p->record, &p->arena) ? 100 : 0};
	const struct ds_dialogue_maker *maker =
		ds_kind_is(p->record->kind, DS_KIND_BUILDS) ? &ds_attempts_maker : &ds_debug_maker;
	int rc = find_debugger(r, p, &bench.debugger, &bench.version, err);
	rc = rc ? rc : maker->make(&bench, &p->record, 1, &p->arena, &d, err);
	ds_dialogue_bench_release(&bench);
	if (rc)
		return rc;
	if (d.fate != DS_DIALOGUE_TAKEN)
		return *ret_same = differs(p, "no dialogue came out: ",
			       d.why.len ? d.why.ptr : ds_dialogue_fate_docs[d.fate]),
		       0;
	t.records[t.record_count++] = d.record;
	*ret_same = compare(p, &t);
	return 0;
}

/* A kernel's fault: it is built, booted and looked at again. */
static int replay_kernel(
	struct ds_replayer *r, struct replay *p, bool *ret_same, struct fl_error *err)
{
	struct ds_try t = {.outcome = {.status = TG_OBSERVED}, .record_count = 1};
	const char *why;
	int rc = ds_kernel_again(
		r->worker.box, &r->toolchain, p->record, &p->arena, &t.records[0], &why, err);
	if (rc == 0)
		*ret_same = why ? differs(p, "no record came out: ", why) : compare(p, &t);
	return rc;
}

/* Try it once more; site: NULL of a fault that people made, whose edits are all that is known. */
static int try_again(struct ds_worker *w, struct replay *p, const struct tg_site *site,
	struct ds_try *ret_try, struct fl_error *err)
{
	const struct ds_record *r = p->record;
	struct ds_wants wants = {.trace = r->kind == DS_KIND_TRACE_FIX,
		.crash = r->kind == DS_KIND_CRASH_REPORT,
		.divergence = r->kind == DS_KIND_DIVERGENCE,
		.like = r,
		.build = p->build};
	return site ? ds_worker_try(w, site, wants, &p->arena, ret_try, err)
		    : ds_worker_try_real(
			      w, &r->edits, ds_reason_author(r), &p->arena, ret_try, err);
}

/* The site that the record's mutation is; *ret_site is NULL where its operator finds none. */
static int find_site(struct ds_worker *w, struct replay *p, const struct tg_site **ret_site,
	struct fl_error *err)
{
	struct fl_list sites;
	int rc = tg_sites(w->box, &w->program, &p->arena, &sites, err);
	if (rc == 0)
		*ret_site = site_of(p, &sites);
	return rc;
}

static int replay(struct ds_replayer *r, struct replay *p, bool *ret_same, struct fl_error *err)
{
	struct ds_worker *w = &r->worker;
	const struct tg_site *site = NULL;
	bool real = p->record->provenance.origin == DS_REAL;
	struct ds_try t;
	struct fl_error why;
	if (ds_kind_is(p->record->kind, DS_KIND_TALKS))
		return replay_dialogue(r, p, ret_same, err);
	if (ds_record_is_machine(p->record))
		return replay_kernel(r, p, ret_same, err);
	if (ds_real_is(p->record) || ds_contrast_is(p->record))
		return replay_real(r, p, ret_same, err);
	if (ds_program_again(p->record, &p->arena, &p->source, &p->build, &why))
		return *ret_same = differs(p, "its build is not one of ours: ", why.message), 0;
	w->opts.seed = (uint64_t)p->record->provenance.seed;
	w->opts.form = (enum ds_form)p->record->form;
	w->opts.prompt_bytes = p->record->prompt_bytes;
	w->opts.cpu_ms = (unsigned)p->record->cpu_ms;
	int rc = ds_worker_load(w, &p->source, &p->source.program, err);
	if (rc)
		return rc;
	if (w->baseline.refusal)
		return *ret_same = differs(p, "the fixed code is refused: ",
			       tg_refusals[w->baseline.refusal].word),
		       0;
	rc = real ? 0 : find_site(w, p, &site, err);
	if (rc == 0 && !real && !site)
		return *ret_same = differs(p, "its operator does not find its mutation", ""), 0;
	/* Threads may come in another order on a busy machine; a fault of one shows each time. */
	int attempts = w->baseline.threads ? ATTEMPTS : 1;
	bool same = false;
	for (int i = 0; rc == 0 && !same && i < attempts; i++) {
		rc = try_again(w, p, site, &t, err);
		same = rc == 0 && compare(p, &t);
	}
	if (rc == 0)
		*ret_same = same;
	return rc;
}

int ds_replay(struct ds_replayer *r, const struct ds_record *record, bool *ret_same, char *why,
	size_t why_size, struct fl_error *err)
{
	struct replay p = {.record = record, .why = why, .why_size = why_size};
	bool same = false;
	fl_arena_init(&p.arena, ARENA_MAX);
	int rc = replay(r, &p, &same, err);
	/* The worker must not keep what dies with this replay; after a failure it starts afresh. */
	ds_worker_unload(&r->worker);
	if (rc) {
		ds_worker_close(&r->worker);
		struct fl_error again;
		if (ds_worker_open(&r->worker, &r->opts, &again))
			rc = fl_error_set(err, again.code, "%s", again.message);
	}
	fl_arena_release(&p.arena);
	if (rc == 0)
		*ret_same = same;
	return rc;
}
