#include "diag/source/offsets.h"

static bool place_turn(
	struct diag_source *source, struct fl_slice file, int64_t *line, int64_t *col)
{
	return *line || !*col || diag_source_place(source, file, *col - 1, line, col);
}

/* Both ends or none. */
static void span_turn(struct diag_source *source, struct fl_slice file, struct diag_range *r)
{
	struct diag_range turned = *r;
	if (place_turn(source, file, &turned.line, &turned.col) &&
		place_turn(source, file, &turned.end_line, &turned.end_col))
		*r = turned;
}

static void notes_turn(struct diag_diagnostic *d, struct diag_source *source, bool turned)
{
	struct diag_note *notes = d->notes.items;
	for (size_t i = 0; i < d->notes.len; i++) {
		struct diag_note *n = &notes[i];
		bool known = place_turn(source, n->file, &n->line, &n->col);
		if (n->col && known != turned)
			n->col_unit = known ? FL_S("byte") : FL_S("offset");
	}
}

static void edits_turn(struct diag_diagnostic *d, struct diag_source *source)
{
	struct diag_fixit *edits = d->fixits.items;
	for (size_t i = 0; i < d->fixits.len; i++) {
		struct diag_fixit *f = &edits[i];
		struct diag_range r = {.line = f->line,
			.col = f->col,
			.end_line = f->end_line,
			.end_col = f->end_col};
		span_turn(source, f->file.len ? f->file : d->file, &r);
		f->line = r.line;
		f->col = r.col;
		f->end_line = r.end_line;
		f->end_col = r.end_col;
	}
}

int diag_offsets(struct diag_diagnostic *d, struct diag_source *source, struct fl_arena *a,
	struct fl_error *err)
{
	if (!fl_slice_eqs(d->col_unit, "offset"))
		return 0;
	d->notes = diag_list_copy(a, &d->notes, sizeof(struct diag_note));
	d->ranges = diag_list_copy(a, &d->ranges, sizeof(struct diag_range));
	d->fixits = diag_list_copy(a, &d->fixits, sizeof(struct diag_fixit));
	struct diag_range *ranges = d->ranges.items;
	for (size_t i = 0; i < d->ranges.len; i++)
		span_turn(source, d->file, &ranges[i]);
	edits_turn(d, source);
	bool turned = place_turn(source, d->file, &d->line, &d->col);
	if (turned && d->col)
		d->col_unit = FL_S("byte");
	notes_turn(d, source, turned && d->col);
	return fl_arena_error(a, "the places", err);
}
