/*
 * Who has how many turns in a round of a build: lanes, one a class, and one for faults over several
 * files. Each is to have its quota of the faults that are observed and recorded, over all rounds so
 * far and this one: so a lane whose faults show seldom, or that had little in earlier rounds, gets
 * more turns now, and any number of rounds comes near the quotas.
 *
 * What is observed is expected (datasets/build/expect.h), never what was seen of these faults.
 */
#ifndef FL_DATASETS_BUILD_LANES_H
#define FL_DATASETS_BUILD_LANES_H

#include <stdbool.h>
#include <stddef.h>

#include "diag/model/class.h"

/*
 * Percent of all faults that are to be over several files. 15 % of those of the run are wanted,
 * and of pairs fewer are seen than is expected.
 */
enum { DS_LANE_SPANS = DIAG_CLASS_COUNT, DS_LANES, DS_SPANS_QUOTA = 15 };

/* Most sites of one lane that a program has in a round beyond its count. */
enum { DS_LANE_EXTRA = 20 };

struct ds_lanes_program {
	size_t count; /* sites that it has in this round */
	bool open; /* may it have more than that? */
	bool foreign; /* a project's, which is asked first for more */
	size_t has[DS_LANES]; /* sites that it has left */
	size_t extra[DS_LANES]; /* said: sites beyond its count, of lanes that fall short */
};

struct ds_lanes {
	double expected[DS_LANES]; /* faults of what was drawn before */
	double rates[DS_LANES]; /* from 0 to 1: how likely a fault is one */
	double quotas[DS_LANES]; /* said: weights of the turns of any program */
};

/* The lane of an operator; the quota of a lane, percent of the faults. */
int ds_lane_of(int op);
double ds_lane_quota(int lane);

/*
 * Say the quotas of this round. Where few programs have sites of a lane, the turns of it come
 * oftener in those, up to three quarters of them or so; where that does not do, they have more
 * sites than their count, of that lane alone.
 */
void ds_lanes_share(struct ds_lanes *lanes, struct ds_lanes_program *programs, size_t n);

#endif
