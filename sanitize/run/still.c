#include "sanitize/run/still.h"

#include <dirent.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/buf.h"

enum { THREADS_MAX = 256, PATH_BYTES = 80, TEXT_BYTES = 4096, BETWEEN_US = 100000 };

/* A thread that waits for ever. All of it counts in comparing, so it is zeroed before it is set. */
struct waiter {
	int pid, tid;
	uint64_t futex, switches; /* how often it has run */
	uint32_t words[3], value; /* what stands at the futex, and what it expects there */
	bool own; /* the address is its process's alone */
};

/* What there is at one moment. */
struct scene {
	struct waiter all[THREADS_MAX]; /* those of processes that wait for ever */
	size_t count;
	size_t others; /* processes that do not */
	size_t still; /* processes that do */
};

/* The number behind a name of /proc/PID/status. */
static bool status_number(const char *text, const char *name, int base, uint64_t *ret_value)
{
	const char *at = strstr(text, name);
	if (at)
		*ret_value = strtoull(at + strlen(name), NULL, base);
	return at != NULL;
}

/* Signals that sanitizers handle, and the two that the C library keeps for itself. */
static bool handles_others(uint64_t caught)
{
	static const int harmless[] = {
		SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, 32, 33};
	for (size_t i = 0; i < sizeof(harmless) / sizeof(*harmless); i++)
		caught &= ~(UINT64_C(1) << (harmless[i] - 1));
	return caught != 0;
}

/* Fill *w; false unless it waits in futex(2) with no end. */
static bool waits(int pid, int tid, struct waiter *w)
{
	char path[PATH_BYTES], text[TEXT_BYTES];
	uint64_t caught, more;
	long call;
	unsigned long long futex, op, value, timeout;
	memset(w, 0, sizeof(*w));
	snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", pid, tid);
	if (!fl_read_start(path, text, sizeof(text)) ||
		sscanf(text, "%ld %llx %llx %llx %llx", &call, &futex, &op, &value, &timeout) != 5)
		return false;
	unsigned what = (unsigned)op & (unsigned)FUTEX_CMD_MASK;
	if (call != SYS_futex || timeout || (what != FUTEX_WAIT && what != FUTEX_WAIT_BITSET))
		return false;
	w->pid = pid;
	w->tid = tid;
	w->futex = futex;
	w->value = (uint32_t)value;
	struct iovec here = {w->words, sizeof(w->words)},
		     there = {(void *)(uintptr_t)futex, sizeof(w->words)};
	if (process_vm_readv(pid, &here, 1, &there, 1, 0) != sizeof(w->words))
		return false;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/status", pid, tid);
	if (!fl_read_start(path, text, sizeof(text)) ||
		!status_number(text, "SigCgt:", 16, &caught) ||
		!status_number(text, "\nvoluntary_ctxt_switches:", 10, &w->switches) ||
		!status_number(text, "nonvoluntary_ctxt_switches:", 10, &more))
		return false;
	w->switches += more;
	w->own = op & FUTEX_PRIVATE_FLAG;
	return !handles_others(caught);
}

static const struct waiter *find(const struct waiter *of, size_t count, uint32_t tid)
{
	for (size_t i = 0; i < count; i++)
		if (of[i].tid > 0 && (uint32_t)of[i].tid == tid)
			return &of[i];
	return NULL;
}

/* Of a pthread_mutex_t of glibc (lock, count, owner) its owner; else who is to end. */
static const struct waiter *holder(const struct waiter *w, const struct waiter *of, size_t count)
{
	const struct waiter *owner = w->value == 2 ? find(of, count, w->words[2]) : NULL;
	return owner ? owner : find(of, count, w->words[0]);
}

/*
 * ThreadSanitizer's own thread, which sleeps and looks after its memory: it asks for what is left
 * of its sleep where the sleep itself stands. The C library sleeps by clock_nanosleep(2).
 */
static bool is_runtime(int pid, int tid)
{
	char path[PATH_BYTES], text[TEXT_BYTES];
	long call;
	unsigned long long sleep, left;
	snprintf(path, sizeof(path), "/proc/%d/task/%d/syscall", pid, tid);
	return fl_read_start(path, text, sizeof(text)) &&
	       sscanf(text, "%ld %llx %llx", &call, &sleep, &left) == 3 && call == SYS_nanosleep &&
	       sleep == left;
}

/* All threads of a process; how many are put at `to`; 0: one of them may go on. */
static size_t threads_of(int pid, struct waiter *to, size_t room)
{
	char path[PATH_BYTES];
	size_t count = 0;
	bool all = true;
	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	DIR *d = opendir(path);
	for (struct dirent *e; d && all && (e = readdir(d));)
		if (e->d_name[0] != '.' && !is_runtime(pid, atoi(e->d_name)))
			all = count < room && waits(pid, atoi(e->d_name), &to[count++]);
	if (d)
		closedir(d);
	/* the end of a thread is told by the kernel, at an address for all */
	for (size_t i = 0; all && i < count; i++)
		all = to[i].own || find(to, count, to[i].words[0]);
	return all ? count : 0;
}

static bool is_dead(int pid)
{
	char path[PATH_BYTES], text[TEXT_BYTES];
	snprintf(path, sizeof(path), "/proc/%d/stat", pid);
	const char *end = fl_read_start(path, text, sizeof(text)) ? strrchr(text, ')') : NULL;
	return !end || strchr("ZX", end[1] ? end[2] : 'X') != NULL;
}

static bool look(struct scene *s)
{
	memset(s, 0, sizeof(*s));
	DIR *d = opendir("/proc");
	for (struct dirent *e; d && (e = readdir(d));) {
		int pid = atoi(e->d_name);
		if (pid <= 1 || pid == getpid() || is_dead(pid))
			continue;
		size_t n = threads_of(pid, s->all + s->count, THREADS_MAX - s->count);
		s->count += n;
		s->still += n > 0;
		s->others += n == 0;
	}
	if (d)
		closedir(d);
	return d && s->count;
}

static bool circle(const struct scene *s)
{
	for (size_t from = 0; from < s->count; from++) {
		const struct waiter *start = &s->all[from], *at = start;
		size_t first = from, count;
		while (first && s->all[first - 1].pid == start->pid)
			first--;
		for (count = from - first; first + count < s->count; count++)
			if (s->all[first + count].pid != start->pid)
				break;
		for (size_t steps = 0; at && steps < count; steps++) {
			at = holder(at, s->all + first, count);
			if (at == start)
				return true;
		}
	}
	return false;
}

bool san_is_still(void)
{
	struct scene before, now;
	if (!look(&before))
		return false;
	/* what was seen one by one held at one moment if none of them has run meanwhile */
	usleep(BETWEEN_US);
	if (!look(&now) || now.count != before.count ||
		memcmp(now.all, before.all, now.count * sizeof(*now.all)) != 0)
		return false;
	return circle(&now) || (now.others == 0 && now.still == 1);
}
