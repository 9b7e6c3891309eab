/*
 * Which sites of the programs of a build are tried, and in which order; which of them get more than
 * that. The order in a program is decided by the seed, the code and what its inputs come by, before
 * a fault was tried. How many of them it is given is decided elsewhere (datasets/build/rounds.h),
 * and may follow from outcomes.
 *
 * Programs are drawn from in turns that the caller gives, by one balance: what was drawn from one
 * counts for the next. So a program's order may depend on how many sites others were given, but
 * never on which of its own faults were observed.
 */
#ifndef FL_DATASETS_PLAN_H
#define FL_DATASETS_PLAN_H

#include "datasets/build/balance.h"
#include "tracegen/covered.h"
#include "tracegen/operators/ops.h"
#include "tracegen/target.h"

struct ds_plan_opts {
	uint64_t seed;
	unsigned sites; /* most sites of each runtime operator in one program; 0: all */
	unsigned compile_sites; /* most sites of each compile-time operator in one program */
	/*
	 * Sites of each runtime operator in one program that get a trace; 0: none do. All of those
	 * over several files have one else.
	 */
	unsigned traces;
	unsigned crashes; /* and that are run without sanitizers as well */
	unsigned divergences; /* and that are run beside the right program */
	/* Most percent of the faults that an operator is expected to have; 0: no bound. */
	unsigned share;
	bool balanced; /* even out what the draw gives away (datasets/build/balance.h) */
	const bool *only; /* TG_OP_COUNT flags: the operators that are taken; NULL: all */
};

/* A program that is drawn from. What it refers to must outlive the plan. */
struct ds_plan_program {
	const struct tg_program *program; /* what a balanced draw reads; else NULL */
	struct fl_slice name; /* what the draw depends on besides the seed */
	struct fl_list sites; /* struct tg_site */
	const struct tg_reach *reach; /* of each site; NULL: not known */
	bool foreign; /* a project's, not one of the examples (datasets/build/expect.h) */
	uint64_t limit; /* sites that it is to have, about; 0: all */
};

/* One chosen site. */
struct ds_pick {
	uint32_t site; /* index in the program's list of sites */
	bool trace, crash, divergence;
};

struct ds_plan;

/*
 * Plan for all programs of a build. Of each operator so many sites are drawn as the options say,
 * those in main() and those that hardly show last; under a limit the latter are left out of
 * projects, unless operators are named. Classes, and faults over several files, come by
 * their quotas of the faults (datasets/build/lanes.h), the operators of each by their weights
 * (tracegen/operators/ops.h) and by how often their faults are observed (datasets/build/expect.h).
 * With a balance, each turn goes to one of the operators that come next, and to one of its next few
 * sites: to that whose fault evens out what was drawn so far, so that no token tells the faulty
 * side. The plan lives in the arena.
 */
int ds_plan_new(const struct ds_plan_opts *opts, const struct ds_plan_program *programs,
	size_t count, struct fl_arena *a, struct ds_plan **ret_plan, struct fl_error *err);

/* Draw no more of the program's sites whose faults are looked for on that machine. */
void ds_plan_drop(struct ds_plan *plan, size_t program, enum tg_target target);

/* How many sites of a program are left to be drawn. */
size_t ds_plan_left(const struct ds_plan *plan, size_t program);

/*
 * A round: the programs are to have so many sites each (counts); those that are open may have some
 * more of classes that few programs have. Without rounds it is as if all were drawn in one.
 */
void ds_plan_round(struct ds_plan *plan, const size_t *counts, const bool *open);

/*
 * Draw the next sites of a program, at most `most`, and what the round gives it beyond. The picks
 * (struct ds_pick, in the arena) are in the order of the sites.
 */
int ds_plan_next(struct ds_plan *plan, size_t program, size_t most, struct fl_list *ret_picks,
	struct fl_error *err);

/*
 * The most faults that one operator may have so that none has more than percent of those that are
 * left: counts[n] are what there is of each; never less than DS_PLAN_CAP_LEAST. SIZE_MAX when
 * nothing needs to go, or when no cut can do it (too few operators).
 */
enum { DS_PLAN_CAP_LEAST = 8 };
size_t ds_plan_cap(const size_t *counts, size_t n, unsigned percent);

/*
 * The most faults that the operators which people hardly ever need (weight below TG_RARE) may have
 * together, counts being those of tg_ops and each cut to cap. SIZE_MAX when nothing needs to go,
 * or when there is too little else to have a share of.
 */
size_t ds_plan_rare_cap(const size_t *counts, size_t cap);

/*
 * The largest count to which each of tg_ops' may be cut so that at most `most` are left, SIZE_MAX
 * when nothing needs to go; DS_PLAN_CAP_LEAST at least, whatever is left then.
 */
size_t ds_plan_level(const size_t *counts, size_t most);

/*
 * The most faults of one operator that the code alone gives away (datasets/build/expect.h): one in
 * DS_PLAN_TOLD of those that are left, never less than DS_PLAN_CAP_LEAST; SIZE_MAX when none has
 * more.
 */
enum { DS_PLAN_TOLD = 110 };
size_t ds_plan_told_cap(const size_t *counts);

/*
 * The first two caps together: what the second takes away makes the shares of what is left larger,
 * so the first may have to be lower than it is alone.
 */
void ds_plan_caps(const size_t *counts, unsigned percent, size_t *ret_cap, size_t *ret_rare);

#endif
