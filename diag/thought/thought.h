/*
 * The reasoning block: why it is wrong and how such a thing is mended, from what is known and
 * nothing else: the class and its confidence, the place, the edits that the compiler suggests, the
 * symbol that a linker misses, and the tables of standard names (stdnames.h), which say what
 * std::expected needs and whether this platform has it.
 *
 *	<THOUGHT_START>
 *	(a comment:) ERROR_CLASS: undefined_symbol
 *	 * SEVERITY: error
 *	 * ROOT_CAUSE: std::expected is C++23, declared in <expected>; this is compiled as C++20
 *	 * FIX_STRATEGY: compile with -std=c++23, or use std::variant or std::optional instead
 *	 * CONFIDENCE: 0.9551
 *	<THOUGHT_END>
 */
#ifndef FL_DIAG_THOUGHT_H
#define FL_DIAG_THOUGHT_H

#include "diag/model/diagnostic.h"
#include "platform/context.h"

/*
 * Set d's root_cause and fix_strategy, in the arena. platform: what it is compiled for; NULL when
 * that is not known. Notes and remarks that stand alone get none. FL_ENOMEM, FL_ELIMIT.
 */
int diag_think(struct diag_diagnostic *d, const struct plat_context *platform, struct fl_arena *a,
	struct fl_error *err);

/* What a block says. */
struct diag_thought {
	int error_class; /* enum diag_class */
	const char *severity;
	struct fl_slice observed; /* lines "WORD: …" that stand before all else; or "" */
	struct fl_slice root_cause, fix_strategy;
	int64_t confidence; /* of that class, in 1/10000ths; 0: not measured */
};

/*
 * Append a block, with marker lines when `marked`; nothing when it has no root cause. It is one
 * comment, whatever the texts hold.
 */
void diag_thought_block(struct fl_buf *out, const struct diag_thought *t, bool marked);

/*
 * Append d's block, with marker lines when `marked`; nothing when it has no root cause. The block
 * is one comment, whatever the texts hold.
 */
void diag_thought_write(struct fl_buf *out, const struct diag_diagnostic *d, bool marked);

#endif
