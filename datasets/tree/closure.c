#include "datasets/tree/closure.h"

#include <stdio.h>
#include <unistd.h>

#include "base/path.h"
#include "base/source_name.h"
#include "tracegen/program.h"

enum { GUESSES_MAX = 4 * DS_TREE_LEVELS_MAX, NAME_BYTES = 400 };

struct closure {
	struct ds_tree *tree;
	struct fl_slice path; /* of the file itself, which is in no list */
	struct fl_vec files; /* struct tg_file */
	struct fl_vec dirs; /* struct fl_slice */
	struct fl_vec guesses; /* struct fl_slice: directories that are tried */
	size_t bytes;
	struct fl_arena *arena;
};

/* Where the compilers of the toolchain look by themselves. */
static const char *const system_dirs[] = {"/usr/include", "/usr/include/x86_64-linux-gnu",
	"/usr/include/c++/12", "/usr/lib/gcc/x86_64-linux-gnu/12/include",
	"/usr/lib/llvm-19/lib/clang/19/include"};

static bool is_of_system(struct fl_slice name)
{
	char path[NAME_BYTES + 64];
	for (size_t i = 0; i < sizeof(system_dirs) / sizeof(system_dirs[0]); i++) {
		snprintf(path, sizeof(path), "%s/%.*s", system_dirs[i], FL_ARG(name));
		if (access(path, R_OK) == 0)
			return true;
	}
	return false;
}

/* dir/name, straight; empty when it leaves the tree or cannot be told to a compiler. */
static struct fl_slice join(struct closure *c, struct fl_slice dir, struct fl_slice name)
{
	bool leaves = false;
	struct fl_slice path = fl_path_straight(c->arena,
		fl_arena_printf(c->arena, "%.*s/%.*s", FL_ARG(dir), FL_ARG(name)), &leaves);
	return leaves || !ds_tree_is_plain(path) ? fl_slice(NULL, 0) : path;
}

static bool is_there(const struct closure *c, struct fl_slice path)
{
	if (fl_slice_eq(path, c->path))
		return true;
	for (size_t i = 0; i < c->files.len; i++)
		if (fl_slice_eq(((const struct tg_file *)fl_vec_at(&c->files, i))->path, path))
			return true;
	return false;
}

/* Is there a file of that path? It is one of the closure from now on. */
static int take(struct closure *c, struct fl_slice path, struct fl_error *err)
{
	struct fl_slice text = {0};
	if (!path.len || is_there(c, path))
		return path.len ? DS_TREE_FOUND : DS_TREE_ABSENT;
	int rc = ds_tree_read(c->tree, path, c->arena, &text, err);
	if (rc == DS_TREE_LARGE)
		return fl_error_set(err, FL_ELIMIT, "a header has more than 1 MiB");
	if (rc != DS_TREE_FOUND)
		return rc;
	struct tg_file *f = fl_vec_add(&c->files);
	c->bytes += text.len;
	if (!f || c->bytes > DS_CLOSURE_BYTES_MAX)
		return fl_error_set(err, FL_ELIMIT, "it includes more than %d %s",
			f ? DS_CLOSURE_BYTES_MAX >> 20 : DS_CLOSURE_FILES_MAX,
			f ? "MiB" : "headers");
	*f = (struct tg_file){path, text};
	return DS_TREE_FOUND;
}

/* From here on -I names the directory. */
static int bring(struct closure *c, struct fl_slice dir, struct fl_error *err)
{
	dir = dir.len ? dir : FL_S(".");
	for (size_t i = 0; i < c->dirs.len; i++)
		if (fl_slice_eq(*(const struct fl_slice *)fl_vec_at(&c->dirs, i), dir))
			return DS_TREE_FOUND;
	struct fl_slice *slot = fl_vec_add(&c->dirs);
	if (!slot)
		return fl_error_set(err, FL_ELIMIT, "its headers stand in more than %d directories",
			DS_CLOSURE_DIRS_MAX);
	*slot = dir;
	return DS_TREE_FOUND;
}

/* In a list of directories, the first that has it. */
static int search(struct closure *c, const struct fl_vec *dirs, struct fl_slice name,
	struct fl_slice *ret_dir, struct fl_error *err)
{
	int rc = DS_TREE_ABSENT;
	for (size_t i = 0; rc == DS_TREE_ABSENT && i < dirs->len; i++) {
		*ret_dir = *(const struct fl_slice *)fl_vec_at(dirs, i);
		rc = take(c, join(c, *ret_dir, name), err);
	}
	return rc;
}

/* Anywhere in the tree: then its directory is what stands before the name. */
static int search_all(
	struct closure *c, struct fl_slice name, struct fl_slice *ret_dir, struct fl_error *err)
{
	struct fl_slice path = {0};
	if (!fl_path_is_straight(name))
		return DS_TREE_ABSENT;
	int rc = ds_tree_only(c->tree, name, &path, err);
	if (rc != DS_TREE_FOUND)
		return rc;
	*ret_dir = fl_slice_head(path, path.len - name.len - (path.len > name.len));
	return take(c, ds_tree_is_plain(path) ? path : fl_slice(NULL, 0), err);
}

static int resolve(struct closure *c, struct fl_slice from, struct fl_slice name, bool quoted,
	struct fl_error *err)
{
	struct fl_slice dir = {0};
	if (name.len > NAME_BYTES || fl_slice_starts(name, "/"))
		return 0;
	int rc = quoted ? take(c, join(c, fl_path_directory(from), name), err) : DS_TREE_ABSENT;
	/* What goes up from a directory of -I needs that directory, which the record may not have. */
	if (rc == DS_TREE_ABSENT &&
		(fl_slice_find(name, "..") >= 0 || (!quoted && is_of_system(name))))
		return 0;
	if (rc == DS_TREE_ABSENT)
		rc = search(c, &c->dirs, name, &dir, err);
	if (rc != DS_TREE_ABSENT)
		return rc < 0 ? rc : 0;
	rc = search(c, &c->guesses, name, &dir, err);
	rc = rc == DS_TREE_ABSENT ? search_all(c, name, &dir, err) : rc;
	rc = rc == DS_TREE_FOUND ? bring(c, dir, err) : rc;
	return rc < 0 ? rc : 0;
}

static int scan(struct closure *c, struct fl_slice path, struct fl_slice text, struct fl_error *err)
{
	struct fl_slice line;
	int rc = 0;
	while (rc == 0 && fl_slice_line(&text, &line)) {
		bool quoted = false;
		struct fl_slice name = fl_source_included(line, &quoted);
		if (name.len)
			rc = resolve(c, path, name, quoted, err);
	}
	return rc;
}

static void guess(struct closure *c)
{
	static const char *const below[] = {"", "/include", "/inc", "/src"};
	struct fl_slice dir = c->path;
	do {
		dir = fl_path_directory(dir);
		for (size_t i = 0; i < sizeof(below) / sizeof(below[0]); i++) {
			struct fl_slice *slot = fl_vec_add(&c->guesses);
			if (slot)
				*slot = fl_path_straight(c->arena,
					fl_arena_printf(c->arena, "%.*s%s", FL_ARG(dir), below[i]),
					NULL);
		}
	} while (dir.len);
}

int ds_closure(struct ds_tree *t, struct fl_slice path, const struct fl_slice *texts, size_t count,
	struct fl_arena *a, struct ds_closure *ret_closure, struct fl_error *err)
{
	struct closure c = {.tree = t, .path = path, .arena = a};
	int rc = 0;
	fl_vec_init(&c.files, sizeof(struct tg_file), DS_CLOSURE_FILES_MAX);
	fl_vec_init(&c.dirs, sizeof(struct fl_slice), DS_CLOSURE_DIRS_MAX);
	fl_vec_init(&c.guesses, sizeof(struct fl_slice), GUESSES_MAX);
	guess(&c);
	for (size_t i = 0; rc == 0 && i < count; i++)
		rc = scan(&c, path, texts[i], err);
	/* The list grows while it is read, until nothing new is included. */
	for (size_t i = 0; rc == 0 && i < c.files.len; i++) {
		const struct tg_file f = *(const struct tg_file *)fl_vec_at(&c.files, i);
		rc = scan(&c, f.path, f.content, err);
	}
	if (rc == 0) {
		ret_closure->files = fl_vec_freeze(&c.files, a);
		ret_closure->dirs = fl_vec_freeze(&c.dirs, a);
		rc = fl_arena_error(a, "the headers", err);
	}
	fl_vec_release(&c.files);
	fl_vec_release(&c.dirs);
	fl_vec_release(&c.guesses);
	return rc;
}
