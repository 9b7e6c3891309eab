/*
 * Of a fault that is several independent edits: does each of them matter? One that shows nothing by
 * itself is no part of the fault, and nobody could tell that it is to be mended; nor could anybody
 * where another one alone shows the very same.
 */
#ifndef FL_TRACEGEN_HALVES_H
#define FL_TRACEGEN_HALVES_H

#include "tracegen/verify.h"

/*
 * Judge each of the site's edits (site->slips) alone, as tg_verify() judges all of them, which it
 * has observed; then build the program with all of them again, so that this stands in the box.
 * *ret_idle is the first edit that shows nothing, by itself or beside the others, or
 * site->slips.len. What it cost is added to
 * outcome, whose status is TG_INFRA afterwards when the tools failed.
 */
int tg_halves_matter(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *outcome,
	size_t *ret_idle, struct fl_error *err);

#endif
