#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "base/process_priv.h"

int fl_spawn(const char *const *argv, const char *const *env, const char *cwd, int last_signal,
	struct fl_spawned *ret_spawned, struct fl_error *err)
{
	struct fl_process_spec spec = {
		.argv = argv, .env = env, .cwd = cwd, .last_signal = last_signal};
	struct fl_process_ends ends;
	int rc = fl_process_start(&spec, true, &ends, err);
	if (rc) {
		fl_shut(&ends.in);
		fl_shut(&ends.out);
		fl_shut(&ends.err);
		return rc;
	}
	fcntl(ends.in, F_SETFL, O_NONBLOCK);
	fcntl(ends.out, F_SETFL, O_NONBLOCK);
	fcntl(ends.err, F_SETFL, O_NONBLOCK);
	*ret_spawned = (struct fl_spawned){ends.pid, ends.in, ends.out, ends.err, 0};
	return 0;
}

bool fl_spawn_ended(struct fl_spawned *s)
{
	if (s->pid > 0 && waitpid(s->pid, &s->status, WNOHANG) == s->pid)
		s->pid = 0;
	return s->pid == 0;
}

void fl_spawn_end(struct fl_spawned *s)
{
	if (s->pid > 0) {
		kill(-s->pid, SIGKILL);
		kill(s->pid, SIGKILL);
		while (waitpid(s->pid, &s->status, 0) < 0 && errno == EINTR)
			;
		s->pid = 0;
	}
	fl_shut(&s->in);
	fl_shut(&s->out);
	fl_shut(&s->err);
}

static int pty_setup(struct fl_pty *p)
{
	struct termios t;
	if (grantpt(p->master) || unlockpt(p->master) ||
		ptsname_r(p->master, p->name, sizeof(p->name)))
		return -1;
	p->slave = open(p->name, O_RDWR | O_NOCTTY | O_CLOEXEC);
	if (p->slave < 0 || tcgetattr(p->slave, &t))
		return -1;
	t.c_lflag &= ~(tcflag_t)(ECHO | ECHOE | ECHOK | ECHONL);
	t.c_oflag &= ~(tcflag_t)OPOST;
	return tcsetattr(p->slave, TCSANOW, &t);
}

int fl_pty_open(struct fl_pty *ret_pty, struct fl_error *err)
{
	struct fl_pty p = {.slave = -1};
	p.master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
	if (p.master < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open a terminal");
	if (pty_setup(&p)) {
		int sys = errno;
		fl_pty_close(&p);
		return fl_error_sys(err, FL_EIO, sys, "cannot set up a terminal");
	}
	*ret_pty = p;
	return 0;
}

void fl_pty_close(struct fl_pty *p)
{
	fl_shut(&p->master);
	fl_shut(&p->slave);
}
