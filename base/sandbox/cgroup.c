#include "base/sandbox/priv.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define GROUP_PREFIX "faultline-box-"

enum { FILE_MAX = 1 << 20, PLACE_MAX = 400 };

/* Where our process stands in a hierarchy: the directory, and the mount point as its limit. */
struct place {
	char dir[PLACE_MAX];
	size_t mount_len;
};

static bool read_text(const char *path, struct fl_buf *text)
{
	fl_buf_init(text, FILE_MAX);
	return fl_buf_read_file(text, path, NULL) == 0;
}

static bool write_text(const char *dir, const char *file, const char *text)
{
	char path[640];
	snprintf(path, sizeof(path), "%s/%s", dir, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool done = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	close(fd);
	return done;
}

static struct fl_slice word(struct fl_slice *rest, char separator)
{
	ptrdiff_t end = fl_slice_chr(*rest, separator);
	struct fl_slice w = end < 0 ? *rest : fl_slice_head(*rest, (size_t)end);
	*rest = fl_slice_skip(*rest, w.len + 1);
	return w;
}

/* True when `name` is one of the comma-separated words. */
static bool has_word(struct fl_slice list, char separator, const char *name)
{
	while (list.len) {
		if (fl_slice_eqs(word(&list, separator), name))
			return true;
	}
	return false;
}

/* Our path in the hierarchy of a controller ("" for version 2), from /proc/self/cgroup. */
static struct fl_slice own_path(struct fl_slice text, const char *controller)
{
	struct fl_slice line;
	while (fl_slice_line(&text, &line)) {
		word(&line, ':');
		struct fl_slice names = word(&line, ':');
		if (*controller ? has_word(names, ',', controller) : names.len == 0)
			return line;
	}
	return fl_slice(NULL, 0);
}

/*
 * The mount point of a hierarchy and the path that it shows as its root, from a line of mountinfo:
 * id parent dev root point options [tags…] - type source superoptions (proc(5)).
 */
static bool mount_line(struct fl_slice line, const char *controller, struct fl_slice *ret_root,
	struct fl_slice *ret_point)
{
	ptrdiff_t dash = fl_slice_find(line, " - ");
	if (dash < 0)
		return false;
	struct fl_slice tail = fl_slice_skip(line, (size_t)dash + 3);
	struct fl_slice type = word(&tail, ' ');
	word(&tail, ' ');
	if (*controller ? !fl_slice_eqs(type, "cgroup") || !has_word(tail, ',', controller)
			: !fl_slice_eqs(type, "cgroup2"))
		return false;
	for (int i = 0; i < 3; i++)
		word(&line, ' ');
	*ret_root = word(&line, ' ');
	*ret_point = word(&line, ' ');
	return true;
}

static bool find_place(const char *controller, struct place *ret_place)
{
	struct fl_buf cgroups, mounts;
	struct fl_slice root, point, line;
	bool found = false;
	bool readable = read_text("/proc/self/cgroup", &cgroups);
	readable = read_text("/proc/self/mountinfo", &mounts) && readable;
	struct fl_slice own = own_path(fl_buf_view(&cgroups), controller);
	struct fl_slice rest = fl_buf_view(&mounts);
	while (readable && own.len && !found && fl_slice_line(&rest, &line)) {
		if (!mount_line(line, controller, &root, &point))
			continue;
		/* A container may show a part of the hierarchy, with us at its root or below. */
		if (root.len > 1 && fl_slice_starts_with(own, root))
			own = fl_slice_skip(own, root.len);
		if (fl_slice_eqs(own, "/"))
			own.len = 0;
		int len =
			snprintf(ret_place->dir, PLACE_MAX, "%.*s%.*s", FL_ARG(point), FL_ARG(own));
		ret_place->mount_len = point.len;
		found = len < PLACE_MAX && access(ret_place->dir, W_OK) == 0;
	}
	fl_buf_release(&cgroups);
	fl_buf_release(&mounts);
	return found;
}

/*
 * Version 2 allows no groups with limits below one that holds processes: go up to where somebody
 * has handed the memory controller down, and we may move our processes.
 */
static bool find_unified(struct place *p)
{
	if (!find_place("", p))
		return false;
	for (;;) {
		char path[640];
		struct fl_buf text;
		snprintf(path, sizeof(path), "%s/cgroup.subtree_control", p->dir);
		bool fit = read_text(path, &text) &&
			   has_word(fl_slice_trim(fl_buf_view(&text)), ' ', "memory");
		fl_buf_release(&text);
		snprintf(path, sizeof(path), "%s/cgroup.procs", p->dir);
		if (fit)
			return access(path, W_OK) == 0;
		char *slash = strrchr(p->dir, '/');
		if (!slash || (size_t)(slash - p->dir) < p->mount_len)
			return false;
		*slash = '\0';
	}
}

static unsigned long pid_namespace(void)
{
	struct stat st;
	return stat("/proc/self/ns/pid", &st) ? 0 : (unsigned long)st.st_ino;
}

/*
 * Who has a group holds a lock on its directory, which ends with the last process that could use
 * it, however it dies; numbers of processes come again, and mean others elsewhere.
 */
static int lock_group(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB))
		fl_shut(&fd);
	return fd;
}

/* Is the group's maker, of our namespace, no more? Then those that hold its lock are dying. */
static bool has_lost_maker(const char *name)
{
	unsigned long ns;
	int pid;
	return sscanf(name, GROUP_PREFIX "%lu-%d-", &ns, &pid) == 2 && ns == pid_namespace() &&
	       pid > 0 && kill(pid, 0) != 0 && errno == ESRCH;
}

/* Remove groups that nobody has. False: one has processes still, though its maker is no more. */
static bool remove_stale(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	bool all = true;
	while (d && (e = readdir(d))) {
		if (strncmp(e->d_name, GROUP_PREFIX, strlen(GROUP_PREFIX)) != 0)
			continue;
		int fd = lock_group(dirfd(d), e->d_name);
		if (fd < 0) {
			all = all && !has_lost_maker(e->d_name);
			continue;
		}
		if (unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR) && errno == EBUSY)
			all = false;
		fl_shut(&fd);
	}
	if (d)
		closedir(d);
	return all;
}

void fl_box_tidy(void)
{
	static const char *const controllers[] = {"memory", "pids"};
	struct place place;
	bool all = false;
	/* The kernel needs a moment after the last process's end. */
	for (int i = 0; !all && i < 100; i++) {
		if (i)
			nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
		if (find_unified(&place)) {
			all = remove_stale(place.dir);
			continue;
		}
		all = true;
		for (size_t k = 0; k < sizeof(controllers) / sizeof(controllers[0]); k++)
			if (find_place(controllers[k], &place) && !remove_stale(place.dir))
				all = false;
	}
}

/* False when somebody found it without an owner, before it had its lock, and removes it. */
static bool own_group(const char *path, int *ret_lock)
{
	struct stat held, named;
	*ret_lock = lock_group(AT_FDCWD, path);
	if (*ret_lock >= 0 && fstat(*ret_lock, &held) == 0 && stat(path, &named) == 0 &&
		held.st_ino == named.st_ino)
		return true;
	fl_shut(ret_lock);
	return false;
}

/* Nobody else may open it: a stranger's lock would keep it for ever. */
static bool make_group(const char *dir, char path[static 512], int *ret_lock)
{
	remove_stale(dir);
	for (int i = 0; i < 10000; i++) {
		int len = snprintf(path, 512, "%s/" GROUP_PREFIX "%lu-%d-%d", dir, pid_namespace(),
			(int)getpid(), i);
		if (len >= 512)
			break;
		if (mkdir(path, 0700) == 0) {
			if (own_group(path, ret_lock))
				return true;
			if (rmdir(path) == 0) /* not a sweeper, but no file left to open */
				break;
		} else if (errno != EEXIST) {
			break;
		}
	}
	path[0] = '\0';
	return false;
}

/* The file by which a process enters a group. */
static int open_door(const char *dir, const char *file)
{
	char path[640];
	snprintf(path, sizeof(path), "%s/%s", dir, file);
	return open(path, O_WRONLY | O_CLOEXEC);
}

static void drop_group(char *dir, int *door, int *lock)
{
	fl_shut(door);
	/* The kernel needs a moment after the last process's end. */
	for (int i = 0; dir[0] && rmdir(dir) && errno == EBUSY && i < 100; i++)
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	fl_shut(lock);
	dir[0] = '\0';
}

/*
 * Version 1 is entered by "tasks": a lone thread may move itself without the lock over all forks of
 * the machine that "cgroup.procs" takes, which costs milliseconds.
 */
void fl_cgroup_open(struct fl_cgroup *g, size_t memory_max)
{
	*g = (struct fl_cgroup){
		.memory_procs = -1, .pids_procs = -1, .memory_lock = -1, .pids_lock = -1};
	struct place place;
	char max[32];
	snprintf(max, sizeof(max), "%zu", memory_max);
	if (find_unified(&place) && make_group(place.dir, g->memory, &g->memory_lock)) {
		g->unified = true;
		if (write_text(g->memory, "memory.max", max))
			g->memory_procs = open_door(g->memory, "cgroup.procs");
		/* Absent where the kernel has no swap accounting; all die together where it can. */
		write_text(g->memory, "memory.swap.max", "0");
		write_text(g->memory, "memory.oom.group", "1");
	} else if (find_place("memory", &place) &&
		   make_group(place.dir, g->memory, &g->memory_lock)) {
		if (write_text(g->memory, "memory.limit_in_bytes", max))
			g->memory_procs = open_door(g->memory, "tasks");
		write_text(g->memory, "memory.memsw.limit_in_bytes", max);
	}
	if (g->memory_procs < 0)
		drop_group(g->memory, &g->memory_procs, &g->memory_lock);
	if (!g->unified && find_place("pids", &place) &&
		make_group(place.dir, g->pids, &g->pids_lock))
		g->pids_procs = open_door(g->pids, "tasks");
	if (g->pids_procs < 0)
		drop_group(g->pids, &g->pids_procs, &g->pids_lock);
}

void fl_cgroup_close(struct fl_cgroup *g)
{
	drop_group(g->memory, &g->memory_procs, &g->memory_lock);
	drop_group(g->pids, &g->pids_procs, &g->pids_lock);
}

void fl_cgroup_set_processes(struct fl_cgroup *g, unsigned processes)
{
	const char *dir = g->unified ? g->memory : g->pids;
	if (!dir[0] || g->processes == processes)
		return;
	char max[16];
	snprintf(max, sizeof(max), "%u", processes);
	/* Where it cannot be set (a version 2 without pids) RLIMIT_NPROC still stands. */
	if (write_text(dir, "pids.max", max))
		g->processes = processes;
}

/* A number that a file of the memory group holds; 0 when there is none. */
static uint64_t memory_number(const struct fl_cgroup *g, const char *file)
{
	char path[640];
	struct fl_buf text;
	uint64_t n = 0;
	snprintf(path, sizeof(path), "%s/%s", g->memory, file);
	if (read_text(path, &text))
		n = strtoull(text.data, NULL, 10);
	fl_buf_release(&text);
	return n;
}

void fl_cgroup_settle(const struct fl_cgroup *g)
{
	const char *usage = g->unified ? "memory.current" : "memory.usage_in_bytes";
	const char *most = g->unified ? "memory.max" : "memory.limit_in_bytes";
	uint64_t max = g->memory[0] ? memory_number(g, most) : 0;
	for (int i = 0; i < 100 && max && memory_number(g, usage) > max / 4; i++) {
		if (!g->unified)
			write_text(g->memory, "memory.force_empty", "0");
		nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
	}
}

uint64_t fl_cgroup_oom_kills(const struct fl_cgroup *g)
{
	char path[640];
	struct fl_buf text;
	uint64_t kills = 0;
	if (!g->memory[0])
		return 0;
	snprintf(path, sizeof(path), "%s/%s", g->memory,
		g->unified ? "memory.events" : "memory.oom_control");
	if (read_text(path, &text)) {
		struct fl_slice rest = fl_buf_view(&text), line;
		while (fl_slice_line(&rest, &line)) {
			uint32_t n;
			if (fl_slice_starts(line, "oom_kill ") &&
				fl_slice_uint(fl_slice_skip(line, strlen("oom_kill ")), &n))
				kills = n;
		}
	}
	fl_buf_release(&text);
	return kills;
}
