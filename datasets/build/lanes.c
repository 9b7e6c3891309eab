#include "datasets/build/lanes.h"

#include <string.h>

#include "tracegen/operators/ops.h"

int ds_lane_of(int op)
{
	return tg_op_spans(op) ? DS_LANE_SPANS : (int)tg_ops[op].cls;
}

double ds_lane_quota(int lane)
{
	if (lane == DS_LANE_SPANS)
		return DS_SPANS_QUOTA;
	/* Faults over several files are of logic. */
	double quota = tg_class_quota((enum diag_class)lane);
	return lane == DIAG_CLASS_LOGIC ? quota - (double)DS_SPANS_QUOTA : quota;
}

static double sites_left(const struct ds_lanes_program *p)
{
	size_t all = 0;
	for (int lane = 0; lane < DS_LANES; lane++)
		all += p->has[lane];
	return (double)all;
}

static double count_of(const struct ds_lanes_program *p)
{
	double all = sites_left(p);
	return (double)p->count < all ? (double)p->count : all;
}

/* How many of the program's turns the lane has. */
static double turns_in(const struct ds_lanes *lanes, const struct ds_lanes_program *p, int lane)
{
	double all = 0, has = (double)p->has[lane];
	for (int i = 0; i < DS_LANES; i++)
		all += p->has[i] ? lanes->quotas[i] : 0;
	if (has == 0 || all <= 0)
		return 0;
	double turns = count_of(p) * lanes->quotas[lane] / all;
	return turns < has ? turns : has;
}

static double turns_of(
	const struct ds_lanes *lanes, const struct ds_lanes_program *programs, size_t n, int lane)
{
	double turns = 0;
	for (size_t i = 0; i < n; i++)
		turns += turns_in(lanes, &programs[i], lane);
	return turns;
}

/* The quotas of the lanes that have sites, of 100; logic has what is not over several files. */
static void quotas_of(const struct ds_lanes_program *programs, size_t n, double *ret_quotas)
{
	double all = 0;
	for (int lane = 0; lane < DS_LANES; lane++) {
		bool any = false;
		for (size_t i = 0; i < n && !any; i++)
			any = programs[i].has[lane] && (programs[i].count || programs[i].open);
		ret_quotas[lane] = any ? ds_lane_quota(lane) : 0;
	}
	if (ret_quotas[DS_LANE_SPANS] <= 0 && ret_quotas[DIAG_CLASS_LOGIC] > 0)
		ret_quotas[DIAG_CLASS_LOGIC] += (double)DS_SPANS_QUOTA;
	for (int lane = 0; lane < DS_LANES; lane++)
		all += ret_quotas[lane];
	for (int lane = 0; lane < DS_LANES && all > 0; lane++)
		ret_quotas[lane] = ret_quotas[lane] * 100 / all;
}

/* How many of all turns of the round each lane is to have. */
static void turns_wanted(const struct ds_lanes *lanes, const struct ds_lanes_program *programs,
	size_t n, double *ret_wanted)
{
	double quotas[DS_LANES], turns = 0, faults = 0, tries = 0, all = 0;
	quotas_of(programs, n, quotas);
	for (size_t i = 0; i < n; i++)
		turns += count_of(&programs[i]);
	for (int lane = 0; lane < DS_LANES; lane++) {
		faults += quotas[lane] > 0 ? lanes->expected[lane] : 0;
		tries += quotas[lane] > 0 ? quotas[lane] / 100 / lanes->rates[lane] : 0;
	}
	faults += tries > 0 ? turns / tries : 0;
	for (int lane = 0; lane < DS_LANES; lane++) {
		double lacks = quotas[lane] * faults / 100 - lanes->expected[lane];
		ret_wanted[lane] = quotas[lane] > 0 && lacks > 0 ? lacks / lanes->rates[lane] : 0;
		all += ret_wanted[lane];
	}
	for (int lane = 0; lane < DS_LANES && all > 0; lane++)
		ret_wanted[lane] *= turns / all;
}

/*
 * One step towards what is wanted. No lane goes below half of its share nor above `most`: one that
 * does not come to what it wants would leave nothing to the others.
 */
static void mend_quotas(struct ds_lanes *lanes, const struct ds_lanes_program *programs, size_t n,
	const double *wanted, double turns)
{
	static const double most = 150;
	double next[DS_LANES];
	for (int lane = 0; lane < DS_LANES; lane++) {
		double has = turns_of(lanes, programs, n, lane);
		double more = has > 0 ? wanted[lane] / has : 1;
		double floor = turns > 0 ? wanted[lane] * 100 / turns / 2 : 0;
		next[lane] = lanes->quotas[lane] * (more > 2 ? 2 : more < 0.5 ? 0.5 : more);
		next[lane] = next[lane] < floor ? floor : next[lane] > most ? most : next[lane];
	}
	memcpy(lanes->quotas, next, sizeof(next));
}

/* Of projects, or of the others: as many as there are of what the lane lacks, which is said. */
static double share_among(const struct ds_lanes *lanes, struct ds_lanes_program *programs, size_t n,
	int lane, double lacks, bool foreign)
{
	double room = 0, owed = 0, shared = 0;
	for (size_t i = 0; i < n; i++)
		if (programs[i].open && programs[i].foreign == foreign)
			room += (double)programs[i].has[lane] - turns_in(lanes, &programs[i], lane);
	double part = room > lacks ? lacks / room : 1;
	for (size_t i = 0; i < n && room > 0; i++) {
		struct ds_lanes_program *p = &programs[i];
		if (!p->open || p->foreign != foreign)
			continue;
		owed += part * ((double)p->has[lane] - turns_in(lanes, p, lane));
		p->extra[lane] = owed < (double)DS_LANE_EXTRA ? (size_t)owed : DS_LANE_EXTRA;
		owed -= (double)(size_t)owed;
		shared += (double)p->extra[lane];
	}
	return shared;
}

/*
 * Lanes that fall short by more than a tenth have more sites of the programs that have them: of
 * projects first, as real code is what is wanted, and of examples what these do not have.
 */
static void share_extra(struct ds_lanes *lanes, struct ds_lanes_program *programs, size_t n,
	int lane, double wanted)
{
	double lacks = wanted - turns_of(lanes, programs, n, lane);
	if (lacks * 10 < wanted)
		return;
	lacks -= share_among(lanes, programs, n, lane, lacks, true);
	if (lacks >= 1)
		share_among(lanes, programs, n, lane, lacks, false);
}

void ds_lanes_share(struct ds_lanes *lanes, struct ds_lanes_program *programs, size_t n)
{
	enum { STEPS = 24 };
	static const double least = 0.01;
	double wanted[DS_LANES], turns = 0;
	turns_wanted(lanes, programs, n, wanted);
	for (int lane = 0; lane < DS_LANES; lane++)
		turns += wanted[lane];
	for (int lane = 0; lane < DS_LANES; lane++)
		lanes->quotas[lane] = turns > 0 ? wanted[lane] * 100 / turns : 0;
	for (int step = 0; step < STEPS; step++)
		mend_quotas(lanes, programs, n, wanted, turns);
	for (int lane = 0; lane < DS_LANES; lane++)
		if (lanes->quotas[lane] < least)
			lanes->quotas[lane] = least; /* when there is nothing else */
	for (size_t i = 0; i < n; i++)
		for (int lane = 0; lane < DS_LANES; lane++)
			programs[i].extra[lane] = 0;
	for (int lane = 0; lane < DS_LANES; lane++)
		share_extra(lanes, programs, n, lane, wanted[lane]);
}
