#include "datasets/reward/judge_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "datasets/reward/headers.h"
#include "datasets/toolchain.h"
#include "sanitize/report/frame.h"
#include "sanitize/resident/resident.h"
#include "sanitize/run/run.h"
#include "sanitize/run/tools.h"
#include "tracegen/program.h"

enum {
	ARENA_MAX = 1 << 30,
	MIB = 1 << 20,
	QUARANTINE_MB = 320,
	BINARY_MB = 64, /* of the program and its files, which are kept in memory */
	SWEEP_EACH = 5000, /* labels that are kept */
	SLOWER = 2, /* times a test's limit is what it may take under the sanitizers */
};

/* ---- the judge ---- */

static int find_tools(struct ds_judge *j, struct fl_error *err)
{
	const char *name = j->opts.compiler;
	int rc = san_toolchain_newest_clang(SAN_CXX, &j->arena, &j->clang, err);
	if (name)
		return san_toolchain_find(name, SAN_CXX, &j->arena, &j->tools, err);
	j->tools = j->clang;
	return rc ? san_toolchain_find("gcc", SAN_CXX, &j->arena, &j->tools, err) : 0;
}

static int open_one(struct ds_judge *j, size_t memory_mb, struct fl_box **box, struct fl_error *err)
{
	struct fl_box_opts opts = j->opts.box;
	if (*box)
		return 0;
	opts.memory_max = opts.disk_max = memory_mb * MIB;
	return fl_box_new(&opts, box, err);
}

/* Compilers that stay, in a box like the one for those that do not. */
static int open_resident(struct ds_judge *j, struct fl_error *err)
{
	struct fl_box_opts opts = j->opts.box;
	if (j->resident || *fl_box_missing(j->compile_box))
		return 0;
	opts.memory_max = opts.disk_max = (size_t)DS_COMPILE_MB * MIB;
	return san_resident_new(&opts, &j->resident, err);
}

/*
 * The box to run in has the memory that a test may use; under sanitizers what they add to it:
 * shadow and red zones (three times), and what was freed is kept for a while.
 */
static int open_boxes(struct ds_judge *j, unsigned memory_mb, bool watched, struct fl_error *err)
{
	if (j->box && (j->memory_mb != memory_mb || j->watched != watched)) {
		fl_box_free(j->box);
		j->box = NULL;
	}
	j->memory_mb = memory_mb;
	j->watched = watched;
	int rc = open_one(j, DS_COMPILE_MB, &j->compile_box, err);
	rc = rc ? rc : open_resident(j, err);
	size_t most = watched ? 3 * (size_t)memory_mb + QUARANTINE_MB : memory_mb;
	return rc ? rc : open_one(j, most + BINARY_MB, &j->box, err);
}

static int open_cache(struct ds_judge *j, struct fl_error *err)
{
	if (!j->opts.cache)
		return 0;
	int rc = ds_cache_open(j->opts.cache, &j->cache, err);
	if (rc == 0)
		j->kept = &j->cache;
	else
		fl_error_wrap(err, "no cache (choose another place with --cache)");
	return rc;
}

/* What all candidates are to be looked at with has to be there. */
static int set_tidy(struct ds_judge *j, struct fl_error *err)
{
	const char *tool;
	if (!j->opts.tidy)
		return 0;
	int rc = ds_tidy_read_text(fl_slice_str(j->opts.tidy), &j->arena, &j->tidy, err);
	return rc ? rc : ds_tidy_find(j->opts.tidy_tool, &j->clang, &j->arena, &tool, err);
}

int ds_judge_new(
	const struct ds_judge_opts *opts, struct ds_judge **ret_judge, struct fl_error *err)
{
	struct ds_judge *j = calloc(1, sizeof(*j));
	if (!j)
		return fl_error_set(err, FL_ENOMEM, "out of memory for judging");
	j->opts = *opts;
	if (opts->headers)
		ds_headers_join(opts->headers);
	fl_arena_init(&j->arena, ARENA_MAX);
	int rc = find_tools(j, err);
	rc = rc ? rc : ds_tool_version(j->tools.driver[SAN_CXX], &j->arena, &j->version, err);
	rc = rc ? rc : set_tidy(j, err);
	rc = rc ? rc : ds_cache_self(j->exe, err);
	rc = rc ? rc : open_cache(j, err);
	rc = rc ? rc : open_boxes(j, DS_MEMORY_MB, true, err);
	if (rc)
		ds_judge_free(j);
	else
		*ret_judge = j;
	return rc;
}

void ds_judge_drop_boxes(struct ds_judge *j)
{
	san_resident_free(j->resident);
	j->resident = NULL;
	fl_box_free(j->compile_box);
	fl_box_free(j->box);
	j->box = j->compile_box = NULL;
}

void ds_judge_free(struct ds_judge *j)
{
	if (!j)
		return;
	ds_judge_drop_boxes(j);
	ds_judge_drop_builds(j);
	ds_executor_free(j->executor);
	ds_cache_close(&j->cache);
	fl_arena_release(&j->arena);
	free(j);
}

/* ---- the program ---- */

int ds_judge_prepare(struct ds_judging *g)
{
	int rc = open_boxes(g->judge, g->c.limits.memory_mb, g->c.mode != SAN_MODE_NONE, g->err);
	return rc ? rc : ds_judge_program(g);
}

/* ---- one test ---- */

static struct san_run_opts run_opts(const struct ds_judging *g, unsigned times)
{
	return (struct san_run_opts){.cpu_ms = g->c.limits.cpu_ms * times,
		.wall_ms = g->c.limits.wall_ms * times,
		.output_max = g->c.limits.output_max,
		.no_leaks = g->c.leaks_off,
		.no_handlers = true,
		.runs = 1};
}

static enum ds_verdict verdict_of(const struct san_run *r)
{
	switch (r->result.end) {
	case FL_END_CPU:
	case FL_END_WALL: return DS_VERDICT_TIME_LIMIT;
	case FL_END_MEMORY: return DS_VERDICT_MEMORY_LIMIT;
	case FL_END_OUTPUT: return DS_VERDICT_OUTPUT_LIMIT;
	default: break;
	}
	const struct san_report *report = r->reports.items;
	if (r->reports.len &&
		(report->tool != SAN_TOOL_SYSTEM || fl_slice_eqs(report->kind, SAN_LOST)))
		return DS_VERDICT_REPORT;
	return r->result.end == FL_END_SIGNAL ? DS_VERDICT_CRASHED : DS_VERDICT_PASSED;
}

static struct fl_slice cut(struct fl_slice text, size_t max)
{
	return text.len > max ? fl_slice_head(text, max) : text;
}

/* What a checker cannot judge is the task's fault, and nobody's reward. */
static int check_output(
	struct ds_judging *g, const struct ds_trial *t, struct fl_slice out, bool *ret_same)
{
	struct ds_judge *j = g->judge;
	struct ds_exec_opts opts = {.compiler = j->opts.compiler, .degraded = j->opts.box.degraded};
	struct ds_checking c = {
		.checker = &g->c.checker, .input = t->input, .output = out, .answer = t->expected};
	int rc = j->executor ? 0 : ds_executor_new(&opts, &j->executor, g->err);
	rc = rc ? rc : ds_check_output(j->executor, &c, g->a, ret_same, &g->checked, g->err);
	if (rc != FL_EPARSE)
		return rc;
	ds_judge_infra(g, g->err->message);
	g->task_wrong = true;
	return 0;
}

static int compare_output(struct ds_judging *g, const struct ds_trial *t, struct fl_slice out,
	bool *ret_same, struct ds_difference *ret_difference)
{
	char hex[65];
	if (g->c.checker.len)
		return check_output(g, t, out, ret_same);
	if (!t->has_expected) {
		*ret_same = true;
		return 0;
	}
	if (t->expected_hash.len && !t->expected.len) {
		fl_sha256_hex(out, hex);
		*ret_same = fl_slice_eqs(t->expected_hash, hex);
		return 0;
	}
	return ds_compare_outputs(
		&t->compare, t->expected, out, g->a, ret_same, ret_difference, g->err);
}

/* What is the matter with a run, in a word, and of which class. */
static void tell_failure(struct ds_judging *g, const struct ds_trial *t, const struct san_run *r,
	const struct ds_trial_result *result)
{
	struct ds_label *l = g->label;
	l->stage = DS_STAGE_TEST;
	l->kind = result->kind;
	l->proof.test = t->name;
	l->proof.input = cut(t->input, DS_EVIDENCE_BYTES);
	struct fl_slice said = san_without_runtime(r->err);
	l->proof.said = said.len > FL_LINE_MAX ? fl_slice_skip(said, said.len - FL_LINE_MAX) : said;
	l->error_class = DIAG_CLASS_LOGIC;
	if (result->verdict == DS_VERDICT_WRONG_OUTPUT)
		l->message = g->checked;
	if (!r->reports.len || result->verdict == DS_VERDICT_WRONG_OUTPUT)
		return;
	struct san_report *report = r->reports.items;
	struct san_stack *stacks = report->stacks.items;
	size_t folded = 0;
	for (size_t i = 0; i < report->stacks.len; i++) {
		san_stack_drop_nameless(&stacks[i]);
		folded += san_stack_fold(&stacks[i]);
	}
	if (folded)
		report->message = fl_arena_printf(g->a, "%.*s; %zu frames of a recursion left out",
			FL_ARG(report->message), folded);
	l->error_class = report->error_class;
	l->confidence = report->confidence;
	l->message = report->message;
	l->reports = (struct fl_list){.items = r->reports.items, .len = 1};
}

/* The evidence of the report that the label has. */
static int tell_report(struct ds_judging *g)
{
	struct ds_label *l = g->label;
	if (!l->reports.len)
		return 0;
	struct fl_item *item = fl_arena_alloc(g->a, sizeof(*item));
	if (!item)
		return fl_arena_error(g->a, "a report", g->err);
	*item = (struct fl_item){.shape = &san_report_shape, .object = l->reports.items};
	struct fl_items items = {.at = item, .len = 1};
	int rc = fl_items_fit(&items, DS_EVIDENCE_BYTES, g->a, g->err);
	l->evidence = ds_judge_terse(&items, FL_MARK_DEBUG, g->a);
	return rc ? rc : fl_arena_error(g->a, "a report", g->err);
}

/* One run of one test: its verdict, and where the outputs differ. */
static int run_test(struct ds_judging *g, const struct ds_trial *t, const struct san_build *b,
	unsigned times, unsigned number, struct san_run *ret_run,
	struct ds_trial_result *ret_result, struct ds_difference *ret_difference)
{
	struct san_run_opts opts = run_opts(g, times);
	struct san_run r;
	bool same = true;
	g->program.args = tg_texts_argv(&t->args, 0, g->a);
	g->program.input = t->input;
	int rc = ds_judge_files(g, &t->files);
	rc = rc ? rc : ds_judge_once(g, b, &opts, number, &r);
	if (rc)
		return rc;
	if (r.outcome == SAN_INFRA) {
		ds_judge_infra(g, fl_arena_printf(g->a, "the sanitizer cannot work here: %.*s",
					  FL_ARG(r.infra))
					  .ptr);
		return 0;
	}
	struct ds_trial_result *v = ret_result;
	v->name = t->name;
	v->verdict = (int)verdict_of(&r);
	v->exit_status = r.result.exit_status;
	v->signal = r.result.signal;
	v->cpu_ms = r.result.cpu_ms;
	v->wall_ms = r.result.wall_ms;
	g->label->run_ms += r.result.cpu_ms;
	if (v->verdict == DS_VERDICT_PASSED) {
		rc = compare_output(g, t, r.out, &same, ret_difference);
		bool as_asked = r.result.exit_status == t->exit_status;
		if (!same || !as_asked)
			v->verdict = DS_VERDICT_WRONG_OUTPUT;
		if (same && !as_asked)
			g->checked = fl_arena_printf(g->a,
				"the program ends with status %d, and %d was asked for",
				r.result.exit_status, (int)t->exit_status);
	}
	const struct san_report *report = r.reports.items;
	v->kind = v->verdict == DS_VERDICT_PASSED         ? FL_S("")
		  : v->verdict == DS_VERDICT_WRONG_OUTPUT ? FL_S("wrong-output")
		  : r.reports.len                         ? report->kind
							  : FL_S("failed");
	*ret_run = r;
	return rc;
}

static bool may_be_chance(int verdict)
{
	return verdict != DS_VERDICT_PASSED && verdict != DS_VERDICT_WRONG_OUTPUT &&
	       verdict != DS_VERDICT_OUTPUT_LIMIT;
}

/*
 * Past the limit itself: the program as people run it tells, where it can be built so. Where that
 * crashes, the optimiser has made something else of a loop that has no end.
 */
static int judge_slow(struct ds_judging *g, const struct ds_trial *t, struct san_run *r,
	struct ds_trial_result *v, struct ds_difference *d)
{
	struct ds_trial_result fast = {0};
	struct ds_difference differs = {0};
	struct san_run run = {0};
	bool plain = false;
	int rc = ds_judge_plain(g, &plain);
	rc = rc || !plain ? rc : run_test(g, t, &g->plain, 1, 0, &run, &fast, &differs);
	bool ended = v->verdict == DS_VERDICT_TIME_LIMIT;
	if (rc || !plain || g->label->infra_error.len ||
		(ended && fast.verdict == DS_VERDICT_CRASHED))
		return rc;
	*v = fast;
	*r = run;
	*d = differs;
	return 0;
}

/* Once more: a failure that does not come again was by chance. */
static int look_again(struct ds_judging *g, const struct ds_trial *t, unsigned times)
{
	struct ds_trial_result again = {0};
	struct ds_difference ignored;
	struct san_run other;
	int rc = run_test(g, t, &g->build, times, 1, &other, &again, &ignored);
	if (rc == 0 && !g->label->infra_error.len && again.verdict == DS_VERDICT_PASSED)
		g->label->flaky = true;
	return rc;
}

/* A test, with what its outcome asks for. */
static int judge_test(struct ds_judging *g, const struct ds_trial *t, struct ds_trial_result *v)
{
	bool watched = g->c.mode != SAN_MODE_NONE;
	unsigned times = watched ? SLOWER : 1;
	struct ds_difference d = {0};
	struct san_run r = {0};
	int rc = run_test(g, t, &g->build, times, 0, &r, v, &d);
	if (rc || g->label->infra_error.len)
		return rc;
	bool late = v->verdict == DS_VERDICT_TIME_LIMIT ||
		    (watched && v->cpu_ms > (int64_t)g->c.limits.cpu_ms);
	bool failed = v->verdict != DS_VERDICT_TIME_LIMIT && v->verdict != DS_VERDICT_PASSED;
	if (late && watched && !failed)
		rc = judge_slow(g, t, &r, v, &d);
	else if (!late && may_be_chance(v->verdict))
		rc = look_again(g, t, times);
	if (rc == 0 && v->verdict != DS_VERDICT_PASSED && !g->label->proof.test.len) {
		tell_failure(g, t, &r, v);
		g->label->proof.line = d.line;
		g->label->proof.expected = cut(d.expected, FL_LINE_MAX);
		g->label->proof.actual = cut(d.actual, FL_LINE_MAX);
		rc = tell_report(g);
	}
	return rc;
}

static int judge_tests(struct ds_judging *g)
{
	struct ds_label *l = g->label;
	const struct ds_trial *t = g->c.tests.items;
	struct ds_trial_result *results =
		fl_arena_array(g->a, g->c.tests.len + 1, sizeof(*results));
	int rc = results ? 0 : fl_arena_error(g->a, "the tests", g->err);
	bool failed = false;
	l->total = (int64_t)g->c.tests.len;
	for (size_t i = 0; i < g->c.tests.len && rc == 0 && !l->infra_error.len; i++) {
		results[i] = (struct ds_trial_result){.name = t[i].name,
			.verdict = DS_VERDICT_NOT_RUN,
			.exit_status = -1,
			.signal = -1};
		if (!failed || t[i].needed || !g->judge->opts.stop_at_first)
			rc = judge_test(g, &t[i], &results[i]);
		l->passed += results[i].verdict == DS_VERDICT_PASSED;
		failed = failed || results[i].verdict != DS_VERDICT_PASSED;
	}
	l->tests = (struct fl_list){.items = results, .len = g->c.tests.len};
	return rc;
}

/* ---- all of it ---- */

int ds_judge_code(struct ds_judging *g)
{
	struct ds_label *l = g->label;
	int rc = ds_judge_prepare(g);
	rc = rc ? rc : ds_judge_build(g);
	if (rc || l->stage == DS_STAGE_COMPILE || l->infra_error.len)
		return rc;
	rc = judge_tests(g);
	if (rc == 0 && g->task_wrong)
		l->stage = DS_STAGE_CANDIDATE;
	else if (rc == 0 && l->passed == l->total)
		l->stage = DS_STAGE_PASSED;
	else if (rc == 0)
		l->stage = DS_STAGE_TEST;
	return rc;
}

static int refused(struct ds_judging *g)
{
	struct ds_label *l = g->label;
	l->stage = g->c.refusal == DS_REFUSED_EXTRACT ? DS_STAGE_EXTRACT : DS_STAGE_APPLY;
	l->kind = g->c.refusal == DS_REFUSED_EXTRACT ? FL_S("no-code") : FL_S("bad-patch");
	l->error_class = DIAG_CLASS_SYNTAX;
	l->message = g->c.why;
	return 0;
}

/* Whatever went wrong with the box is not the candidate's. */
static int after_failure(struct ds_judging *g, int rc)
{
	if (rc == 0)
		return 0;
	ds_judge_infra(g, g->err->message);
	ds_judge_drop_boxes(g->judge);
	return rc == FL_ENOMEM ? rc : 0;
}

static void set_names(struct ds_judging *g, struct fl_slice json, const struct fl_list *files)
{
	struct ds_label *l = g->label;
	const struct ds_judge_opts *o = &g->judge->opts;
	char key[DS_KEEP_KEY + 1], written[65];
	const struct fl_slice tidy = fl_slice_str(o->tidy ? o->tidy : "");
	/* of a task there are the files, too */
	const struct fl_slice others[] = {g->judge->version,
		fl_slice_str(o->compiler ? o->compiler : ""),
		fl_slice((const char *)&o->profile.weights, sizeof(o->profile.weights)),
		o->stop_at_first ? FL_S("first") : FL_S("all"), fl_slice_str(g->judge->exe), tidy,
		fl_slice(written, 64)};
	static const char *const extracts[] = {
#define X(id, word) word,
		DS_EXTRACTS(X)
#undef X
	};
	if (files)
		ds_judge_files_key(files, written);
	ds_keep_key(json, others, sizeof(others) / sizeof(others[0]) - !files, key);
	l->hash = fl_arena_slice(g->a, fl_slice_str(key));
	l->version = DS_LABEL_VERSION;
	l->id = g->c.id;
	l->group = g->c.group;
	l->extract = fl_slice_str(g->c.answer.ptr ? extracts[g->c.extract] : "");
	l->compiler = g->judge->version;
	l->faultline = FL_S(FL_VERSION);
}

/* The same was judged before: only whose it is differs. */
static bool find_kept(struct ds_judging *g, struct ds_label *ret_label)
{
	struct ds_label *kept = NULL;
	struct fl_slice candidate;
	if (!g->judge->kept || g->worked_on || !g->label->hash.len ||
		ds_keep_get(g->judge->kept, g->label->hash.ptr, g->a, &kept, &candidate, NULL))
		return false;
	kept->id = g->c.id;
	kept->group = g->c.group;
	kept->cached = true;
	*ret_label = *kept;
	return true;
}

static void keep(struct ds_judge *j, const struct ds_label *l, struct fl_slice json)
{
	if (!j->kept)
		return;
	ds_keep_put(j->kept, l->hash.ptr, l, json);
	if (++j->since_sweep < SWEEP_EACH)
		return;
	j->since_sweep = 0;
	ds_cache_sweep(j->kept, DS_CACHE_MAX, NULL); /* else the next one does it */
}

/* files: of a task; else NULL */
static int run(struct ds_judge *j, struct fl_slice json, const struct fl_list *files,
	struct fl_slice said, struct fl_arena *a, struct ds_label *ret_label, struct fl_error *err)
{
	struct fl_error own;
	struct ds_label *l = fl_object_new(a, &ds_label_shape);
	bool of_lines = j->first_line > 0;
	unsigned first = of_lines ? j->first_line : 1;
	struct ds_judging g = {.judge = j,
		.label = l,
		.json = json,
		.said = said,
		.worked_on = files != NULL,
		.a = a,
		.err = err ? err : &own};
	j->first_line = 0;
	if (!l)
		return fl_arena_error(a, "a label", err);
	l->error_class = DIAG_CLASS_NONE;
	int rc = files ? ds_candidate_read_task(json, files, a, &g.c, g.err)
		       : ds_candidate_read(json, a, &g.c, g.err);
	set_names(&g, json, files);
	if (rc) {
		if (g.err->line)
			fl_error_wrap(
				g.err, "line %u, column %u", first + g.err->line - 1, g.err->col);
		else if (of_lines)
			fl_error_wrap(g.err, "line %u", first);
		ds_judge_infra(&g, g.err->message);
		l->stage = DS_STAGE_CANDIDATE;
		*ret_label = *l;
		return rc == FL_ENOMEM ? rc : 0;
	}
	if (find_kept(&g, ret_label))
		return fl_arena_error(a, "a label", err);
	rc = g.c.refusal ? refused(&g) : ds_judge_code(&g);
	rc = after_failure(&g, rc);
	if (rc == 0 && !l->infra_error.len)
		rc = after_failure(&g, ds_judge_reward(&g));
	if (rc == 0 && l->hash.len && !files)
		keep(j, l, json);
	rc = rc ? rc : fl_arena_error(a, "a label", err);
	if (rc == 0)
		*ret_label = *l;
	return rc;
}

void ds_judge_at_line(struct ds_judge *j, unsigned line)
{
	j->first_line = line;
}

int ds_judge_run(struct ds_judge *j, struct fl_slice json, struct fl_arena *a,
	struct ds_label *ret_label, struct fl_error *err)
{
	return run(j, json, NULL, FL_S(""), a, ret_label, err);
}

int ds_judge_task(struct ds_judge *j, struct fl_slice json, const struct fl_list *files,
	struct fl_slice said, struct fl_arena *a, struct ds_label *ret_label, struct fl_error *err)
{
	return run(j, json, files, said, a, ret_label, err);
}

int ds_judge_failure(
	struct fl_slice json, const char *why, struct fl_buf *out, struct fl_error *err)
{
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	struct ds_label *l = fl_object_new(&a, &ds_label_shape);
	if (l) {
		l->version = DS_LABEL_VERSION;
		l->id = ds_candidate_id(json, &a);
		l->infra_error = fl_slice_str(why);
		ds_label_write(out, l);
	}
	int rc = l ? fl_buf_error(out, "a label", err) : fl_arena_error(&a, "a label", err);
	fl_arena_release(&a);
	return rc;
}
