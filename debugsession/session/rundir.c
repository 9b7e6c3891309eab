#include "debugsession/session/rundir.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

static int check_ours(int fd, const char *path, struct fl_error *err)
{
	struct stat st;
	if (fstat(fd, &st))
		return fl_error_sys(err, FL_EIO, errno, "cannot look at %s", path);
	if (st.st_uid != geteuid() || (st.st_mode & 077))
		return fl_error_set(err, FL_EMISSING,
			"%s is not ours alone (owner %u, mode %03o): remove it, or set "
			"XDG_RUNTIME_DIR to a directory of your own",
			path, (unsigned)st.st_uid, (unsigned)(st.st_mode & 0777));
	return 0;
}

int dbg_rundir_open(const char *xdg, int *ret_fd, char *ret_path, size_t size, struct fl_error *err)
{
	char path[PATH_BYTES];
	int n = xdg && *xdg == '/'
			? snprintf(path, sizeof(path), "%s/faultline", xdg)
			: snprintf(path, sizeof(path), "/tmp/faultline-%u", (unsigned)geteuid());
	if (n < 0 || (size_t)n >= sizeof(path) || (ret_path && (size_t)n >= size))
		return fl_error_set(err, FL_EINVAL,
			"XDG_RUNTIME_DIR is too long, with %d bytes for the sessions' directory: "
			"set a shorter one",
			n);
	if (mkdir(path, 0700) && errno != EEXIST)
		return fl_error_sys(err, FL_EIO, errno,
			"the sessions need a directory of ours (XDG_RUNTIME_DIR, or /tmp "
			"without one): cannot make %s",
			path);
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open %s", path);
	int rc = check_ours(fd, path, err);
	if (rc) {
		close(fd);
		return rc;
	}
	if (ret_path)
		memcpy(ret_path, path, (size_t)n + 1);
	*ret_fd = fd;
	return 0;
}

bool dbg_id_valid(struct fl_slice id)
{
	if (id.len == 0 || id.len > DBG_ID_MAX || id.ptr[0] == '.')
		return false;
	for (size_t i = 0; i < id.len; i++) {
		char c = id.ptr[i];
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
		if (!letter && !(c >= '0' && c <= '9') && c != '_' && c != '-' && c != '.')
			return false;
	}
	return true;
}

void dbg_rundir_name(struct fl_slice id, const char *suffix, char *name)
{
	snprintf(name, DBG_ID_MAX + 16, "%.*s.%s", FL_ARG(id), suffix);
}

int dbg_rundir_put(int dir, const char *name, struct fl_slice bytes, struct fl_error *err)
{
	char temporary[DBG_ID_MAX + 32];
	snprintf(temporary, sizeof(temporary), ".%s.%d", name, (int)getpid());
	int fd = openat(dir, temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot write %s", name);
	int rc = fl_write_all(fd, bytes, NULL);
	if (rc)
		fl_error_sys(err, rc, errno,
			"cannot write %s to the sessions' directory (XDG_RUNTIME_DIR)", name);
	close(fd);
	if (rc == 0 && renameat(dir, temporary, dir, name))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write %s", name);
	if (rc)
		unlinkat(dir, temporary, 0);
	return rc;
}

int dbg_rundir_overwrite(int dir, const char *name, struct fl_slice bytes, struct fl_error *err)
{
	int fd = openat(dir, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open %s", name);
	struct stat st;
	int rc = 0;
	if (fstat(fd, &st) || (size_t)st.st_size != bytes.len)
		rc = fl_error_set(err, FL_EIO, "%s has another length", name);
	else if (fl_write_all(fd, bytes, NULL))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write %s", name);
	close(fd);
	return rc;
}

int dbg_rundir_get(int dir, const char *name, struct fl_buf *out, struct fl_error *err)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return fl_error_sys(err, errno == ENOENT ? FL_ENOTFOUND : FL_EIO, errno,
			"cannot open %s", name);
	int rc = fl_buf_read_fd(out, fd, err);
	close(fd);
	return rc;
}

int dbg_rundir_connect(int dir, struct fl_slice id, int flags)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	char name[DBG_ID_MAX + 16];
	dbg_rundir_name(id, "sock", name);
	/* the directory's own path may be longer than an address holds; this one fits */
	snprintf(at.sun_path, sizeof(at.sun_path), "/proc/self/fd/%d/%s", dir, name);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof(at))) {
		int why = errno;
		close(fd);
		errno = why;
		return -1;
	}
	return fd;
}

static int is_session(const struct dirent *e)
{
	struct fl_slice name = fl_slice_str(e->d_name);
	return name.len > 5 && name.ptr[0] != '.' && fl_slice_ends(name, ".json");
}

int dbg_rundir_list(int dir, struct fl_buf *out, struct fl_error *err)
{
	struct dirent **entries;
	int n = scandirat(dir, ".", &entries, is_session, alphasort);
	if (n < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot list the sessions");
	for (int i = 0; i < n; i++) {
		struct fl_slice name = fl_slice_str(entries[i]->d_name);
		fl_buf_slice(out, fl_slice_head(name, name.len - 5));
		fl_buf_char(out, '\n');
		free(entries[i]);
	}
	free(entries);
	return fl_buf_error(out, "the list of sessions", err);
}
