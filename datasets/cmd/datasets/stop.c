/* How Ctrl-C, SIGTERM and a terminal that goes end what works in processes of its own. */
#include <signal.h>
#include <stddef.h>
#include <time.h>

#include "datasets/cmd/datasets/sub.h"

/* Seconds after which who asks again means it: timeout(1) sends its signal twice at once. */
enum { PATIENCE = 2 };

static volatile sig_atomic_t stopped;
static volatile time_t since; /* when it was asked first, seconds of the monotonic clock */

static void on_signal(int number)
{
	struct timespec now = {0};
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (stopped && now.tv_sec - since >= PATIENCE) {
		signal(number, SIG_DFL);
		raise(number);
	}
	if (!stopped)
		since = now.tv_sec;
	stopped = 1;
}

const volatile sig_atomic_t *sub_stop(void)
{
	const struct sigaction action = {.sa_handler = on_signal};
	struct sigaction was;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	/* nohup(1) has it ignored, and means that. */
	if (sigaction(SIGHUP, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
	return &stopped;
}
