#include "tracegen/port.h"

#include "base/hash.h"
#include "tracegen/operators/targets.h"

/* Conditions of the preprocessor that some machines only are about. */
static const struct {
	const char *word;
	unsigned targets;
} words[] = {
	{"__i386", 1 << TG_I386},
	{"__aarch64", 1 << TG_AARCH64},
	{"__s390", 1 << TG_S390X},
	{"ENDIAN", 1 << TG_S390X},
	{"CHAR_", 1 << TG_AARCH64 | 1 << TG_S390X},
	{"LONG", 1 << TG_I386},
	{"LP64", 1 << TG_I386},
	{"SIZE", 1 << TG_I386},
	{"UINTPTR", 1 << TG_I386},
};

/* Of the operator's targets those that the code itself names, or all. */
static unsigned named_targets(const struct tg_site *site, unsigned targets)
{
	struct fl_slice text = site->original;
	bool condition = fl_slice_starts(text, "#");
	for (size_t i = 0; condition && i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(text, words[i].word) >= 0 && (targets & words[i].targets))
			return targets & words[i].targets;
	return targets;
}

enum tg_target tg_port_target(const struct tg_site *site)
{
	unsigned targets = named_targets(site, tg_op_targets(tg_op_find(site->op)));
	unsigned count = 0, which;
	for (unsigned t = 0; t < TG_TARGETS; t++)
		count += targets >> t & 1;
	if (count == 0)
		return TG_TARGETS;
	const struct fl_slice place[] = {
		site->file, fl_slice((const char *)&site->start, sizeof(site->start))};
	which = (unsigned)(fl_hash64_parts(place, 2) >> 33) % count;
	for (unsigned t = 0;; t++)
		if (targets >> t & 1 && which-- == 0)
			return (enum tg_target)t;
}

/* Does the original do there what it does here? Asked once. */
static int know_original(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, struct tg_port *port, enum tg_target target,
	const struct tg_limits *limits, struct fl_arena *a, struct fl_error *err)
{
	bool same = false;
	const char *lacks = tg_target_lacks(target, (enum tg_language)program->language);
	if (port->original[target] != TG_PORT_UNKNOWN)
		return 0;
	if (lacks)
		return fl_error_set(err, FL_EMISSING,
			"building for %s needs package %s: install it", tg_targets[target].name,
			lacks);
	int rc = tg_baseline_same(
		box, program, baseline, tg_target_kind(target), limits, a, &same, err);
	if (rc == 0)
		port->original[target] = same ? TG_PORT_SAME : TG_PORT_OTHER;
	return rc;
}

/* A fault of the build is looked for only there: what does not build here is another fault. */
static int both_builds(struct fl_box *box, const struct tg_program *program,
	enum tg_build_kind kind, const struct fl_list *changed, struct fl_arena *a,
	struct tg_outcome *there, struct tg_outcome *here, struct fl_error *err)
{
	int rc = tg_verify_build(box, program, TG_PLAIN, changed, a, here, err);
	return rc ? rc : tg_verify_build(box, program, kind, changed, a, there, err);
}

static int both_runs(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, enum tg_build_kind kind, const struct fl_list *changed,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *there,
	struct tg_outcome *here, struct fl_error *err)
{
	int rc = tg_verify_run(box, program, baseline, kind, changed, limits, a, there, err);
	return rc ? rc
		  : tg_verify_run(
			    box, program, baseline, TG_SANITIZED, changed, limits, a, here, err);
}

/* Of the two outcomes the one that tells, where exactly one of them is a failure. */
static void compare(enum tg_target target, const struct tg_outcome *there,
	const struct tg_outcome *here, struct tg_outcome *o, struct tg_port_verdict *v)
{
	bool fails_there = there->status == TG_OBSERVED && here->status == TG_SURVIVED;
	bool fails_here = here->status == TG_OBSERVED && there->status == TG_SURVIVED;
	const char *name = tg_targets[target].name;
	*o = fails_here ? *here : *there;
	o->compile_ms = here->compile_ms + there->compile_ms;
	o->run_ms = here->run_ms + there->run_ms;
	if (fails_there) {
		v->fails_on = name;
		v->works_on = tg_host_name;
	} else if (fails_here) {
		v->kind = TG_SANITIZED;
		v->fails_on = tg_host_name;
		v->works_on = name;
	} else if (here->status == TG_OBSERVED && there->status == TG_OBSERVED) {
		o->status = TG_SURVIVED;
		v->unfit = "it fails on every machine";
	} else if (there->status == TG_OBSERVED || there->status == TG_SURVIVED) {
		o->status = here->status;
	}
}

int tg_port_verify(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, struct tg_port *port, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct tg_port_verdict *ret_verdict, struct fl_error *err)
{
	enum tg_target target = tg_port_target(site);
	struct tg_port_verdict v = {.kind = tg_target_kind(target)};
	struct tg_outcome o = {.status = TG_SURVIVED}, there = o, here = o;
	struct fl_list changed;
	if (target == TG_TARGETS || baseline->refusal)
		return fl_error_set(err, FL_EINVAL, "no target or clean baseline for the site");
	int rc = tg_apply_all(program, site, a, &changed, err);
	rc = rc ? rc : know_original(box, program, baseline, port, target, limits, a, err);
	if (rc)
		return rc;
	if (port->original[target] == TG_PORT_OTHER) {
		v.unfit = "the original does something else on the other machine";
		v.original = true;
	} else {
		rc = tg_ops[tg_op_find(site->op)].phase == TG_COMPILE
			     ? both_builds(box, program, v.kind, &changed, a, &there, &here, err)
			     : both_runs(box, program, baseline, v.kind, &changed, limits, a,
				       &there, &here, err);
		if (rc == 0)
			compare(target, &there, &here, &o, &v);
	}
	if (rc == 0) {
		*ret_outcome = o;
		*ret_verdict = v;
	}
	return rc;
}
