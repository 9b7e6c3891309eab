/* What the kernel says about a process (proc(5), /proc/PID/status). */
#ifndef FL_DEBUGSESSION_PROC_H
#define FL_DEBUGSESSION_PROC_H

#include <stdint.h>

enum { DBG_PROC_VALUE = 64 };

/* The first word behind "KEY:" ("VmRSS: 1234 kB"); "" when there is no such process or key. */
void dbg_proc_status(int64_t pid, const char *key, char value[DBG_PROC_VALUE]);

#endif
