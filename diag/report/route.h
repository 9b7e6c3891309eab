/*
 * Which of the open diagnostics a line belongs to.
 */
#ifndef FL_DIAG_REPORT_ROUTE_H
#define FL_DIAG_REPORT_ROUTE_H

#include "diag/report/parser.h"
#include "diag/report/snippet.h"

/* names.c: what messages quote, but for what is common */
enum { DIAG_QUOTES_MAX = 4 };
struct diag_names {
	struct fl_slice at[2 * DIAG_QUOTES_MAX];
	size_t count;
};
/* Add those of a message, DIAG_QUOTES_MAX at most; twice at most. */
void diag_names_add(struct diag_names *names, struct fl_slice message);
/* True when one of the first `count` names stands in the text. */
bool diag_names_in(const struct diag_names *names, size_t count, struct fl_slice text);

/* route.c: the lane that a line is for, into p->lane */
struct fl_slice diag_route_unit(
	const struct diag_parser *p, const struct diag_head *h, const char *tool);
/* False when no diagnostic is open that it could belong to. */
bool diag_route_note(struct diag_parser *p, const struct diag_head *h);
void diag_route_file(struct diag_parser *p, struct fl_slice file);
/* The youngest one that one of the tools printed; false when there is none. */
bool diag_route_tool(struct diag_parser *p, const char *const *tools, size_t count);
/* Of a snippet's lines; false when no lane waits for such a line. */
bool diag_route_gutter(struct diag_parser *p, const struct diag_gutter *g);
bool diag_route_carets(struct diag_parser *p, struct fl_slice line);
/* Source, or edits below carets; whether the line has nothing but carets. */
bool diag_route_bare(struct diag_parser *p, struct fl_slice line, bool carets);
/* Whose way it is to name such a file or to say such a note. */
enum diag_family diag_family_of(struct fl_slice file, struct fl_slice note);
/* A place was named, and its source or carets were not printed yet. */
bool diag_lane_waits(const struct diag_lane *lane);

#endif
