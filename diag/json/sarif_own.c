/* What diag/json/sarif.h writes beside the words of SARIF, read back. */
#include "diag/json/sarif.h"
#include "diag/json/sarif_impl.h"

/* A line and a column that the other formats could have said. */
static bool is_place(int64_t line, int64_t col)
{
	return line >= 0 && line <= UINT32_MAX && col >= 0 && col <= DIAG_COLUMN_MAX;
}

/*
 * Indices that point where they may, so that whoever follows them stays inside, and places that may
 * be counted with.
 */
static bool is_sound(const struct diag_diagnostic *d)
{
	const struct diag_note *notes = d->notes.items;
	const struct diag_range *ranges = d->ranges.items;
	const struct diag_fixit *fixits = d->fixits.items;
	if (!is_place(d->line, d->col) || !is_place(d->end_line, d->end_col))
		return false;
	for (size_t i = 0; i < d->notes.len; i++)
		if (notes[i].parent < -1 || notes[i].parent >= (int64_t)i ||
			!is_place(notes[i].line, notes[i].col))
			return false;
	for (size_t i = 0; i < d->ranges.len; i++)
		if (!is_place(ranges[i].line, ranges[i].col) ||
			!is_place(ranges[i].end_line, ranges[i].end_col))
			return false;
	for (size_t i = 0; i < d->fixits.len; i++)
		if (fixits[i].note < -1 || fixits[i].note >= (int64_t)d->notes.len ||
			!is_place(fixits[i].line, fixits[i].col) ||
			!is_place(fixits[i].end_line, fixits[i].end_col))
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
