/*
 * Which fix-its a diagnostic has: those that were told exactly (parseable ones, JSON, serialized),
 * else what the lines below the carets look like. gcc's parseable ones count bytes and all else of
 * it display columns: the same edit below the carets tells how far the two are apart.
 */
#include "diag/report/snippet.h"
#include "diag/source/width.h"

/* The edit below the carets that is the exact one; NULL: none. */
static struct diag_fixit *guess_find(struct diag_lane *lane, const struct diag_fixit *exact)
{
	for (size_t i = 0; i < lane->guesses.len; i++) {
		struct diag_fixit *g = fl_vec_at(&lane->guesses, i);
		if (g->line != exact->line || g->note != exact->note ||
			!fl_slice_eq(fl_slice_trim(g->text), fl_slice_trim(exact->text)))
			continue;
		return g;
	}
	return NULL;
}

bool diag_fixits_by_gcc(struct diag_lane *lane)
{
	for (size_t i = 0; i < lane->fixits.len && lane->exact_fixits && !lane->byte_cols; i++) {
		const struct diag_fixit *f = fl_vec_at(&lane->fixits, i);
		const struct diag_fixit *g = guess_find(lane, f);
		if (g && g->col != f->col)
			return true;
	}
	return false;
}

/* Display columns of `bytes` bytes of the printed line from display column col (from 1) on. */
static int64_t width_of(const struct diag_lane *lane, const struct diag_fixit *f, int64_t bytes)
{
	struct fl_slice line = lane->d.source_line;
	if (f->note >= 0 || f->line != lane->d.line)
		return bytes;
	line = fl_slice_skip(line, diag_column_offset(line, (size_t)f->col - 1));
	if (line.len < (size_t)bytes)
		return bytes;
	return (int64_t)diag_text_width(fl_slice_head(line, (size_t)bytes));
}

static void display_columns(struct diag_lane *lane)
{
	int64_t shift = 0, line = 0;
	for (size_t i = 0; i < lane->fixits.len; i++) {
		struct diag_fixit *f = fl_vec_at(&lane->fixits, i);
		struct diag_fixit *g = guess_find(lane, f);
		if (!f->col || f->end_line != f->line || f->end_col < f->col)
			continue;
		if (g) {
			shift = g->col - f->col;
			g->line = 0; /* used up */
		} else if (f->line != line) {
			shift = 0;
		}
		line = f->line;
		int64_t bytes = f->end_col - f->col;
		f->col += shift;
		f->end_col = f->col + width_of(lane, f, bytes);
	}
}

void diag_fixits_settle(struct diag_lane *lane)
{
	const struct fl_vec *fixits = &lane->fixits;
	if (lane->exact_fixits && fl_slice_eqs(lane->d.tool, "gcc"))
		display_columns(lane);
	if (!lane->exact_fixits && !fixits->len) {
		fixits = &lane->guesses;
		lane->d.omitted += lane->guesses_lost;
	}
	lane->d.fixits = (struct fl_list){.items = fixits->data, .len = fixits->len};
}
