/* The original: is it one whose faults can be seen? */
#include <time.h>

#include "tracegen/now.h"
#include "tracegen/run.h"
#include "tracegen/threads.h"
#include "tracegen/verify.h"

const struct tg_refusal_info tg_refusals[TG_REFUSAL_COUNT] = {
#define X(id, word, meaning) [TG_REFUSED_##id] = {word, meaning},
	TG_REFUSALS(X)
#undef X
};

struct tg_baseline tg_baseline_with(const struct tg_baseline *b, size_t i)
{
	struct tg_baseline with = *b;
	if (i < b->runs.len)
		with.run = ((const struct tg_run *)b->runs.items)[i];
	return with;
}

/* Reasons by how a run ended; FL_END_EXIT and FL_END_SIGNAL depend on more. */
static const enum tg_refusal refusal_by_end[FL_END_COUNT] = {
	[FL_END_CPU] = TG_REFUSED_TOO_SLOW,
	[FL_END_WALL] = TG_REFUSED_TOO_SLOW,
	[FL_END_OUTPUT] = TG_REFUSED_OUTPUT,
	[FL_END_MEMORY] = TG_REFUSED_MEMORY,
	[FL_END_SIGNAL] = TG_REFUSED_SIGNAL,
};

static enum tg_refusal judge_original(const struct tg_run *run, const struct tg_limits *limits)
{
	const struct fl_process_result *r = &run->result;
	if (run->outcome == SAN_INFRA)
		return TG_REFUSED_INFRA;
	if (run->evidence.tool == SAN_TOOL_LSAN)
		return TG_REFUSED_LEAKS;
	if (run->evidence.tool != SAN_TOOL_NONE && run->evidence.tool != SAN_TOOL_SYSTEM)
		return TG_REFUSED_SANITIZER;
	if (r->end != FL_END_EXIT)
		return refusal_by_end[r->end];
	if (r->exit_status != 0)
		return TG_REFUSED_EXIT_STATUS;
	if (run->outcome != SAN_PASSED)
		return TG_REFUSED_SANITIZER;
	return run->out.len > tg_output_limit(limits) / 4 ? TG_REFUSED_OUTPUT : TG_REFUSED_NONE;
}

/* Nobody who builds it gets that output again. */
static bool tells_build_time(struct fl_slice out)
{
	return fl_slice_find(out, TG_BUILD_DATE) >= 0 || fl_slice_find(out, TG_BUILD_TIME) >= 0;
}

/*
 * Does it need more than a quarter of the limit? The least of some runs counts: the start of a
 * sanitizer alone comes near that on a slow machine, and well past it in single runs of a busy one.
 */
static int judge_time(struct fl_box *box, const struct tg_program *p,
	const struct tg_condition *condition, const struct tg_limits *limits, unsigned least_ms,
	struct fl_arena *a, enum tg_refusal *ret_refusal, struct fl_error *err)
{
	enum { MORE = 4, FAR = 2 };
	unsigned limit = tg_cpu_limit(limits), most = limit / TG_ORIGINAL_SHARE;
	int rc = 0;
	for (int i = 0; rc == 0 && i < MORE && least_ms > most && least_ms <= FAR * most; i++) {
		struct tg_run again = {0};
		rc = tg_run_once(box, p, NULL, condition, limit, limits, a, &again, err);
		if (rc == 0 && again.result.cpu_ms < least_ms)
			least_ms = again.result.cpu_ms;
	}
	*ret_refusal = least_ms > most ? TG_REFUSED_TOO_SLOW : TG_REFUSED_NONE;
	return rc;
}

int tg_original_run(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_run *run,
	struct fl_slice *ret_detail, enum tg_refusal *ret_refusal, struct fl_error *err)
{
	struct tg_run second = {0};
	struct tg_condition confirming = tg_conditions[kind][TG_CONFIRMING];
	unsigned cpu_ms = tg_cpu_limit(limits);
	enum tg_refusal refusal = TG_REFUSED_NONE;
	time_t began = time(NULL);
	/* What lies beside a mutant is of its builds: no program may show that. */
	confirming.littered = true;
	int rc = tg_run_once(
		box, p, NULL, &tg_conditions[kind][TG_FIRST], cpu_ms, limits, a, run, err);
	*ret_detail = run->evidence.kind;
	if (rc == 0)
		refusal = judge_original(run, limits);
	if (rc == 0 && !refusal) {
		rc = tg_run_once(box, p, NULL, &confirming, cpu_ms, limits, a, &second, err);
		refusal = rc ? refusal : judge_original(&second, limits);
		if (rc == 0 && !refusal &&
			(!fl_slice_eq(run->out, second.out) || tells_build_time(run->out) ||
				tg_tells_now(second.out, began, time(NULL))))
			refusal = TG_REFUSED_NONDETERMINISTIC;
		*ret_detail = second.evidence.kind;
	}
	if (rc == 0 && !refusal)
		rc = judge_time(box, p, &confirming, limits,
			run->result.cpu_ms < second.result.cpu_ms ? run->result.cpu_ms
								  : second.result.cpu_ms,
			a, &refusal, err);
	*ret_refusal = refusal;
	return rc;
}

int tg_original_held(struct fl_box *box, const struct tg_program *p, const struct tg_baseline *b,
	const struct tg_limits *limits, struct fl_arena *a, bool *ret_same, struct fl_error *err)
{
	struct tg_condition held = tg_conditions[TG_SANITIZED][TG_FIRST];
	struct tg_run run;
	held.held = true;
	tg_next_second();
	int rc = tg_run_once(box, p, NULL, &held, tg_cpu_limit(limits), limits, a, &run, err);
	if (rc == 0)
		*ret_same = tg_is_limit(run.result.end) || !tg_run_is_wrong(&run, b);
	return rc;
}

/* The same with each input, until one is refused: *ret_with. */
static int run_with_all(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	const struct tg_limits *limits, struct fl_arena *a, struct fl_list *ret_runs,
	size_t *ret_with, struct fl_slice *ret_detail, enum tg_refusal *ret_refusal,
	struct fl_error *err)
{
	size_t count = tg_program_inputs(p), i = 0;
	struct tg_run *runs = fl_arena_array(a, count, sizeof(*runs));
	int rc = runs ? 0 : fl_arena_error(a, "the runs of the original", err);
	*ret_refusal = TG_REFUSED_NONE;
	for (; rc == 0 && i < count && !*ret_refusal; i++) {
		struct tg_program with = tg_program_with(p, i);
		rc = tg_original_run(
			box, &with, kind, limits, a, &runs[i], ret_detail, ret_refusal, err);
		*ret_with = i;
	}
	*ret_runs = (struct fl_list){runs, i};
	return rc;
}

int tg_inputs_sound(struct fl_box *box, const struct tg_program *p, const struct tg_limits *limits,
	struct fl_arena *a, struct fl_list *ret_inputs, struct fl_error *err)
{
	struct tg_input *kept = fl_arena_array(a, p->inputs.len, sizeof(*kept));
	int rc = kept ? 0 : fl_arena_error(a, "the inputs", err);
	size_t n = 0;
	for (size_t i = 0; rc == 0 && i < p->inputs.len; i++) {
		struct tg_program with = tg_program_with(p, i);
		enum tg_refusal refusal = TG_REFUSED_NONE;
		struct fl_slice detail;
		struct tg_run run;
		rc = tg_original_run(
			box, &with, TG_SANITIZED, limits, a, &run, &detail, &refusal, err);
		if (!refusal)
			kept[n++] = ((const struct tg_input *)p->inputs.items)[i];
	}
	if (rc == 0)
		*ret_inputs = (struct fl_list){kept, n};
	return rc;
}

/* Did both do well, and print the same with each input? */
static bool same_outputs(const struct fl_list *x, const struct fl_list *y)
{
	const struct tg_run *a = x->items, *b = y->items;
	for (size_t i = 0; i < x->len && i < y->len; i++)
		if (!fl_slice_eq(a[i].out, b[i].out))
			return false;
	return x->len == y->len;
}

/* Build both kinds; only the sanitized one must succeed. Runs the plain one. */
static int build_original(struct fl_box *box, const struct tg_program *p,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_baseline *b,
	struct fl_list *plain, struct fl_error *err)
{
	struct tg_build build;
	int rc = fl_box_clear(box, err);
	if (rc == 0)
		rc = tg_build_setup(box, p, err);
	if (rc == 0)
		rc = tg_build_run(box, p, TG_PLAIN, NULL, a, &build, err);
	if (rc)
		return rc;
	b->plain_ok = build.ok;
	b->plain_said = build.ok ? fl_slice(NULL, 0) : build.diagnostics;
	b->compile_ms = build.cpu_ms;
	if (build.ok) {
		enum tg_refusal refusal = TG_REFUSED_NONE;
		struct fl_slice detail;
		size_t with;
		rc = run_with_all(
			box, p, TG_PLAIN, limits, a, plain, &with, &detail, &refusal, err);
		b->plain_runs = rc == 0 && !refusal;
		if (rc == 0)
			rc = tg_build_clean(box, p, err);
	}
	if (rc)
		return rc;
	rc = tg_build_run(box, p, TG_SANITIZED, NULL, a, &build, err);
	if (rc)
		return rc;
	b->compile_ms += build.cpu_ms;
	if (!build.ok) {
		b->refusal = build.end == FL_END_EXIT ? TG_REFUSED_NOT_COMPILED
						      : TG_REFUSED_COMPILER_LIMIT;
		b->detail = build.diagnostics;
	}
	return 0;
}

int tg_baseline_run(struct fl_box *box, const struct tg_program *program,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_baseline *ret_baseline,
	struct fl_error *err)
{
	struct tg_baseline b = {0};
	struct fl_list plain = {0};
	struct fl_error invalid;
	if (tg_program_check(program, &invalid)) {
		b.refusal = TG_REFUSED_INVALID;
		b.detail = fl_arena_printf(a, "%s", invalid.message);
		*ret_baseline = b;
		return 0;
	}
	int rc = build_original(box, program, limits, a, &b, &plain, err);
	if (rc == 0 && !b.refusal)
		rc = run_with_all(box, program, TG_SANITIZED, limits, a, &b.runs, &b.refused_with,
			&b.detail, &b.refusal, err);
	b = tg_baseline_with(&b, 0);
	b.plain_runs = b.plain_runs && same_outputs(&b.runs, &plain);
	if (rc == 0 && !b.refusal)
		rc = tg_build_threads(box, program, TG_SANITIZED, a, &b.threads, err);
	if (rc == 0 && b.threads)
		rc = tg_threads_baseline(box, program, limits, a, &b, err);
	if (rc == 0)
		*ret_baseline = b;
	return rc;
}

int tg_baseline_same(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, enum tg_build_kind kind, const struct tg_limits *limits,
	struct fl_arena *a, bool *ret_same, struct fl_error *err)
{
	struct tg_build build;
	struct fl_list runs = {0};
	struct fl_slice detail;
	enum tg_refusal refusal = TG_REFUSED_NONE;
	size_t with;
	int rc = tg_build_run(box, program, kind, NULL, a, &build, err);
	if (rc == 0 && build.ok)
		rc = run_with_all(
			box, program, kind, limits, a, &runs, &with, &detail, &refusal, err);
	if (rc == 0)
		*ret_same = build.ok && !refusal && same_outputs(&runs, &baseline->runs);
	return rc;
}
