/* Whether what a run showed is shown by others: by chance two may agree. */
#include "tracegen/verify_priv.h"

#include "tracegen/alike.h"

bool tg_near_limit(const struct tg_run *run, const struct tg_limits *limits)
{
	return !tg_is_limit(run->result.end) && run->result.cpu_ms > tg_cpu_limit(limits) / 2;
}

bool tg_same_failure(const struct tg_run *x, const struct tg_run *y)
{
	const struct san_report *a = &x->evidence, *b = &y->evidence;
	if (x->result.end != y->result.end || x->result.exit_status != y->result.exit_status ||
		x->result.signal != y->result.signal || !fl_slice_eq(a->kind, b->kind) ||
		a->line != b->line || !fl_slice_eq(a->file, b->file))
		return false;
	if (tg_is_limit(x->result.end) || x->result.end == FL_END_OUTPUT ||
		x->result.end == FL_END_MEMORY)
		return true; /* where the output was cut is chance */
	bool reported = a->tool != SAN_TOOL_NONE && a->tool != SAN_TOOL_SYSTEM;
	return reported || fl_slice_eq(x->out, y->out);
}

/* ---- where threads stand that wait for ever ---- */

static bool is_seen(const struct tg_run *run, const struct san_report *r)
{
	bool seen = fl_object_eq(&san_report_shape, &run->look, r);
	for (size_t i = 0; i < run->waits.len && !seen; i++)
		seen = fl_object_eq(
			&san_report_shape, fl_list_at(&run->waits, &san_report_shape, i), r);
	return seen;
}

/*
 * Of what was seen in all runs before what this one shows, too; the first of it is the evidence.
 * always: how many of the choices stay whatever it shows.
 */
static bool keep_seen(struct tg_outcome *o, const struct tg_run *run, size_t always)
{
	struct san_report *choices = o->choices.items;
	size_t n = 0;
	for (size_t i = 0; i < o->choices.len; i++)
		if (i < always || is_seen(run, &choices[i]))
			choices[n++] = choices[i];
	o->choices.len = n;
	if (n) {
		o->evidence = choices[0];
		o->evidence_class = (enum diag_class)choices[0].error_class;
	}
	return n > 0;
}

int tg_agree(struct tg_outcome *o, const struct tg_judging *j)
{
	const struct tg_run *first = &o->runs[0];
	const struct san_report *waits = first->waits.items;
	if (o->status != TG_OBSERVED || !first->look.kind.len)
		return 0;
	struct san_report *choices = fl_arena_array(j->a, first->waits.len + 1, sizeof(*choices));
	if (!choices)
		return fl_arena_error(j->a, "what threads wait for", j->err);
	choices[0] = first->look;
	for (size_t i = 0; i < first->waits.len; i++)
		choices[i + 1] = waits[i];
	o->choices = (struct fl_list){choices, first->waits.len + 1};
	if (!keep_seen(o, &o->runs[1], j->again))
		o->status = TG_NONDETERMINISTIC;
	return 0;
}

/*
 * Where a run without names was reported at the same places as one with them, it has the same
 * evidence. *ret_named is false when it must be made anew, with names.
 */
static int name_frames(
	const struct tg_run *with, struct tg_run *without, bool *ret_named, struct fl_error *err)
{
	bool alike = true;
	if (without->evidence.stacks.len == 0) {
		*ret_named = true;
		return 0;
	}
	int rc = tg_stacks_alike(with->err, without->err, &alike, err);
	if (rc)
		return rc;
	const struct san_report *a = &with->evidence, *b = &without->evidence;
	*ret_named = alike && fl_slice_eq(a->kind, b->kind) &&
		     (b->line == 0 || (a->line == b->line && fl_slice_eq(a->file, b->file)));
	if (*ret_named) {
		struct fl_slice words = b->message; /* numbers in them may be others */
		without->evidence = with->evidence;
		without->evidence.message = words;
	}
	return 0;
}

int tg_confirm(
	const struct tg_judging *j, struct tg_outcome *o, bool one_cpu, struct tg_run *ret_run)
{
	const struct tg_run *first = &o->runs[0];
	unsigned limit = j->limits.cpu_ms;
	unsigned again = tg_is_limit(first->result.end) ? 2 * limit : limit;
	bool named = true;
	int rc = 0;
	for (int which = TG_CONFIRMING; which <= TG_SECOND; which++) {
		struct tg_condition c = j->course[which];
		c.one_cpu |= one_cpu;
		rc = tg_run_once(j->box, j->program, j->mutant, &c, again, &j->limits, j->a,
			ret_run, j->err);
		if (rc)
			return rc;
		o->run_ms += ret_run->result.cpu_ms;
		if (which == TG_CONFIRMING)
			rc = name_frames(first, ret_run, &named, j->err);
		if (rc || named)
			break;
	}
	return rc;
}

/* Does the run show what all before it did? */
static bool is_alike(struct tg_outcome *o, const struct tg_run *run)
{
	if (!tg_same_failure(&o->runs[0], run))
		return false;
	return o->choices.len ? keep_seen(o, run, 0) : !run->look.kind.len;
}

int tg_confirm_threads(const struct tg_judging *j, struct tg_outcome *o)
{
	enum { OF_A_PICTURE = 3, OF_OTHERS = 7 };
	struct tg_run run;
	for (int i = 0; i < OF_OTHERS && o->status == TG_OBSERVED; i++) {
		bool whole = o->choices.len &&
			     fl_object_eq(&san_report_shape, &o->evidence, &o->runs[0].look);
		if (whole && i == OF_A_PICTURE)
			break;
		int rc = tg_confirm(j, o, i % 2 == 0, &run);
		if (rc)
			return rc;
		bool alike = is_alike(o, &run);
		o->tried++;
		o->shown += tg_run_is_wrong(&run, j->baseline);
		if (run.outcome == SAN_INFRA)
			o->status = TG_INFRA;
		else if (!alike)
			o->status = TG_NONDETERMINISTIC;
	}
	return 0;
}

/* An address that is not null, but of nothing: of a pointer that was never set, say. */
static bool is_wild(const struct san_report *r)
{
	bool of_address = fl_slice_eqs(r->kind, "segv") || fl_slice_eqs(r->kind, "bus");
	return of_address && !fl_slice_eqs(r->cwe, "CWE-476");
}

int tg_confirm_chance(const struct tg_judging *j, struct tg_outcome *o)
{
	enum { FEW = 2, MANY = 8, LONG_MS = 250 };
	struct tg_run run;
	int times = j->unset || is_wild(&o->evidence) ? MANY : FEW;
	if (tg_is_limit(o->runs[0].result.end))
		return 0;
	if (o->runs[0].result.cpu_ms > LONG_MS)
		times /= 2;
	for (int i = 0; i < times && o->status == TG_OBSERVED; i++) {
		int rc = tg_confirm(j, o, false, &run);
		if (rc)
			return rc;
		if (run.outcome == SAN_INFRA)
			o->status = TG_INFRA;
		else if (tg_near_limit(&run, &j->limits))
			o->status = TG_NEAR_LIMIT;
		else if (!tg_same_failure(&o->runs[0], &run))
			o->status = TG_NONDETERMINISTIC;
	}
	return 0;
}
