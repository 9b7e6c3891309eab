#include "base/host.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

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
