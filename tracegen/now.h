/*
 * Does a text tell when or where it was made? What a program prints of the clock or of its machine
 * is alike in two runs within a second, and is no part of what the program is for.
 */
#ifndef FL_TRACEGEN_NOW_H
#define FL_TRACEGEN_NOW_H

#include <stdbool.h>
#include <time.h>

#include "base/slice.h"

/*
 * Has the text a time of day with its seconds, a date with its year, or a count of seconds since
 * 1970 that is of the time from `from` to `to`, of UTC or of the local zone? At most the first
 * minute of that is looked at.
 */
bool tg_tells_now(struct fl_slice text, time_t from, time_t to);

/* Has the text the release of the kernel, or the sandbox's directory by itself? */
bool tg_tells_host(struct fl_slice text);

/*
 * Wait until the clock's next second begins, up to one second: what a run makes of the time in
 * seconds (a seed, a difference) is not what the run before made of it.
 */
void tg_next_second(void);

#endif
