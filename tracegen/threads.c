#include "tracegen/threads.h"

#include <stdlib.h>

#include "base/json.h"
#include "tracegen/run.h"

enum { REPORTS_MAX = 192, JSON_MAX = 1 << 20 };

/* A report, and in how many runs it was seen. */
struct seen {
	struct san_report report;
	struct fl_slice json; /* the same: equal reports have equal texts */
	unsigned runs, last; /* last: 1 + the run in which it was seen last */
};

/* Runs of one mutant differ in their conditions. */
static int run_threads(struct fl_box *box, const struct tg_program *p, unsigned which,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_run *ret_run,
	struct fl_error *err)
{
	const struct tg_condition *c = &tg_conditions[TG_THREADED][which % TG_COURSE];
	return tg_run_once(box, p, NULL, c, tg_cpu_limit(limits), limits, a, ret_run, err);
}

int tg_threads_baseline(struct fl_box *box, const struct tg_program *program,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_baseline *b,
	struct fl_error *err)
{
	struct tg_build build;
	struct tg_run run;
	bool clean = true;
	int rc = tg_build_run(box, program, TG_THREADED, NULL, a, &build, err);
	if (rc)
		return rc;
	b->compile_ms += build.cpu_ms;
	clean = build.ok;
	for (unsigned i = 0; rc == 0 && clean && i < TG_THREAD_CLEAN; i++) {
		rc = run_threads(box, program, i, limits, a, &run, err);
		clean = rc == 0 && !tg_run_is_wrong(&run, b);
	}
	b->threads_run = rc == 0 && clean;
	return rc;
}

static struct fl_slice json_of(const struct san_report *r, struct fl_arena *a)
{
	struct fl_item item = {.shape = &san_report_shape, .object = (void *)(uintptr_t)r};
	struct fl_items items = {.at = &item, .len = 1};
	struct fl_buf b;
	fl_buf_init(&b, JSON_MAX);
	fl_json_items(&b, &items);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&b));
	if (b.failed)
		a->failed = b.failed;
	fl_buf_release(&b);
	return text;
}

static size_t count_seen(struct seen *all, size_t count, const struct san_report *r, unsigned run,
	struct fl_arena *a)
{
	struct fl_slice json = json_of(r, a);
	size_t i = 0;
	while (i < count && !fl_slice_eq(all[i].json, json))
		i++;
	if (i == REPORTS_MAX)
		return count;
	if (i == count)
		all[count++] = (struct seen){.report = *r, .json = json};
	all[i].runs += all[i].last != run + 1;
	all[i].last = run + 1;
	return count;
}

/* Of a signal it only tells what any sanitizer tells. */
static bool is_of_threads(const struct san_report *r)
{
	return r->tool == SAN_TOOL_TSAN && r->line > 0 &&
	       (r->error_class == DIAG_CLASS_CONCURRENCY ||
		       fl_slice_eqs(r->kind, "heap-use-after-free") ||
		       fl_slice_eqs(r->kind, "thread-leak"));
}

static void leave_out(struct san_report *r, enum san_role role, struct fl_arena *a)
{
	const struct san_stack *all = r->stacks.items;
	struct san_stack *kept = fl_arena_array(a, r->stacks.len + 1, sizeof(*kept));
	size_t n = 0;
	for (size_t i = 0; kept && i < r->stacks.len; i++)
		if (all[i].role != (int64_t)role)
			kept[n++] = all[i];
	r->stacks = (struct fl_list){kept, n};
}

static void leave_threads_out(struct san_report *r, struct fl_arena *a)
{
	leave_out(r, SAN_ROLE_THREAD_CREATION, a);
	struct san_stack *stacks = r->stacks.items;
	for (size_t i = 0; i < r->stacks.len; i++)
		stacks[i].thread = fl_slice(NULL, 0);
}

static bool came_to_end(const struct tg_run *run)
{
	return run->result.end == FL_END_EXIT && run->result.exit_status == SAN_EXIT;
}

static size_t count_with_offset(
	struct seen *all, size_t count, struct san_report r, unsigned which, struct fl_arena *a)
{
	count = count_seen(all, count, &r, which, a);
	r.access.offset = 0;
	return count_seen(all, count, &r, which, a);
}

/*
 * What one run reported. Of an array, which element is hit first is chance, so each report also
 * counts without the offset; and so is who is first to take a mutex that nothing but its
 * initializer made, which counts as its creation. That there was a sleep between the accesses, and
 * where, never is of the fault. A run that was ended while it worked says nothing; one whose
 * threads wait for ever has written its reports: that locks may be taken in two orders is known
 * before they are, and whether the threads then meet is chance. So is which of threads that do the
 * same took two locks in which order: an inversion also counts without its threads.
 */
static size_t count_run(struct seen *all, size_t count, const struct tg_run *run, unsigned which,
	struct fl_arena *a)
{
	if (!came_to_end(run) && run->result.end != FL_END_WALL)
		return count;
	for (size_t i = 0; i < run->reports.len; i++) {
		struct san_report r =
			*(const struct san_report *)fl_list_at(&run->reports, &san_report_shape, i);
		if (!is_of_threads(&r))
			continue;
		leave_out(&r, SAN_ROLE_OTHER, a);
		count = count_with_offset(all, count, r, which, a);
		leave_out(&r, SAN_ROLE_MUTEX_CREATION, a);
		count = count_with_offset(all, count, r, which, a);
		if (fl_slice_eqs(r.kind, "lock-order-inversion")) {
			leave_threads_out(&r, a);
			count = count_seen(all, count, &r, which, a);
		}
	}
	return count;
}

static bool is_counted(const struct seen *all, size_t count, unsigned which)
{
	bool any = false;
	for (size_t i = 0; i < count && !any; i++)
		any = all[i].last == which + 1;
	return any;
}

/* What a person would take up first. */
static unsigned rank_of(const struct san_report *r)
{
	static const char *const kinds[] = {"data-race", "lock-order-inversion",
		"unlock-of-an-unlocked-mutex", "double-lock-of-a-mutex", "heap-use-after-free"};
	unsigned i = 0;
	while (i < sizeof(kinds) / sizeof(kinds[0]) && !fl_slice_eqs(r->kind, kinds[i]))
		i++;
	return i;
}

static int by_choice(const void *x, const void *y)
{
	const struct seen *a = x, *b = y;
	unsigned m = rank_of(&a->report), n = rank_of(&b->report);
	if (m != n)
		return m < n ? -1 : 1;
	/* Fewer stacks: one could not be restored. */
	if (a->report.stacks.len != b->report.stacks.len)
		return a->report.stacks.len > b->report.stacks.len ? -1 : 1;
	bool there = a->report.access.offset != 0, too = b->report.access.offset != 0;
	if (there != too)
		return there ? -1 : 1;
	return fl_slice_cmp(a->json, b->json);
}

/* Those that were seen in enough runs, the best first. */
static int choose(struct seen *all, size_t count, unsigned least, struct fl_arena *a,
	struct tg_outcome *o, struct fl_error *err)
{
	struct san_report *choices = fl_arena_array(a, count + 1, sizeof(*choices));
	size_t n = 0;
	if (!choices)
		return fl_arena_error(a, "the reports", err);
	if (count)
		qsort(all, count, sizeof(*all), by_choice);
	for (size_t i = 0; i < count; i++)
		if (all[i].runs >= least)
			choices[n++] = all[i].report;
	o->choices = (struct fl_list){choices, n};
	if (n == 0)
		return 0;
	o->status = TG_OBSERVED;
	o->evidence = choices[0];
	o->evidence_class = (enum diag_class)choices[0].error_class;
	return 0;
}

/* The runs of a mutant that is built. */
static int all_runs(struct fl_box *box, const struct tg_program *p, const struct tg_baseline *b,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *o,
	struct fl_error *err)
{
	struct seen *all = fl_arena_array(a, REPORTS_MAX, sizeof(*all));
	bool again = limits && limits->shown_by;
	size_t count = 0;
	int rc = all ? 0 : fl_arena_error(a, "the reports", err);
	for (unsigned i = 0; rc == 0 && i < TG_THREAD_RUNS; i++) {
		struct tg_run run;
		rc = run_threads(box, p, i, limits, a, &run, err);
		if (rc)
			return rc;
		o->tried++;
		o->run_ms += run.result.cpu_ms;
		if (run.outcome == SAN_INFRA) {
			o->status = TG_INFRA;
			return 0;
		}
		o->shown += tg_run_is_wrong(&run, b);
		count = count_run(all, count, &run, i, a);
		if (o->run_count == 0 && came_to_end(&run) && is_counted(all, count, i)) {
			o->runs[0] = run;
			o->run_count = 1;
		}
		/* Nothing was wrong so far, or what is not in every run can not be observed. */
		bool some = !again && o->shown < o->tried;
		if (some && (o->shown || o->tried == TG_THREAD_CLEAN))
			break;
	}
	o->status = o->shown ? TG_NONDETERMINISTIC : TG_SURVIVED;
	if (o->run_count == 0)
		return rc; /* a record is of a run with reports that came to its end */
	return rc ? rc : choose(all, count, again ? TG_THREAD_LEAST : TG_THREAD_RUNS, a, o, err);
}

int tg_threads_run(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *b, const struct fl_list *changed, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_outcome *ret_outcome, struct fl_error *err)
{
	struct tg_outcome o = {.status = TG_SURVIVED, .build = TG_THREADED};
	struct tg_build build;
	int rc = tg_build_run(box, program, TG_THREADED, changed, a, &build, err);
	if (rc)
		return rc;
	o.compile_ms = build.cpu_ms;
	if (!build.ok) {
		o.status = build.end == FL_END_EXIT ? TG_NOT_COMPILED : TG_INFRA;
		o.diagnostics = build.diagnostics;
	} else {
		rc = all_runs(box, program, b, limits, a, &o, err);
	}
	if (rc == 0)
		*ret_outcome = o;
	return rc;
}
