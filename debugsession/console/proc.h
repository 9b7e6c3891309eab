/* What the kernel says about a process (proc(5), /proc/PID/status). */
#ifndef FL_DEBUGSESSION_PROC_H
#define FL_DEBUGSESSION_PROC_H

#include <stdbool.h>
#include <stdint.h>

enum { DBG_PROC_VALUE = 64 };

/* The first word behind "KEY:" ("VmRSS: 1234 kB"); "" when there is no such process or key. */
void dbg_proc_status(int64_t pid, const char *key, char value[DBG_PROC_VALUE]);

/*
 * Does a child of this process trace one that is not its own child: a debugger that was attached to
 * something? Reads what /proc says of all processes.
 */
bool dbg_proc_child_attached(void);

#endif
