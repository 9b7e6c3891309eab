/*
 * Edits that take a guard away: the whole of an `if`, or all of it but what it guards. Where the
 * guard never does anything the program is the same without it, whatever it is given.
 */
#ifndef FL_TRACEGEN_GUARD_H
#define FL_TRACEGEN_GUARD_H

#include "base/slice.h"

struct tg_guard {
	bool unwrapped; /* what it guards stays, without its condition; else all of it goes */
	int64_t line, body,
		end; /* of the if, of the first token that it guards, the last; from 1 */
};

/*
 * What the edit that replaces `original`, which begins at that line, takes away. False: it is no
 * such edit, or the condition may do more than tell (a call, an assignment).
 */
bool tg_guard_gone(struct fl_slice original, struct fl_slice replacement, int64_t line,
	struct tg_guard *ret_guard);

#endif
