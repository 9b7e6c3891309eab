#include "diag/classify/signals.h"

#include <signal.h>

#define ROW(name, fatal, class, cwe)                        \
	{                                                   \
		name, #name, fatal, DIAG_CLASS_##class, cwe \
	}

static const struct diag_signal signals[] = {
	ROW(SIGSEGV, true, UB, "CWE-119"),
	ROW(SIGBUS, true, UB, "CWE-119"),
	ROW(SIGFPE, true, UB, "CWE-369"),
	ROW(SIGILL, true, UB, "CWE-758"),
	ROW(SIGTRAP, true, UB, "CWE-758"),
	ROW(SIGABRT, true, LOGIC, "CWE-617"),
	ROW(SIGSYS, true, PLATFORM, ""),
	ROW(SIGPIPE, true, LOGIC, ""),
	ROW(SIGXCPU, true, LOGIC, "CWE-835"),
	ROW(SIGXFSZ, true, RESOURCE, "CWE-400"),
	ROW(SIGALRM, true, LOGIC, ""),
	ROW(SIGHUP, true, LOGIC, ""),
	ROW(SIGINT, true, LOGIC, ""),
	ROW(SIGIO, true, LOGIC, ""),
	ROW(SIGPROF, true, LOGIC, ""),
	ROW(SIGPWR, true, LOGIC, ""),
	ROW(SIGQUIT, true, LOGIC, ""),
	ROW(SIGSTKFLT, true, LOGIC, ""),
	ROW(SIGTERM, true, LOGIC, ""),
	ROW(SIGUSR1, true, LOGIC, ""),
	ROW(SIGUSR2, true, LOGIC, ""),
	ROW(SIGVTALRM, true, LOGIC, ""),
	ROW(SIGKILL, true, RESOURCE, "CWE-400"),
	ROW(SIGCHLD, false, NONE, ""),
	ROW(SIGCONT, false, NONE, ""),
	ROW(SIGSTOP, false, NONE, ""),
	ROW(SIGTSTP, false, NONE, ""),
	ROW(SIGTTIN, false, NONE, ""),
	ROW(SIGTTOU, false, NONE, ""),
	ROW(SIGURG, false, NONE, ""),
	ROW(SIGWINCH, false, NONE, ""),
};

enum { COUNT = sizeof(signals) / sizeof(signals[0]) };

const struct diag_signal *diag_signal_find(int number)
{
	for (size_t i = 0; i < COUNT; i++)
		if (signals[i].number == number)
			return &signals[i];
	return NULL;
}

const struct diag_signal *diag_signal_named(struct fl_slice name)
{
	for (size_t i = 0; i < COUNT; i++)
		if (fl_slice_eqs(name, signals[i].name))
			return &signals[i];
	return NULL;
}
