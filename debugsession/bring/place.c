#include "debugsession/bring/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/carry.h"

static bool name_of(int fd, char path[static PATH_MAX])
{
	char link[40];
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, PATH_MAX - 1);
	path[n > 0 ? n : 0] = '\0';
	return n > 0 && path[0] == '/';
}

static int no_root(const char *const *roots, const char *path, struct fl_error *err)
{
	return fl_error_set(err, FL_EREFUSED,
		roots[0] ? "%s is not in a directory that the server may take files from (%s%s): "
			   "start it with --allow DIR"
			 : "%s: the server may take files from no directory%s%s: start it with "
			   "--allow DIR",
		path, roots[0] ? roots[0] : "", roots[0] && roots[1] ? ", …" : "");
}

/* Open beneath the root; a link by a whole name may stay there as well, and then leads by names. */
static int open_beneath(
	const char *const *roots, const char *root, const char *rest, const char *path)
{
	int at = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	int fd = at < 0 ? -1 : fl_beneath_open(at, rest, O_PATH);
	int sys = errno;
	if (at >= 0)
		close(at);
	char *real = fd < 0 && sys == EXDEV ? realpath(path, NULL) : NULL;
	const char *again = real ? fl_carry_root_of(roots, real, &rest) : NULL;
	at = again ? open(again, O_PATH | O_DIRECTORY | O_CLOEXEC) : -1;
	if (at >= 0) {
		fd = fl_beneath_open(at, rest, O_PATH);
		sys = errno;
		close(at);
	}
	free(real);
	errno = sys;
	return fd;
}

/* As fl_carry_root_of(), which knows nothing of a root itself: its rest is ".". */
static const char *root_of(const char *const *roots, const char *path, const char **ret_rest)
{
	char whole[PATH_MAX + 2];
	const char *root = fl_carry_root_of(roots, path, ret_rest);
	if (root)
		return root;
	snprintf(whole, sizeof(whole), "%s/.", path);
	root = fl_carry_root_of(roots, whole, ret_rest);
	*ret_rest = ".";
	return root;
}

/* A descriptor that is good for its name alone, or -1 with errno. */
static int open_place(const char *const *roots, struct dbg_place *p, const char **ret_root)
{
	const char *rest = NULL;
	if (!roots)
		return open(p->given, O_PATH | O_CLOEXEC);
	*ret_root = root_of(roots, p->given, &rest);
	errno = EXDEV;
	return *ret_root ? open_beneath(roots, *ret_root, rest, p->given) : -1;
}

/* The true name of the root that its own true name is beneath. */
static bool find_root(const char *const *roots, struct dbg_place *p)
{
	const char *rest = NULL, *root = roots ? root_of(roots, p->real, &rest) : NULL;
	char *real = root ? realpath(root, NULL) : NULL;
	snprintf(p->root, sizeof(p->root), "%s", real ? real : "/");
	free(real);
	return !roots || (root && dbg_place_below(p->root, p->real));
}

int dbg_place_find(const char *const *roots, const char *path, struct dbg_place *ret_place,
	struct fl_error *err)
{
	struct dbg_place p = {0};
	const char *root = NULL;
	char here[PATH_MAX];
	struct stat st;
	bool whole = path[0] == '/';
	if (!whole && !getcwd(here, sizeof(here)))
		return fl_error_sys(err, FL_ENOTFOUND, errno, "%s", path);
	if (snprintf(p.given, sizeof(p.given), "%s%s%s", whole ? "" : here, whole ? "" : "/",
		    path) >= (int)sizeof(p.given))
		return fl_error_set(err, FL_ELIMIT, "%.80s… is too long a name", path);
	int fd = open_place(roots, &p, &root);
	if (fd < 0 && roots && !root)
		return no_root(roots, path, err);
	if (fd < 0 && errno != EXDEV && errno != ELOOP)
		return fl_error_sys(err, FL_ENOTFOUND, errno, "%s", path);
	if (fd < 0)
		return fl_error_set(err, FL_EREFUSED,
			"%s is not taken: a link in it leads out of %s (start the server with "
			"--allow DIR for where it leads)",
			path, root ? root : "/");
	bool named = name_of(fd, p.real) && fstat(fd, &st) == 0 && find_root(roots, &p);
	close(fd);
	if (!named)
		return fl_error_set(err, FL_ENOTFOUND, "%s was moved meanwhile", path);
	p.mode = st.st_mode;
	*ret_place = p;
	return 0;
}

void dbg_place_up(char *path)
{
	char *slash = strrchr(path, '/');
	if (slash)
		slash[slash == path] = '\0';
}

const char *dbg_place_below(const char *dir, const char *path)
{
	size_t n = strlen(dir);
	while (n && dir[n - 1] == '/')
		n--;
	if (strncmp(dir, path, n) != 0 || (path[n] && path[n] != '/'))
		return NULL;
	return path[n] ? path + n + 1 : path + n;
}
