/*
 * The same diagnostic again: a header's warning comes once from every unit that includes it.
 * Diagnostics are the same when all that they say is: place, level, flag, message, symbols, and
 * their notes but for the include chain, which is what differs from unit to unit.
 */
#ifndef FL_DIAG_DEDUP_H
#define FL_DIAG_DEDUP_H

#include "diag/model/diagnostic.h"

struct diag_dedup;

/* An empty set. The caller frees it. FL_ENOMEM. */
int diag_dedup_new(struct diag_dedup **ret_set, struct fl_error *err);
void diag_dedup_free(struct diag_dedup *set);

/* The diagnostic of the set that is the same as d, or NULL. */
struct diag_diagnostic *diag_dedup_find(
	const struct diag_dedup *set, const struct diag_diagnostic *d);

/* Add d, which is not in the set yet and must outlive it. FL_ENOMEM; FL_ELIMIT at FL_LIST_MAX. */
int diag_dedup_add(struct diag_dedup *set, struct diag_diagnostic *d, struct fl_error *err);

#endif
