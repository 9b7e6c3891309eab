/*
 * The same diagnostic again: a header's warning comes once from every unit that includes it.
 * Diagnostics are the same when all that they say is: place, level, flag, message, symbols, and
 * their notes but for the include chain, which is what differs from unit to unit.
 *
 * A set need not hold them all: of those that it lets go it remembers a fingerprint of 64 bits, of
 * the latest DIAG_DEDUP_GONE_MIN at least and of no more than twice as many (64 MiB).
 */
#ifndef FL_DIAG_DEDUP_H
#define FL_DIAG_DEDUP_H

#include "diag/model/diagnostic.h"

struct diag_dedup;

enum { DIAG_DEDUP_GONE_MIN = 1 << 20 };

/* An empty set. The caller frees it. FL_ENOMEM. */
int diag_dedup_new(struct diag_dedup **ret_set, struct fl_error *err);
void diag_dedup_free(struct diag_dedup *set);

/* The diagnostic of the set that is the same as d, or NULL. */
struct diag_diagnostic *diag_dedup_find(
	const struct diag_dedup *set, const struct diag_diagnostic *d);

/* Add d, which is not in the set yet and must outlive it. FL_ENOMEM; FL_ELIMIT at FL_LIST_MAX. */
int diag_dedup_add(struct diag_dedup *set, struct diag_diagnostic *d, struct fl_error *err);

/* Hold none any more: the diagnostics of the set may be freed. FL_ENOMEM. */
int diag_dedup_let_go(struct diag_dedup *set, struct fl_error *err);

/* Does the set remember to have let go of one that is the same as d? */
bool diag_dedup_gone(const struct diag_dedup *set, const struct diag_diagnostic *d);

#endif
