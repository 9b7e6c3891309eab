/* What diag/sarif.h writes beside the words of SARIF, read back. */
#include "diag/sarif.h"
#include "diag/sarif_impl.h"

/* Indices that point where they may, so that whoever follows them stays inside. */
static bool is_sound(const struct diag_diagnostic *d)
{
	const struct diag_note *notes = d->notes.items;
	const struct diag_fixit *fixits = d->fixits.items;
	for (size_t i = 0; i < d->notes.len; i++)
		if (notes[i].parent < -1 || notes[i].parent >= (int64_t)i)
			return false;
	for (size_t i = 0; i < d->fixits.len; i++)
		if (fixits[i].note < -1 || fixits[i].note >= (int64_t)d->notes.len)
			return false;
	return true;
}

bool diag_sarif_own(struct diag_parser *p, const struct fl_json *result)
{
	const struct fl_json *ours =
		fl_json_get(fl_json_get(result, "properties"), DIAG_SARIF_PROPERTY);
	void *object;
	if (!ours ||
		fl_json_read_value(
			ours, &diag_diagnostic_shape, &p->json->scratch, &object, NULL) ||
		!is_sound(object))
		return false;
	diag_lanes_pass(p, object);
	return true;
}
