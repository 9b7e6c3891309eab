/*
 * A run that did not come to its end, as a report: the stacks of all threads, what each waits for
 * and who holds it, and whether they lock each other out ("deadlock").
 */
#ifndef FL_SANITIZE_HANG_H
#define FL_SANITIZE_HANG_H

#include "base/sandbox/sandbox.h"
#include "sanitize/report/reports.h"
#include "sanitize/symbolize/symbolize.h"

/*
 * Fill *r, which has the kind, class and message of the limit that was passed, from what
 * san_live_look() left in the box. False, and *r as it was, when that is nothing.
 */
bool san_hang_report(struct fl_box *box, const struct san_symbolize_opts *how,
	const struct san_parse_opts *opts, struct fl_arena *a, struct san_report *r);

#endif
