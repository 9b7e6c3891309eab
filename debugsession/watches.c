#include "debugsession/watches.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

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

/* Wait for its next stop or its end. Where there is no answer, *ret_status is neither. */
static bool is_stopped(pid_t child, int *ret_status)
{
	pid_t got;
	while ((got = waitpid(child, ret_status, __WALL)) < 0 && errno == EINTR)
		;
	if (got != child)
		*ret_status = -1;
	return got == child && WIFSTOPPED(*ret_status);
}

/* The registers are taken, and the child goes on to its end all the same: then they do nothing. */
static bool runs_past(pid_t child)
{
	void *const address = (void *)offsetof(struct user, u_debugreg[0]);
	void *const control = (void *)offsetof(struct user, u_debugreg[7]);
	int status;
	if (!is_stopped(child, &status)) /* not traced: nothing is known, and it has ended */
		return false;
	bool set = ptrace(PTRACE_POKEUSER, child, address, &watched) == 0 &&
		   ptrace(PTRACE_POKEUSER, child, control, (void *)WATCH_FIRST) == 0;
	ptrace(PTRACE_CONT, child, NULL, NULL);
	if (!is_stopped(child, &status))
		return set && WIFEXITED(status);
	kill(child, SIGKILL);
	is_stopped(child, &status);
	return false;
}

static bool watches = true;

static void try_watching(void)
{
	pid_t child = fork();
	if (child == 0)
		write_once();
	watches = child < 0 || !runs_past(child);
}

bool dbg_host_watches(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, try_watching);
	return watches;
}
#else
bool dbg_host_watches(void)
{
	return true;
}
#endif
