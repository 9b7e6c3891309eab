#include "datasets/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/model.h"
#include "base/zst.h"

static const char magic[] = "faultline-cache-2 ";
enum { HEX = 64, HEAD = sizeof(magic) - 1 + HEX + 1, ENTRIES_MAX = 1 << 24, STALE_S = 3600 };
enum { EXE_MAX = 1 << 28 };

struct ds_cache_lost {
	size_t count;
	int said; /* 0: no reason yet, 1: one is being written, 2: it is there */
	struct fl_error why;
};

static int make_dirs(const char *path, struct fl_error *err)
{
	char *copy = strdup(path);
	if (!copy)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	int rc = 0;
	for (char *s = copy + 1; rc == 0 && s;) {
		s = strchr(s, '/');
		if (s)
			*s = '\0';
		if (mkdir(copy, 0700) && errno != EEXIST)
			rc = fl_error_sys(err, FL_EIO, errno, "cannot make %s", copy);
		if (s)
			*s++ = '/';
	}
	free(copy);
	struct stat st;
	if (rc == 0 && stat(path, &st))
		rc = fl_error_sys(err, FL_EIO, errno, "cannot look at %s", path);
	else if (rc == 0 && !S_ISDIR(st.st_mode))
		rc = fl_error_sys(err, FL_EIO, ENOTDIR, "%s", path);
	return rc;
}

char *ds_cache_dir(const char *xdg, const char *home)
{
	char *dir = NULL;
	int n = -1;
	if (xdg && xdg[0] == '/')
		n = asprintf(&dir, "%s/faultline", xdg);
	else if (home && home[0] == '/')
		n = asprintf(&dir, "%s/.cache/faultline", home);
	return n < 0 ? NULL : dir;
}

int ds_cache_open(const char *dir, struct ds_cache *ret_cache, struct fl_error *err)
{
	struct ds_cache c = {.dir = strdup(dir)};
	if (!c.dir)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	void *shared = mmap(
		NULL, sizeof(*c.lost), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	c.lost = shared == MAP_FAILED ? NULL : shared;
	int rc = c.lost ? make_dirs(c.dir, err)
			: fl_error_sys(err, FL_ENOMEM, errno, "no memory to count by");
	if (rc)
		ds_cache_close(&c);
	else
		*ret_cache = c;
	return rc;
}

void ds_cache_close(struct ds_cache *c)
{
	if (c->lost)
		munmap(c->lost, sizeof(*c->lost));
	free(c->dir);
	*c = (struct ds_cache){.dir = NULL};
}

static bool is_key(const char *name)
{
	size_t n = strspn(name, "0123456789abcdef");
	return n >= 8 && n <= 128 && name[n] == '\0';
}

static int entry_path(
	const struct ds_cache *c, const char *key, char **ret_path, struct fl_error *err)
{
	char *path = NULL;
	if (!is_key(key))
		return fl_error_set(err, FL_EINVAL, "a cache key is 8 to 128 hex digits");
	if (asprintf(&path, "%s/%.2s/%s", c->dir, key, key) < 0)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	*ret_path = path;
	return 0;
}

/* The packed result in an entry's bytes; false when it is not whole. */
static bool open_entry(struct fl_slice entry, struct fl_slice *ret_result)
{
	char hex[HEX + 1];
	if (entry.len < HEAD || !fl_slice_starts(entry, magic) || entry.ptr[HEAD - 1] != '\n')
		return false;
	*ret_result = fl_slice_skip(entry, HEAD);
	fl_sha256_hex(*ret_result, hex);
	return memcmp(entry.ptr + sizeof(magic) - 1, hex, HEX) == 0;
}

int ds_cache_get(
	const struct ds_cache *c, const char *key, struct fl_buf *out, struct fl_error *err)
{
	struct fl_buf entry;
	struct fl_slice result;
	char *path = NULL;
	if (!c)
		return fl_error_set(err, FL_ENOTFOUND, "there is no cache");
	int rc = entry_path(c, key, &path, err);
	if (rc)
		return rc;
	fl_buf_init(&entry, (size_t)DS_CACHE_RESULT_MAX + HEAD);
	rc = fl_buf_read_file(&entry, path, NULL);
	if (rc || !open_entry(fl_buf_view(&entry), &result)) {
		rc = fl_error_set(err, FL_ENOTFOUND, "not in the cache");
	} else {
		/* Its time tells a sweep that it is in use; that this fails does no harm. */
		utimensat(AT_FDCWD, path, NULL, 0);
		size_t before = out->len;
		rc = fl_zst_expand(result, out, NULL);
		if (rc) {
			fl_buf_truncate(out, before);
			rc = fl_error_set(err, FL_ENOTFOUND, "not in the cache");
		}
	}
	fl_buf_release(&entry);
	free(path);
	return rc;
}

static int write_entry(int fd, struct fl_slice packed, struct fl_error *err)
{
	char head[HEAD + 1], hex[HEX + 1];
	fl_sha256_hex(packed, hex);
	snprintf(head, sizeof(head), "%s%s\n", magic, hex);
	int rc = fl_write_all(fd, fl_slice(head, HEAD), err);
	return rc ? rc : fl_write_all(fd, packed, err);
}

int ds_cache_put(
	const struct ds_cache *c, const char *key, struct fl_slice result, struct fl_error *err)
{
	if (!c)
		return 0;
	if (result.len > DS_CACHE_RESULT_MAX)
		return fl_error_set(err, FL_ELIMIT, "the result is too large to be cached");
	char *path = NULL, *temporary = NULL;
	struct fl_buf packed;
	int fd = -1, rc = entry_path(c, key, &path, err);
	if (rc)
		return rc;
	fl_buf_init(&packed, 2 * (size_t)DS_CACHE_RESULT_MAX);
	rc = fl_zst_compress(result, FL_ZST_LEVEL_MIN, &packed, err);
	char *slash = strrchr(path, '/');
	*slash = '\0';
	rc = rc ? rc : make_dirs(path, err);
	*slash = '/';
	if (rc == 0 && asprintf(&temporary, "%s.XXXXXX", path) < 0) {
		temporary = NULL;
		rc = fl_error_set(err, FL_ENOMEM, "out of memory");
	}
	if (rc == 0 && (fd = mkostemp(temporary, O_CLOEXEC)) < 0)
		rc = fl_error_sys(err, FL_EIO, errno, "cannot write to the cache in %s", c->dir);
	if (fd >= 0) {
		rc = write_entry(fd, fl_buf_view(&packed), err);
		if (rc)
			fl_error_wrap(err, "%s", temporary);
		if (close(fd) && rc == 0)
			rc = fl_error_sys(
				err, FL_EIO, errno, "cannot write to the cache in %s", c->dir);
		if (rc == 0 && rename(temporary, path))
			rc = fl_error_sys(err, FL_EIO, errno, "cannot rename %s", temporary);
		if (rc)
			unlink(temporary);
	}
	free(temporary);
	free(path);
	fl_buf_release(&packed);
	return rc;
}

void ds_cache_keep(const struct ds_cache *c, const char *key, struct fl_slice result)
{
	struct fl_error why;
	int nothing = 0;
	if (ds_cache_put(c, key, result, &why) == 0)
		return;
	__atomic_add_fetch(&c->lost->count, 1, __ATOMIC_RELAXED);
	if (__atomic_compare_exchange_n(
		    &c->lost->said, &nothing, 1, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		c->lost->why = why;
		__atomic_store_n(&c->lost->said, 2, __ATOMIC_RELEASE);
	}
}

size_t ds_cache_lost(const struct ds_cache *c, struct fl_error *ret_why)
{
	if (!c)
		return 0;
	bool said = __atomic_load_n(&c->lost->said, __ATOMIC_ACQUIRE) == 2;
	if (said && ret_why)
		*ret_why = c->lost->why;
	/* without its reason it is not told yet */
	return said ? __atomic_load_n(&c->lost->count, __ATOMIC_RELAXED) : 0;
}

size_t ds_cache_tell_lost(
	const struct ds_cache *c, bool *told, void (*tell)(void *ctx, const char *why), void *ctx)
{
	struct fl_error why;
	size_t lost = ds_cache_lost(c, &why);
	if (lost && !*told)
		tell(ctx, why.message);
	*told |= lost != 0;
	return lost;
}

struct entry {
	char dir[3];
	char name[256];
	struct timespec used;
	uint64_t bytes;
};

static int older_first(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	if (a->used.tv_sec != b->used.tv_sec)
		return a->used.tv_sec < b->used.tv_sec ? -1 : 1;
	if (a->used.tv_nsec != b->used.tv_nsec)
		return a->used.tv_nsec < b->used.tv_nsec ? -1 : 1;
	return strcmp(a->name, b->name);
}

/* All entries of one of the 256 directories; temporary files of the dead are removed. */
static int list_dir(int root, const char *name, struct fl_vec *entries, struct fl_error *err)
{
	int fd = openat(root, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct timespec now;
	struct stat st;
	int rc = 0;
	if (!dir) {
		if (fd >= 0)
			close(fd);
		return errno == ENOENT ? 0
				       : fl_error_sys(err, FL_EIO, errno, "cannot read the cache");
	}
	clock_gettime(CLOCK_REALTIME, &now);
	for (struct dirent *e; rc == 0 && (e = readdir(dir));) {
		if (fstatat(fd, e->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
			continue;
		if (!is_key(e->d_name)) {
			if (now.tv_sec - st.st_mtim.tv_sec > STALE_S)
				unlinkat(fd, e->d_name, 0);
			continue;
		}
		struct entry *n = fl_vec_add(entries);
		if (!n) {
			rc = fl_error_set(err, entries->failed, "the cache has too many entries");
			break;
		}
		snprintf(n->dir, sizeof(n->dir), "%s", name);
		snprintf(n->name, sizeof(n->name), "%s", e->d_name);
		n->used = st.st_mtim;
		n->bytes = (uint64_t)st.st_size;
	}
	closedir(dir);
	return rc;
}

int ds_cache_sweep(const struct ds_cache *c, uint64_t max, struct fl_error *err)
{
	struct fl_vec entries;
	uint64_t total = 0;
	int rc = 0, root = open(c->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", c->dir);
	fl_vec_init(&entries, sizeof(struct entry), ENTRIES_MAX);
	for (unsigned i = 0; rc == 0 && i < 256; i++) {
		char name[3];
		snprintf(name, sizeof(name), "%02x", i);
		rc = list_dir(root, name, &entries, err);
	}
	for (size_t i = 0; i < entries.len; i++)
		total += ((struct entry *)fl_vec_at(&entries, i))->bytes;
	if (entries.len)
		qsort(entries.data, entries.len, sizeof(struct entry), older_first);
	for (size_t i = 0; rc == 0 && total > max && i < entries.len; i++) {
		const struct entry *e = fl_vec_at(&entries, i);
		char path[sizeof(e->dir) + sizeof(e->name)];
		snprintf(path, sizeof(path), "%s/%s", e->dir, e->name);
		if (unlinkat(root, path, 0) && errno != ENOENT)
			rc = fl_error_sys(err, FL_EIO, errno, "cannot remove %s/%s", c->dir, path);
		total -= e->bytes;
	}
	close(root);
	fl_vec_release(&entries);
	return rc;
}

int ds_cache_self(char ret_hex[65], struct fl_error *err)
{
	struct fl_buf self;
	fl_buf_init(&self, EXE_MAX);
	int rc = fl_buf_read_file(&self, "/proc/self/exe", err);
	if (rc == 0)
		fl_sha256_hex(fl_buf_view(&self), ret_hex);
	fl_buf_release(&self);
	return rc;
}
