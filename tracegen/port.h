/*
 * Faults of portability: the original does the same on this machine and on the target
 * (tracegen/target.h); the mutant does so on one of them, and fails on the other. Which one it is
 * does not matter: code that was written where a pointer fits into an int fails here.
 */
#ifndef FL_TRACEGEN_PORT_H
#define FL_TRACEGEN_PORT_H

#include "tracegen/verify.h"

/* What is known of a program on each target; zeroed: nothing. */
struct tg_port {
	enum { TG_PORT_UNKNOWN, TG_PORT_SAME, TG_PORT_OTHER } original[TG_TARGETS];
};

struct tg_port_verdict {
	enum tg_build_kind kind; /* that the outcome is of: the target's, or this machine's */
	const char *fails_on, *works_on; /* names of machines; NULL when it was not observed */
	/* Why the site says nothing of the target, or NULL: the outcome is then TG_SURVIVED. */
	const char *unfit;
	bool original; /* and so does no other site for that target: the original is what differs */
};

/* The target on which the site's fault is looked for; TG_TARGETS: none, it is no such fault. */
enum tg_target tg_port_target(const struct tg_site *site);

/*
 * Build and judge one mutant of the program whose baseline stands in the box, here and on its
 * target. When it fails here, the binary that stands in the box is this machine's. FL_EMISSING,
 * with the package's name, when the target's compiler or emulator is not installed.
 */
int tg_port_verify(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, struct tg_port *port, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct tg_port_verdict *ret_verdict, struct fl_error *err);

#endif
