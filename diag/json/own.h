/*
 * Inside of the parser of diag/parse.h: diagnostics as --to=json and jsonl write them, so that what
 * was collected can be written in another form. Not for other folders.
 */
#ifndef FL_DIAG_JSON_OWN_H
#define FL_DIAG_JSON_OWN_H

#include "base/json.h"
#include "diag/report/parser.h"

/* A value that may be a diagnostic of ours, which goes to the sink. false: it is none. */
bool diag_own_value(struct diag_parser *p, const struct fl_json *v, struct fl_arena *a);

/*
 * A line with one object of a document or of JSON lines. What begins as ours does and cannot be
 * read counts as unread, and goes to the rest.
 */
bool diag_own_line(struct diag_parser *p, struct fl_slice line);

#endif
