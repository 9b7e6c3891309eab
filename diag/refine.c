#include "diag/refine.h"

#include "diag/source/offsets.h"

int diag_refine(const struct diag_refine *how, struct diag_diagnostic *d, struct fl_arena *a,
	struct fl_error *err)
{
	unsigned tab = how->tab ? how->tab : DIAG_TAB;
	int rc = how->source ? diag_offsets(d, how->source, a, err) : 0;
	if (!rc && how->source)
		rc = diag_source_fill(how->source, d, a, err);
	if (!rc)
		rc = diag_columns(d, how->columns, tab, how->source, a, err);
	if (!rc && how->thought)
		rc = diag_think(d, how->platform, a, err);
	return rc ? rc : diag_summarise(d, how->notes, a, err);
}
