/*
 * The diagnostic in p->lane.
 */
#ifndef FL_DIAG_REPORT_BUILD_H
#define FL_DIAG_REPORT_BUILD_H

#include "diag/report/parser.h"

void diag_build_begin(struct diag_parser *p, const struct diag_head *h, const char *tool);
void diag_build_note(struct diag_parser *p, const struct diag_head *h, enum diag_note_kind kind);
struct diag_note *diag_build_add_note(struct diag_parser *p);
void diag_build_range(struct diag_parser *p, struct diag_range range);
void diag_build_fixit(struct diag_parser *p, struct diag_fixit fixit);
void diag_build_guess(struct diag_parser *p, struct diag_fixit fixit);
void diag_build_end(struct diag_parser *p);
struct fl_slice diag_build_text(struct diag_parser *p, struct fl_slice s);
void diag_build_unread(struct diag_parser *p, struct fl_slice line); /* the rest, and counted */
void diag_build_rest(struct diag_parser *p, struct fl_slice line);
/* The same of a line that has no colon. */
void diag_build_plain(struct diag_parser *p, struct fl_slice line);
/* Does a line that no format took look as if a tool complained? */
bool diag_looks_unread(struct fl_slice line);
void diag_build_trailer(struct diag_parser *p);
void diag_build_fail(struct diag_parser *p, int rc);
void diag_build_judge(struct diag_parser *p, struct diag_lane *lane);

#endif
