/* Diagnostics under construction. */
#include <stdlib.h>

#include "diag/parse_impl.h"

struct diag_lane *diag_lane_new(void)
{
	struct diag_lane *lane = calloc(1, sizeof(*lane));
	if (!lane)
		return NULL;
	diag_snippet_init(&lane->snippet);
	fl_buf_init(&lane->wrap.text, DIAG_LINE_MAX);
	fl_arena_init(&lane->arena, DIAG_TEXT_MAX);
	fl_vec_init(&lane->notes, sizeof(struct diag_note), DIAG_NOTES_MAX);
	fl_vec_init(&lane->ranges, sizeof(struct diag_range), DIAG_RANGES_MAX);
	fl_vec_init(&lane->fixits, sizeof(struct diag_fixit), DIAG_FIXITS_MAX);
	return lane;
}

void diag_lane_free(struct diag_lane *lane)
{
	if (!lane)
		return;
	diag_snippet_release(&lane->snippet);
	fl_buf_release(&lane->wrap.text);
	fl_arena_release(&lane->arena);
	fl_vec_release(&lane->notes);
	fl_vec_release(&lane->ranges);
	fl_vec_release(&lane->fixits);
	free(lane);
}
