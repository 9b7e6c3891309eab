/*
 * Fewer notes. Compilers print every step of a chain of instantiations, includes or macro
 * expansions; of a long chain three tell the story:
 *
 *   leaf   the innermost step, next to the diagnostic
 *   turn   the innermost step that is in the user's own code; where that is the root, the step
 *          inside of it (gcc names there what the root calls)
 *   root   the outermost step
 *
 * Of many candidates that a call might have meant, those in the user's own code stay, and of the
 * others as many of the first as make up the number; what explains a candidate goes with it.
 *
 * What is left out is counted in `omitted`. A note whose parent goes is handed to its parent's
 * parent, and the edits of a note go with it.
 */
#ifndef FL_DIAG_SUMMARY_H
#define FL_DIAG_SUMMARY_H

#include "diag/model/diagnostic.h"

enum {
	DIAG_NOTES_FULL = -1, /* all of them */
	/* Chains of more than five become leaf, turn and root; five candidates stay. */
	DIAG_NOTES_SUMMARY = -2
};

/* Read how many: "full", "summary", "none" or a number. FL_EINVAL. */
int diag_notes_parse(struct fl_slice text, int64_t *ret_notes, struct fl_error *err);

/*
 * Leave notes out of d: DIAG_NOTES_FULL, DIAG_NOTES_SUMMARY, or a count: the summary's first notes,
 * at most that many (0: none). The lists of d are not changed but replaced by new ones in the
 * arena. FL_ENOMEM, FL_ELIMIT.
 */
int diag_summarise(
	struct diag_diagnostic *d, int64_t notes, struct fl_arena *a, struct fl_error *err);

/* Is it a file of the compiler, the system or an installed library, by its path? */
bool diag_path_is_system(struct fl_slice path);

#endif
