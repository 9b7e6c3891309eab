#include "datasets/out.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/manifest.h"
#include "datasets/shard.h"

/*
 * Where the new dataset is made while the old one stays. Once the manifest of the old one is gone,
 * the new one takes its place, whoever goes on with it; and once all of the old one is gone, it has
 * the second name: what is in DIR is of the new one then.
 */
#define NEW_NAME ".new-dataset"
#define MOVING_NAME ".moving-dataset"

/* What is done with a shard of `from`. */
typedef int (*shard_do)(int from, const char *name, int to);

static int shard_see(int from, const char *name, int to)
{
	(void)from;
	(void)name;
	(void)to;
	return 0;
}

static int shard_remove(int from, const char *name, int to)
{
	(void)to;
	return unlinkat(from, name, 0);
}

static int shard_move(int from, const char *name, int to)
{
	return renameat(from, name, to, name);
}

/* *ret_any: there is one. */
static int each_shard(
	int from, const char *path, shard_do what, int to, bool *ret_any, struct fl_error *err)
{
	int again = dup(from);
	DIR *d = again < 0 ? NULL : fdopendir(again);
	if (!d)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", path);
	int rc = 0;
	rewinddir(d);
	for (struct dirent *e; rc == 0 && (e = readdir(d));) {
		if (!ds_shard_is_name(e->d_name))
			continue;
		*ret_any = true;
		if (what(from, e->d_name, to) != 0)
			rc = fl_error_sys(err, FL_EIO, errno, "cannot %s %s/%s",
				what == shard_move ? "move" : "remove", path, e->d_name);
	}
	closedir(d);
	return rc;
}

static int remove_file(int dir, const char *path, const char *name, struct fl_error *err)
{
	if (unlinkat(dir, name, 0) == 0 || errno == ENOENT)
		return 0;
	return fl_error_sys(err, FL_EIO, errno, "cannot remove %s/%s", path, name);
}

/*
 * The manifest first, so that what is half removed is none. One of no shards has no record: nobody
 * has to ask for its end.
 */
static int clear_dataset(int dir, const char *path, struct fl_error *err)
{
	bool any = false;
	int rc = remove_file(dir, path, DS_MANIFEST_NAME, err);
	rc = rc ? rc : remove_file(dir, path, DS_MANIFEST_NAME ".tmp", err);
	return rc ? rc : each_shard(dir, path, shard_remove, -1, &any, err);
}

/* A directory within, or -1. */
static int open_within(int dir, const char *name)
{
	return openat(dir, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
}

/* The new one goes, whole or not; what is not ours in there stays, and the directory with it. */
static void remove_new(int dir)
{
	struct fl_error ignored = {0};
	int new = open_within(dir, NEW_NAME);
	if (new < 0)
		return;
	clear_dataset(new, NEW_NAME, &ignored);
	close(new);
	unlinkat(dir, NEW_NAME, AT_REMOVEDIR);
}

/* ---- the new one takes the place of the old one ---- */

static int move_all(int dir, const char *path, struct fl_error *err)
{
	bool any = false;
	int from = open_within(dir, MOVING_NAME);
	if (from < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s/%s", path, MOVING_NAME);
	int rc = each_shard(from, path, shard_move, dir, &any, err);
	if (rc == 0 && renameat(from, DS_MANIFEST_NAME, dir, DS_MANIFEST_NAME) != 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot move the manifest to %s", path);
	close(from);
	if (rc == 0 && fsync(dir) != 0 && errno != EINVAL) /* some file systems have none */
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write %s", path);
	if (rc == 0)
		unlinkat(dir, MOVING_NAME, AT_REMOVEDIR);
	return rc;
}

static int take_place(int dir, const char *path, struct fl_error *err)
{
	int rc = clear_dataset(dir, path, err);
	if (rc == 0 && renameat(dir, NEW_NAME, dir, MOVING_NAME) != 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot rename %s/%s", path, NEW_NAME);
	return rc ? rc : move_all(dir, path, err);
}

static int not_ours(const char *path, const char *name, struct fl_error *err)
{
	return fl_error_sys(err, FL_EIO, errno,
		"%s/%s is in the way of a dataset that replaces another: remove it", path, name);
}

/* What a killed command, or a disk that failed, left half way. */
static int go_on(int dir, const char *path, struct fl_error *err)
{
	if (faccessat(dir, MOVING_NAME "/" DS_MANIFEST_NAME, F_OK, 0) == 0)
		return move_all(dir, path, err);
	if (unlinkat(dir, MOVING_NAME, AT_REMOVEDIR) != 0 && errno != ENOENT)
		return not_ours(path, MOVING_NAME, err);
	if (faccessat(dir, DS_MANIFEST_NAME, F_OK, 0) != 0 &&
		faccessat(dir, NEW_NAME "/" DS_MANIFEST_NAME, F_OK, 0) == 0)
		return take_place(dir, path, err);
	return 0;
}

static int lock(struct ds_out *o, struct fl_error *err)
{
	if (flock(o->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		return fl_error_set(err, FL_EINVAL,
			"another build writes to %s; choose another directory or wait for it",
			o->path);
	return 0;
}

/* Look at what is there, and make room for what is to come. */
static int prepare(struct ds_out *o, bool overwrite, struct fl_error *err)
{
	bool any = false;
	int rc = go_on(o->fd, o->path, err);
	rc = rc ? rc : each_shard(o->fd, o->path, shard_see, -1, &any, err);
	if (rc)
		return rc;
	o->replaces = any && faccessat(o->fd, DS_MANIFEST_NAME, F_OK, 0) == 0;
	if (o->replaces && !overwrite)
		return fl_error_set(err, FL_EINVAL,
			"%s holds a dataset already; choose another directory or say --overwrite",
			o->path);
	remove_new(o->fd);
	if (!o->replaces)
		rc = clear_dataset(o->fd, o->path, err);
	else if (mkdirat(o->fd, NEW_NAME, 0777) != 0)
		rc = not_ours(o->path, NEW_NAME, err);
	if (rc)
		return rc;
	int made = o->replaces ? asprintf(&o->dir, "%s/%s", o->path, NEW_NAME)
			       : asprintf(&o->dir, "%s", o->path);
	if (made >= 0)
		return 0;
	o->dir = NULL;
	return fl_error_set(err, FL_ENOMEM, "out of memory for a directory's name");
}

int ds_out_open(const char *path, bool overwrite, struct ds_out *ret_out, struct fl_error *err)
{
	struct ds_out o = {.path = strdup(path), .fd = -1};
	int rc = 0;
	if (!o.path)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a directory's name");
	o.made = mkdir(path, 0777) == 0;
	if (!o.made && errno != EEXIST)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot make the directory %s", path);
	o.fd = rc ? -1 : open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (rc == 0 && o.fd < 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot use the directory %s", path);
	if (rc == 0 && faccessat(o.fd, ".", W_OK | X_OK, AT_EACCESS))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write in %s", path);
	rc = rc ? rc : lock(&o, err);
	rc = rc ? rc : prepare(&o, overwrite, err);
	if (rc == 0) {
		*ret_out = o;
		return 0;
	}
	if (o.fd >= 0)
		close(o.fd);
	free(o.path);
	free(o.dir);
	return rc;
}

int ds_out_commit(struct ds_out *out, struct fl_error *err)
{
	int rc = out->replaces ? take_place(out->fd, out->path, err) : 0;
	out->stuck = rc != 0;
	return rc;
}

void ds_out_close(struct ds_out *out)
{
	if (!out->path)
		return;
	if (!out->stuck)
		remove_new(out->fd);
	close(out->fd);
	if (out->made)
		rmdir(out->path); /* which a dataset in it prevents */
	free(out->path);
	free(out->dir);
	*out = (struct ds_out)DS_OUT_NONE;
}
