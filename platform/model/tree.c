#include "platform/model/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/path.h"

int plat_tree_open(struct plat_tree *t, const char *directory, struct fl_error *err)
{
	int root = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root < 0)
		return fl_error_sys(err,
			errno == ENOENT || errno == ENOTDIR ? FL_ENOTFOUND : FL_EIO, errno,
			"%s cannot be opened", directory);
	*t = (struct plat_tree){.root = root};
	return 0;
}

void plat_tree_of(struct plat_tree *t, const struct plat_tree_file *files, size_t count)
{
	*t = (struct plat_tree){.root = -1, .files = files, .file_count = count};
}

void plat_tree_release(struct plat_tree *t)
{
	if (t->root >= 0)
		close(t->root);
	*t = (struct plat_tree){.root = -1};
}

static int not_found(struct fl_slice path, struct fl_error *err)
{
	return fl_error_set(
		err, FL_ENOTFOUND, "%.*s: there is no such file in the project", FL_ARG(path));
}

/* The path without "." and ".."; false: it leads out of the tree. */
static bool straighten(struct fl_arena *a, struct fl_slice *path)
{
	bool leaves = path->len && path->ptr[0] == '/';
	*path = fl_path_straight(a, *path, leaves ? NULL : &leaves);
	return !leaves && !(path->len && memchr(path->ptr, '\0', path->len));
}

static const struct plat_tree_file *in_memory(const struct plat_tree *t, struct fl_slice path)
{
	for (size_t i = 0; i < t->file_count; i++)
		if (fl_slice_eq(t->files[i].path, path))
			return &t->files[i];
	return NULL;
}

int plat_tree_read(struct plat_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_slice text;
	int rc = 0;
	if (!straighten(a, &path) || !path.len)
		return fl_arena_error(a, "a build file", err) ? a->failed : not_found(path, err);
	if (t->root < 0) {
		const struct plat_tree_file *file = in_memory(t, path);
		if (!file)
			return not_found(path, err);
		text = file->text;
	} else {
		rc = fl_beneath_read(t->root, path.ptr, PLAT_FILE_MAX, a, &text, err);
	}
	if (rc)
		return rc;
	if (text.len > PLAT_FILE_MAX || text.len > PLAT_TREE_MAX - t->bytes_read)
		return fl_error_set(err, FL_ELIMIT, "%.*s: more is read of the project than %d MiB",
			FL_ARG(path), PLAT_TREE_MAX >> 20);
	t->bytes_read += text.len;
	*ret_text = text;
	return 0;
}

static int by_name(const void *a, const void *b)
{
	const struct plat_entry *x = a, *y = b;
	return fl_slice_cmp(x->name, y->name);
}

static int add_entry(struct fl_vec *v, struct fl_slice name, bool is_directory)
{
	struct plat_entry *e = fl_vec_add(v);
	if (e)
		*e = (struct plat_entry){name, is_directory};
	return e ? 0 : v->failed;
}

/* The next part of each path that lies beneath; once each. */
static int list_memory(
	const struct plat_tree *t, struct fl_slice path, struct fl_arena *a, struct fl_vec *v)
{
	struct fl_slice below = path.len ? fl_arena_printf(a, "%.*s/", FL_ARG(path)) : path;
	for (size_t i = 0; i < t->file_count; i++) {
		if (!fl_slice_starts_with(t->files[i].path, below))
			continue;
		struct fl_slice rest = fl_slice_skip(t->files[i].path, below.len);
		ptrdiff_t slash = fl_slice_chr(rest, '/');
		struct fl_slice name = slash < 0 ? rest : fl_slice_head(rest, (size_t)slash);
		const struct plat_entry *had = (const void *)v->data;
		bool there = false;
		for (size_t j = 0; j < v->len && !there; j++)
			there = fl_slice_eq(had[j].name, name);
		int rc = there ? 0 : add_entry(v, name, slash >= 0);
		if (rc)
			return rc;
	}
	return 0;
}

static bool of_kind(int directory, const struct dirent *entry, bool *ret_is_directory)
{
	struct stat st;
	if (fstatat(directory, entry->d_name, &st, AT_SYMLINK_NOFOLLOW))
		return false;
	*ret_is_directory = S_ISDIR(st.st_mode);
	return *ret_is_directory || S_ISREG(st.st_mode);
}

static int list_directory(const struct plat_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_vec *v, struct fl_error *err)
{
	int fd = fl_beneath_open(t->root, path.len ? path.ptr : ".", O_RDONLY | O_DIRECTORY);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	int rc = 0;
	if (!dir) {
		int sys = errno;
		if (fd >= 0)
			close(fd);
		return sys == ENOENT || sys == ENOTDIR || sys == EXDEV || sys == ELOOP
			       ? not_found(path, err)
			       : fl_error_sys(err, FL_EIO, sys, "%.*s", FL_ARG(path));
	}
	for (const struct dirent *e = readdir(dir); e && rc == 0; e = readdir(dir)) {
		bool is_directory;
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..") &&
			of_kind(fd, e, &is_directory))
			rc = add_entry(v, fl_arena_slice(a, fl_slice_str(e->d_name)), is_directory);
	}
	closedir(dir);
	return rc;
}

int plat_tree_list(struct plat_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_list *ret_entries, struct fl_error *err)
{
	struct fl_vec v;
	if (!straighten(a, &path))
		return not_found(path, err);
	fl_vec_init(&v, sizeof(struct plat_entry), PLAT_ENTRIES_MAX);
	int rc = t->root < 0 ? list_memory(t, path, a, &v) : list_directory(t, path, a, &v, err);
	if (rc == 0 && t->root < 0 && path.len && !v.len)
		rc = not_found(path, err);
	if (rc == 0 && v.len)
		qsort(v.data, v.len, v.size, by_name);
	struct fl_list entries = rc ? (struct fl_list){0} : fl_vec_freeze(&v, a);
	fl_vec_release(&v);
	if (rc == FL_ELIMIT || rc == FL_ENOMEM)
		return fl_error_set(err, rc, "%.*s has too many names", FL_ARG(path));
	rc = rc ? rc : fl_arena_error(a, "the names of a directory", err);
	if (rc == 0)
		*ret_entries = entries;
	return rc;
}

/* What fstat(2) says of a path; 0: there is nothing that may be opened. */
static mode_t kind_of(const struct plat_tree *t, struct fl_slice path)
{
	struct fl_arena a;
	struct stat st = {0};
	fl_arena_init(&a, 1 << 16);
	if (straighten(&a, &path)) {
		int fd = fl_beneath_open(t->root, path.len ? path.ptr : ".", O_PATH | O_NOFOLLOW);
		if (fd >= 0 && fstat(fd, &st))
			st.st_mode = 0;
		if (fd >= 0)
			close(fd);
	}
	fl_arena_release(&a);
	return st.st_mode;
}

bool plat_tree_has_file(struct plat_tree *t, struct fl_slice path)
{
	if (t->root >= 0)
		return S_ISREG(kind_of(t, path));
	struct fl_arena a;
	fl_arena_init(&a, 1 << 16);
	bool has = straighten(&a, &path) && in_memory(t, path);
	fl_arena_release(&a);
	return has;
}

bool plat_tree_has_directory(struct plat_tree *t, struct fl_slice path)
{
	if (t->root >= 0)
		return S_ISDIR(kind_of(t, path));
	struct fl_arena a;
	struct fl_list entries;
	fl_arena_init(&a, 1 << 20);
	bool has = plat_tree_list(t, path, &a, &entries, NULL) == 0;
	fl_arena_release(&a);
	return has;
}

bool plat_tree_has_package(const struct plat_tree *t, enum plat_named by, struct fl_slice name)
{
	return t->packages && name.len && t->packages->has(t->packages, by, name);
}
