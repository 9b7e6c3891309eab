/* What the processors of this machine do for a debugger. */
#ifndef FL_DEBUGSESSION_WATCHES_H
#define FL_DEBUGSESSION_WATCHES_H

#include <stdbool.h>

/*
 * Do hardware watchpoints of a process stop it? Some virtual machines take the debug registers and
 * never trap: a debugger believes that it watches, and misses every write. Tried once a process,
 * with a child of ours; true as well where it cannot be tried (no ptrace, another architecture).
 */
bool dbg_host_watches(void);

#endif
