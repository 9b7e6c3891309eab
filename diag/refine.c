#include "diag/refine.h"

int diag_refine(const struct diag_refine *how, struct diag_diagnostic *d, struct fl_arena *a,
	struct fl_error *err)
{
	int rc = how->thought ? diag_think(d, how->platform, a, err) : 0;
	return rc ? rc : diag_summarise(d, how->notes, a, err);
}
