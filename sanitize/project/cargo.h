/*
 * What of a project's directory goes into a box to be built there: all by the rules of
 * base/carry.h, but for what was built before, with the times that the files have (with others make
 * and the autotools make again what was made).
 *
 *	san_cargo_open(&c, box, dir, "src", &arena, &err);
 *	rc = fl_carry_tree(&c.carry, "", 0, &err);
 *	rc = san_cargo_close(&c, rc, &err);
 */
#ifndef FL_SANITIZE_CARGO_H
#define FL_SANITIZE_CARGO_H

#include "base/carry.h"

#define SAN_PROJECT_BYTES_MAX ((uint64_t)1 << 30)

struct san_cargo {
	struct fl_carry carry; /* what was taken, until it is closed */
	struct fl_carry_sink sink; /* into the box */
	struct fl_box *box;
	struct fl_buf times; /* for each file: seconds, nanoseconds, name and NUL */
};

/*
 * A carrier from the directory into an empty box, below `into` there (NULL: FL_BOX_DIR itself); the
 * cargo must not be moved in memory. Errors are those of fl_carry_open().
 */
int san_cargo_open(struct san_cargo *c, struct fl_box *box, const char *dir, const char *into,
	struct fl_arena *a, struct fl_error *err);

/*
 * Unless rc tells of a failure: FL_ELIMIT when it was too much, then the files get their times.
 * The cargo is gone afterwards, whatever is returned.
 */
int san_cargo_close(struct san_cargo *c, int rc, struct fl_error *err);

#endif
