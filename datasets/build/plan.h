/*
 * Which sites of a program are tried, and which of them get more than that: decided by the seed
 * before anything is run, so that no outcome can sway it.
 */
#ifndef FL_DATASETS_PLAN_H
#define FL_DATASETS_PLAN_H

#include "datasets/build/balance.h"
#include "tracegen/operators/ops.h"

struct ds_plan_opts {
	uint64_t seed;
	uint64_t limit; /* most sites of one program; 0: no limit */
	unsigned sites; /* most sites of each runtime operator in one program; 0: all */
	unsigned compile_sites; /* most sites of each compile-time operator in one program */
	unsigned traces; /* sites of each runtime operator in one program that get a trace */
	unsigned crashes; /* and that are run without sanitizers as well */
	/* The program the sites are of, and the balance of what was drawn before it: which draws
	   are made by, and added to. NULL: by the seed alone. */
	const struct tg_program *program;
	struct ds_balance *balance;
	const bool *only; /* TG_OP_COUNT flags: the operators that are taken; NULL: all */
};

/*
 * Set the flags (TG_OP_COUNT) of the operators that a text names, with commas between. FL_EINVAL
 * for a name that is none.
 */
int ds_plan_only(struct fl_slice names, bool *ret_only, struct fl_error *err);

/* One chosen site. */
struct ds_pick {
	uint32_t site; /* index in the program's list of sites */
	bool trace, crash;
};

/*
 * Choose among the sites (struct tg_site) of a program; name is what the draw depends on besides
 * the seed. Of each operator so many are drawn as the options say, those in main() last; then,
 * with a limit, as many of those as it allows: classes by their quotas, the operators of a class by
 * their weights (tracegen/operators/ops.h). With a balance too, each turn of a class goes to one of
 * those that come next, and to one of its operator's next few sites: to that whose fault evens out
 * what was drawn so far, so that no token tells the faulty side. The picks (struct ds_pick, in the
 * arena) are in the order of the sites.
 */
int ds_plan(const struct ds_plan_opts *opts, struct fl_slice name, const struct fl_list *sites,
	struct fl_arena *a, struct fl_list *ret_picks, struct fl_error *err);

/*
 * The most records that one operator may have so that none has more than percent of those that are
 * left: counts[n] are what there is of each; never less than DS_PLAN_CAP_LEAST. SIZE_MAX when
 * nothing needs to go, or when no cut can do it (too few operators).
 */
enum { DS_PLAN_CAP_LEAST = 8 };
size_t ds_plan_cap(const size_t *counts, size_t n, unsigned percent);

/*
 * The most records that the operators which people hardly ever need (weight below TG_RARE) may have
 * together, counts being those of tg_ops and each cut to cap. SIZE_MAX when nothing needs to go,
 * or when there is too little else to have a share of.
 */
size_t ds_plan_rare_cap(const size_t *counts, size_t cap);

#endif
