/*
 * What precedes a headline: include chains, functions, steps of templates.
 */
#ifndef FL_DIAG_REPORT_PENDING_H
#define FL_DIAG_REPORT_PENDING_H

#include "diag/report/parser.h"
#include "diag/report/snippet.h"

/* pending.c: what precedes a headline or a note of h->file */
void diag_build_pending(struct diag_parser *p, enum diag_note_kind kind, const struct diag_head *h,
	const char *tool);
/* A line of an include chain: `again` when it continues one, `more` when one must follow. */
void diag_pending_include(
	struct diag_parser *p, const struct diag_head *h, const char *tool, bool again, bool more);
/*
 * Move what fits the file to the open diagnostic, as explanations of the note `parent`. Who printed
 * it, or NULL.
 */
const char *diag_pending_attach(struct diag_parser *p, struct fl_slice file, int64_t parent);
/*
 * The outermost file of the include chain that waits for what is said of the file, or the empty
 * slice. It need not be the unit: gcc's chains end where an earlier one went on.
 */
struct fl_slice diag_pending_unit(const struct diag_parser *p, struct fl_slice file);
/* By its name, something that a compiler is given. */
bool diag_is_source(struct fl_slice file);
/* The youngest group goes on in this line: it ended in a blank, or here stands "[with T = int]". */
bool diag_pending_wrapped(struct diag_parser *p, struct fl_slice line);
/* gcc 14 and later draw the source of a step, too: the line is of the last one that waits. */
bool diag_pending_snippet(struct diag_parser *p, const struct diag_gutter *g);
void diag_pending_init(struct diag_parser *p);
void diag_pending_release(struct diag_parser *p);

#endif
