/*
 * One run of the program that stands in the box, under conditions of our choice: what judging is
 * made of (tracegen/verify.h). Not for other rooms.
 */
#ifndef FL_TRACEGEN_RUN_H
#define FL_TRACEGEN_RUN_H

#include "sanitize/run/flags.h"
#include "tracegen/verify.h"

/* What differs between runs; whatever depends on it is not the fault's own doing. */
struct tg_condition {
	enum tg_build_kind build;
	enum san_use use; /* of the sanitizers; a plain build has none */
	unsigned fill; /* what fresh heap memory holds; 0: what it likes */
	bool randomize;
	bool moved; /* not at random: a crash must not come and go by chance */
	bool one_cpu; /* threads take turns, as on a machine that is busy */
	bool padded; /* a further, large variable in the environment */
	bool littered; /* files of other builds lie beside it: of the original alone */
	bool held; /* stopped for a second now and then, so that the clock goes on */
};

/* The second run is with names only where the confirming one cannot tell without. */
enum { TG_FIRST, TG_CONFIRMING, TG_SECOND, TG_COURSE };

extern const struct tg_condition tg_conditions[TG_BUILD_KINDS][TG_COURSE];

/* The limits with their defaults. */
unsigned tg_cpu_limit(const struct tg_limits *limits);
size_t tg_output_limit(const struct tg_limits *limits);

/*
 * One run of the binary under a condition, from a clean directory, with its evidence. One that the
 * host kept from the processor until the clock ended it is made again with more time, then
 * FL_EHOST.
 */
int tg_run_once(struct fl_box *box, const struct tg_program *p, const char *mutant,
	const struct tg_condition *c, unsigned cpu_ms, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_run *ret_run, struct fl_error *err);

/* Did it do something else than the original? */
bool tg_run_is_wrong(const struct tg_run *run, const struct tg_baseline *original);

/* Was it ended for the time that it took? */
bool tg_is_limit(enum fl_end end);

#endif
