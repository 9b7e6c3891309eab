/* A tree that is a directory. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "datasets/tree/tree.h"

struct directory {
	struct ds_tree tree;
	int fd;
};

/* What cannot be opened or read is not there. */
static int directory_read(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	const struct directory *d = (const struct directory *)t;
	char name[4096];
	if (path.len >= sizeof(name) || fl_slice_chr(path, '\0') >= 0)
		return DS_TREE_ABSENT;
	memcpy(name, path.ptr, path.len);
	name[path.len] = '\0';
	int rc = fl_beneath_read(d->fd, name, DS_TREE_FILE_MAX, a, ret_text, err);
	return rc == 0                              ? DS_TREE_FOUND
	       : rc == FL_ELIMIT && !a->failed      ? DS_TREE_LARGE
	       : rc == FL_ENOTFOUND || rc == FL_EIO ? DS_TREE_ABSENT
						    : rc;
}

/* A walk through the directories. */
struct listing {
	struct fl_arena *arena;
	struct fl_vec *paths;
};

static int list_below(
	struct listing *l, int fd, struct fl_slice path, unsigned level, struct fl_error *err);

static int list_entry(struct listing *l, DIR *dir, const char *name, struct fl_slice path,
	unsigned level, struct fl_error *err)
{
	struct stat st;
	if (name[0] == '.' || fstatat(dirfd(dir), name, &st, AT_SYMLINK_NOFOLLOW))
		return 0;
	struct fl_slice whole =
		fl_arena_printf(l->arena, "%.*s%s%s", FL_ARG(path), path.len ? "/" : "", name);
	if (S_ISREG(st.st_mode)) {
		struct fl_slice *slot = fl_vec_add(l->paths);
		if (slot)
			*slot = whole;
	}
	if (!S_ISDIR(st.st_mode) || level == DS_TREE_LEVELS_MAX)
		return 0;
	int fd = openat(dirfd(dir), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) /* what may not be read is not there */
		return fl_host_short_sys(errno)
			       ? fl_error_sys(err, FL_EHOST, errno, "cannot open a directory")
			       : 0;
	return list_below(l, fd, whole, level + 1, err);
}

/* fd is closed. */
static int list_below(
	struct listing *l, int fd, struct fl_slice path, unsigned level, struct fl_error *err)
{
	DIR *dir = fdopendir(fd);
	int rc = 0;
	if (!dir) {
		int sys = errno;
		close(fd);
		return fl_error_sys(err, FL_EIO, sys, "cannot read a directory of the tree");
	}
	for (struct dirent *e; rc == 0 && !l->paths->failed && (e = readdir(dir));)
		rc = list_entry(l, dir, e->d_name, path, level, err);
	closedir(dir);
	return rc ? rc : fl_arena_error(l->arena, "the tree", err);
}

static int directory_list(
	struct ds_tree *t, struct fl_arena *a, struct fl_vec *paths, struct fl_error *err)
{
	const struct directory *d = (const struct directory *)t;
	struct listing l = {a, paths};
	int fd = openat(d->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read the tree");
	return list_below(&l, fd, fl_slice(NULL, 0), 1, err);
}

static void directory_close(struct ds_tree *t)
{
	struct directory *d = (struct directory *)t;
	close(d->fd);
	free(d);
}

static const struct ds_tree_ops ops = {directory_read, directory_list, directory_close, NULL};

int ds_tree_open(const char *dir, struct ds_tree **ret_tree, struct fl_error *err)
{
	struct directory *d = calloc(1, sizeof(*d));
	if (!d)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the tree");
	d->fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (d->fd < 0) {
		free(d);
		return fl_error_sys(err, FL_EIO, errno, "cannot read the tree %s", dir);
	}
	ds_tree_init(&d->tree, &ops);
	int rc = ds_tree_list(&d->tree, err);
	if (rc) {
		ds_tree_close(&d->tree);
		return rc;
	}
	*ret_tree = &d->tree;
	return 0;
}
