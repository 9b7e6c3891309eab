#include "diag/json/own.h"

#include "diag/report/build.h"
#include "diag/json/sarif_impl.h"

enum { OWN_ARENA = 64 << 20 };

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

bool diag_own_value(struct diag_parser *p, const struct fl_json *v, struct fl_arena *a)
{
	void *object;
	if (fl_json_read_value(v, &diag_diagnostic_shape, a, &object, NULL) || !is_sound(object))
		return false;
	diag_lanes_pass(p, object);
	return true;
}

/* The first keys of a diagnostic, and of an issue of --to=gitlab, which has less than one. */
static const char *const starts[] = {"{\"file\":\"", "{\"description\":\""};

bool diag_own_line(struct diag_parser *p, struct fl_slice line)
{
	static const char *const keys[] = {"\"level\":\"", "\"fingerprint\":\""};
	const struct fl_json *v;
	struct fl_arena a;
	size_t row = 0, rows = sizeof(starts) / sizeof(starts[0]);
	while (row < rows && !fl_slice_starts(line, starts[row]))
		row++;
	if (row == rows || fl_slice_find(line, keys[row]) < 0)
		return false;
	struct fl_slice text = fl_slice_trim(line);
	if (fl_slice_ends(text, ","))
		text.len--;
	fl_arena_init(&a, OWN_ARENA);
	bool read = !row && !fl_json_parse(text, &a, &v, NULL) && diag_own_value(p, v, &a);
	fl_arena_release(&a);
	if (!read)
		diag_build_unread(p, line);
	return true;
}
