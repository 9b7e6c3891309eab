#include "diag/refine.h"

int diag_refine(const struct diag_refine *how, struct diag_diagnostic *d, struct fl_arena *a,
	struct fl_error *err)
{
	return diag_summarise(d, how->notes, a, err);
}
