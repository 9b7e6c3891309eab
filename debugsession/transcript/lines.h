/*
 * A pasted text as lines that are as the terminal showed them: what pasting added is taken off
 * again (quoting, numbers, times, indentation, fences, entities, colours, pages), and lines that
 * were cut at a width are whole again where that can be told.
 */
#ifndef FL_DEBUGSESSION_TRANSCRIPT_LINES_H
#define FL_DEBUGSESSION_TRANSCRIPT_LINES_H

#include "base/model.h"

struct dbg_line {
	struct fl_slice text; /* without LF and blanks at its end */
	size_t number; /* of its first line in the text, from 1 */
};

struct dbg_lines {
	struct dbg_line *at;
	size_t len;
	/* of the longest line, where lines of that width seem to be cut within words; else 0 */
	size_t width;
	size_t longest; /* the width of the longest line, where lines may be cut at it; else 0 */
};

/* Lives in the arena, which the text must outlive. FL_ENOMEM, FL_ELIMIT. */
int dbg_lines_read(struct fl_slice text, struct fl_arena *a, struct dbg_lines *ret_lines,
	struct fl_error *err);

/* Characters of a line: bytes that do not continue one in UTF-8. */
size_t dbg_line_width(struct fl_slice line);

/*
 * A line that is drawn across the terminal, as pwndbg, gef and peda head their panels with:
 * "[-----stack-----]", and "[ STACK ]" or "trace" within box-drawing strokes. *ret_bare (may be
 * NULL): no word stands in it, which ends the panels.
 */
bool dbg_is_drawn(struct fl_slice line, bool *ret_bare);

/* The length of a prompt known by its word (of gdb, lldb, pwndbg, …) at the start; or 0. */
size_t dbg_prompt_known(struct fl_slice line);

#endif
