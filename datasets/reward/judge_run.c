#include "datasets/reward/judge_priv.h"

enum {
	WORKED_MS = 250, /* CPU time that waiting takes, with all that sanitizers do, */
	WORKED_SHARE = 20 /* and a share of the clock's time */
};

/* A program that sleeps uses nearly no CPU time; one that is seen to wait for ever is no case. */
static bool is_starved(const struct fl_process_result *r)
{
	bool worked = r->end == FL_END_WALL && !r->idle &&
		      r->cpu_ms >= WORKED_MS + r->wall_ms / WORKED_SHARE;
	return worked || san_was_starved(r);
}

int ds_judge_once(struct ds_judging *g, const struct san_build *b, const struct san_run_opts *opts,
	unsigned number, struct san_run *ret_run)
{
	struct san_run_opts o = *opts;
	for (int i = 0; i < SAN_STARVED_TRIES; i++) {
		int rc = san_run_one(
			g->judge->box, &g->program, b, &o, number, g->a, ret_run, g->err);
		if (rc || !is_starved(&ret_run->result))
			return rc;
		o.wall_ms = SAN_STARVED_TIMES * ret_run->result.wall_ms;
	}
	return fl_error_set(
		g->err, FL_EHOST, "the host was too busy: the program got no processor to run on");
}
