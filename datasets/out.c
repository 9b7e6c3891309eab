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

/* Where the new dataset is made while the old one stays; one of a killed command is removed. */
#define NEW_NAME ".new-dataset"

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

/*
 * The manifest first, so that what is half removed is none. One of no shards has no record: nobody
 * has to ask for its end.
 */
static int clear_dataset(int dir, const char *path, struct fl_error *err)
{
	bool any = false;
	if (unlinkat(dir, DS_MANIFEST_NAME, 0) != 0 && errno != ENOENT)
		return fl_error_sys(err, FL_EIO, errno, "cannot remove the manifest in %s", path);
	return each_shard(dir, path, shard_remove, -1, &any, err);
}

/* The new one goes, whole or not; what is not ours in there stays, and the directory with it. */
static void remove_new(int dir)
{
	struct fl_error ignored = {0};
	int new = openat(dir, NEW_NAME, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
	if (new < 0)
		return;
	clear_dataset(new, NEW_NAME, &ignored);
	close(new);
	unlinkat(dir, NEW_NAME, AT_REMOVEDIR);
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
	remove_new(o->fd);
	int rc = each_shard(o->fd, o->path, shard_see, -1, &any, err);
	if (rc)
		return rc;
	o->replaces = any && faccessat(o->fd, DS_MANIFEST_NAME, F_OK, 0) == 0;
	if (o->replaces && !overwrite)
		return fl_error_set(err, FL_EINVAL,
			"%s holds a dataset already; choose another directory or say --overwrite",
			o->path);
	if (!o->replaces)
		rc = clear_dataset(o->fd, o->path, err);
	else if (mkdirat(o->fd, NEW_NAME, 0777) != 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot make %s/%s", o->path, NEW_NAME);
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
	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot make the directory %s", path);
	o.fd = rc ? -1 : open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (rc == 0 && o.fd < 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot use the directory %s", path);
	rc = rc ? rc : lock(&o, err);
	if (rc == 0 && (rc = prepare(&o, overwrite, err)) != 0)
		remove_new(o.fd);
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

static int move_in(struct ds_out *o, int new, struct fl_error *err)
{
	bool any = false;
	int rc = clear_dataset(o->fd, o->path, err);
	rc = rc ? rc : each_shard(new, o->dir, shard_move, o->fd, &any, err);
	if (rc == 0 && renameat(new, DS_MANIFEST_NAME, o->fd, DS_MANIFEST_NAME) != 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot move the manifest to %s", o->path);
	if (rc == 0 && fsync(o->fd) != 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write %s", o->path);
	return rc;
}

int ds_out_commit(struct ds_out *out, struct fl_error *err)
{
	if (!out->replaces)
		return 0;
	int new = open(out->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (new < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", out->dir);
	int rc = move_in(out, new, err);
	close(new);
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
	free(out->path);
	free(out->dir);
	*out = (struct ds_out)DS_OUT_NONE;
}
