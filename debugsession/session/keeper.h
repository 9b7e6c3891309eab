/*
 * Nothing outlives a session. Two processes watch each other: the keeper, and under it the server
 * with the debugger and all that this starts. Both are subreapers, so that what is orphaned below
 * (double forks too) becomes a child of the server, or, when that dies, of the keeper. Whichever of
 * them dies first, the other kills all that is left; a kill -9 of both at once leaves only programs
 * that detached themselves from the debugged one. A debugger that has attached itself to a process
 * has a second to let go of it.
 */
#ifndef FL_DEBUGSESSION_KEEPER_H
#define FL_DEBUGSESSION_KEEPER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

/* The server's life and its exit status. ready: where it tells the starter, and closes. */
typedef int (*dbg_keeper_fn)(void *arg, int ready);

/* After the server's end, in the keeper, when all else is gone. status: as by waitpid(). */
typedef void (*dbg_keeper_end)(void *arg, int status);

/*
 * Fork keeper and server, in a session of their own and with /dev/null for 0, 1 and 2. Returns in
 * the caller with the reading end of a pipe that the server's `ready` is the other end of; the
 * caller closes it. held: a descriptor (3 or more, close-on-exec) that both have until they end,
 * or -1; the caller's own of it stays the caller's. The caller must have no threads.
 */
int dbg_keeper_start(dbg_keeper_fn serve, dbg_keeper_end end, void *arg, int held, int *ret_ready,
	struct fl_error *err);

/*
 * The same in the foreground, for who serves on standard input and output: the caller becomes the
 * keeper, the server a child that has all of its descriptors. Waits for the server's end, passes
 * SIGTERM, SIGINT and SIGHUP on to it as SIGTERM, and sweeps. Returns what the server returned,
 * with its error; FL_ECLOSED when it was killed. The caller must have no threads.
 */
typedef int (*dbg_keeper_attended)(void *arg, struct fl_error *err);
int dbg_keeper_attend(dbg_keeper_attended serve, void *arg, struct fl_error *err);

/*
 * A task of a server that may not wait: it has a process of its own, in a session of its own, with
 * /dev/null for 0, 1 and 2, and its result is what it writes to `out`. *ret_out is the reading end
 * of that pipe, which the caller closes. Once it is closed, by the caller or by its death, and when
 * wall_ms have passed, the task is killed, and with it what dies with its maker: commands of
 * base/process.h, sandboxes, sessions that it owns. The caller must have no threads.
 */
typedef void (*dbg_keeper_task)(void *arg, int out);
int dbg_keeper_do(
	dbg_keeper_task task, void *arg, unsigned wall_ms, int *ret_out, struct fl_error *err);

/* Kill and collect all children and all that they leave, until there are none. */
void dbg_keeper_sweep(void);

/*
 * Collect children that have ended, but none of these (0: no process). True when one of these has
 * ended, too: then collect it, and call again.
 */
bool dbg_keeper_collect(const pid_t *but, size_t count);

#endif
