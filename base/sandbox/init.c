#include "base/sandbox/priv.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS_MAX = 32, NAME_MAX_LEN = 1024, OPEN_TRIES = 100, NAMES_SEEN = 64 };

/* A run that has not ended: the caller sees its socket's end only when both copies are closed. */
struct live {
	pid_t reaper; /* 0: free */
	int sock;
};

struct init {
	struct fl_box_conf *conf;
	int sock, signals;
	struct live runs[RUNS_MAX];
};

/* Forked without exec: take off everything that the caller had and the inside must not have. */
static int undress(struct init *s)
{
	sigset_t child;
	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	fl_reset_signals(&child);
	__fpurge(stdin);
	__fpurge(stdout);
	setsid();
	umask(022);
	const struct fl_cgroup *g = &s->conf->cgroup;
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	for (int fd = 0; fd < 3; fd++) {
		if (null < 0 || dup2(null, fd) < 0)
			return -1;
	}
	const int keep[] = {s->sock, g->memory_procs, g->pids_procs};
	fl_close_but(keep, sizeof(keep) / sizeof(keep[0]));
	s->signals = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
	return s->signals < 0 ? -1 : 0;
}

/*
 * The maker's command line and name, which hold the host's paths, would be readable as those of
 * each run's pid 1. The bytes at arg_start up to arg_end (fields 48 and 49 of /proc/self/stat,
 * proc(5)) are our own copy; a last byte other than NUL says that the title ends at the first NUL.
 */
static void hide_arguments(void)
{
	static const char title[] = "box";
	char text[2048];
	fl_read_start("/proc/self/stat", text, sizeof(text));
	char *at = strrchr(text, ')');
	for (int field = 2; at && field < 48; field++)
		at = strchr(at + 1, ' ');
	uintptr_t start = at ? strtoul(at, &at, 10) : 0;
	uintptr_t end = at ? strtoul(at, NULL, 10) : 0;
	if (start && end > start) {
		memset((char *)start, 0, end - start);
		if (end - start > sizeof(title)) {
			memcpy((char *)start, title, sizeof(title));
			*(char *)(end - 1) = ' ';
		}
	}
	prctl(PR_SET_NAME, title);
}

/* Nothing inside can regain what is dropped here; the init itself still mounts and clones. */
static int seal(const struct fl_box_conf *conf, struct fl_error *err)
{
	/* Without namespaces we may not have the right to; no_new_privs alone holds then. */
	for (int cap = 0; conf->flags && prctl(PR_CAPBSET_READ, cap, 0, 0, 0) >= 0; cap++) {
		if (prctl(PR_CAPBSET_DROP, cap, 0, 0, 0))
			return fl_error_sys(
				err, FL_EMISSING, errno, "the sandbox cannot drop capabilities");
	}
	prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
	/* A change of credentials forgets the death signal, so it is set after the last one. */
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_PDEATHSIG, SIGKILL) ||
		prctl(PR_SET_DUMPABLE, 0))
		return fl_error_sys(err, FL_EMISSING, errno, "the sandbox cannot seal itself");
	return 0;
}

/*
 * Servers and their clients meet at 127.0.0.1 in the box's own network, which has nothing else. A
 * kernel without it says so to whoever connects, as without a network.
 */
static void raise_loopback(void)
{
	struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd >= 0)
		ioctl(fd, SIOCSIFFLAGS, &lo);
	fl_shut(&fd);
}

static int setup(struct init *s, struct fl_error *err)
{
	char go;
	/* First, as we hold a copy of the maker's end and would not see it close. */
	if (undress(s))
		return fl_error_sys(
			err, FL_EIO, errno, "the sandbox cannot set up its descriptors");
	if (fl_wire_recv(s->sock, &go, 1, NULL))
		return fl_error_set(err, FL_ECLOSED, "the sandbox's maker went away");
	hide_arguments();
	if ((s->conf->flags & CLONE_NEWUSER) && s->conf->uid != 0) {
		/* Whoever changed his user before is not dumpable, and may not write to his /proc. */
		prctl(PR_SET_DUMPABLE, 1);
		int rc = fl_id_write_maps(s->conf, 0, (unsigned)go, err);
		if (rc)
			return rc;
	}
	/* Refused in a user namespace made without privileges: the caller's groups then stay. */
	if (setgroups(0, NULL) && errno != EPERM)
		return fl_error_sys(err, FL_EMISSING, errno, "the sandbox cannot drop its groups");
	if (s->conf->flags & CLONE_NEWNET)
		raise_loopback();
	int rc = s->conf->flags ? fl_box_mount(s->conf, err) : 0;
	if (rc || !s->conf->flags)
		return rc ? rc : seal(s->conf, err);
	if (sethostname("box", 3) || setdomainname("", 0))
		return fl_error_sys(err, FL_EMISSING, errno,
			"the sandbox cannot set its host name (in a "
			"container: by a seccomp profile that permits it)");
	return seal(s->conf, err);
}

static int reply(const struct init *s, const struct fl_error *e, int fd)
{
	struct fl_wire_reply r = {.code = e->code, .sys = e->sys};
	memcpy(r.message, e->message, sizeof(r.message));
	return fl_wire_send(s->sock, &r, sizeof(r), &fd, fd >= 0);
}

/* ---- files: opened here, where names mean what the inside sees; used by the caller ---- */

static int open_below(int dir, const char *name, int flags, unsigned mode)
{
	struct open_how how = {.flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
		.mode = mode,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS};
	int fd = -1;
	/* EAGAIN: somebody renamed meanwhile; but it is also what a lease on the file gives. */
	errno = EAGAIN;
	for (int i = 0; i < OPEN_TRIES && fd < 0 && errno == EAGAIN; i++)
		fd = (int)syscall(SYS_openat2, dir, name, &how, sizeof(how));
	return fd;
}

/* The directory that holds the last part of name, which *ret_last points to; -1 with errno. */
static int open_parent(const char *base, char *name, bool make, const char **ret_last)
{
	int dir = open(base, O_PATH | O_DIRECTORY | O_CLOEXEC);
	char *part = name;
	for (char *slash; dir >= 0 && (slash = strchr(part, '/')); part = slash + 1) {
		*slash = '\0';
		if (make && mkdirat(dir, part, 0755) && errno != EEXIST) {
			close(dir);
			return -1;
		}
		int next = open_below(dir, part, O_PATH | O_DIRECTORY, 0);
		int sys = errno;
		close(dir);
		errno = sys;
		dir = next;
	}
	*ret_last = part;
	return dir;
}

static int file_open(enum fl_box_op op, int dir, const char *last, unsigned mode)
{
	if (op == FL_BOX_OP_READ)
		return open_below(dir, last, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
	/* A new file each time: what the inside made there may be a link, a pipe, or still open. */
	if (unlinkat(dir, last, 0) && errno != ENOENT)
		return -1;
	int fd = open_below(dir, last, O_WRONLY | O_CREAT | O_EXCL, 0600);
	if (fd >= 0 && fchmod(fd, mode & 0777)) {
		close(fd);
		return -1;
	}
	return fd;
}

/*
 * By a descriptor of it, as a name would lead through links of the inside's making. It never
 * waits: the box has one init for all.
 */
static int socket_open(int dir, const char *last)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	int at = open_below(dir, last, O_PATH, 0);
	if (at < 0)
		return -1;
	snprintf(to.sun_path, sizeof(to.sun_path), "/proc/self/fd/%d", at);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	bool there = fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof(to)) == 0;
	int sys = errno;
	close(at);
	if (!there)
		fl_shut(&fd);
	errno = sys;
	return fd;
}

/* More names than we care to read are not none. */
static int directory_is_empty(int dir, const char *name)
{
	int fd = open_below(dir, name, O_RDONLY | O_DIRECTORY | O_NONBLOCK, 0);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	if (!d) {
		fl_shut(&fd);
		return -1;
	}
	bool empty = true;
	int seen = 0;
	errno = 0;
	for (struct dirent *e; empty && (e = readdir(d)); seen++)
		empty = e->d_name[0] == '.' && seen < NAMES_SEEN;
	if (!empty)
		errno = ENOTEMPTY;
	empty = empty && errno == 0;
	int sys = errno;
	closedir(d);
	errno = sys;
	return empty ? 0 : -1;
}

/* What gives no descriptor; -1 with errno. */
static int file_act(enum fl_box_op op, int dir, const char *last, const char *target)
{
	if (op == FL_BOX_OP_EMPTY)
		return directory_is_empty(dir, last);
	if (unlinkat(dir, last, 0) && errno != ENOENT)
		return -1;
	return op == FL_BOX_OP_LINK ? symlinkat(target, dir, last) : 0;
}

static int file_failed(struct fl_error *e, const char *what, const char *name)
{
	int sys = errno;
	bool absent = sys == ENOENT || sys == ENOTDIR || sys == ELOOP || sys == EISDIR;
	enum fl_code code = absent ? FL_ENOTFOUND : sys == ECONNREFUSED ? FL_EREFUSED : FL_EIO;
	return fl_error_sys(e, code, sys, "cannot %s %s in the box", what, name);
}

static void file_request(const struct init *s, enum fl_box_op op, unsigned mode, char *name)
{
	static const char *const verbs[] = {
		"write", "read", "remove", "connect to", "link", "find nothing in"};
	char shown[NAME_MAX_LEN];
	const char *target = name + strlen(name) + 1; /* of a link; the parts below cut the name */
	snprintf(shown, sizeof(shown), "%.*s", NAME_MAX_LEN - 1, name);
	struct fl_error e = {.code = FL_OK};
	const char *last = name;
	int fd = -1;
	/* As the box's user also where we are root, so that the inside owns what is made. */
	setfsgid(FL_ID_INSIDE(s->conf, gid));
	setfsuid(FL_ID_INSIDE(s->conf, uid));
	bool make = op == FL_BOX_OP_WRITE || op == FL_BOX_OP_LINK;
	int dir = open_parent(s->conf->dir, name, make, &last);
	if (dir < 0) {
		if (op != FL_BOX_OP_REMOVE || errno != ENOENT)
			file_failed(&e, verbs[op], shown);
	} else if (op == FL_BOX_OP_REMOVE || op == FL_BOX_OP_LINK || op == FL_BOX_OP_EMPTY) {
		if (file_act(op, dir, last, target))
			file_failed(&e, verbs[op], shown);
	} else if (op == FL_BOX_OP_CONNECT) {
		fd = socket_open(dir, last);
		if (fd < 0)
			file_failed(&e, verbs[op], shown);
	} else {
		fd = file_open(op, dir, last, mode);
		struct stat st;
		if (fd < 0)
			file_failed(&e, verbs[op], shown);
		else if (fstat(fd, &st) || !S_ISREG(st.st_mode))
			fl_error_set(
				&e, FL_ENOTFOUND, "%s in the box is not a regular file", shown);
	}
	if (e.code)
		fl_shut(&fd);
	setfsuid(geteuid());
	setfsgid(getegid());
	reply(s, &e, fd);
	fl_shut(&fd);
	fl_shut(&dir);
}

/* ---- runs ---- */

static void run_failed(int sock, const char *what)
{
	struct fl_run_report r = {.note = FL_RUN_FAILED, .sys = errno};
	snprintf(r.what, sizeof(r.what), "%s", what);
	fl_wire_send(sock, &r, sizeof(r), NULL, 0);
}

static void run_request(struct init *s, const char *body, size_t len, const int fds[FL_WIRE_FDS])
{
	struct fl_wire_run run;
	struct live *slot = s->runs;
	while (slot < s->runs + RUNS_MAX && slot->reaper)
		slot++;
	if (len < sizeof(run))
		_exit(1); /* the caller is this very program: it cannot happen */
	memcpy(&run, body, sizeof(run));
	errno = EBUSY;
	if (slot == s->runs + RUNS_MAX) {
		run_failed(fds[3], "run so many programs at once");
		return;
	}
	int flags = s->conf->flags ? CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC : 0;
	/* The raw call: the C library has no fork into a namespace. We have no threads. */
	pid_t pid = (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
	if (pid == 0)
		fl_reap_main(s->conf, &run, body + sizeof(run), fds);
	if (pid < 0) {
		run_failed(fds[3], "make a process");
		return;
	}
	slot->reaper = pid;
	slot->sock = fcntl(fds[3], F_DUPFD_CLOEXEC, 3);
}

static void collect(struct init *s)
{
	struct signalfd_siginfo info;
	while (read(s->signals, &info, sizeof(info)) > 0)
		;
	pid_t pid;
	while ((pid = waitpid(-1, NULL, WNOHANG)) > 0) {
		for (struct live *l = s->runs; l < s->runs + RUNS_MAX; l++) {
			if (l->reaper != pid)
				continue;
			/* Only now is its whole pid namespace dead. */
			fl_shut(&l->sock);
			l->reaper = 0;
		}
	}
}

static void serve(struct init *s)
{
	struct fl_wire_head head;
	int fds[FL_WIRE_FDS];
	if (fl_wire_recv(s->sock, &head, sizeof(head), fds) || head.len > FL_WIRE_MAX)
		_exit(0); /* the caller is gone, and with us goes the pid namespace */
	char *body = malloc(head.len + 1);
	if (!body || (head.len && fl_wire_recv(s->sock, body, head.len, NULL)))
		_exit(1);
	body[head.len] = '\0';
	if (head.op == FL_BOX_OP_RUN) {
		run_request(s, body, head.len, fds);
	} else if (head.op == FL_BOX_OP_CLEAR) {
		struct fl_error e = {.code = FL_OK};
		fl_box_mount_scratch(s->conf, true, &e);
		reply(s, &e, -1);
	} else {
		file_request(s, (enum fl_box_op)head.op, head.mode, body);
	}
	free(body);
	for (int i = 0; i < FL_WIRE_FDS; i++)
		fl_shut(&fds[i]);
}

_Noreturn void fl_box_init_main(struct fl_box_conf *conf, int sock)
{
	struct init s = {.conf = conf, .sock = sock};
	for (int i = 0; i < RUNS_MAX; i++)
		s.runs[i].sock = -1;
	struct fl_error e = {.code = FL_OK};
	/* Every run is a fork of this process, and copies what it is told of each page that we have. */
	malloc_trim(0);
	int rc = setup(&s, &e);
	if (reply(&s, &e, -1) || rc)
		_exit(1);
	for (;;) {
		struct pollfd p[2] = {
			{.fd = s.sock, .events = POLLIN}, {.fd = s.signals, .events = POLLIN}};
		if (poll(p, 2, -1) < 0 && errno != EINTR)
			_exit(1);
		if (p[1].revents)
			collect(&s);
		if (p[0].revents)
			serve(&s);
	}
}
