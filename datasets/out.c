#include "datasets/out.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/manifest.h"
#include "datasets/shard.h"

/* Look at our files of the directory, and remove them where that is asked for. */
static int each_shard(int dir, const char *out, bool removes, bool *ret_any, struct fl_error *err)
{
	int again = dup(dir);
	DIR *d = again < 0 ? NULL : fdopendir(again);
	if (!d)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", out);
	int rc = 0;
	rewinddir(d);
	for (struct dirent *e; rc == 0 && (e = readdir(d));) {
		if (!ds_shard_is_name(e->d_name))
			continue;
		*ret_any = true;
		if (removes && unlinkat(dir, e->d_name, 0) != 0)
			rc = fl_error_sys(
				err, FL_EIO, errno, "cannot remove %s/%s", out, e->d_name);
	}
	closedir(d);
	return rc;
}

/*
 * The manifest first, so that what is half removed is none. One of no shards has no record: nobody
 * has to ask for its end.
 */
static int clear_dataset(int dir, const char *out, bool overwrite, struct fl_error *err)
{
	bool any = false;
	int rc = each_shard(dir, out, false, &any, err);
	if (rc)
		return rc;
	if (any && faccessat(dir, DS_MANIFEST_NAME, F_OK, 0) == 0 && !overwrite)
		return fl_error_set(err, FL_EINVAL,
			"%s holds a dataset already; choose another directory or say --overwrite",
			out);
	if (unlinkat(dir, DS_MANIFEST_NAME, 0) != 0 && errno != ENOENT)
		return fl_error_sys(err, FL_EIO, errno, "cannot remove the manifest in %s", out);
	return each_shard(dir, out, true, &any, err);
}

int ds_out_open(const char *out, bool overwrite, int *ret_fd, struct fl_error *err)
{
	if (mkdir(out, 0777) != 0 && errno != EEXIST)
		return fl_error_sys(err, FL_EIO, errno, "cannot make the directory %s", out);
	int dir = open(out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot use the directory %s", out);
	int rc = 0;
	if (flock(dir, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
		rc = fl_error_set(err, FL_EINVAL,
			"another build writes to %s; choose another directory or wait for it", out);
	rc = rc ? rc : clear_dataset(dir, out, overwrite, err);
	if (rc)
		close(dir);
	else
		*ret_fd = dir;
	return rc;
}
