/*
 * A gdb outside any sandbox over plain pipes and a terminal of the host, for tests of the engine
 * alone. The programs under test are our own; hostile ones are tested in a box.
 */
#ifndef FL_TESTS_GDB_PIPES_H
#define FL_TESTS_GDB_PIPES_H

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "debugsession/gdb/gdb.h"

struct gdb_pipes {
	struct dbg_link link;
	char tty_name[64];
	pid_t pid;
};

static inline int gdb_pipes_start(struct gdb_pipes *p)
{
	int in[2], out[2], err[2];
	p->link.tty = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (p->link.tty < 0 || grantpt(p->link.tty) || unlockpt(p->link.tty) ||
		ptsname_r(p->link.tty, p->tty_name, sizeof(p->tty_name)))
		return -1;
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC))
		return -1;
	p->pid = fork();
	if (p->pid == 0) {
		char *const *argv = (char *const *)(const void *)dbg_gdb_argv;
		char *const *env = (char *const *)(const void *)dbg_gdb_env;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(in[0], 0);
		dup2(out[1], 1);
		dup2(err[1], 2);
		execve("/usr/bin/gdb", argv, env);
		_exit(127);
	}
	close(in[0]);
	close(out[1]);
	close(err[1]);
	p->link.in = in[1];
	p->link.out = out[0];
	p->link.err = err[0];
	fcntl(in[1], F_SETFL, O_NONBLOCK);
	fcntl(out[0], F_SETFL, O_NONBLOCK);
	fcntl(err[0], F_SETFL, O_NONBLOCK);
	return p->pid < 0 ? -1 : 0;
}

static inline void gdb_pipes_end(struct gdb_pipes *p)
{
	kill(p->pid, SIGKILL);
	waitpid(p->pid, NULL, 0);
	close(p->link.in);
	close(p->link.out);
	close(p->link.err);
	close(p->link.tty);
}

#endif
