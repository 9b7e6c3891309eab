#include "base/beneath.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRIES = 100, DEPTH_MAX = 128, LINKS_MAX = 40 };

/* The directories from the root to where we are: ".." goes back to one that is held, by no name. */
struct walk {
	int dirs[DEPTH_MAX];
	size_t depth; /* of those held; dirs[0] is the root, which is not ours to close */
	char rest[PATH_MAX];
	unsigned links;
};

static int keep(struct walk *w, int fd)
{
	if (w->depth == DEPTH_MAX) {
		close(fd);
		errno = ENAMETOOLONG;
		return -1;
	}
	w->dirs[w->depth++] = fd;
	return 0;
}

/* Put a link's target before the rest of the path. */
static int follow(struct walk *w, const char *part, const char *rest)
{
	char target[PATH_MAX], whole[PATH_MAX];
	ssize_t n = readlinkat(w->dirs[w->depth - 1], part, target, sizeof(target) - 1);
	if (n < 0)
		return -1;
	target[n] = '\0';
	errno = target[0] == '/' ? EXDEV : ++w->links > LINKS_MAX ? ELOOP : 0;
	if (!errno && snprintf(whole, sizeof(whole), "%s%s%s", target, *rest ? "/" : "", rest) >=
			      (int)sizeof(whole))
		errno = ENAMETOOLONG;
	if (errno)
		return -1;
	strcpy(w->rest, whole);
	return 0;
}

static int up(struct walk *w)
{
	if (w->depth == 1) {
		errno = EXDEV;
		return -1;
	}
	close(w->dirs[--w->depth]);
	return 0;
}

/* Take one part off the rest: a descriptor when it was the last one, -1 with errno 0 to go on. */
static int step(struct walk *w, int flags)
{
	char part[NAME_MAX + 1];
	struct stat st;
	size_t len = strcspn(w->rest, "/");
	const char *rest = w->rest + len + strspn(w->rest + len, "/");
	bool last = !*rest, must_be_directory = w->rest[len] == '/';
	errno = len > NAME_MAX ? ENAMETOOLONG : 0;
	if (errno)
		return -1;
	memcpy(part, w->rest, len);
	part[len] = '\0';
	if (!strcmp(part, "..") && up(w))
		return -1;
	bool stays = !len || !strcmp(part, ".") || !strcmp(part, "..");
	int dir = w->dirs[w->depth - 1];
	if (!stays && fstatat(dir, part, &st, AT_SYMLINK_NOFOLLOW))
		return -1;
	bool wanted = last && !must_be_directory && (flags & O_NOFOLLOW);
	if (!stays && S_ISLNK(st.st_mode) && !wanted) {
		/* the slash behind a link belongs to what it leads to */
		const char *more = last && must_be_directory ? "." : rest;
		return follow(w, part, more) ? -1 : (errno = 0, -1);
	}
	if (last)
		return openat(dir, stays ? "." : part,
			flags | O_CLOEXEC | O_NOFOLLOW | (must_be_directory ? O_DIRECTORY : 0));
	int next = stays ? 0 : openat(dir, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (next < 0 || (!stays && keep(w, next)))
		return -1;
	memmove(w->rest, rest, strlen(rest) + 1);
	errno = 0;
	return -1;
}

int fl_beneath_walk(int root, const char *path, int flags)
{
	struct walk w = {.dirs = {root}, .depth = 1};
	int fd = -1;
	errno = path[0] == '/' ? EXDEV : strlen(path) >= sizeof(w.rest) ? ENAMETOOLONG : 0;
	if (!errno) {
		strcpy(w.rest, *path ? path : ".");
		do
			fd = step(&w, flags);
		while (fd < 0 && errno == 0);
	}
	int sys = errno;
	while (w.depth > 1)
		close(w.dirs[--w.depth]);
	errno = sys;
	return fd;
}

int fl_beneath_open(int root, const char *path, int flags)
{
	struct open_how how = {.flags = (uint64_t)(unsigned)flags | O_CLOEXEC,
		.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS};
	int fd = -1;
	/* EAGAIN: somebody renamed meanwhile */
	errno = EAGAIN;
	for (int i = 0; i < TRIES && fd < 0 && errno == EAGAIN; i++)
		fd = (int)syscall(SYS_openat2, root, *path ? path : ".", &how, sizeof(how));
	/* EPERM: what old filters of containers say of calls that they do not know */
	if (fd >= 0 || (errno != ENOSYS && errno != EPERM))
		return fd;
	return fl_beneath_walk(root, path, flags);
}

int fl_beneath_parent(int root, const char *path, const char **ret_last)
{
	int fd = fcntl(root, F_DUPFD_CLOEXEC, 0);
	for (const char *slash; fd >= 0 && (slash = strchr(path, '/')); path = slash + 1) {
		char part[NAME_MAX + 1];
		size_t n = (size_t)(slash - path);
		int next = -1;
		errno = n >= sizeof(part)                  ? ENAMETOOLONG
			: n == 2 && !memcmp(path, "..", n) ? EXDEV
							   : 0;
		if (!errno) {
			memcpy(part, path, n);
			part[n] = '\0';
			next = openat(fd, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		}
		int sys = errno;
		close(fd);
		fd = next;
		errno = sys;
	}
	*ret_last = path;
	return fd;
}

int fl_beneath_regular(int root, const char *path)
{
	const char *name;
	struct stat st;
	int parent = fl_beneath_parent(root, path, &name);
	if (parent < 0)
		return -1;
	int fd = -1, sys = ENOTSUP;
	if (fstatat(parent, name, &st, AT_SYMLINK_NOFOLLOW) || S_ISREG(st.st_mode)) {
		fd = openat(parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
		sys = errno;
	}
	close(parent);
	/* It may have been replaced in between. */
	if (fd >= 0 && (fstat(fd, &st) || !S_ISREG(st.st_mode))) {
		close(fd);
		fd = -1;
		sys = ENOTSUP;
	}
	errno = sys;
	return fd;
}

int fl_beneath_read(int root, const char *path, size_t max, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_buf b;
	int fd = fl_beneath_regular(root, path);
	if (fd < 0) {
		enum fl_code code = fl_host_short_sys(errno) ? FL_EHOST
				    : errno == EACCES        ? FL_EIO
							     : FL_ENOTFOUND;
		return fl_error_sys(err, code, errno, "cannot open %s", path);
	}
	fl_buf_init(&b, max);
	int rc = fl_buf_read_fd(&b, fd, err);
	close(fd);
	if (rc) {
		fl_error_wrap(err, "%s", path);
	} else {
		struct fl_slice text = fl_arena_slice(a, fl_buf_view(&b));
		rc = fl_arena_error(a, path, err);
		if (rc == 0)
			*ret_text = text;
	}
	fl_buf_release(&b);
	return rc;
}
