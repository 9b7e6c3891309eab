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
 *
 * Where threads stand when all of them wait is in part chance: what two runs of one fault have in
 * common is found among *ret_waits (struct san_report, in the arena; NULL: not wanted). Each tells
 * of one thread that waits for another than the end of a thread, with those that hold what it waits
 * for (a circle whole), the nearest to the cause first; behind these each of such threads alone,
 * with the function that the holder's thread runs, and then without. No two are equal. Of more than
 * SAN_LIVE_THREADS_MAX threads there are none.
 */
bool san_hang_report(struct fl_box *box, const struct san_symbolize_opts *how,
	const struct san_parse_opts *opts, struct fl_arena *a, struct san_report *r,
	struct fl_list *ret_waits);

/*
 * Of a report that this has filled: is it of one thread alone, which waits for time or input, and
 * for no lock, condition, semaphore or thread? Then nothing that threads do to each other is wrong.
 */
bool san_hang_is_alone(const struct san_report *r);

#endif
