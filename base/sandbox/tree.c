#include "base/sandbox/priv.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PROCESSES_MAX = 4096, BURY_ROUNDS = 2000, STAT_MAX = 1024, STATUS_MAX = 4096 };

/* Less address space than this needs no page tables that are worth a look. */
#define MUCH_SPACE ((uint64_t)8 << 30)

struct process {
	pid_t pid, parent;
	bool ours, stopped, ready;
	long threads;
	uint64_t begun; /* in ticks since boot: with the pid it names one process */
	uint64_t cpu_us, rss_kb;
	uint64_t space; /* bytes of address space */
};

/* The text of a "stat" file below /proc behind the name, which may hold anything; NULL if none. */
static const char *read_stat(int proc, const char *path, char text[static STAT_MAX])
{
	int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, text, STAT_MAX - 1);
	fl_shut(&fd);
	text[n > 0 ? n : 0] = '\0';
	const char *after = strrchr(text, ')');
	return after ? after + 1 : NULL;
}

/*
 * Resident pages of a process whose first thread has ended: it shows none, its other threads show
 * those of all.
 */
static long pages_of_threads(int proc, const char *pid)
{
	char path[300], text[STAT_MAX];
	long pages = 0;
	snprintf(path, sizeof(path), "%s/task", pid);
	int fd = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	if (!d)
		fl_shut(&fd);
	for (struct dirent *e; d && pages == 0 && (e = readdir(d));) {
		snprintf(path, sizeof(path), "%.40s/stat", e->d_name);
		const char *at = read_stat(dirfd(d), path, text);
		if (!at || sscanf(at,
				   " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d"
				   " %*d %*d %*d %*d %*d %*u %*u %ld",
				   &pages) != 1)
			pages = 0;
	}
	if (d)
		closedir(d);
	return pages;
}

/*
 * Fields 3, 4, 14 to 17, 20 and 22 to 24 of /proc/PID/stat (proc(5)): state and parent; user and
 * system time of the process and of the children it has waited for, in ticks; threads; start time;
 * address space; resident pages.
 */
static bool read_process(int proc, const char *pid, struct process *ret)
{
	char path[300], text[STAT_MAX], state;
	snprintf(path, sizeof(path), "%.40s/stat", pid);
	const char *at = read_stat(proc, path, text);
	unsigned long t[4];
	unsigned long long begun, space;
	long threads, pages;
	int parent;
	if (!at || sscanf(at,
			   " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu"
			   " %*d %*d %ld %*d %llu %llu %ld",
			   &state, &parent, &t[0], &t[1], &t[2], &t[3], &threads, &begun, &space,
			   &pages) != 10)
		return false;
	if (state == 'Z' && threads > 1)
		pages = pages_of_threads(proc, pid);
	uint64_t ticks = (uint64_t)t[0] + t[1] + t[2] + t[3];
	*ret = (struct process){
		.pid = atoi(pid),
		.parent = parent,
		.stopped = state == 'T' || state == 't',
		.ready = state == 'R',
		.threads = threads,
		.begun = begun,
		.cpu_us = ticks * 1000000 / (uint64_t)sysconf(_SC_CLK_TCK),
		.rss_kb = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE) / 1024,
		.space = space,
	};
	return true;
}

/* Every process that we see (at most PROCESSES_MAX), with our descendants marked. */
static size_t scan(struct process *all)
{
	size_t len = 0;
	DIR *d = opendir("/proc");
	struct dirent *e;
	while (d && len < PROCESSES_MAX && (e = readdir(d))) {
		if (e->d_name[0] >= '1' && e->d_name[0] <= '9' &&
			read_process(dirfd(d), e->d_name, &all[len]))
			len++;
	}
	if (d)
		closedir(d);
	pid_t self = getpid();
	bool more = true;
	while (more) {
		more = false;
		for (size_t i = 0; i < len; i++) {
			bool found = all[i].parent == self;
			for (size_t k = 0; k < len && !found && !all[i].ours; k++)
				found = all[k].ours && all[k].pid == all[i].parent;
			more = more || (found && !all[i].ours);
			all[i].ours = all[i].ours || found;
		}
	}
	return len;
}

static uint64_t time_us(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_usec;
}

/* A number of kB that a file of a process below /proc tells behind `key`; `other` where none is. */
static uint64_t told_kb(const struct process *p, const char *file, const char *key, uint64_t other)
{
	char path[60], text[STATUS_MAX];
	snprintf(path, sizeof(path), "/proc/%d/%s", (int)p->pid, file);
	fl_read_start(path, text, sizeof(text));
	const char *at = strstr(text, key);
	return at ? strtoull(at + strlen(key), NULL, 10) : other;
}

/* What the kernel holds for a process's address space (proc(5)). */
static uint64_t tables_kb(const struct process *p)
{
	return p->space < MUCH_SPACE ? 0 : told_kb(p, "status", "\nVmPTE:", 0);
}

/* Does a thread want a processor, whether it has one or not? */
static bool is_ready(const struct process *p)
{
	char path[60], text[STAT_MAX], state;
	bool ready = p->ready;
	snprintf(path, sizeof(path), "/proc/%d/task", (int)p->pid);
	DIR *d = ready || p->threads < 2 ? NULL : opendir(path);
	for (struct dirent *e; d && !ready && (e = readdir(d));) {
		snprintf(path, sizeof(path), "%.40s/stat", e->d_name);
		const char *at = read_stat(dirfd(d), path, text);
		ready = at && sscanf(at, " %c", &state) == 1 && state == 'R';
	}
	if (d)
		closedir(d);
	return ready;
}

struct fl_tree_usage fl_tree_look(bool memory, pid_t but)
{
	struct rusage gone;
	getrusage(RUSAGE_CHILDREN, &gone);
	struct fl_tree_usage u = {.cpu_us = time_us(gone.ru_utime) + time_us(gone.ru_stime),
		.max_rss_kb = (uint64_t)gone.ru_maxrss};
	struct process *all = calloc(PROCESSES_MAX, sizeof(*all));
	size_t len = all ? scan(all) : 0;
	for (size_t i = 0; i < len; i++) {
		if (!all[i].ours)
			continue;
		u.cpu_us += all[i].cpu_us;
		u.ready = u.ready || (all[i].pid != but && is_ready(&all[i]));
		u.rss_kb += all[i].rss_kb + (memory ? tables_kb(&all[i]) : 0);
	}
	free(all);
	return u;
}

/* Send it a signal, if the number has not gone to another process since it was seen. */
static void signal_one(const struct process *p, int sig)
{
	char path[32];
	struct process now;
	snprintf(path, sizeof(path), "/proc/%d", (int)p->pid);
	int fd = (int)syscall(SYS_pidfd_open, p->pid, 0);
	if (fd >= 0 && read_process(AT_FDCWD, path, &now) && now.begun == p->begun)
		syscall(SYS_pidfd_send_signal, fd, sig, NULL, 0);
	fl_shut(&fd);
}

/* Stop what runs of ours, also what was forked meanwhile; those that were stopped, for later. */
static size_t hold(struct process *all, struct process *held)
{
	size_t count = 0;
	for (int round = 0; round < 2; round++) {
		size_t len = scan(all);
		for (size_t i = 0; i < len && count < PROCESSES_MAX; i++) {
			if (!all[i].ours || all[i].stopped)
				continue;
			signal_one(&all[i], SIGSTOP);
			held[count++] = all[i];
		}
	}
	return count;
}

uint64_t fl_tree_held_kb(void)
{
	struct process *all = calloc(2 * (size_t)PROCESSES_MAX, sizeof(*all));
	uint64_t kb = 0;
	if (!all)
		return UINT32_MAX;
	struct process *held = all + PROCESSES_MAX;
	size_t count = hold(all, held);
	size_t len = scan(all);
	for (size_t i = 0; i < len; i++) {
		/* who cannot be looked into counts with all */
		if (all[i].ours)
			kb += told_kb(&all[i], "smaps_rollup", "\nPss:", all[i].rss_kb) +
			      tables_kb(&all[i]);
	}
	for (size_t i = 0; i < count; i++)
		signal_one(&held[i], SIGCONT);
	free(all);
	return kb;
}

void fl_tree_kill(void)
{
	struct process *all = calloc(PROCESSES_MAX, sizeof(*all));
	size_t len = all ? scan(all) : 0;
	/* First stop them, so that none forks while the others are found. */
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < len; i++) {
			if (all[i].ours)
				signal_one(&all[i], round ? SIGKILL : SIGSTOP);
		}
	}
	free(all);
}

void fl_tree_bury(void)
{
	for (int i = 0; i < BURY_ROUNDS; i++) {
		fl_tree_kill();
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		if (waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD)
			return;
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
	}
}
