#include "base/carry.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/same.h"

enum { ENTRIES_MAX = 65536, NAMES_MAX = 65536, HEAD_BYTES = 64, FILES_DEFAULT = 20000 };
enum { DEPTH_DEFAULT = 64 };

#define FILE_DEFAULT ((uint64_t)64 << 20)
#define BYTES_DEFAULT ((uint64_t)256 << 20)

const char *const fl_carry_words[FL_CARRY_COUNT] = {
#define X(id, text) [FL_CARRY_##id] = text,
	FL_CARRIES(X)
#undef X
};

int fl_carry_open(struct fl_carry *c, const char *root, const struct fl_carry_opts *opts,
	struct fl_carry_sink sink, struct fl_arena *arena, struct fl_error *err)
{
	*c = (struct fl_carry){.sink = sink, .arena = arena, .root = -1};
	if (opts)
		c->opts = *opts;
	struct fl_carry_opts *o = &c->opts;
	o->file_max = o->file_max ? o->file_max : FILE_DEFAULT;
	o->bytes_max = o->bytes_max ? o->bytes_max : BYTES_DEFAULT;
	o->files_max = o->files_max ? o->files_max : FILES_DEFAULT;
	o->depth_max = o->depth_max ? o->depth_max : DEPTH_DEFAULT;
	fl_vec_init(&c->entries, sizeof(struct fl_carried), ENTRIES_MAX);
	c->root = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (c->root < 0)
		return fl_error_sys(err, FL_EMISSING, errno, "cannot open the directory %s", root);
	return 0;
}

void fl_carry_close(struct fl_carry *c)
{
	if (c->root >= 0)
		close(c->root);
	c->root = -1;
	fl_vec_release(&c->entries);
}

/* List what became of a name. Always returns `how`. */
static enum fl_carry_how note(
	struct fl_carry *c, struct fl_slice path, enum fl_carry_how how, uint64_t bytes)
{
	struct fl_carried *e = fl_vec_add(&c->entries);
	if (e)
		*e = (struct fl_carried){fl_arena_slice(c->arena, path), how, bytes};
	else
		c->unlisted++;
	if (how == FL_CARRY_TAKEN) {
		c->files++;
		c->bytes += bytes;
	} else if (how == FL_CARRY_LINK) {
		c->links++;
	} else {
		c->refused++;
		c->full = c->full || how == FL_CARRY_MUCH;
	}
	return how;
}

static enum fl_carry_how refusal_of_errno(void)
{
	return errno == EXDEV || errno == ELOOP ? FL_CARRY_OUTSIDE : FL_CARRY_UNREADABLE;
}

/* The name that a file or link gets inside. */
static int name_inside(const struct fl_carry *c, const char *name, char whole[static PATH_MAX],
	struct fl_error *err)
{
	const char *into = c->opts.into;
	int n = snprintf(whole, PATH_MAX, "%s%s%s", into ? into : "", into ? "/" : "", name);
	return n < PATH_MAX ? 0 : fl_error_set(err, FL_ELIMIT, "the name %.80s is too long", name);
}

static int send_file(const struct fl_carry *c, const char *name, int fd, const struct stat *st,
	struct fl_error *err)
{
	char whole[PATH_MAX];
	int rc = name_inside(c, name, whole, err);
	return rc ? rc : c->sink.file(c->sink.ctx, whole, fd, st, err);
}

/* What keeps an open file from being taken, or FL_CARRY_TAKEN. */
static enum fl_carry_how weigh(
	const struct fl_carry *c, int fd, const struct stat *st, unsigned allow)
{
	char head[HEAD_BYTES];
	if (!S_ISREG(st->st_mode))
		return FL_CARRY_SPECIAL;
	if (!(allow & FL_CARRY_PRIVATES) && !(st->st_mode & S_IROTH))
		return FL_CARRY_PRIVATE;
	if ((uint64_t)st->st_size > c->opts.file_max)
		return FL_CARRY_LARGE;
	if ((uint64_t)st->st_size > c->opts.bytes_max - c->bytes ||
		c->files + c->links >= c->opts.files_max)
		return FL_CARRY_MUCH;
	if (!c->opts.fits)
		return FL_CARRY_TAKEN;
	ssize_t n = pread(fd, head, sizeof(head), 0);
	if (n < 0)
		return FL_CARRY_UNREADABLE;
	return c->opts.fits(fl_slice(head, (size_t)n)) ? FL_CARRY_TAKEN : FL_CARRY_UNFIT;
}

/* Open for reading what is an ordinary file; nothing else is ever opened, as that has effects. */
static int open_file(int dir, const char *path, struct stat *st, enum fl_carry_how *ret_how)
{
	struct stat seen;
	int at = fl_beneath_open(dir, path, O_PATH);
	*ret_how = at < 0 || fstat(at, &seen) ? refusal_of_errno() : FL_CARRY_SPECIAL;
	int fd = -1;
	if (at >= 0 && S_ISREG(seen.st_mode)) {
		fd = fl_beneath_open(dir, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
		*ret_how = fd < 0 || fstat(fd, st) ? refusal_of_errno() : FL_CARRY_TAKEN;
		/* somebody put another in its place */
		if (*ret_how == FL_CARRY_TAKEN && !fl_same_file(st, &seen))
			*ret_how = FL_CARRY_UNREADABLE;
	}
	int sys = errno;
	if (at >= 0)
		close(at);
	errno = sys;
	return fd;
}

/* ---- a named file ---- */

/* Where a descriptor leads, by /proc. */
static bool name_of(int fd, char path[static PATH_MAX])
{
	char link[40];
	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, PATH_MAX - 1);
	path[n > 0 ? n : 0] = '\0';
	return n > 0 && path[0] == '/';
}

/*
 * The rules for names, on the file's true place beneath the root: a link's good name hides neither
 * a dot nor a closed directory.
 */
static enum fl_carry_how weigh_place(const struct fl_carry *c, int fd, unsigned allow)
{
	char root[PATH_MAX], path[PATH_MAX];
	struct stat st;
	if (!name_of(c->root, root) || !name_of(fd, path) || fstat(fd, &st))
		return FL_CARRY_UNREADABLE;
	bool open_to_others = !S_ISDIR(st.st_mode) || (st.st_mode & S_IXOTH);
	size_t n = strcmp(root, "/") == 0 ? 0 : strlen(root);
	if (strncmp(root, path, n) != 0 || path[n] != '/')
		return FL_CARRY_OUTSIDE; /* moved away meanwhile */
	for (char *part = path + n + 1, *slash; part; part = slash ? slash + 1 : NULL) {
		if (*part == '.' && !(allow & FL_CARRY_DOTFILES))
			return FL_CARRY_DOTFILE;
		slash = strchr(part, '/');
		if (!slash || (allow & FL_CARRY_PRIVATES))
			continue;
		*slash = '\0';
		bool closed = fstatat(c->root, path + n + 1, &st, AT_SYMLINK_NOFOLLOW) ||
			      !(st.st_mode & S_IXOTH);
		*slash = '/';
		if (closed)
			return FL_CARRY_PRIVATE;
	}
	return open_to_others || (allow & FL_CARRY_PRIVATES) ? FL_CARRY_TAKEN : FL_CARRY_PRIVATE;
}

static int refuse(const char *path, enum fl_carry_how how, struct fl_error *err)
{
	enum fl_code code = how == FL_CARRY_LARGE || how == FL_CARRY_MUCH ? FL_ELIMIT : FL_EREFUSED;
	return fl_error_set(err, code, "%s is not taken: %s", path, fl_carry_words[how]);
}

int fl_carry_file(struct fl_carry *c, const char *path, const char *name, unsigned allow,
	struct fl_error *err)
{
	struct stat st;
	enum fl_carry_how how;
	int fd = open_file(c->root, path, &st, &how);
	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR) && how == FL_CARRY_UNREADABLE)
		return fl_error_sys(err, FL_ENOTFOUND, errno, "%s", path);
	if (how == FL_CARRY_TAKEN)
		how = weigh_place(c, fd, allow);
	if (how == FL_CARRY_TAKEN)
		how = weigh(c, fd, &st, allow);
	int rc = how == FL_CARRY_TAKEN ? send_file(c, name ? name : path, fd, &st, err)
				       : refuse(path, how, err);
	if (fd >= 0)
		close(fd);
	if (rc == 0 || how != FL_CARRY_TAKEN)
		note(c, fl_slice_str(path), how, rc ? 0 : (uint64_t)st.st_size);
	return rc;
}

/* ---- trees ---- */

struct tree {
	struct fl_carry *c;
	unsigned allow;
	struct fl_error *err;
};

static int tree_walk(struct tree *t, int dir, const char *path, unsigned depth);

static bool is_wanted(const struct fl_carry *c, const char *path, mode_t mode)
{
	const char *const *s = S_ISDIR(mode) ? NULL : c->opts.suffixes;
	bool ends = !s;
	for (; s && *s && !ends; s++)
		ends = fl_slice_ends(fl_slice_str(path), *s);
	return ends && (!c->opts.wanted || c->opts.wanted(c->opts.ctx, path, mode));
}

static int tree_link(struct tree *t, int dir, const char *name, const char *path)
{
	struct fl_carry *c = t->c;
	char target[PATH_MAX];
	ssize_t n = readlinkat(dir, name, target, sizeof(target) - 1);
	enum fl_carry_how how = FL_CARRY_LINK;
	target[n > 0 ? n : 0] = '\0';
	int at = n > 0 ? fl_beneath_open(c->root, path, O_PATH) : -1;
	if (at < 0)
		how = n <= 0                                ? FL_CARRY_UNREADABLE
		      : errno == ENOENT && target[0] != '/' ? FL_CARRY_DANGLING
							    : FL_CARRY_OUTSIDE;
	else
		close(at);
	if (how == FL_CARRY_LINK && c->files + c->links >= c->opts.files_max)
		how = FL_CARRY_MUCH;
	if (how == FL_CARRY_LINK) {
		char whole[PATH_MAX];
		int rc = name_inside(c, path, whole, t->err);
		if (rc == 0)
			rc = c->sink.link(c->sink.ctx, whole, target, t->err);
		if (rc)
			return rc;
	}
	note(c, fl_slice_str(path), how, 0);
	return 0;
}

static int tree_file(struct tree *t, int dir, const char *name, const char *path)
{
	struct stat st;
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	enum fl_carry_how how =
		fd < 0 || fstat(fd, &st) ? FL_CARRY_UNREADABLE : weigh(t->c, fd, &st, t->allow);
	int rc = how == FL_CARRY_TAKEN ? send_file(t->c, path, fd, &st, t->err) : 0;
	if (fd >= 0)
		close(fd);
	if (rc == 0)
		note(t->c, fl_slice_str(path), how,
			how == FL_CARRY_TAKEN ? (uint64_t)st.st_size : 0);
	return rc;
}

static int tree_directory(
	struct tree *t, int dir, const char *name, const char *path, unsigned depth)
{
	struct stat st;
	enum fl_carry_how how = depth + 1 >= t->c->opts.depth_max ? FL_CARRY_DEEP : FL_CARRY_TAKEN;
	if (how == FL_CARRY_DEEP && t->c->opts.depth_max == 1)
		return 0; /* only the directory itself was asked for */
	int fd = -1;
	if (how == FL_CARRY_TAKEN)
		fd = openat(dir, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (how == FL_CARRY_TAKEN && (fd < 0 || fstat(fd, &st)))
		how = FL_CARRY_UNREADABLE;
	else if (how == FL_CARRY_TAKEN && !(t->allow & FL_CARRY_PRIVATES) &&
		 !(st.st_mode & S_IXOTH))
		how = FL_CARRY_PRIVATE;
	int rc = 0;
	if (how == FL_CARRY_TAKEN)
		rc = tree_walk(t, fd, path, depth + 1);
	else
		note(t->c, fl_slice_str(path), how, 0);
	if (fd >= 0)
		close(fd);
	return rc;
}

static int tree_entry(struct tree *t, int dir, const char *name, const char *above, unsigned depth)
{
	char path[PATH_MAX];
	struct stat st;
	int n = snprintf(path, sizeof(path), "%s%s%s", above, *above ? "/" : "", name);
	if (n >= (int)sizeof(path) || fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW)) {
		note(t->c, fl_slice_str(name), FL_CARRY_UNREADABLE, 0);
		return 0;
	}
	if (!is_wanted(t->c, path, st.st_mode))
		return 0;
	if (name[0] == '.' && !(t->allow & FL_CARRY_DOTFILES)) {
		note(t->c, fl_slice_str(path), FL_CARRY_DOTFILE, 0);
		return 0;
	}
	if (S_ISDIR(st.st_mode))
		return tree_directory(t, dir, name, path, depth);
	if (S_ISLNK(st.st_mode))
		return tree_link(t, dir, name, path);
	if (S_ISREG(st.st_mode))
		return tree_file(t, dir, name, path);
	note(t->c, fl_slice_str(path), FL_CARRY_SPECIAL, 0);
	return 0;
}

static int name_cmp(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The directory's names, sorted; each and the vector are the caller's to free. */
static int read_names(int dir, struct fl_vec *names, const char *path, struct fl_error *err)
{
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	if (!d) {
		int sys = errno;
		if (fd >= 0)
			close(fd);
		return fl_error_sys(err, FL_EIO, sys, "cannot read the directory %s", path);
	}
	fl_vec_init(names, sizeof(char *), NAMES_MAX);
	for (struct dirent *e; !names->failed && (e = readdir(d));) {
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		char **slot = fl_vec_add(names);
		if (slot && !(*slot = strdup(e->d_name)))
			names->failed = FL_ENOMEM;
	}
	closedir(d);
	if (names->len)
		qsort(names->data, names->len, sizeof(char *), name_cmp);
	return names->failed ? fl_error_set(err, (enum fl_code)names->failed,
				       "the directory %s has more than %d names", path, NAMES_MAX)
			     : 0;
}

static int tree_walk(struct tree *t, int dir, const char *path, unsigned depth)
{
	struct fl_vec names = {0};
	int rc = read_names(dir, &names, path, t->err);
	for (size_t i = 0; i < names.len; i++) {
		char *name = *(char **)fl_vec_at(&names, i);
		if (rc == 0 && !t->c->full)
			rc = tree_entry(t, dir, name, path, depth);
		free(name);
	}
	fl_vec_release(&names);
	return rc;
}

int fl_carry_tree(struct fl_carry *c, const char *path, unsigned allow, struct fl_error *err)
{
	struct tree t = {.c = c, .allow = allow, .err = err};
	int fd = fl_beneath_open(c->root, path, O_RDONLY | O_DIRECTORY);
	enum fl_carry_how how = fd < 0 ? refusal_of_errno() : FL_CARRY_TAKEN;
	if (how == FL_CARRY_UNREADABLE)
		return fl_error_sys(err, FL_ENOTFOUND, errno, "cannot read the directory %s", path);
	if (how == FL_CARRY_TAKEN && *path)
		how = weigh_place(c, fd, allow);
	int rc = how == FL_CARRY_TAKEN ? tree_walk(&t, fd, path, 0) : refuse(path, how, err);
	if (how != FL_CARRY_TAKEN)
		note(c, fl_slice_str(path), how, 0);
	if (fd >= 0)
		close(fd);
	return rc ? rc : fl_arena_error(c->arena, "what goes into the box", err);
}

/* ---- helpers ---- */

static const char *rest_of(const char *root, const char *path)
{
	size_t n = strlen(root);
	while (n && root[n - 1] == '/')
		n--;
	if (strncmp(root, path, n) != 0 || path[n] != '/')
		return NULL;
	path += n + strspn(path + n, "/");
	return *path ? path : NULL;
}

const char *fl_carry_root_of(const char *const *roots, const char *path, const char **ret_rest)
{
	for (; roots && *roots; roots++) {
		const char *rest = rest_of(*roots, path);
		char *real = rest ? NULL : realpath(*roots, NULL);
		if (real)
			rest = rest_of(real, path);
		free(real);
		if (rest) {
			*ret_rest = rest;
			return *roots;
		}
	}
	return NULL;
}

static int box_file(
	void *ctx, const char *name, int fd, const struct stat *st, struct fl_error *err)
{
	return fl_box_put_fd(ctx, name, fd, (uint64_t)st->st_size, st->st_mode & 0777, err);
}

static int box_link(void *ctx, const char *name, const char *target, struct fl_error *err)
{
	return fl_box_link(ctx, name, target, err);
}

struct fl_carry_sink fl_carry_to_box(struct fl_box *box)
{
	return (struct fl_carry_sink){.ctx = box, .file = box_file, .link = box_link};
}

bool fl_carry_is_elf(struct fl_slice head)
{
	return fl_slice_starts(head, "\177ELF");
}
