/*
 * How many sites each program of a build is given: in rounds, each as long as what the program had
 * before, so that one in which little is observed costs little. Outcomes decide here how many sites
 * a program gets, and nothing else: which site of it comes next is the plan's
 * (datasets/build/plan.h).
 *
 * A program goes on while enough of its faults of the run were observed. What it does not spend of
 * its limit goes to others with the same limit, when all that go on have had theirs. The answer
 * depends on what was observed, not on when.
 */
#ifndef FL_DATASETS_BUILD_ROUNDS_H
#define FL_DATASETS_BUILD_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sites of a first round, or this part of the limit where that is more; how many times its limit a
 * program may have.
 */
enum { DS_ROUND_FIRST = 6, DS_ROUND_PART = 8, DS_ROUND_MOST = 3 };

struct ds_rounds {
	uint64_t limit; /* sites that it is to have, about; 0: all, in one round */
	bool refused; /* it is not drawn from at all */
	size_t left; /* sites that there are yet */
	size_t given; /* sites that it had */
	size_t tried, observed; /* of those, faults of the run */
};

/*
 * The limit of each of so many programs of one repository. Tests by the dozen, each a program, are
 * mostly of the same code: more than DS_ROUND_FEW share what so many may have.
 */
enum { DS_ROUND_FEW = 4 };
uint64_t ds_rounds_limit(uint64_t limit, size_t same);

/* Does the program go on, when so many percent are to be observed? */
bool ds_rounds_goes_on(const struct ds_rounds *p, unsigned percent);

/* Say how many sites each program gets in the next round: ret_counts[n]. False: none gets any. */
bool ds_rounds_next(const struct ds_rounds *p, size_t n, unsigned percent, size_t *ret_counts);

#endif
