#include "tracegen/verify_priv.h"

#include <stdio.h>

#include "diag/parse.h"
#include "tracegen/alike.h"
#include "tracegen/now.h"
#include "tracegen/threads.h"

static const char *const status_words[TG_STATUS_COUNT] = {
#define X(id, word) [TG_##id] = word,
	TG_STATUSES(X)
#undef X
};
const struct fl_names tg_status_names = {"status", status_words, TG_STATUS_COUNT};

static const char *const given_words[TG_GIVEN_COUNT] = {
#define X(id, word) [TG_GIVEN_##id] = word,
	TG_GIVENS(X)
#undef X
};
const struct fl_names tg_given_names = {"given", given_words, TG_GIVEN_COUNT};

/*
 * Endless loops cost this much and twice as much again. Mutants of programs that hardly
 * need any are given half; an original near that border changes nothing but for those between.
 */
static unsigned mutant_limit(const struct tg_limits *limits, const struct tg_baseline *baseline)
{
	unsigned limit = tg_cpu_limit(limits), most = baseline->run.result.cpu_ms;
	for (size_t i = 0; i < baseline->runs.len; i++) {
		unsigned ms = ((const struct tg_run *)baseline->runs.items)[i].result.cpu_ms;
		most = ms > most ? ms : most;
	}
	return most <= limit / 20 ? limit / 2 : limit;
}

/* The evidence of a run that passed, but printed something else than the original. */
static struct san_report wrong_output(void)
{
	return (struct san_report){.kind = FL_S("wrong-output"),
		.error_class = DIAG_CLASS_LOGIC,
		.cwe = FL_S("CWE-682"),
		.message = FL_S("the program ends normally, but its output is wrong")};
}

static void conclude(struct tg_outcome *o, const struct tg_limits *limits)
{
	const struct tg_run *first = &o->runs[0], *second = &o->runs[1];
	if (first->outcome == SAN_INFRA || second->outcome == SAN_INFRA)
		o->status = TG_INFRA;
	else if (tg_near_limit(first, limits) || tg_near_limit(second, limits) ||
		 (tg_is_limit(first->result.end) && !tg_is_limit(second->result.end)))
		o->status = TG_NEAR_LIMIT;
	else if (!tg_same_failure(first, second))
		o->status = TG_NONDETERMINISTIC;
	else
		o->status = TG_OBSERVED;
	if (o->status != TG_OBSERVED)
		return;
	o->evidence = first->outcome == SAN_PASSED ? wrong_output() : first->evidence;
	o->evidence_class = (enum diag_class)o->evidence.error_class;
}

/* Characters of a number at the start of s: -12, 0x4f, 1.5e3; 0: there is none. */
static size_t number_len(struct fl_slice s)
{
	size_t n = fl_slice_starts(s, "-");
	if (n >= s.len || s.ptr[n] < '0' || s.ptr[n] > '9')
		return 0;
	while (n < s.len && (fl_is_word(s.ptr[n]) || s.ptr[n] == '.'))
		n++;
	return s.ptr[n - 1] == '.' ? n - 1 : n;
}

/*
 * What two runs say alike: "..." stands for each number in which they differ, as what comes of
 * memory without a value, or of the clock, does. Where the words differ, those of the first run.
 */
static int common_words(struct fl_slice x, struct fl_slice y, struct fl_arena *a,
	struct fl_slice *ret_words, struct fl_error *err)
{
	struct fl_slice first = x;
	struct fl_buf out;
	fl_buf_init(&out, x.len * 3 + 3);
	while (x.len && y.len) {
		size_t n = number_len(x), m = number_len(y);
		bool same = n == m && fl_slice_eq(fl_slice_head(x, n), fl_slice_head(y, m));
		if (!n != !m || (!n && x.ptr[0] != y.ptr[0]))
			break;
		fl_buf_slice(&out, n && !same ? FL_S("...") : fl_slice_head(x, n ? n : 1));
		x = fl_slice_skip(x, n ? n : 1);
		y = fl_slice_skip(y, n ? m : 1);
	}
	int rc = fl_buf_error(&out, "a message", err);
	if (rc == 0)
		*ret_words = x.len || y.len ? first : fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "a message", err);
}

/* The words of the evidence are those of both runs. */
static int join_words(struct tg_outcome *o, struct fl_arena *a, struct fl_error *err)
{
	struct san_report *x = &o->runs[0].evidence;
	const struct san_report *y = &o->runs[1].evidence;
	if (o->status != TG_OBSERVED || o->runs[0].outcome == SAN_PASSED)
		return 0;
	int rc = common_words(x->message, y->message, a, &x->message, err);
	o->evidence.message = x->message;
	return rc;
}

static int judge(const struct tg_judging *j, struct tg_outcome *o)
{
	struct tg_run *first = &o->runs[0];
	int rc = tg_run_once(j->box, j->program, j->mutant, &j->course[TG_FIRST], j->limits.cpu_ms,
		&j->limits, j->a, first, j->err);
	if (rc)
		return rc;
	o->build = (int)j->course->build;
	o->run_count = 1;
	o->run_ms += first->result.cpu_ms;
	if (!tg_run_is_wrong(first, j->baseline)) {
		o->status = tg_near_limit(first, &j->limits) ? TG_NEAR_LIMIT : TG_SURVIVED;
		return 0;
	}
	tg_next_second();
	rc = tg_confirm(j, o, false, &o->runs[1]);
	if (rc)
		return rc;
	o->run_count = o->tried = 2;
	o->shown = 1 + tg_run_is_wrong(&o->runs[1], j->baseline);
	conclude(o, &j->limits);
	rc = join_words(o, j->a, j->err);
	rc = rc ? rc : tg_agree(o, j);
	if (rc)
		return rc;
	if (j->again)
		return 0;
	return j->baseline->threads ? tg_confirm_threads(j, o) : tg_confirm_chance(j, o);
}

/* With the inputs that were not asked yet: does it fail? Of threads one run says nothing. */
static int judge_others(const struct tg_judging *j, struct tg_outcome *o)
{
	size_t count = tg_program_inputs(j->program);
	o->given = fl_arena_array(j->a, count, sizeof(*o->given));
	if (!o->given)
		return fl_arena_error(j->a, "the inputs", j->err);
	for (size_t i = 0; i < count && o->status == TG_OBSERVED; i++) {
		struct tg_program p = tg_program_with(j->program, i);
		struct tg_baseline b = tg_baseline_with(j->baseline, i);
		struct tg_run run;
		if (i == o->input)
			o->given[i] = TG_GIVEN_FAILS;
		if (i == o->input || j->baseline->threads)
			continue;
		int rc = tg_run_once(j->box, &p, j->mutant, &j->course[TG_FIRST], j->limits.cpu_ms,
			&j->limits, j->a, &run, j->err);
		if (rc)
			return rc;
		o->run_ms += run.result.cpu_ms;
		if (run.outcome == SAN_INFRA)
			o->status = TG_INFRA;
		else if (tg_near_limit(&run, &j->limits))
			o->status = TG_NEAR_LIMIT;
		o->given[i] = tg_run_is_wrong(&run, &b) ? TG_GIVEN_FAILS : TG_GIVEN_PASSES;
	}
	return 0;
}

/* With one input after the other of those that may be shown, until one shows it. */
static int judge_with_each(const struct tg_judging *j, struct tg_outcome *o)
{
	size_t from = j->only ? j->only - 1 : 0;
	size_t to = j->only ? j->only : tg_program_shown(j->program);
	int rc = 0;
	for (size_t i = from; rc == 0 && i < to && o->status == TG_SURVIVED; i++) {
		struct tg_program p = tg_program_with(j->program, i);
		struct tg_baseline b = tg_baseline_with(j->baseline, i);
		struct tg_judging with = *j;
		with.program = &p;
		with.baseline = &b;
		o->input = i;
		rc = judge(&with, o);
	}
	return rc || o->status != TG_OBSERVED ? rc : judge_others(j, o);
}

static struct tg_judging judging_of(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, enum tg_build_kind kind, const struct tg_limits *limits,
	struct fl_arena *a, struct fl_error *err)
{
	return (struct tg_judging){.box = box,
		.program = program,
		.baseline = baseline,
		.course = tg_conditions[kind],
		.limits = {.cpu_ms = mutant_limit(limits, baseline),
			.output_max = tg_output_limit(limits)},
		.only = limits ? limits->only : 0,
		.again = limits && limits->shown_by,
		.a = a,
		.err = err};
}

int tg_judge(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const char *mutant, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_outcome *outcome, struct fl_error *err)
{
	struct tg_judging j = judging_of(box, program, baseline, TG_SANITIZED, limits, a, err);
	j.mutant = mutant;
	return judge_with_each(&j, outcome);
}

/* The class of the first error that the build's text holds; DIAG_CLASS_NONE when none is known. */
static int first_error_class(
	struct fl_slice text, struct fl_arena *a, enum diag_class *ret_class, struct fl_error *err)
{
	struct fl_list list;
	int rc = diag_parse(text, DIAG_FROM_AUTO, a, &list, err);
	enum diag_class cls = DIAG_CLASS_NONE;
	for (size_t i = 0; rc == 0 && i < list.len && cls == DIAG_CLASS_NONE; i++) {
		const struct diag_diagnostic *d = (const struct diag_diagnostic *)list.items + i;
		if (d->level == DIAG_ERROR || d->level == DIAG_FATAL)
			cls = (enum diag_class)d->error_class;
	}
	if (rc == 0)
		*ret_class = cls;
	return rc;
}

int tg_verify_build(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct tg_outcome *o,
	struct fl_error *err)
{
	struct tg_build first, second;
	int rc = tg_build_run(box, p, kind, changed, a, &first, err);
	if (rc)
		return rc;
	o->compile_ms = first.cpu_ms;
	o->diagnostics = first.diagnostics;
	o->linking = first.linking;
	if (first.ok)
		return 0; /* survived */
	rc = tg_build_again(box, p, kind, changed, &first, a, &second, err);
	if (rc)
		return rc;
	o->compile_ms += second.cpu_ms;
	if (first.end != FL_END_EXIT || second.end != FL_END_EXIT)
		o->status = TG_INFRA;
	else if (second.ok || !fl_slice_eq(first.diagnostics, second.diagnostics))
		o->status = TG_NONDETERMINISTIC;
	else
		o->status = TG_OBSERVED;
	return first_error_class(first.diagnostics, a, &o->evidence_class, err);
}

/* By the kind of build that its course is of. */
static int verify_run(
	const struct tg_judging *j, const struct fl_list *changed, struct tg_outcome *o)
{
	struct tg_build build;
	int rc = tg_build_to_run(
		j->box, j->program, j->course->build, changed, j->a, &build, j->err);
	if (rc)
		return rc;
	o->compile_ms += build.cpu_ms;
	if (!build.ok) {
		o->status = build.end == FL_END_EXIT ? TG_NOT_COMPILED : TG_INFRA;
		o->diagnostics = build.diagnostics;
		return 0;
	}
	return judge_with_each(j, o);
}

int tg_verify_run(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, enum tg_build_kind kind, const struct fl_list *changed,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *outcome,
	struct fl_error *err)
{
	struct tg_judging j = judging_of(box, program, baseline, kind, limits, a, err);
	return verify_run(&j, changed, outcome);
}

/* The binary of a fault that is observed is to stand in the box. */
static int stand_again(
	const struct tg_judging *j, const struct fl_list *changed, struct tg_outcome *o)
{
	struct tg_build build;
	int rc = tg_build_run(j->box, j->program, TG_SANITIZED, changed, j->a, &build, j->err);
	if (rc)
		return rc;
	o->compile_ms += build.cpu_ms;
	if (!build.ok)
		o->status = TG_INFRA;
	return 0;
}

/*
 * A fault of threads: threads that wait for ever are told from beside the program, races by
 * ThreadSanitizer, and only where that has nothing to say counts how the program ends or prints.
 */
static int verify_threads(const struct tg_judging *j, const struct fl_list *changed,
	const struct tg_limits *limits, struct tg_outcome *o)
{
	int only = limits ? limits->shown_by : 0;
	struct tg_outcome t = {0};
	int rc = only == 1 + TG_THREADED ? 0 : verify_run(j, changed, o);
	bool settled = (only && only != 1 + TG_THREADED) || !j->baseline->threads_run ||
		       o->status == TG_NOT_COMPILED || o->status == TG_INFRA ||
		       (o->status == TG_OBSERVED && o->runs[0].look.kind.len);
	if (rc || settled)
		return rc;
	rc = tg_threads_run(j->box, j->program, j->baseline, changed, limits, j->a, &t, j->err);
	if (rc)
		return rc;
	t.compile_ms += o->compile_ms;
	t.run_ms += o->run_ms;
	if (t.status == TG_OBSERVED || o->status == TG_SURVIVED)
		*o = t;
	else if (o->status == TG_OBSERVED)
		rc = stand_again(j, changed, o);
	return rc;
}

/*
 * What is left open at the end is no fault to the sanitizers: if they see nothing, Valgrind is
 * asked, which needs some time of its own. The original must close all that it opens.
 */
static int verify_watched(const struct tg_judging *j, const struct fl_list *changed,
	const struct tg_limits *limits, struct tg_outcome *o)
{
	enum { SLOWER = 10 };
	struct tg_limits slow = {
		.cpu_ms = SLOWER * tg_cpu_limit(limits), .output_max = tg_output_limit(limits)};
	bool same = false;
	int rc = verify_run(j, changed, o);
	/* A directory's memory is lost, too, but its stack ends in the library. */
	bool lost = o->status == TG_OBSERVED && o->evidence.tool == SAN_TOOL_LSAN;
	if (rc || (o->status != TG_SURVIVED && !lost) || !tg_build_watches())
		return rc;
	rc = tg_baseline_same(
		j->box, j->program, j->baseline, TG_LEFT_OPEN, &slow, j->a, &same, j->err);
	if (rc || !same)
		return rc;
	struct tg_outcome watched = {.status = TG_SURVIVED};
	rc = tg_verify_run(j->box, j->program, j->baseline, TG_LEFT_OPEN, changed, &slow, j->a,
		&watched, j->err);
	if (rc == 0 && (!lost || watched.status == TG_OBSERVED))
		*o = watched;
	return rc;
}

int tg_verify(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct fl_error *err)
{
	struct tg_outcome o = {.status = TG_SURVIVED};
	int op = tg_op_find(site->op);
	struct fl_list changed;
	if (op < 0 || baseline->refusal)
		return fl_error_set(err, FL_EINVAL, "no operator or clean baseline for the site");
	int rc = tg_apply_all(program, site, a, &changed, err);
	if (rc)
		return rc;
	struct tg_judging j = judging_of(box, program, baseline, TG_SANITIZED, limits, a, err);
	j.unset = tg_op_reads_unset(op);
	if (tg_ops[op].phase == TG_RUNTIME && tg_ops[op].cls == DIAG_CLASS_CONCURRENCY)
		rc = verify_threads(&j, &changed, limits, &o);
	else if (op == TG_OP_lost_close)
		rc = verify_watched(&j, &changed, limits, &o);
	else if (tg_ops[op].phase == TG_RUNTIME)
		rc = verify_run(&j, &changed, &o);
	else if (!baseline->plain_ok)
		rc = fl_error_set(
			err, FL_EINVAL, "the original does not build under the stricter flags");
	else
		rc = tg_verify_build(box, program, TG_PLAIN, &changed, a, &o, err);
	if (rc == 0)
		*ret_outcome = o;
	return rc;
}

int tg_verify_made(struct fl_box *box, const struct tg_program *made,
	const struct tg_baseline *baseline, const struct tg_site *site, struct fl_arena *a,
	struct tg_outcome *ret_outcome, struct fl_error *err)
{
	struct tg_outcome o = {.status = TG_SURVIVED};
	struct tg_build build;
	struct fl_list changed;
	if (!baseline->plain_ok)
		return fl_error_set(
			err, FL_EINVAL, "the original does not build under the stricter flags");
	int rc = tg_apply_all(made, site, a, &changed, err);
	rc = rc ? rc : tg_build_setup(box, made, err);
	rc = rc ? rc : tg_build_run(box, made, TG_MADE, &tg_all_changed, a, &build, err);
	if (rc)
		return rc;
	if (build.ok) {
		rc = tg_verify_build(box, made, TG_MADE, &changed, a, &o, err);
	} else {
		o.status = build.end == FL_END_EXIT ? TG_NOT_COMPILED : TG_INFRA;
		o.diagnostics = build.diagnostics;
	}
	if (rc == 0)
		*ret_outcome = o;
	return rc;
}

int tg_verify_crash(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct fl_error *err)
{
	struct tg_outcome o = {.status = TG_SURVIVED};
	struct fl_list changed;
	if (!baseline->plain_runs)
		return fl_error_set(err, FL_EINVAL, "no plain baseline for the site");
	int rc = tg_apply_all(program, site, a, &changed, err);
	rc = rc ? rc
		: tg_verify_run(box, program, baseline, TG_PLAIN, &changed, limits, a, &o, err);
	if (rc)
		return rc;
	if (o.status == TG_OBSERVED && o.runs[0].result.end == FL_END_EXIT)
		o.status = TG_SURVIVED;
	if (rc == 0)
		*ret_outcome = o;
	return rc;
}
