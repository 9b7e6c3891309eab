#include "datasets/corpus/corpus.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/beneath.h"
#include "base/path.h"
#include "base/source_name.h"
#include "datasets/corpus/corpus_priv.h"

static const char *const refusal_words[] = {
#define X(id, name, doc) [DS_REFUSAL_##id] = name,
	DS_REFUSALS(X)
#undef X
};
const struct fl_names ds_refusal_names = {"refusal", refusal_words, DS_REFUSAL_COUNT};

void ds_corpus_init(struct ds_corpus *c, struct fl_arena *arena)
{
	*c = (struct ds_corpus){.arena = arena};
	fl_vec_init(&c->programs, sizeof(struct ds_program), DS_CORPUS_ENTRIES_MAX);
	fl_vec_init(&c->refusals, sizeof(struct ds_refusal), DS_CORPUS_ENTRIES_MAX);
}

void ds_corpus_release(struct ds_corpus *c)
{
	fl_seen_release(&c->seen);
	fl_vec_release(&c->programs);
	fl_vec_release(&c->refusals);
}

int ds_refuse(struct ds_refusal *ret_why, enum ds_refusal_reason reason, struct fl_slice detail)
{
	ret_why->reason = (int)reason;
	ret_why->detail = detail;
	return DS_REFUSED;
}

int ds_corpus_refuse(const struct ds_dir *d, struct fl_slice path, const struct ds_refusal *why,
	struct fl_error *err)
{
	struct ds_corpus *c = d->corpus;
	struct ds_refusal *r = fl_vec_add(&c->refusals);
	if (!r)
		return fl_error_set(
			err, c->refusals.failed, "too much in the corpus is no program");
	r->path = fl_arena_printf(c->arena, "%.*s%.*s", FL_ARG(d->path), FL_ARG(path));
	r->reason = why->reason;
	r->detail = fl_arena_slice(c->arena, why->detail);
	return fl_arena_error(c->arena, "the corpus", err);
}

/* What is none is told apart from what cannot be read. */
static int open_regular(int dir, const char *path, struct ds_refusal *ret_why, int *ret_fd)
{
	int fd = fl_beneath_regular(dir, path);
	if (fd < 0 && errno == ENOTSUP)
		return ds_refuse(ret_why, DS_REFUSAL_NOT_A_FILE, fl_slice_str(""));
	if (fd < 0)
		return ds_refuse(
			ret_why, DS_REFUSAL_UNREADABLE, fl_slice_str(strerrordesc_np(errno)));
	*ret_fd = fd;
	return 0;
}

int ds_corpus_read(const struct ds_dir *d, struct fl_slice path, struct fl_slice *ret_text,
	struct ds_refusal *ret_why, struct fl_error *err)
{
	struct fl_slice name = fl_arena_slice(d->corpus->arena, path);
	int fd, rc = fl_arena_error(d->corpus->arena, "the corpus", err);
	if (rc == 0 && !fl_path_is_straight(path))
		return ds_refuse(ret_why, DS_REFUSAL_BAD_MANIFEST,
			fl_slice_str("a path is not relative and plain"));
	if (rc == 0)
		rc = open_regular(d->fd, name.ptr, ret_why, &fd);
	if (rc)
		return rc;
	struct fl_buf b;
	fl_buf_init(&b, DS_CORPUS_FILE_MAX);
	rc = fl_buf_read_fd(&b, fd, NULL);
	close(fd);
	if (rc == FL_ELIMIT) {
		rc = ds_refuse(ret_why, DS_REFUSAL_TOO_LARGE, fl_slice_str("more than 1 MiB"));
	} else if (rc == FL_EIO) {
		rc = ds_refuse(ret_why, DS_REFUSAL_UNREADABLE, fl_slice_str("a read failed"));
	} else if (rc) {
		fl_error_set(err, FL_ENOMEM, "out of memory for the corpus");
	} else {
		*ret_text = fl_arena_slice(d->corpus->arena, fl_buf_view(&b));
		rc = fl_arena_error(d->corpus->arena, "the corpus", err);
	}
	fl_buf_release(&b);
	return rc;
}

static int name_cmp(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

int ds_dir_names(const struct ds_dir *d, struct fl_list *ret_names, struct fl_error *err)
{
	struct fl_vec names;
	int fd = openat(d->fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		int sys = errno;
		if (fd >= 0)
			close(fd);
		return fl_error_sys(err, FL_EIO, sys, "cannot read a directory");
	}
	fl_vec_init(&names, sizeof(struct fl_slice), DS_CORPUS_ENTRIES_MAX);
	for (struct dirent *e; (e = readdir(dir)) && !names.failed;) {
		struct fl_slice *s = e->d_name[0] == '.' ? NULL : fl_vec_add(&names);
		if (s)
			*s = fl_arena_slice(d->corpus->arena, fl_slice_str(e->d_name));
	}
	closedir(dir);
	if (names.len)
		qsort(names.data, names.len, sizeof(struct fl_slice), name_cmp);
	if (names.failed) {
		fl_vec_release(&names);
		return fl_error_set(err, FL_ELIMIT, "a directory of the corpus is too large");
	}
	*ret_names = fl_vec_freeze(&names, d->corpus->arena);
	return fl_arena_error(d->corpus->arena, "the corpus", err);
}

/* The directory above: "x/y/" -> "x/". It is one of those that were walked to come here. */
static int open_above(const struct ds_dir *d, struct ds_dir *ret_above, struct fl_error *err)
{
	struct fl_slice path = fl_slice_head(d->path, d->path.len - 1);
	path = fl_slice_head(path, (size_t)(fl_slice_rchr(path, '/') + 1));
	const char *last;
	struct fl_slice name = fl_arena_printf(d->corpus->arena, "%.*s.", FL_ARG(path));
	int rc = fl_arena_error(d->corpus->arena, "the corpus", err);
	int fd = rc ? -1 : fl_beneath_parent(d->root, name.ptr, &last);
	if (rc == 0 && fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read a directory of the corpus");
	*ret_above = (struct ds_dir){.corpus = d->corpus, .root = d->root, .fd = fd, .path = path};
	return rc;
}

/*
 * A source file that is a program of its own; of a directory above, when it includes files from
 * there.
 */
static int add_file(const struct ds_dir *d, struct fl_slice name, struct fl_error *err)
{
	const struct fl_list none = {0};
	if (d->corpus->only_projects)
		return 0;
	struct fl_slice *sources = fl_arena_alloc(d->corpus->arena, sizeof(*sources));
	if (!sources)
		return fl_arena_error(d->corpus->arena, "the corpus", err);
	sources[0] = name;
	struct ds_program p = {.program = {.name = name, .sources = {sources, 1}}};
	p.program.mutate = p.program.sources;
	int rc = ds_corpus_complete(d, &p, &none, err);
	if (rc != DS_RAISED)
		return rc;
	struct ds_dir above;
	rc = open_above(d, &above, err);
	if (rc)
		return rc;
	struct fl_slice from = fl_slice_skip(d->path, above.path.len);
	rc = add_file(&above,
		fl_arena_printf(d->corpus->arena, "%.*s%.*s", FL_ARG(from), FL_ARG(name)), err);
	close(above.fd);
	return rc;
}

static int add_dir(const struct ds_dir *d, unsigned level, struct fl_error *err);

static int add_subdir(
	const struct ds_dir *d, struct fl_slice name, unsigned level, struct fl_error *err)
{
	struct ds_refusal why;
	struct ds_dir sub = {.corpus = d->corpus, .root = d->root};
	if (level == DS_CORPUS_LEVELS_MAX) {
		ds_refuse(&why, DS_REFUSAL_TOO_LARGE, fl_slice_str("too many levels"));
		return ds_corpus_refuse(d, name, &why, err);
	}
	sub.fd = openat(d->fd, name.ptr, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (sub.fd < 0) {
		ds_refuse(&why, DS_REFUSAL_UNREADABLE, fl_slice_str(strerrordesc_np(errno)));
		return ds_corpus_refuse(d, name, &why, err);
	}
	sub.path = fl_arena_printf(d->corpus->arena, "%.*s%.*s/", FL_ARG(d->path), FL_ARG(name));
	int rc = fl_arena_error(d->corpus->arena, "the corpus", err);
	if (rc == 0)
		rc = add_dir(&sub, level + 1, err);
	close(sub.fd);
	return rc;
}

static int add_dir(const struct ds_dir *d, unsigned level, struct fl_error *err)
{
	struct stat st;
	struct fl_list names;
	bool cxx;
	if (fstatat(d->fd, DS_CORPUS_MANIFEST, &st, AT_SYMLINK_NOFOLLOW) == 0)
		return ds_corpus_manifest(d, err);
	int rc = ds_dir_names(d, &names, err);
	for (size_t i = 0; rc == 0 && i < names.len; i++) {
		struct fl_slice name = tg_text_at(&names, i);
		if (fstatat(d->fd, name.ptr, &st, AT_SYMLINK_NOFOLLOW))
			continue; /* it went away meanwhile */
		if (S_ISDIR(st.st_mode))
			rc = add_subdir(d, name, level, err);
		else if (fl_source_is_unit(name, &cxx))
			rc = add_file(d, name, err);
	}
	return rc;
}

/* A file given by name: its directory is the corpus, of which only this file is read. */
static int add_single(struct ds_corpus *c, const char *path, struct fl_error *err)
{
	bool cxx;
	const char *slash = strrchr(path, '/');
	if (!fl_source_is_unit(fl_slice_str(path), &cxx))
		return fl_error_set(err, FL_EINVAL,
			"%s is no directory and no source of C or C++ by its name", path);
	char *parent = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	if (!parent)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	int fd = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	free(parent);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot open the directory of %s", path);
	const struct ds_dir d = {.corpus = c, .root = fd, .fd = fd};
	struct fl_slice name = fl_arena_slice(c->arena, fl_slice_str(slash ? slash + 1 : path));
	int rc = fl_arena_error(c->arena, "the corpus", err);
	if (rc == 0)
		rc = add_file(&d, name, err);
	close(fd);
	return rc;
}

int ds_corpus_add(struct ds_corpus *c, const char *path, struct fl_error *err)
{
	struct stat st;
	if (stat(path, &st))
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", path);
	if (!S_ISDIR(st.st_mode))
		return add_single(c, path, err);
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return fl_error_sys(err, FL_EIO, errno, "cannot read %s", path);
	const struct ds_dir d = {.corpus = c, .root = fd, .fd = fd};
	int rc = add_dir(&d, 0, err);
	close(fd);
	return rc;
}
