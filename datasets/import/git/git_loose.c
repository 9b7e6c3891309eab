#include "datasets/import/git/git_loose.h"

#include <errno.h>
#include <fcntl.h>
#include <git2/errors.h>
#include <git2/object.h>
#include <git2/oid.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/host.h"
#include "datasets/flate.h"
#include "datasets/import/git/git.h"

/* What stands before the bytes of an object has fewer; packed bytes that hold as many. */
enum { HEAD_MAX = 64, HEAD_PACKED_MAX = 4096 };

struct loose {
	git_odb_backend backend;
	int dir;
};

static int dir_of(const git_odb_backend *b)
{
	return ((const struct loose *)b)->dir;
}

/* ---- one object ---- */

static int refuse(const git_oid *id, const char *why)
{
	struct fl_error err;
	char hex[GIT_OID_HEXSZ + 1];
	git_oid_tostr(hex, sizeof(hex), id);
	fl_error_set(&err, FL_EPARSE, "object %s: %s", hex, why);
	git_error_set_str(GIT_ERROR_ODB, err.message);
	return GIT_ERROR;
}

/* It is the host that has no more: git.c tells that by the kind of the error. */
static int run_short(const char *why)
{
	git_error_set_str(GIT_ERROR_NOMEMORY, why);
	return GIT_ERROR;
}

/* Bytes of an open file that are read of it. */
static size_t room_of(int fd, size_t most)
{
	struct stat st;
	return fstat(fd, &st) || st.st_size < 0 || (uint64_t)st.st_size > most ? most
									       : (size_t)st.st_size;
}

/* What the object's file begins with: at most `most` bytes. A code of libgit2. */
static int read_packed(const git_odb_backend *b, const git_oid *id, size_t most, struct fl_buf *out)
{
	char path[GIT_OID_HEXSZ + 2];
	git_oid_pathfmt(path, id);
	path[GIT_OID_HEXSZ + 1] = '\0';
	int fd = fl_beneath_regular(dir_of(b), path);
	if (fd < 0 && fl_host_short_sys(errno))
		return run_short(strerror(errno));
	if (fd < 0)
		return errno == ENOENT ? GIT_ENOTFOUND : refuse(id, strerror(errno));
	ssize_t got = 1;
	size_t room = room_of(fd, most);
	while (got > 0 && out->len < room && !fl_buf_reserve(out, room - out->len)) {
		got = read(fd, out->data + out->len, room - out->len);
		out->len += got > 0 ? (size_t)got : 0;
	}
	int sys = got < 0 ? errno : 0;
	close(fd);
	return sys ? refuse(id, strerror(sys)) : out->failed ? run_short("out of memory") : 0;
}

/* "blob 12\0": *ret_head are its bytes, with the NUL. */
static bool read_head(
	struct fl_slice text, git_object_t *ret_kind, size_t *ret_len, size_t *ret_head)
{
	char kind[HEAD_MAX];
	uint32_t len;
	ptrdiff_t end = fl_slice_chr(fl_slice_head(text, HEAD_MAX), '\0');
	struct fl_slice head = fl_slice_head(text, end < 0 ? 0 : (size_t)end);
	ptrdiff_t blank = fl_slice_chr(head, ' ');
	if (blank <= 0 || !fl_slice_uint(fl_slice_skip(head, (size_t)blank + 1), &len))
		return false;
	memcpy(kind, head.ptr, (size_t)blank);
	kind[blank] = '\0';
	*ret_kind = git_object_string2type(kind);
	*ret_len = len;
	*ret_head = (size_t)end + 1;
	return *ret_kind != GIT_OBJECT_INVALID;
}

static int unpack_head(const git_oid *id, struct fl_slice packed, git_object_t *ret_kind,
	size_t *ret_len, size_t *ret_head)
{
	struct fl_error err = {0};
	struct fl_buf head;
	fl_buf_init(&head, HEAD_MAX + 1);
	int rc = ds_inflate(packed, HEAD_MAX, &head, &err);
	/* Of a large object there is more than the head; packed bytes behind it were not read. */
	bool ok = head.len && read_head(fl_buf_view(&head), ret_kind, ret_len, ret_head);
	fl_buf_release(&head);
	if (ok)
		return 0;
	return refuse(id, rc && rc != FL_ELIMIT ? err.message : "its head is none of an object");
}

static int unpack(const git_oid *id, struct fl_slice packed, void **ret_data, size_t *ret_len,
	git_object_t *ret_kind, git_odb_backend *b)
{
	struct fl_error err = {0};
	struct fl_buf all;
	size_t head;
	int rc = unpack_head(id, packed, ret_kind, ret_len, &head);
	if (rc)
		return rc;
	if (*ret_len > DS_GIT_OBJECT_MAX)
		return refuse(id, "it is too large");
	fl_buf_init(&all, head + *ret_len + 1);
	if (ds_inflate(packed, head + *ret_len, &all, &err) == FL_ENOMEM) {
		rc = run_short(err.message);
	} else if (err.code) {
		rc = refuse(id, err.message);
	} else if (all.len != head + *ret_len) {
		rc = refuse(id, "it has fewer bytes than it says");
	} else {
		*ret_data = git_odb_backend_data_alloc(b, *ret_len + 1);
		rc = *ret_data ? 0 : run_short("out of memory");
	}
	if (rc == 0)
		memcpy(*ret_data, all.data + head, *ret_len + 1); /* the buffer ends with a NUL */
	fl_buf_release(&all);
	return rc;
}

/* ---- what libgit2 calls ---- */

static int loose_header(
	size_t *ret_len, git_object_t *ret_kind, git_odb_backend *b, const git_oid *id)
{
	struct fl_buf packed;
	size_t head;
	fl_buf_init(&packed, HEAD_PACKED_MAX);
	int rc = read_packed(b, id, HEAD_PACKED_MAX, &packed);
	rc = rc ? rc : unpack_head(id, fl_buf_view(&packed), ret_kind, ret_len, &head);
	fl_buf_release(&packed);
	return rc;
}

static int loose_read(void **ret_data, size_t *ret_len, git_object_t *ret_kind, git_odb_backend *b,
	const git_oid *id)
{
	/* What does not become smaller becomes hardly larger. */
	enum { PACKED_MAX = DS_GIT_OBJECT_MAX + (1 << 20) };
	struct fl_buf packed;
	fl_buf_init(&packed, PACKED_MAX);
	int rc = read_packed(b, id, PACKED_MAX, &packed);
	rc = rc ? rc : unpack(id, fl_buf_view(&packed), ret_data, ret_len, ret_kind, b);
	fl_buf_release(&packed);
	return rc;
}

static int loose_exists(git_odb_backend *b, const git_oid *id)
{
	char path[GIT_OID_HEXSZ + 2];
	git_oid_pathfmt(path, id);
	path[GIT_OID_HEXSZ + 1] = '\0';
	return faccessat(dir_of(b), path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

static void loose_free(git_odb_backend *b)
{
	close(dir_of(b));
	free(b);
}

int ds_git_loose_new(const char *objects, git_odb_backend **ret_backend, struct fl_error *err)
{
	struct loose *l = calloc(1, sizeof(*l));
	if (!l)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a repository");
	l->dir = open(objects, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (l->dir < 0) {
		int sys = errno;
		free(l);
		return fl_error_sys(err, FL_EIO, sys, "cannot open %s", objects);
	}
	git_odb_init_backend(&l->backend, GIT_ODB_BACKEND_VERSION);
	l->backend.read = loose_read;
	l->backend.read_header = loose_header;
	l->backend.exists = loose_exists;
	l->backend.free = loose_free;
	*ret_backend = &l->backend;
	return 0;
}
