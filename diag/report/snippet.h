/*
 * The source, carets and labels below a headline, and messages that go on in further lines.
 */
#ifndef FL_DIAG_REPORT_SNIPPET_H
#define FL_DIAG_REPORT_SNIPPET_H

#include "diag/report/parser.h"

/* A line of a snippet that has a gutter. */
struct diag_gutter {
	uint32_t number; /* 0: none */
	bool insert; /* "+++ |+": a line to insert */
	bool dots; /* "......": lines are left out */
	bool carets; /* nothing but underlining */
	size_t bar; /* column of the "|" */
	struct fl_slice text; /* right of it */
};

void diag_snippet_start(struct diag_parser *p, const struct diag_head *h, ptrdiff_t note);
/* No more of its lines come: for p->lane, or the lane named. */
void diag_snippet_stop(struct diag_parser *p);
void diag_snippet_end(struct diag_parser *p, struct diag_lane *lane);
bool diag_snippet_gutter(struct diag_parser *p, struct fl_slice line);
bool diag_gutter_cut(struct fl_slice line, struct diag_gutter *ret_gutter);
bool diag_snippet_bare(struct diag_parser *p, struct fl_slice line);
bool diag_snippet_carets(struct diag_parser *p, struct fl_slice line);
/* Lines that may be source of any lane are none: they go to the rest, the oldest first. */
void diag_snippet_flush(struct diag_parser *p);
void diag_snippet_init(struct diag_snippet *s);
void diag_snippet_release(struct diag_snippet *s);

/* wrap.c: _start with a headline, _take for lines that may go on with it, _end before the next */
void diag_wrap_start(struct diag_parser *p, struct fl_slice line);
bool diag_wrap_take(struct diag_parser *p, struct fl_slice line);
void diag_wrap_end(struct diag_parser *p);

/* fixit.c: choose between fix-its and guesses, when it is known who spoke */
void diag_fixits_settle(struct diag_lane *lane);
bool diag_fixits_by_gcc(struct diag_lane *lane); /* they count otherwise than the places */

#endif
