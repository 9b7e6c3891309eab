#include "base/sandbox/priv.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	BINDS_MAX = 64,
	SHM_MAX = 64 << 20,
	INODES_MAX = 65536,
	DEVICE = 1, /* must stay usable as a device */
	OPTIONAL = 2, /* may be missing on the host */
	ROOT_LINK = 4, /* where the host has a symbolic link, make the same */
	NAMED = 8 /* the caller named it, so that its lack is his fault */
};

struct source {
	const char *path; /* relative to the root, ours and theirs */
	unsigned flags;
};

static const struct source sources[] = {
	{"usr", 0},
	{"bin", OPTIONAL | ROOT_LINK},
	{"sbin", OPTIONAL | ROOT_LINK},
	{"lib", OPTIONAL | ROOT_LINK},
	{"lib32", OPTIONAL | ROOT_LINK},
	{"lib64", OPTIONAL | ROOT_LINK},
	{"libx32", OPTIONAL | ROOT_LINK},
	{"etc/alternatives", OPTIONAL},
	{"etc/ld.so.cache", OPTIONAL},
	{"dev/null", DEVICE},
	{"dev/zero", DEVICE},
	{"dev/full", DEVICE | OPTIONAL},
	{"dev/random", DEVICE},
	{"dev/urandom", DEVICE},
};

/* The few files of /etc that the C library asks for, the same everywhere. */
static const struct {
	const char *path, *text;
} files[] = {
	{"etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"},
	{"etc/hosts", "127.0.0.1 localhost box\n"},
};

static const struct {
	const char *path, *target;
} links[] = {
	{"dev/fd", "/proc/self/fd"},
	{"dev/stdin", "/proc/self/fd/0"},
	{"dev/stdout", "/proc/self/fd/1"},
	{"dev/stderr", "/proc/self/fd/2"},
	{"dev/ptmx", "pts/ptmx"},
};

static const char *const directories[] = {"etc", "dev", "dev/pts", "dev/shm", "proc", "tmp", "box"};

/* A detached copy of a host's subtree, ready to be attached. */
struct piece {
	int fd; /* -1: nothing to attach */
	const char *path;
	bool is_directory;
	char link[128]; /* a symbolic link to make instead, or "" */
};

struct pieces {
	struct piece at[BINDS_MAX + 16];
	size_t len;
};

static int fail(struct fl_error *err, const char *what)
{
	return fl_error_sys(err, FL_EMISSING, errno, "the sandbox cannot %s", what);
}

/* Take path (relative to our directory, links followed inside it) as a read-only detached copy. */
static int piece_clone(int base, struct piece *p, unsigned flags, struct fl_error *err)
{
	struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT};
	int fd = (int)syscall(SYS_openat2, base, p->path, &how, sizeof(how));
	if (fd < 0 && errno == ENOENT && (flags & OPTIONAL))
		return 0;
	struct stat st;
	if (fd < 0 || fstat(fd, &st))
		return fl_error_sys(err, flags & NAMED ? FL_ENOTFOUND : FL_EMISSING, errno,
			"the sandbox cannot show /%s", p->path);
	p->is_directory = S_ISDIR(st.st_mode);
	p->fd = open_tree(fd, "",
		OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_EMPTY_PATH | (unsigned)AT_RECURSIVE);
	int sys = errno;
	close(fd);
	struct mount_attr attr = {.attr_set = MOUNT_ATTR_NOSUID};
	attr.attr_set |= flags & DEVICE ? MOUNT_ATTR_NOEXEC : MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY;
	if (p->fd >= 0 &&
		mount_setattr(p->fd, "", AT_EMPTY_PATH | AT_RECURSIVE, &attr, sizeof(attr)) == 0)
		return 0;
	return fl_error_sys(err, FL_EMISSING, p->fd < 0 ? sys : errno,
		"the sandbox cannot take a read-only copy of /%s", p->path);
}

static int pieces_add(
	struct pieces *all, int base, const char *path, unsigned flags, struct fl_error *err)
{
	if (all->len == sizeof(all->at) / sizeof(all->at[0]))
		return fl_error_set(
			err, FL_ELIMIT, "more than %d paths to show in a box", BINDS_MAX);
	struct piece *p = &all->at[all->len++];
	*p = (struct piece){.fd = -1, .path = path};
	if (flags & ROOT_LINK) {
		ssize_t n = readlinkat(base, path, p->link, sizeof(p->link) - 1);
		if (n > 0)
			return 0;
		p->link[0] = '\0';
	}
	return piece_clone(base, p, flags, err);
}

/* The caller's further paths; what lies below a path that is shown anyway needs nothing. */
static int add_binds(struct pieces *all, int base, const char *const *binds, struct fl_error *err)
{
	static const char *const taken[] = {"/tmp", FL_BOX_DIR, "/proc", "/dev", "/sys"};
	for (; binds && *binds; binds++) {
		struct fl_slice path = fl_slice_str(*binds);
		if (path.len < 2 || path.ptr[0] != '/' || fl_slice_find(path, "/..") >= 0)
			return fl_error_set(err, FL_EINVAL, "%s cannot be shown in a box", *binds);
		for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
			size_t n = strlen(taken[i]);
			if (fl_slice_starts(path, taken[i]) &&
				(path.len == n || path.ptr[n] == '/'))
				return fl_error_set(err, FL_EINVAL,
					"%s cannot be shown in a box, which has its own %s", *binds,
					taken[i]);
		}
		if (fl_slice_starts(path, "/usr/"))
			continue;
		int rc = pieces_add(all, base, *binds + 1, NAMED, err);
		if (rc)
			return rc;
	}
	return 0;
}

/* Make the directories that lead to path, in our directory. */
static int make_parents(const char *path, struct fl_error *err)
{
	char part[PATH_MAX];
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
		if (mkdir(part, 0755) && errno != EEXIST)
			return fail(err, "make its directories");
	}
	return 0;
}

static int attach(const struct piece *p, struct fl_error *err)
{
	if (p->link[0])
		return symlink(p->link, p->path) ? fail(err, "make its links") : 0;
	if (p->fd < 0)
		return 0;
	int rc = make_parents(p->path, err);
	if (rc)
		return rc;
	if (p->is_directory) {
		if (mkdir(p->path, 0755) && errno != EEXIST)
			return fail(err, "make its directories");
	} else {
		int fd = open(p->path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
		if (fd < 0)
			return fail(err, "make its files");
		close(fd);
	}
	if (move_mount(p->fd, "", AT_FDCWD, p->path, MOVE_MOUNT_F_EMPTY_PATH))
		return fl_error_sys(
			err, FL_EMISSING, errno, "the sandbox cannot show /%s", p->path);
	return 0;
}

static int write_file(const char *path, const char *text, struct fl_error *err)
{
	int fd = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0644);
	if (fd < 0)
		return fail(err, "make its files");
	int rc = fl_write_all(fd, fl_slice_str(text), err);
	close(fd);
	return rc;
}

static int write_files(const struct fl_box_conf *conf, struct fl_error *err)
{
	char users[160], groups[80];
	unsigned uid = FL_ID_INSIDE(conf, uid), gid = FL_ID_INSIDE(conf, gid);
	snprintf(users, sizeof(users),
		"root:x:0:0:root:/:/bin/sh\nbox:x:%u:%u:box:" FL_BOX_DIR ":/bin/sh\n", uid, gid);
	snprintf(groups, sizeof(groups), "root:x:0:\nbox:x:%u:\n", gid);
	int rc = write_file("etc/passwd", users, err);
	if (rc == 0)
		rc = write_file("etc/group", groups, err);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]) && rc == 0; i++)
		rc = write_file(files[i].path, files[i].text, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
		if (symlink(links[i].target, links[i].path))
			return fail(err, "make its links");
	}
	return 0;
}

static int mount_tmpfs(const struct fl_box_conf *conf, const char *where, size_t size,
	const char *mode, struct fl_error *err)
{
	char text[160];
	size_t inodes = size / 1024 < INODES_MAX ? size / 1024 : INODES_MAX;
	snprintf(text, sizeof(text), "size=%zu,nr_inodes=%zu,mode=%s,uid=%u,gid=%u", size, inodes,
		mode, FL_ID_INSIDE(conf, uid), FL_ID_INSIDE(conf, gid));
	if (mount("tmpfs", where, "tmpfs", MS_NOSUID | MS_NODEV, text))
		return fail(err, "mount a tmpfs");
	return 0;
}

int fl_box_mount_scratch(const struct fl_box_conf *conf, bool again, struct fl_error *err)
{
	size_t disk = conf->opts.disk_max;
	const struct {
		const char *where, *mode;
		size_t size;
	} scratch[] = {
		{FL_BOX_DIR, "0755", disk},
		{"/tmp", "1777", disk},
		{"/dev/shm", "1777", disk < SHM_MAX ? disk : SHM_MAX},
	};
	for (size_t i = 0; i < sizeof(scratch) / sizeof(scratch[0]); i++) {
		if (again && umount2(scratch[i].where, MNT_DETACH))
			return fail(err, "empty its directories");
		int rc = mount_tmpfs(conf, scratch[i].where, scratch[i].size, scratch[i].mode, err);
		if (rc)
			return rc;
	}
	return 0;
}

/*
 * Detached debugging symbols are there or not by chance (gdb recommends libc6-dbg), and with them
 * stacks have other frames; reading them is most of what a report of gcc's runtime costs.
 */
static int hide_debug_symbols(struct fl_error *err)
{
	static const char options[] = "size=4k,nr_inodes=1,mode=0755";
	if (mount("tmpfs", "/usr/lib/debug", "tmpfs", MS_RDONLY | MS_NOSUID | MS_NODEV, options) &&
		errno != ENOENT)
		return fail(err, "hide the system's debugging symbols");
	return 0;
}

static int mount_proc(struct fl_error *err)
{
	if (mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0)
		return 0;
	return fail(err, "mount /proc for a new pid namespace (a container that hides parts of "
			 "/proc forbids it; allow it with systempaths=unconfined)");
}

/* Make our directory, a mount point, the root of everything, and let go of the old one. */
static int change_root(struct fl_error *err)
{
	if (syscall(SYS_pivot_root, ".", ".") == 0) {
		if (umount2(".", MNT_DETACH) || chdir("/"))
			return fail(err, "let go of the host's root");
		return 0;
	}
	/* The first root of a machine that runs from its initramfs cannot be pivoted: cover it. */
	if (errno != EINVAL)
		return fail(err, "change its root");
	if (mount(".", "/", NULL, MS_MOVE, NULL) || chroot(".") || chdir("/"))
		return fail(err, "change its root");
	return 0;
}

/*
 * In a chroot "/" may not be a mount point, so nothing could be made private there, and our mounts
 * would show outside. Entering our own mount namespace again gives its true root; the directory
 * that was "/" becomes our working directory, which all sources are relative to.
 */
int fl_box_leave_chroot(int base, struct fl_error *err)
{
	int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
	if (self < 0 || setns(self, CLONE_NEWNS) || fchdir(base))
		return fail(err, "find the root of its mount namespace");
	close(self);
	return 0;
}

static int build(const struct fl_box_conf *conf, const struct pieces *all, struct fl_error *err)
{
	/* Everything needed is held as a detached copy, so the new root may cover any directory. */
	if (mount("tmpfs", "usr", "tmpfs", MS_NOSUID | MS_NODEV,
		    "size=1m,nr_inodes=1024,mode=0755"))
		return fail(err, "mount a tmpfs");
	/* "." is still what the new mount covers, and a relative path enters the mount. */
	if (chdir("usr"))
		return fail(err, "enter its root");
	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++) {
		if (mkdir(directories[i], 0755))
			return fail(err, "make its directories");
	}
	int rc = 0;
	for (size_t i = 0; i < all->len && rc == 0; i++)
		rc = attach(&all->at[i], err);
	if (rc == 0)
		rc = write_files(conf, err);
	if (rc == 0)
		rc = mount_proc(err);
	if (rc == 0)
		rc = change_root(err);
	if (rc == 0 && !conf->opts.debug_symbols)
		rc = hide_debug_symbols(err);
	if (rc == 0)
		rc = fl_box_mount_scratch(conf, false, err);
	if (rc == 0 && mount(NULL, "/", NULL,
			       MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL))
		rc = fail(err, "make its root read-only");
	return rc;
}

int fl_box_mount(const struct fl_box_conf *conf, struct fl_error *err)
{
	struct pieces all = {.len = 0};
	int base = open(conf->outside ? "." : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (base < 0 || fchdir(base))
		return fail(err, "open the host's root");
	int rc = conf->flags & CLONE_NEWUSER ? 0 : fl_box_leave_chroot(base, err);
	if (rc == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		rc = fail(err, "make its mounts private");
	for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]) && rc == 0; i++)
		rc = pieces_add(&all, base, sources[i].path, sources[i].flags, err);
	if (rc == 0)
		rc = add_binds(&all, base, conf->opts.binds, err);
	/* As root we could read the sources; what we make from here on belongs to the box's user. */
	if (rc == 0 && (conf->flags & CLONE_NEWUSER) &&
		(setresgid(FL_BOX_ID, FL_BOX_ID, FL_BOX_ID) ||
			setresuid(FL_BOX_ID, FL_BOX_ID, FL_BOX_ID)))
		rc = fail(err, "become its own user");
	if (rc == 0)
		rc = build(conf, &all, err);
	for (size_t i = 0; i < all.len; i++)
		fl_shut(&all.at[i].fd);
	close(base);
	return rc;
}
