#include "datasets/worker.h"

#include <time.h>

#include "base/rng.h"
#include "datasets/look.h"
#include "sanitize/kinds/kinds.h"
#include "tracegen/builds/made.h"
#include "tracegen/halves.h"
#include "tracegen/now.h"
#include "tracegen/operators/pairs.h"
#include "tracegen/sites.h"

enum { ARENA_MAX = 1 << 30 };

const char *const ds_crash_words[DS_CRASH_COUNT] = {
#define X(id, word) [DS_CRASH_##id] = word,
	DS_CRASHES(X)
#undef X
};

enum tg_compiler ds_compiler_for(uint64_t seed, struct fl_slice program_sha256)
{
	struct fl_rng r = fl_rng_new(seed, FL_S("compiler"), program_sha256);
	return fl_rng_below(&r, 2) ? TG_CLANG : TG_GCC;
}

int ds_worker_open(struct ds_worker *w, const struct ds_worker_opts *opts, struct fl_error *err)
{
	*w = (struct ds_worker){.opts = *opts};
	fl_arena_init(&w->arena, ARENA_MAX);
	return fl_box_new(&w->opts.box, &w->box, err);
}

void ds_worker_close(struct ds_worker *w)
{
	ds_look_end(w);
	fl_box_free(w->box);
	w->box = NULL;
	fl_arena_release(&w->arena);
}

int ds_worker_compilers(
	struct fl_arena *a, struct plat_compiler ret_compilers[2], struct fl_error *err)
{
	int rc = plat_compiler_query("gcc-12", a, &ret_compilers[TG_GCC], err);
	return rc ? rc : plat_compiler_query("clang-19", a, &ret_compilers[TG_CLANG], err);
}

void ds_worker_unload(struct ds_worker *w)
{
	ds_look_end(w);
	w->source = NULL;
	w->decls_known = w->lean_known = false;
	fl_arena_release(&w->arena);
}

int ds_worker_load(struct ds_worker *w, const struct ds_program *source,
	const struct tg_program *program, struct fl_error *err)
{
	if (w->source == source)
		return 0;
	ds_worker_unload(w);
	w->port = (struct tg_port){0};
	w->program = w->made = *program;
	struct tg_limits limits = {.cpu_ms = w->opts.cpu_ms};
	int rc = tg_is_made(program) ? tg_made_program(program, &w->arena, &w->made, err) : 0;
	if (rc)
		return rc;
	rc = tg_baseline_run(w->box, &w->program, &limits, &w->arena, &w->baseline, err);
	if (rc == 0)
		w->source = source;
	return rc;
}

/* What follows is of that input. */
static void take_input(struct ds_worker *w, size_t i)
{
	w->program = tg_program_with(&w->program, i);
	w->baseline = tg_baseline_with(&w->baseline, i);
}

static struct fl_slice compiler_of(const struct ds_worker *w, enum tg_build_kind build)
{
	const struct ds_toolchain *t = w->opts.toolchain;
	const struct tg_target_info *target = tg_build_target(build);
	return target && w->program.compiler == TG_GCC ? t->targets[target - tg_targets]
						       : t->compilers[w->program.compiler].version;
}

/* The case of a site that was tried. */
static int case_of(const struct ds_worker *w, const struct tg_site *site,
	const struct tg_outcome *outcome, enum tg_build_kind build, struct fl_arena *a,
	struct ds_case *ret_case, struct fl_error *err)
{
	const struct ds_toolchain *t = w->opts.toolchain;
	struct fl_slice platform;
	struct san_measure measure = san_measured((enum san_tool)outcome->evidence.tool);
	int rc = ds_platform_text(&w->program, site, build, w->opts.compilers, a, &platform, err);
	if (rc == 0)
		*ret_case = (struct ds_case){.source = w->source,
			.program = build == TG_MADE ? &w->made : &w->program,
			.baseline = &w->baseline,
			.site = site,
			.outcome = outcome,
			.build = build,
			.platform = platform,
			.compiler = compiler_of(w, build),
			.debugger = t->debugger,
			.seed = w->opts.seed,
			.form = w->opts.form,
			.prompt_bytes = w->opts.prompt_bytes,
			.cpu_ms = w->opts.cpu_ms,
			.confidence = {
				.ratio = measure.cases
						 ? san_confidence(
							   (enum san_tool)outcome->evidence.tool)
						 : 0}};
	return rc;
}

/* Seconds before a record is made that it may tell of by the second. */
enum { CLOCK_LOOK = 60 };

static int add_record(const struct ds_case *c, enum ds_kind kind, const struct fl_items *evidence,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct fl_error why;
	struct ds_record *r = &t->records[t->record_count];
	time_t now = time(NULL);
	int rc = ds_compose(c, kind, evidence, a, r, &why);
	/* A date, say: what was seen of it is alike in all runs of a day. */
	if (rc == 0 && tg_tells_now(r->context, now - CLOCK_LOOK + 1, now)) {
		t->refused = FL_S("the evidence tells the time at which it was made");
	} else if (rc == 0 && tg_tells_host(r->context)) {
		t->refused = FL_S("the evidence tells the machine on which it was made");
	} else if (rc == 0) {
		t->record_count++;
	} else if (rc == FL_EREFUSED) {
		/* Without the record's id, so that refusals of one kind count together. */
		ptrdiff_t rule = fl_slice_find(fl_slice_str(why.message), "breaks rule");
		t->refused = fl_arena_printf(a, "%s", why.message + (rule > 0 ? rule : 0));
		rc = 0;
	} else if (err) {
		*err = why;
	}
	return rc;
}

/* ---- crashes ---- */

static int add_crash(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, const struct fl_items *evidence, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	struct fl_items items;
	struct ds_case c;
	size_t before = t->record_count;
	int rc = case_of(w, site, o, build, a, &c, err);
	struct tg_symptom_in seen = ds_look_seen(w, o, t);
	if (rc == 0 && evidence)
		rc = ds_left_context(evidence, a, &items, err);
	else if (rc == 0)
		rc = ds_symptom_context(&seen, a, &items, err);
	rc = rc ? rc : add_record(&c, DS_KIND_CRASH_REPORT, &items, a, t, err);
	if (t->record_count > before)
		t->crash_hash = o->evidence.hash;
	return rc;
}

/* Of a run that a signal ended, with the values that it left where they can be had. */
static int add_core(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct fl_items items;
	bool found;
	int rc = ds_look_core(w, site, o, build, a, t, &items, &found, err);
	return rc ? rc : add_crash(w, site, o, build, found ? &items : NULL, a, t, err);
}

static const enum ds_crash crash_by_status[TG_STATUS_COUNT] = {
	[TG_SURVIVED] = DS_CRASH_SURVIVED,
	[TG_OBSERVED] = DS_CRASH_RECORDED,
	[TG_NOT_COMPILED] = DS_CRASH_NOT_COMPILED,
	[TG_NONDETERMINISTIC] = DS_CRASH_NONDETERMINISTIC,
	[TG_NEAR_LIMIT] = DS_CRASH_NEAR_LIMIT,
	[TG_INFRA] = DS_CRASH_INFRA,
};

/*
 * A run that a limit ended. Of one that would have gone on for ever a person looks where it is:
 * without that there is no record, since nothing would lead to the fault. trace: what a trace of it
 * has shown; NULL: none was asked for.
 */
static int try_limit(struct ds_worker *w, const struct tg_site *site, const struct tg_outcome *o,
	enum tg_build_kind build, const struct fl_items *trace, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	const struct san_report *e = &o->evidence;
	bool look = tg_symptom_is_endless(e->kind) && !e->stacks.len;
	struct fl_items items;
	enum ds_trace made = t->trace;
	int rc = 0;
	if (o->runs[0].result.end == FL_END_SIGNAL)
		return add_core(w, site, o, build, a, t, err);
	if (look && !trace)
		rc = ds_look_trace(w, site, o, build, a, t, &items, err);
	bool found = !look || t->trace == DS_TRACE_RECORDED;
	if (!trace)
		t->trace = made;
	if (rc == 0 && !found)
		t->crash = DS_CRASH_NO_PLACE;
	else if (rc == 0)
		rc = add_crash(w, site, o, build, !look ? NULL : trace ? trace : &items, a, t, err);
	return rc;
}

/* The fault in the program as a person builds it. */
static int try_crash(struct ds_worker *w, const struct tg_site *site, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	struct tg_outcome o;
	if (!w->baseline.plain_runs)
		t->crash = DS_CRASH_NO_BASELINE;
	/* What lies there can be as random as a stack's guard: two runs may agree by chance. */
	else if (fl_slice_eqs(site->op, tg_ops[TG_OP_init_removed].name))
		t->crash = DS_CRASH_INDETERMINATE;
	if (t->crash != DS_CRASH_NOT_WANTED)
		return 0;
	struct tg_limits limits = {.cpu_ms = w->opts.cpu_ms, .only = 1 + t->outcome.input};
	int rc = tg_verify_crash(w->box, &w->program, &w->baseline, site, &limits, a, &o, err);
	if (rc)
		return rc;
	t->crash = crash_by_status[o.status];
	if (t->crash == DS_CRASH_RECORDED && o.runs[0].result.end != FL_END_SIGNAL)
		return try_limit(w, site, &o, TG_PLAIN, NULL, a, t, err);
	if (t->crash == DS_CRASH_RECORDED)
		rc = ds_look_crash(w, &o, a, &t->crash, err);
	if (rc || t->crash != DS_CRASH_RECORDED)
		return rc;
	return add_core(w, site, &o, TG_PLAIN, a, t, err);
}

/* ---- one site ---- */

static int try_build_fault(struct ds_worker *w, const struct tg_site *site,
	enum tg_build_kind build, struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct fl_items items;
	struct fl_error why;
	enum diag_class cls;
	struct ds_confidence sure;
	int rc = ds_diagnostics_context(t->outcome.diagnostics, a, &items, &cls, &sure, &why);
	if (rc == FL_EREFUSED || rc == FL_ELIMIT) {
		t->refused = fl_arena_printf(a, "%s", why.message);
		return 0;
	}
	if (rc)
		return fl_error_set(err, why.code, "%s", why.message);
	/* #error has the words of whoever wrote it; that it builds elsewhere says what it is. */
	t->outcome.evidence_class =
		cls == DIAG_CLASS_NONE && t->fails_on ? DIAG_CLASS_PLATFORM : cls;
	struct ds_case c;
	rc = case_of(w, site, &t->outcome, build, a, &c, err);
	c.confidence = sure;
	return rc ? rc : add_record(&c, DS_KIND_DIAGNOSTIC_FIX, &items, a, t, err);
}

static int try_trace(struct ds_worker *w, const struct ds_case *c, struct fl_arena *a,
	struct ds_try *t, struct fl_items *ret_items, struct fl_error *err)
{
	int rc = ds_look_trace(w, c->site, c->outcome, c->build, a, t, ret_items, err);
	if (rc == 0 && t->trace == DS_TRACE_RECORDED)
		rc = add_record(c, DS_KIND_TRACE_FIX, ret_items, a, t, err);
	return rc;
}

/* The two runs, behind what was seen of the faulty one. Which thread comes first is chance. */
static int try_divergence(struct ds_worker *w, const struct ds_case *c, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	struct tg_symptom_in seen = ds_look_seen(w, c->outcome, t);
	struct tg_divergence d;
	struct fl_items items;
	struct fl_error why;
	t->divergence = DS_NO_DIVERGENCE_THREADS;
	if (w->baseline.threads)
		return 0;
	int rc = ds_look_divergence(w, c->site, c->build, a, &d, &t->divergence, err);
	if (rc || strcmp(t->divergence, tg_divergence_words[TG_DIVERGENCE_SHOWN]) != 0)
		return rc;
	rc = ds_divergence_context(&seen, &d, a, &items, &why);
	if (rc == FL_ELIMIT) {
		t->divergence = ds_trace_words[DS_TRACE_TOO_LARGE];
		return 0;
	}
	if (rc && err)
		*err = why;
	return rc ? rc : add_record(c, DS_KIND_DIVERGENCE, &items, a, t, err);
}

/*
 * What ThreadSanitizer reported. No debugger is asked: it would change who comes first, and the
 * report has both sides.
 */
static int try_report(struct ds_worker *w, const struct ds_case *c, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	struct tg_symptom_in seen = ds_look_seen(w, &t->outcome, t);
	struct fl_items items;
	int rc = ds_symptom_context(&seen, a, &items, err);
	return rc ? rc : add_record(c, DS_KIND_SANITIZER_FIX, &items, a, t, err);
}

/* What the outcome's evidence shows. */
static int try_evidence(struct ds_worker *w, const struct tg_site *site, struct ds_wants wants,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	const struct san_report *e = &t->outcome.evidence;
	bool reported = e->tool != SAN_TOOL_NONE && e->tool != SAN_TOOL_SYSTEM;
	bool ended = e->tool == SAN_TOOL_SYSTEM && t->outcome.runs[0].result.end != FL_END_EXIT;
	bool threaded = t->outcome.build == TG_THREADED;
	struct fl_items items;
	struct ds_case c;
	int rc = case_of(w, site, &t->outcome, (enum tg_build_kind)t->outcome.build, a, &c, err);
	if (rc == 0 && (reported || threaded))
		rc = try_report(w, &c, a, t, err);
	if (rc || threaded || t->outcome.build == TG_LEFT_OPEN)
		return rc; /* the report tells who opened it; nothing goes wrong in the run */
	if (wants.trace)
		rc = try_trace(w, &c, a, t, &items, err);
	if (rc == 0 && wants.divergence)
		rc = try_divergence(w, &c, a, t, err);
	if (rc == 0 && ended)
		rc = try_limit(
			w, site, &t->outcome, TG_SANITIZED, wants.trace ? &items : NULL, a, t, err);
	else if (rc == 0 && wants.crash && reported && e->tool != SAN_TOOL_LSAN)
		rc = try_crash(w, site, a, t, err); /* last: the box then holds another binary */
	return rc;
}

static bool has_record(const struct ds_try *t, struct fl_slice id)
{
	for (size_t i = 0; i < t->record_count; i++)
		if (fl_slice_eq(t->records[i].id, id))
			return true;
	return false;
}

/* Of what may be chosen of threads, the first that makes a record, or that `like` tells of. */
static int try_run_fault(struct ds_worker *w, const struct tg_site *site, struct ds_wants wants,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	const struct fl_list *choices = &t->outcome.choices;
	int rc = choices->len ? 0 : try_evidence(w, site, wants, a, t, err);
	for (size_t i = 0; rc == 0 && i < choices->len; i++) {
		t->outcome.evidence = ((const struct san_report *)choices->items)[i];
		t->outcome.evidence_class = (enum diag_class)t->outcome.evidence.error_class;
		t->record_count = 0;
		rc = try_evidence(w, site, wants, a, t, err);
		if (wants.like ? has_record(t, wants.like->id) : t->record_count > 0)
			break;
	}
	return rc;
}

/* A fault of the run on another machine: no debugger looks there, its symptom is all. */
static int try_far_fault(struct ds_worker *w, const struct tg_site *site, enum tg_build_kind build,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	struct tg_symptom_in seen = ds_look_seen(w, &t->outcome, t);
	enum ds_kind kind = t->outcome.runs[0].result.end == FL_END_EXIT ? DS_KIND_TRACE_FIX
									 : DS_KIND_CRASH_REPORT;
	struct fl_items items;
	struct ds_case c;
	int rc = case_of(w, site, &t->outcome, build, a, &c, err);
	rc = rc ? rc : ds_symptom_context(&seen, a, &items, err);
	return rc ? rc : add_record(&c, kind, &items, a, t, err);
}

/* Faults of the linker are looked for by make where there is a build file; a record says how. */
static bool is_to_make(
	const struct ds_worker *w, const struct tg_site *site, const struct ds_wants *wants)
{
	const struct tg_op *op = &tg_ops[tg_op_find(site->op)];
	bool link = op->phase == TG_COMPILE && op->cls == DIAG_CLASS_LINKER;
	return link && tg_is_made(&w->program) && (!wants->like || wants->build == TG_MADE);
}

/* Of several slips that are observed each has to show, by itself and beside the others. */
static int judge_halves(struct ds_worker *w, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	size_t idle;
	if (t->outcome.status != TG_OBSERVED || !tg_op_of_halves(tg_op_find(site->op)))
		return 0;
	int rc = tg_halves_matter(
		w->box, &w->program, &w->baseline, site, limits, a, &t->outcome, &idle, err);
	if (rc || t->outcome.status != TG_OBSERVED || idle == site->slips.len)
		return rc;
	t->outcome.status = TG_SURVIVED;
	t->refused = fl_arena_printf(
		a, "%.*s: one of its edits shows nothing of its own", FL_ARG(site->op));
	return 0;
}

/* Judge the site, and say which build shows its fault. */
static int judge_site(struct ds_worker *w, const struct tg_site *site, const struct ds_wants *wants,
	struct fl_arena *a, struct ds_try *t, enum tg_build_kind *ret_build, struct fl_error *err)
{
	struct tg_limits limits = {
		.cpu_ms = w->opts.cpu_ms, .shown_by = wants->like ? 1 + (int)wants->build : 0};
	struct tg_port_verdict verdict;
	bool compile = tg_ops[tg_op_find(site->op)].phase == TG_COMPILE;
	*ret_build = compile ? TG_PLAIN : TG_SANITIZED;
	if (is_to_make(w, site, wants)) {
		*ret_build = TG_MADE;
		return tg_verify_made(w->box, &w->made, &w->baseline, site, a, &t->outcome, err);
	}
	if (tg_port_target(site) == TG_TARGETS) {
		int rc = tg_verify(
			w->box, &w->program, &w->baseline, site, &limits, a, &t->outcome, err);
		return rc || wants->like ? rc : judge_halves(w, site, &limits, a, t, err);
	}
	limits.shown_by = 0;
	int rc = tg_port_verify(w->box, &w->program, &w->baseline, &w->port, site, &limits, a,
		&t->outcome, &verdict, err);
	if (rc)
		return rc;
	t->fails_on = verdict.fails_on;
	t->works_on = verdict.works_on;
	t->refused = fl_slice_str(verdict.unfit ? verdict.unfit : "");
	t->elsewhere = verdict.original;
	*ret_build = verdict.kind;
	return 0;
}

/* The program with the fault, whose text is a part of what was seen. */
static int take_faulty(struct ds_worker *w, const struct tg_site *site, struct fl_arena *a,
	struct ds_try *t, struct fl_error *err)
{
	struct tg_program faulty;
	struct fl_list changed;
	int rc = tg_apply_all(&w->program, site, a, &changed, err);
	rc = rc ? rc : tg_program_changed(&w->program, &changed, a, &faulty, err);
	if (rc == 0)
		t->faulty = faulty.files;
	return rc;
}

int ds_worker_try(struct ds_worker *w, const struct tg_site *site, struct ds_wants wants,
	struct fl_arena *a, struct ds_try *ret_try, struct fl_error *err)
{
	struct ds_try t = {0};
	enum tg_build_kind build;
	if (tg_op_find(site->op) < 0)
		return fl_error_set(err, FL_EINVAL, "no operator for the site");
	take_input(w, 0);
	int rc = judge_site(w, site, &wants, a, &t, &build, err);
	take_input(w, t.outcome.input);
	if (rc == 0 && t.outcome.status == TG_OBSERVED) {
		bool compile = tg_ops[tg_op_find(site->op)].phase == TG_COMPILE;
		rc = compile ? 0 : take_faulty(w, site, a, &t, err);
		if (rc == 0 && compile)
			rc = try_build_fault(w, site, build, a, &t, err);
		else if (rc == 0 && tg_build_target(build))
			rc = try_far_fault(w, site, build, a, &t, err);
		else if (rc == 0)
			rc = try_run_fault(w, site, wants, a, &t, err);
	}
	if (rc == 0)
		*ret_try = t;
	return rc;
}

/* ---- faults of people ---- */

/* The edits as one site of no operator; what is between them stands on both sides. */
static int site_of(const struct tg_program *p, const struct fl_list *edits, struct fl_arena *a,
	struct tg_site *ret_site, struct fl_error *err)
{
	const struct ds_edit *e = edits->items;
	struct tg_slip *slips = fl_arena_array(a, edits->len, sizeof(*slips));
	struct fl_buf text;
	if (!edits->len)
		return fl_error_set(err, FL_EINVAL, "a fault without an edit");
	struct fl_slice whole = tg_files_text(&p->files, e->file);
	size_t start = (size_t)e->offset, at = start;
	if (!slips)
		return fl_arena_error(a, "the edits", err);
	fl_buf_init(&text, TG_BYTES_MAX);
	for (size_t i = 0; i < edits->len; i++) {
		size_t from = (size_t)e[i].offset, to = from + e[i].original.len;
		if (from < at || to > whole.len) {
			fl_buf_release(&text);
			return fl_error_set(err, FL_EINVAL, "the edits do not fit the file");
		}
		fl_buf_add(&text, whole.ptr + at, from - at);
		fl_buf_slice(&text, e[i].replacement);
		at = to;
		slips[i] = (struct tg_slip){.file = e->file,
			.start = (int64_t)from,
			.end = (int64_t)to,
			.original = e[i].original,
			.replacement = e[i].replacement,
			.function = e[i].function};
	}
	*ret_site = (struct tg_site){.file = e->file,
		.start = (int64_t)start,
		.end = (int64_t)at,
		.line = e->line,
		.col = e->col,
		.original = fl_slice(whole.ptr + start, at - start),
		.replacement = fl_arena_slice(a, fl_buf_view(&text)),
		.slips = {slips, edits->len}};
	int rc = fl_buf_error(&text, "the edits", err);
	fl_buf_release(&text);
	return rc ? rc : fl_arena_error(a, "the edits", err);
}

/* What a sanitizer reported of it. */
static int try_real_report(struct ds_worker *w, const struct tg_site *site, struct fl_slice author,
	struct fl_arena *a, struct ds_try *t, struct fl_error *err)
{
	const struct san_report *e = &t->outcome.evidence;
	struct ds_case c;
	if (e->tool == SAN_TOOL_NONE || e->tool == SAN_TOOL_SYSTEM)
		return 0;
	int rc = case_of(w, site, &t->outcome, TG_SANITIZED, a, &c, err);
	c.real = true;
	c.author = author;
	return rc ? rc : try_report(w, &c, a, t, err);
}

int ds_worker_try_real(struct ds_worker *w, const struct fl_list *edits, struct fl_slice author,
	struct fl_arena *a, struct ds_try *ret_try, struct fl_error *err)
{
	struct ds_try t = {0};
	struct tg_limits limits = {.cpu_ms = w->opts.cpu_ms};
	struct tg_site site;
	struct fl_list changed;
	take_input(w, 0);
	int rc = site_of(&w->program, edits, a, &site, err);
	rc = rc ? rc : tg_apply_all(&w->program, &site, a, &changed, err);
	rc = rc ? rc
		: tg_verify_run(w->box, &w->program, &w->baseline, TG_SANITIZED, &changed, &limits,
			  a, &t.outcome, err);
	if (rc)
		return rc;
	take_input(w, t.outcome.input);
	if (t.outcome.status == TG_OBSERVED) {
		rc = take_faulty(w, &site, a, &t, err);
		rc = rc ? rc : try_real_report(w, &site, author, a, &t, err);
	}
	if (rc == 0)
		*ret_try = t;
	return rc;
}
