#include "base/host.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_MS = 2, MOST_MS = 500 };

static int64_t now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool fl_patience_wait(struct fl_patience *p, int sys)
{
	int64_t now = now_ms();
	if (!p->begun) {
		p->begun = now;
		p->wait_ms = FIRST_MS;
	}
	if (now - p->begun >= (sys == EMFILE ? FL_PATIENCE_FDS_MS : FL_PATIENCE_MS))
		return false;
	nanosleep(&(struct timespec){.tv_sec = 0, .tv_nsec = (long)p->wait_ms * 1000000}, NULL);
	p->wait_ms = p->wait_ms * 2 < MOST_MS ? p->wait_ms * 2 : MOST_MS;
	return true;
}

int fl_host_error(struct fl_error *e)
{
	const char *what = e->sys == EMFILE || e->sys == ENFILE ? "descriptors (ulimit -n)"
			   : e->sys == EAGAIN                   ? "processes (ulimit -u)"
								: "memory";
	if (e->code == FL_EHOST)
		return FL_EHOST;
	e->code = FL_EHOST;
	fl_error_wrap(
		e, "the host is out of %s; end other work or raise the limit, and run again", what);
	return FL_EHOST;
}

/* A line of a driver's own, which begins with its name alone ("g++: ", "clang++-19: "). */
static bool is_drivers(struct fl_slice line)
{
	ptrdiff_t colon = fl_slice_find(line, ": ");
	struct fl_slice name = fl_slice_head(line, colon > 0 ? (size_t)colon : 0);
	for (size_t i = 0; i < name.len; i++)
		if (strchr(":./ \t\"'", name.ptr[i]))
			return false;
	return name.len > 0;
}

static bool has_any(struct fl_slice line, const char *const *words)
{
	while (*words && fl_slice_find(line, *words) < 0)
		words++;
	return *words != NULL;
}

bool fl_host_short_said(struct fl_slice text)
{
	static const char *const reasons[] = {"Resource temporarily unavailable",
		"Cannot allocate memory", "Too many open files", NULL};
	static const char *const words[] = {
		"cannot execute", "unable to execute command", "vfork", "pipe", NULL};
	struct fl_slice line;
	bool said = false;
	while (!said && fl_slice_line(&text, &line))
		said = is_drivers(line) && has_any(line, words) && has_any(line, reasons);
	return said;
}

bool fl_host_cpu_said(struct fl_slice text)
{
	static const char *const words[] = {"CPU time limit exceeded", NULL};
	struct fl_slice line;
	bool said = false;
	while (!said && fl_slice_line(&text, &line))
		said = is_drivers(line) && has_any(line, words);
	return said;
}

#ifdef __x86_64__
/* Debug register 7: the first watches writes of four bytes (SDM 3B, 18.2.4). */
enum { WATCH_FIRST = 1 | 0xd << 16 };

static volatile int watched;

static _Noreturn void write_once(void)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(0);
	raise(SIGSTOP);
	watched = 1;
	_exit(0);
}

static bool wait_stop(pid_t child)
{
	int status;
	pid_t got;
	while ((got = waitpid(child, &status, __WALL)) < 0 && errno == EINTR)
		;
	return got == child && WIFSTOPPED(status);
}

/* The registers are taken, and the child goes on to its end all the same: then they do nothing. */
static bool runs_past(pid_t child)
{
	void *const address = (void *)offsetof(struct user, u_debugreg[0]);
	void *const control = (void *)offsetof(struct user, u_debugreg[7]);
	bool stopped = wait_stop(child), set;
	if (!stopped) /* not traced: nothing is known, and it has ended */
		return false;
	set = ptrace(PTRACE_POKEUSER, child, address, &watched) == 0 &&
	      ptrace(PTRACE_POKEUSER, child, control, (void *)WATCH_FIRST) == 0;
	ptrace(PTRACE_CONT, child, NULL, NULL);
	stopped = wait_stop(child);
	if (stopped) {
		kill(child, SIGKILL);
		wait_stop(child);
	}
	return set && !stopped;
}

static bool watches = true;

static void try_watching(void)
{
	pid_t child = fork();
	if (child == 0)
		write_once();
	watches = child < 0 || !runs_past(child);
}

bool fl_host_watches(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, try_watching);
	return watches;
}
#else
bool fl_host_watches(void)
{
	return true;
}
#endif
