/* How Ctrl-C and SIGTERM end what works in processes of its own. */
#include <signal.h>
#include <stddef.h>

#include "datasets/cmd/datasets/sub.h"

static volatile sig_atomic_t stopped;

static void on_signal(int signal)
{
	(void)signal;
	stopped = 1;
}

const volatile sig_atomic_t *sub_stop(void)
{
	const struct sigaction action = {.sa_handler = on_signal};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	return &stopped;
}
