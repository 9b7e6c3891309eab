/*
 * What may be done to a diagnostic between the parser and whoever reads it, in one call: each step
 * by itself is in the header that its member names.
 */
#ifndef FL_DIAG_REFINE_H
#define FL_DIAG_REFINE_H

#include "diag/source/columns.h"
#include "diag/thought/summary.h"
#include "diag/thought/thought.h"

/* {.notes = DIAG_NOTES_FULL} leaves everything as it is. */
struct diag_refine {
	struct diag_source *source; /* diag_offsets(), diag_source_fill(); NULL: none */
	enum diag_unit columns; /* diag_columns() */
	unsigned tab; /* for that; 0: DIAG_TAB */
	int64_t notes; /* diag_summarise() */
	bool thought; /* diag_think() */
	const struct plat_context *platform; /* for that, or NULL */
};

/*
 * Refine d, whose texts and lists may belong to somebody else (the parser): they are replaced, not
 * changed, and what is new lives in the arena. FL_ENOMEM, FL_ELIMIT.
 */
int diag_refine(const struct diag_refine *how, struct diag_diagnostic *d, struct fl_arena *a,
	struct fl_error *err);

#endif
