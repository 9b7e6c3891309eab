/*
 * A trusted program that lives on beside us and is talked to (a debugger, an emulator), outside the
 * sandbox: with pipes for its standard streams, in a session of its own, so that a terminal's ^C
 * does not reach it. It gets a signal when we die; what it starts does not: see
 * debugsession/session/keeper.h.
 */
#ifndef FL_BASE_SPAWN_H
#define FL_BASE_SPAWN_H

#include "base/process.h"

struct fl_spawned {
	pid_t pid; /* 0 once it has been collected */
	int in, out, err; /* our ends, non-blocking; -1 once closed */
	int status; /* as waitpid() gives it, once pid is 0 */
};

/*
 * Start it. env NULL: our own; cwd NULL: ours; last_signal: what it gets when we die, 0: SIGKILL.
 * FL_EEXEC with errno when it cannot be executed.
 */
int fl_spawn(const char *const *argv, const char *const *env, const char *cwd, int last_signal,
	struct fl_spawned *ret_spawned, struct fl_error *err);

/* Has it ended? Collects it then. */
bool fl_spawn_ended(struct fl_spawned *s);

/* Kill its process group, collect it, close our ends. Nothing when that was done before. */
void fl_spawn_end(struct fl_spawned *s);

/* A terminal for a program that somebody else starts; its name is for that one to open. */
struct fl_pty {
	int master, slave; /* non-blocking; held open so that it never hangs up. -1: none */
	char name[64];
};

/* A raw one: no echo, no changes of newlines, but line by line with ^D for the input. */
int fl_pty_open(struct fl_pty *ret_pty, struct fl_error *err);
void fl_pty_close(struct fl_pty *p);

#endif
