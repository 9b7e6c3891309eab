/*
 * How much memory the processes of a session take, those in a sandbox too, whose pids are other
 * numbers out here (proc(5): children, NSpid, VmRSS).
 */
#ifndef FL_DEBUGSESSION_MEMORY_H
#define FL_DEBUGSESSION_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

/* The first process of a box's run, as it is numbered inside. */
enum { DBG_MEMORY_FIRST = 2 };

/* Resident memory of a process in KiB; 0: it is not there, or pid is 0. */
int64_t dbg_memory_kb(int64_t pid);

/*
 * The process below ancestor that has the number `inside` in a pid namespace of a box's run, which
 * is two below ancestor's; 0: there is none among the first 1024. Of several runs, another one than
 * that of the process `but` (its number out here; 0: any).
 */
int64_t dbg_memory_boxed_pid(pid_t ancestor, int64_t inside, int64_t but);

#endif
