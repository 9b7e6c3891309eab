/* What the files of verification share; not for other files. */
#ifndef FL_TRACEGEN_VERIFY_PRIV_H
#define FL_TRACEGEN_VERIFY_PRIV_H

#include "tracegen/run.h"
#include "tracegen/verify.h"

/* What judging a mutant goes by. */
struct tg_judging {
	struct fl_box *box;
	const struct tg_program *program;
	const struct tg_baseline *baseline;
	const char *mutant;
	const struct tg_condition *course;
	struct tg_limits limits;
	size_t only; /* as in tg_limits */
	bool again; /* the fault is known: two runs will do */
	bool unset; /* its edit leaves a value unset */
	struct fl_arena *a;
	struct fl_error *err;
};

/* A run that ended by itself, but after more than half of the time that it may take. */
bool tg_near_limit(const struct tg_run *run, const struct tg_limits *limits);

/* Do both fail in the same way, at the same place, with the same output where that says it? */
bool tg_same_failure(const struct tg_run *x, const struct tg_run *y);

/*
 * What the first run shows that the second does: the whole picture, else one thread that waits
 * with those it waits for. Of a fault that is known the picture of one run is a choice, too.
 */
int tg_agree(struct tg_outcome *o, const struct tg_judging *j);

/* A run that is to show the same as the first, with names only where it cannot tell without. */
int tg_confirm(
	const struct tg_judging *j, struct tg_outcome *o, bool one_cpu, struct tg_run *ret_run);

/*
 * Where threads are, what two runs agree on can be chance: some more, on one CPU and on all. Of a
 * hang whose picture is the same each time fewer will do.
 */
int tg_confirm_threads(const struct tg_judging *j, struct tg_outcome *o);

/*
 * Memory that was never set holds what the machine's choice of addresses left there, and what two
 * runs make of it can be alike by chance: some more, and many where it is likely. What takes long
 * is asked less often.
 */
int tg_confirm_chance(const struct tg_judging *j, struct tg_outcome *o);

#endif
