#include "datasets/cmd/datasets/out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/same.h"
#include "base/source_name.h"
#include "base/zst.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/dataset.h"
#include "datasets/manifest.h"
#include "datasets/shard.h"

/* Bytes that are gathered before they are written. */
enum { CHUNK = 1 << 16, NAMES_MAX = 64 << 20 };

/* What is there under the name and is no plain file may not be put another file in the place of. */
static bool is_in_place(const char *path)
{
	struct stat st;
	return lstat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static int name_out(struct sub_out *out, const char *path, struct fl_error *err)
{
	out->path = strdup(path);
	if (out->path && !is_in_place(path) && asprintf(&out->temporary, "%s.tmp", path) < 0)
		out->temporary = NULL;
	if (!out->path || (!out->temporary && !is_in_place(path)))
		return fl_error_set(err, FL_ENOMEM, "out of memory for a path");
	return 0;
}

/* *ret_st: of the file of that name in the directory; false: there is none. */
static bool stat_in(const char *dir, const char *name, struct stat *ret_st)
{
	char *path;
	if (asprintf(&path, "%s/%s", dir, name) < 0)
		return false;
	bool is = stat(path, ret_st) == 0;
	free(path);
	return is;
}

static const char *name_at(const struct fl_list *names, size_t i)
{
	return ((const struct fl_slice *)names->items)[i].ptr;
}

/* Is it a file of the dataset in that directory? */
static bool is_of_set(const char *dir, const struct stat *file)
{
	struct fl_arena a;
	struct fl_list names = {0};
	struct fl_error none;
	struct stat st;
	bool is = stat_in(dir, DS_MANIFEST_NAME, &st) && fl_same_file(&st, file);
	fl_arena_init(&a, NAMES_MAX);
	if (ds_dataset_files(dir, &a, &names, &none))
		names.len = 0; /* no directory, or one that cannot be read */
	for (size_t i = 0; i < names.len && !is; i++)
		is = stat_in(dir, name_at(&names, i), &st) && fl_same_file(&st, file);
	fl_arena_release(&a);
	return is;
}

/* Is it read, by itself or with the dataset that it belongs to? */
static bool is_read(const struct fl_opts *o, const struct stat *file)
{
	const char *dir = fl_opt_text(o, OPT_PRIOR);
	bool is = fl_opts_reads(o, file) || (dir && is_of_set(dir, file));
	for (size_t i = 0; i < sub_count(o) && !is; i++)
		is = is_of_set(sub_at(o, i), file);
	for (size_t i = 0; !is && (dir = fl_opt_text_at(o, OPT_AGAINST, i)); i++) {
		struct stat st;
		is = is_of_set(dir, file) || (stat(dir, &st) == 0 && fl_same_file(&st, file));
	}
	return is;
}

int sub_check_apart(const struct fl_opts *o, const char *path, struct fl_error *err)
{
	struct stat to;
	if (!path || stat(path, &to) || !S_ISREG(to.st_mode) || !is_read(o, &to))
		return 0;
	return fl_error_set(err, FL_EINVAL, "%s is read and written; name another file", path);
}

/* By its name: sources and headers, patches, and what git has. */
static bool is_material(const char *path)
{
	struct fl_slice name = fl_slice_str(path);
	return fl_source_name(name) || fl_slice_ends(name, ".patch") ||
	       fl_slice_ends(name, ".diff") || fl_slice_find(name, "/.git/") >= 0;
}

int sub_check_below(const char *dir, const char *path, struct fl_error *err)
{
	struct stat to;
	if (!dir || !path || !is_material(path) || stat(path, &to) || !S_ISREG(to.st_mode))
		return 0;
	char *top = realpath(dir, NULL), *file = realpath(path, NULL);
	size_t len = top ? strlen(top) : 0;
	bool below = len && file && strncmp(file, top, len) == 0 &&
		     (file[len] == '/' || top[len - 1] == '/');
	free(top);
	free(file);
	return below ? fl_error_set(err, FL_EINVAL,
			       "%s is a file of %s, which is read; name another file", path, dir)
		     : 0;
}

int sub_check_out(const struct fl_opts *o, const char *dir, struct fl_error *err)
{
	struct fl_arena a;
	struct fl_list names = {0};
	struct fl_error none;
	struct stat st;
	int rc = 0;
	for (size_t i = 0; i < sub_count(o); i++)
		if (fl_same_path(sub_at(o, i), dir))
			return fl_error_set(err, FL_EINVAL,
				"%s is read and written; choose another directory for -o", dir);
	fl_arena_init(&a, NAMES_MAX);
	if (ds_dataset_files(dir, &a, &names, &none))
		names.len = 0; /* it is not there yet, or whoever opens it says what is wrong */
	for (size_t i = 0; i < names.len && rc == 0; i++) {
		const char *name = name_at(&names, i);
		if (ds_shard_is_name(name) && stat_in(dir, name, &st) && fl_opts_reads(o, &st))
			rc = fl_error_set(err, FL_EINVAL,
				"%s/%s is read, and would be removed; choose another directory for "
				"-o",
				dir, name);
	}
	fl_arena_release(&a);
	return rc;
}

static void release(struct sub_out *out)
{
	fl_buf_release(&out->buf);
	free(out->path);
	free(out->temporary);
	*out = (struct sub_out){.fd = -1};
}

/* A name of it (/dev/stdout): to open that anew would empty the file that it leads to. */
static bool is_stdout(const char *path)
{
	struct stat file, to;
	return is_in_place(path) && stat(path, &file) == 0 && fstat(STDOUT_FILENO, &to) == 0 &&
	       fl_same_file(&file, &to);
}

int sub_out_open(struct sub_out *out, const char *path, struct fl_error *err)
{
	*out = (struct sub_out){.fd = -1};
	fl_buf_init(&out->buf, (size_t)FL_LINE_MAX * 2);
	if (!path)
		return 0;
	if (!*path)
		return fl_error_set(err, FL_EINVAL, "a file to write has no name");
	if (strcmp(path, "-") == 0 || is_stdout(path)) {
		out->fd = STDOUT_FILENO;
		return 0;
	}
	int rc = name_out(out, path, err);
	if (rc == 0) {
		out->fd = open(out->temporary ? out->temporary : path,
			O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
		if (out->fd < 0)
			rc = fl_error_sys(err, FL_EIO, errno, "cannot write %s", path);
	}
	if (rc)
		release(out);
	return rc;
}

int sub_why_open(struct sub_out *out, const struct fl_opts *o, struct fl_error *err)
{
	const char *path = fl_opt_text(o, OPT_WHY);
	int rc = sub_check_apart(o, path, err);
	return rc ? rc : sub_out_open(out, path, err);
}

static const char *name_of(const struct sub_out *out)
{
	return out->path ? out->path : "standard output";
}

static int flush(struct sub_out *out, struct fl_error *err)
{
	int rc = fl_buf_error(&out->buf, "the output", err);
	rc = rc ? rc : fl_write_all(out->fd, fl_buf_view(&out->buf), err);
	if (rc)
		fl_error_wrap(err, "%s", name_of(out));
	fl_buf_clear(&out->buf);
	return rc;
}

int sub_out_line(struct sub_out *out, struct fl_slice line, struct fl_error *err)
{
	if (out->fd < 0)
		return 0;
	fl_buf_slice(&out->buf, line);
	fl_buf_char(&out->buf, '\n');
	return out->buf.len >= CHUNK || out->buf.failed ? flush(out, err) : 0;
}

/* What it holds is on the disk, or there is no room for it. */
static int end(struct sub_out *out, int rc, struct fl_error *err)
{
	if (out->fd >= 0) {
		int flushed = flush(out, rc ? NULL : err);
		rc = rc ? rc : flushed;
	}
	if (rc == 0 && out->temporary && fsync(out->fd))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot sync %s", name_of(out));
	if (out->fd > STDERR_FILENO && close(out->fd) && rc == 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write %s", name_of(out));
	out->fd = -1;
	return rc;
}

int sub_outs_close(struct sub_out *outs, size_t count, int rc, struct fl_error *err)
{
	for (size_t i = 0; i < count; i++)
		rc = end(&outs[i], rc, err);
	for (size_t i = 0; i < count; i++) {
		struct sub_out *out = &outs[i];
		if (rc == 0 && out->temporary && rename(out->temporary, out->path))
			rc = fl_error_sys(err, FL_EIO, errno, "cannot rename %s", out->temporary);
		if (rc && out->temporary)
			unlink(out->temporary);
		release(out);
	}
	return rc;
}

int sub_out_close(struct sub_out *out, int rc, struct fl_error *err)
{
	return sub_outs_close(out, 1, rc, err);
}

int sub_why_close(struct sub_out *why, int why_rc, const struct fl_error *why_err, int rc,
	struct fl_error *err)
{
	struct fl_error said = *err;
	bool judged = rc == 0 || rc == FL_EREFUSED;
	if (judged && why_rc)
		*err = *why_err;
	int closed = sub_out_close(why, judged ? why_rc : rc, err);
	if (judged && closed == 0)
		*err = said;
	return closed ? closed : rc;
}

int sub_write(const char *path, struct fl_slice text, struct fl_error *err)
{
	struct sub_out out;
	int rc = sub_out_open(&out, path, err);
	if (rc)
		return rc;
	rc = fl_write_all(out.fd, text, err);
	if (rc)
		fl_error_wrap(err, "%s", name_of(&out));
	return sub_out_close(&out, rc, err);
}

int sub_print(struct fl_slice text, struct fl_error *err)
{
	int rc = fl_write_all(STDOUT_FILENO, text, err);
	if (rc)
		fl_error_wrap(err, "standard output");
	return rc;
}
