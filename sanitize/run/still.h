/*
 * Whether what runs in a box waits for ever: seen from beside it, long before its time is up.
 *
 * Certain is only what the kernel tells: a thread in futex(2) without a timeout, at an address that
 * is its process's alone (or at the end of a thread of it), goes on when another thread of the
 * process lets it, or a handler of a signal. So a process all of whose threads wait like that, and
 * which handles no signal but those of faults, never goes on by itself. Who sleeps, reads, polls or
 * waits for a child is never counted as such.
 */
#ifndef FL_SANITIZE_STILL_H
#define FL_SANITIZE_STILL_H

#include <stdbool.h>

/*
 * Inside, as fl_run_spec.idle_fn: does such a process run alone, or do threads of one hold in a
 * circle what the next one waits for? False also where the processes may not be looked at.
 */
bool san_is_still(void);

#endif
