#include "debugsession/session/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/process.h"
#include "base/sandbox/sandbox.h"
#include "debugsession/console/proc.h"

enum { LET_GO_MS = 1000 };

/* Kill what the kernel lists as our children, at most once a millisecond. */
static void kill_children(void)
{
	char path[64];
	struct fl_buf text;
	uint32_t pid;
	snprintf(path, sizeof(path), "/proc/self/task/%d/children", (int)getpid());
	fl_buf_init(&text, 1 << 20);
	if (fl_buf_read_file(&text, path, NULL) == 0) {
		struct fl_slice rest = fl_slice_trim(fl_buf_view(&text));
		size_t n;
		while ((n = fl_slice_uint(rest, &pid)) > 0) {
			kill((pid_t)pid, SIGKILL);
			rest = fl_slice_trim(fl_slice_skip(rest, n));
		}
	}
	fl_buf_release(&text);
}

void dbg_keeper_sweep(void)
{
	for (;;) {
		kill_children();
		pid_t pid = waitpid(-1, NULL, WNOHANG);
		while (pid > 0)
			pid = waitpid(-1, NULL, WNOHANG);
		if (pid < 0 && errno == ECHILD)
			return;
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	}
}

bool dbg_keeper_collect(const pid_t *but, size_t count)
{
	for (;;) {
		siginfo_t info = {0};
		if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == 0)
			return false;
		for (size_t i = 0; i < count; i++)
			if (info.si_pid == but[i])
				return true;
		waitpid(info.si_pid, NULL, WNOHANG);
	}
}

/*
 * The server has died without its debugger, which has been told to end. Where that had attached
 * itself to a process, it takes its breakpoints out of that first: killed, it would leave them.
 */
static void let_go(void)
{
	int64_t deadline = fl_clock_ms() + LET_GO_MS;
	while (fl_clock_ms() < deadline && dbg_proc_child_attached())
		nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
}

/* The descriptors first to last, if there are any. */
static void close_between(int first, unsigned last)
{
	if ((unsigned)first <= last)
		close_range((unsigned)first, last, 0);
}

/* keep stays open, and held, where that is not one of the three that are replaced. */
static void detach(int keep, int held)
{
	int null = open("/dev/null", O_RDWR);
	int low = held >= 3 && held < keep ? held : keep;
	int high = held > keep ? held : keep;
	for (int fd = 0; fd <= 2 && null >= 0; fd++)
		dup2(null, fd);
	close_between(3, (unsigned)low - 1);
	if (high > low)
		close_between(low + 1, (unsigned)high - 1);
	close_between(high + 1, ~0U);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
}

_Noreturn static void keep(dbg_keeper_fn serve, dbg_keeper_end end, void *arg, int held, int ready)
{
	int status = 0;
	setsid();
	detach(ready, held);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	pid_t self = getpid();
	pid_t server = fork();
	if (server == 0) {
		prctl(PR_SET_PDEATHSIG, SIGTERM);
		prctl(PR_SET_CHILD_SUBREAPER, 1);
		int result = getppid() == self ? serve(arg, ready) : 0;
		dbg_keeper_sweep();
		_exit(result);
	}
	close(ready);
	while (server > 0 && waitpid(server, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status))
		let_go();
	dbg_keeper_sweep();
	if (WIFSIGNALED(status))
		fl_box_tidy(); /* the control groups of its sandbox */
	end(arg, status);
	_exit(0);
}

/*
 * Fork twice, so that the process is nobody's child to wait for. Returns 1 in it, with the writing
 * end of a pipe, and in the caller 0, with the reading end, or an error.
 */
static int fork_away(int *ret_end, struct fl_error *err)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		return fl_error_sys(err, FL_EIO, errno, "cannot make a pipe");
	pid_t pid = fork();
	if (pid == 0) {
		if (fork())
			_exit(0);
		*ret_end = ends[1];
		return 1;
	}
	int sys = errno;
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return fl_error_sys(err, FL_EIO, sys, "cannot start a process");
	}
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	*ret_end = ends[0];
	return 0;
}

int dbg_keeper_start(dbg_keeper_fn serve, dbg_keeper_end end, void *arg, int held, int *ret_ready,
	struct fl_error *err)
{
	int ready;
	int rc = fork_away(&ready, err);
	if (rc > 0)
		keep(serve, end, arg, held, ready);
	if (rc == 0)
		*ret_ready = ready;
	return rc;
}

/* Until the task has ended, nobody reads what it writes, or its time is up. */
static bool await_task(pid_t task, int out, unsigned wall_ms)
{
	int64_t deadline = fl_clock_ms() + wall_ms;
	int end = (int)syscall(SYS_pidfd_open, task, 0);
	struct pollfd p[] = {{.fd = end, .events = POLLIN}, {.fd = out}};
	int n = end < 0 ? 0 : -1;
	while (n < 0) {
		int64_t left = deadline - fl_clock_ms();
		n = left > 0 ? poll(p, 2, (int)(left < INT32_MAX ? left : INT32_MAX)) : 0;
		if (n < 0 && errno != EINTR)
			n = 0;
	}
	return n > 0 && p[0].revents;
}

_Noreturn static void keep_task(dbg_keeper_task run, void *arg, unsigned wall_ms, int out)
{
	setsid();
	detach(out, -1);
	pid_t self = getpid();
	pid_t task = fork();
	if (task == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == self)
			run(arg, out);
		_exit(0);
	}
	if (task > 0 && !await_task(task, out, wall_ms)) {
		kill(task, SIGKILL);
		waitpid(task, NULL, 0);
		fl_box_tidy();
	}
	_exit(0);
}

int dbg_keeper_do(
	dbg_keeper_task task, void *arg, unsigned wall_ms, int *ret_out, struct fl_error *err)
{
	int out;
	int rc = fork_away(&out, err);
	if (rc > 0)
		keep_task(task, arg, wall_ms, out);
	if (rc == 0)
		*ret_out = out;
	return rc;
}

/* What the server leaves behind for its keeper, in memory that both see. */
struct outcome {
	bool done;
	int rc;
	struct fl_error err;
};

_Noreturn static void serve_attended(
	dbg_keeper_attended serve, void *arg, pid_t keeper, struct outcome *o)
{
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	if (getppid() == keeper)
		o->rc = serve(arg, &o->err);
	dbg_keeper_sweep();
	o->done = true;
	_exit(0);
}

/* Until the server has ended; signals that ask for the end go to it. */
static void attend(pid_t server, const sigset_t *signals)
{
	for (;;) {
		siginfo_t info;
		int sig = sigwaitinfo(signals, &info);
		if (sig == SIGCHLD && waitpid(server, NULL, WNOHANG) != 0)
			return;
		if (sig > 0 && sig != SIGCHLD)
			kill(server, SIGTERM);
	}
}

int dbg_keeper_attend(dbg_keeper_attended serve, void *arg, struct fl_error *err)
{
	sigset_t signals, old;
	pid_t keeper = getpid();
	struct outcome *o =
		mmap(NULL, sizeof(*o), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (o == MAP_FAILED)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a server");
	sigemptyset(&signals);
	sigaddset(&signals, SIGTERM);
	sigaddset(&signals, SIGINT);
	sigaddset(&signals, SIGHUP);
	sigaddset(&signals, SIGCHLD);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigprocmask(SIG_BLOCK, &signals, &old);
	pid_t server = fork();
	if (server == 0) {
		sigprocmask(SIG_SETMASK, &old, NULL);
		serve_attended(serve, arg, keeper, o);
	}
	int sys = errno;
	if (server > 0)
		attend(server, &signals);
	if (server > 0 && !o->done)
		let_go();
	dbg_keeper_sweep();
	if (server > 0 && !o->done)
		fl_box_tidy();
	sigprocmask(SIG_SETMASK, &old, NULL);
	int rc = o->rc;
	if (server < 0)
		rc = fl_error_sys(err, FL_EIO, sys, "cannot start a server");
	else if (!o->done)
		rc = fl_error_set(err, FL_ECLOSED, "the server was killed");
	else if (rc && err)
		*err = o->err;
	munmap(o, sizeof(*o));
	return rc;
}
