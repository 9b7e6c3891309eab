#include "tracegen/halves.h"

#include "tracegen/edit.h"

static struct tg_site half_of(const struct tg_site *site, const struct tg_slip *slip)
{
	return (struct tg_site){.op = site->op,
		.file = slip->file,
		.start = slip->start,
		.end = slip->end,
		.original = slip->original,
		.replacement = slip->replacement};
}

/* What differs each time is wrong as well. */
static bool shows(enum tg_status status)
{
	return status == TG_OBSERVED || status == TG_NONDETERMINISTIC;
}

/*
 * Whether one edit alone shows what all of them do: the same report, or the same output and end,
 * with the same input. Then the others are seen by nobody.
 */
static bool same_shown(const struct tg_outcome *all, const struct tg_outcome *one)
{
	const struct tg_run *a = &all->runs[0], *b = &one->runs[0];
	return all->run_count && one->run_count && one->status == TG_OBSERVED &&
	       all->input == one->input && fl_slice_eq(all->evidence.hash, one->evidence.hash) &&
	       a->result.end == b->result.end && a->result.exit_status == b->result.exit_status &&
	       a->result.signal == b->result.signal && fl_slice_eq(a->out, b->out);
}

static int judge_half(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *half,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct fl_error *err)
{
	struct fl_list changed;
	int rc = tg_apply_all(program, half, a, &changed, err);
	*ret_outcome = (struct tg_outcome){.status = TG_SURVIVED};
	return rc ? rc
		  : tg_verify_run(box, program, baseline, TG_SANITIZED, &changed, limits, a,
			    ret_outcome, err);
}

static int build_all(struct fl_box *box, const struct tg_program *program,
	const struct tg_site *site, struct fl_arena *a, struct tg_outcome *outcome,
	struct fl_error *err)
{
	struct tg_build build;
	struct fl_list changed;
	int rc = tg_apply_all(program, site, a, &changed, err);
	rc = rc ? rc : tg_build_to_run(box, program, TG_SANITIZED, &changed, a, &build, err);
	if (rc)
		return rc;
	outcome->compile_ms += build.cpu_ms;
	if (!build.ok)
		outcome->status = TG_INFRA;
	return 0;
}

int tg_halves_matter(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *outcome,
	size_t *ret_idle, struct fl_error *err)
{
	const struct tg_slip *slips = site->slips.items;
	size_t idle = site->slips.len;
	for (size_t i = 0; i < site->slips.len && idle == site->slips.len; i++) {
		const struct tg_site half = half_of(site, &slips[i]);
		struct tg_outcome o;
		int rc = judge_half(box, program, baseline, &half, limits, a, &o, err);
		if (rc)
			return rc;
		outcome->compile_ms += o.compile_ms;
		outcome->run_ms += o.run_ms;
		if (o.status == TG_INFRA)
			outcome->status = TG_INFRA;
		if (!shows(o.status))
			idle = i;
		else if (site->slips.len > 1 && same_shown(outcome, &o))
			idle = i ? 0 : 1;
	}
	if (idle == site->slips.len) {
		int rc = build_all(box, program, site, a, outcome, err);
		if (rc)
			return rc;
	}
	*ret_idle = idle;
	return 0;
}
