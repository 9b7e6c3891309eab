#include "datasets/import/git/git.h"

#include <git2.h>
#include <git2/sys/repository.h>
#include <stdlib.h>

#include "datasets/import/git/git_dir.h"
#include "datasets/import/git/git_loose.h"

struct ds_git {
	struct fl_arena arena;
	struct ds_git_dir dir;
	git_odb *objects;
	git_repository *repository; /* of the objects alone */
};

/* What libgit2 says of its last failure. */
static int refuse(struct fl_error *err, enum fl_code code, const char *what)
{
	const git_error *e = git_error_last();
	if (e && e->klass == GIT_ERROR_NOMEMORY)
		code = FL_EHOST;
	return fl_error_set(err, code, "%s: %s", what, e && e->message ? e->message : "it fails");
}

/* ---- opening ---- */

/* Nothing of this machine's configuration either: the same repository gives the same rows. */
static int start(struct fl_error *err)
{
	static const int levels[] = {GIT_CONFIG_LEVEL_PROGRAMDATA, GIT_CONFIG_LEVEL_SYSTEM,
		GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL};
	bool ok = git_libgit2_init() > 0;
	for (size_t i = 0; ok && i < sizeof(levels) / sizeof(levels[0]); i++)
		ok = git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], "") == 0;
	ok = ok && git_libgit2_opts(
			   GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_TREE, (size_t)1 << 20) == 0;
	return ok ? 0 : refuse(err, FL_EMISSING, "libgit2 does not start");
}

/* Packs and loose objects, and what refers to neither. */
static int open_objects(struct ds_git *g, struct fl_error *err)
{
	git_odb_backend *packs = NULL, *loose = NULL;
	struct fl_slice path = fl_arena_printf(&g->arena, "%.*s/objects", FL_ARG(g->dir.path));
	int rc = fl_arena_error(&g->arena, "the repository", err);
	if (rc)
		return rc;
	bool ok = git_odb_new(&g->objects) == 0;
	rc = ok ? ds_git_loose_new(path.ptr, &loose, err) : 0;
	if (rc)
		return rc;
	if (ok && git_odb_add_backend(g->objects, loose, 2)) {
		loose->free(loose);
		ok = false;
	}
	ok = ok && git_odb_backend_pack(&packs, path.ptr) == 0 &&
	     git_odb_add_backend(g->objects, packs, 1) == 0 &&
	     git_repository_wrap_odb(&g->repository, g->objects) == 0;
	return ok ? 0 : refuse(err, FL_EINVAL, "cannot read its objects");
}

int ds_git_open(const char *dir, struct ds_git **ret_git, struct fl_error *err)
{
	enum { ARENA_MAX = 128 << 20 };
	struct ds_git *g = calloc(1, sizeof(*g));
	if (!g)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a repository");
	fl_arena_init(&g->arena, ARENA_MAX);
	int rc = ds_git_dir_read(dir, &g->arena, &g->dir, err);
	if (rc) {
		fl_arena_release(&g->arena);
		free(g);
		return rc;
	}
	rc = start(err);
	rc = rc ? rc : open_objects(g, err);
	if (rc)
		ds_git_close(g);
	else
		*ret_git = g;
	return rc;
}

void ds_git_close(struct ds_git *g)
{
	if (!g)
		return;
	git_repository_free(g->repository);
	git_odb_free(g->objects);
	git_libgit2_shutdown();
	fl_arena_release(&g->arena);
	free(g);
}

struct fl_slice ds_git_name(const struct ds_git *g, struct fl_arena *a)
{
	return fl_arena_slice(a, g->dir.name);
}

struct fl_slice ds_git_hex(const struct ds_git_id *id, struct fl_arena *a)
{
	char hex[2 * sizeof(id->bytes) + 1];
	git_oid oid;
	git_oid_fromraw(&oid, id->bytes);
	git_oid_tostr(hex, sizeof(hex), &oid);
	return fl_arena_slice(a, fl_slice_str(hex));
}

static struct ds_git_id id_of(const git_oid *oid)
{
	struct ds_git_id id;
	memcpy(id.bytes, oid->id, sizeof(id.bytes));
	return id;
}

/* Is the object of that kind, and of a size that may be read? LARGE, FOUND or a code. */
static int measure(const struct ds_git *g, const git_oid *oid, git_object_t kind, size_t most,
	struct fl_error *err)
{
	size_t len = 0;
	git_object_t is;
	if (git_odb_read_header(&len, &is, g->objects, oid))
		return refuse(err, FL_EPARSE, "an object cannot be read");
	if (is != kind)
		return fl_error_set(err, FL_EPARSE, "an object is not what it is referred to as");
	return len > most ? DS_TREE_LARGE : DS_TREE_FOUND;
}

/* The same of what is no file. */
static int measure_part(
	const struct ds_git *g, const git_oid *oid, git_object_t kind, struct fl_error *err)
{
	int rc = measure(g, oid, kind, DS_GIT_OBJECT_MAX, err);
	if (rc == DS_TREE_LARGE)
		return fl_error_set(err, FL_ELIMIT, "a commit or tree has more than %d MiB",
			DS_GIT_OBJECT_MAX >> 20);
	return rc < 0 ? rc : 0;
}

/* ---- commits ---- */

static int commit_at(
	const struct ds_git *g, const git_oid *oid, git_commit **ret, struct fl_error *err)
{
	int rc = measure_part(g, oid, GIT_OBJECT_COMMIT, err);
	if (rc == 0 && git_commit_lookup(ret, g->repository, oid))
		rc = refuse(err, FL_EPARSE, "a commit cannot be read");
	return rc;
}

static int add_commit(const struct ds_git *g, const git_oid *oid, int64_t since, struct fl_vec *ids,
	struct fl_error *err)
{
	git_commit *c;
	int rc = commit_at(g, oid, &c, err);
	if (rc)
		return rc;
	bool old = git_commit_time(c) < since;
	git_commit_free(c);
	struct ds_git_id *slot = old ? NULL : fl_vec_add(ids);
	if (slot)
		*slot = id_of(oid);
	return ids->failed ? fl_error_set(err, FL_ELIMIT, "it has more than %d commits",
				     DS_GIT_COMMITS_MAX)
			   : 0;
}

static void turn_round(struct fl_vec *ids)
{
	for (size_t i = 0; i < ids->len / 2; i++) {
		struct ds_git_id *x = fl_vec_at(ids, i), *y = fl_vec_at(ids, ids->len - 1 - i);
		struct ds_git_id kept = *x;
		*x = *y;
		*y = kept;
	}
}

int ds_git_history(const struct ds_git *g, size_t most, int64_t since, struct fl_vec *ids,
	struct fl_error *err)
{
	git_revwalk *walk = NULL;
	git_oid oid;
	int rc = 0, got = 0;
	if (!g->dir.head.len)
		return 0;
	if (git_oid_fromstrn(&oid, g->dir.head.ptr, g->dir.head.len) ||
		git_revwalk_new(&walk, g->repository) ||
		git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL | GIT_SORT_TIME) ||
		git_revwalk_push(walk, &oid))
		rc = refuse(err, FL_EPARSE, "its history cannot be read");
	while (rc == 0 && (!most || ids->len < most) && (got = git_revwalk_next(&oid, walk)) == 0)
		rc = add_commit(g, &oid, since, ids, err);
	if (rc == 0 && got && got != GIT_ITEROVER)
		rc = refuse(err, FL_EPARSE,
			"its history is not whole (a shallow clone? git fetch --unshallow)");
	git_revwalk_free(walk);
	turn_round(ids);
	return rc;
}

int ds_git_commit(const struct ds_git *g, const struct ds_git_id *id, struct fl_arena *a,
	struct ds_git_commit *ret_commit, struct fl_error *err)
{
	git_oid oid;
	git_commit *c;
	git_oid_fromraw(&oid, id->bytes);
	int rc = commit_at(g, &oid, &c, err);
	if (rc)
		return rc;
	struct ds_git_commit out = {.tree = id_of(git_commit_tree_id(c)),
		.parents = git_commit_parentcount(c),
		.message = fl_arena_slice(a, fl_slice_str(git_commit_message(c)))};
	if (out.parents)
		out.parent = id_of(git_commit_parent_id(c, 0));
	git_commit_free(c);
	rc = fl_arena_error(a, "a commit", err);
	if (rc == 0)
		*ret_commit = out;
	return rc;
}

/* ---- trees ---- */

static int tree_at(const struct ds_git *g, const git_oid *oid, git_tree **ret, struct fl_error *err)
{
	int rc = measure_part(g, oid, GIT_OBJECT_TREE, err);
	if (rc == 0 && git_tree_lookup(ret, g->repository, oid))
		rc = refuse(err, FL_EPARSE, "a tree cannot be read");
	return rc;
}

static bool is_file(const git_tree_entry *e)
{
	git_filemode_t mode = git_tree_entry_filemode(e);
	return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

static bool is_tree(const git_tree_entry *e)
{
	return git_tree_entry_filemode(e) == GIT_FILEMODE_TREE;
}

static struct fl_slice path_of(struct fl_arena *a, struct fl_slice dir, const git_tree_entry *e)
{
	return fl_arena_printf(
		a, "%.*s%s%s", FL_ARG(dir), dir.len ? "/" : "", git_tree_entry_name(e));
}

struct comparison {
	const struct ds_git *git;
	struct fl_arena *arena;
	struct fl_vec changes;
	size_t count, most;
};

static int compare_trees(struct comparison *c, const git_oid *before, const git_oid *after,
	struct fl_slice dir, unsigned level, struct fl_error *err);

/* Two entries of one name, or one of them: NULL for the other. */
static int compare_entries(struct comparison *c, const git_tree_entry *before,
	const git_tree_entry *after, struct fl_slice dir, unsigned level, struct fl_error *err)
{
	if (before && after && git_oid_equal(git_tree_entry_id(before), git_tree_entry_id(after)))
		return 0; /* a change of its mode is none */
	struct fl_slice path = path_of(c->arena, dir, before ? before : after);
	bool trees = (before && is_tree(before)) || (after && is_tree(after));
	if (trees && level < DS_TREE_LEVELS_MAX)
		return compare_trees(c,
			before && is_tree(before) ? git_tree_entry_id(before) : NULL,
			after && is_tree(after) ? git_tree_entry_id(after) : NULL, path, level + 1,
			err);
	c->count++;
	if (c->count > c->most || !before || !after || !is_file(before) || !is_file(after))
		return 0;
	struct ds_git_change *slot = fl_vec_add(&c->changes);
	if (!slot)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a commit");
	*slot = (struct ds_git_change){
		path, id_of(git_tree_entry_id(before)), id_of(git_tree_entry_id(after))};
	return 0;
}

/* Below zero: x comes first; one that is not there comes last. */
static int order_of(const git_tree_entry *x, const git_tree_entry *y)
{
	return !x ? 1 : !y ? -1 : git_tree_entry_cmp(x, y);
}

static int compare_lists(struct comparison *c, const git_tree *before, const git_tree *after,
	struct fl_slice dir, unsigned level, struct fl_error *err)
{
	size_t i = 0, k = 0, n = before ? git_tree_entrycount(before) : 0,
	       m = after ? git_tree_entrycount(after) : 0;
	int rc = 0;
	while (rc == 0 && c->count <= c->most && (i < n || k < m)) {
		const git_tree_entry *x = i < n ? git_tree_entry_byindex(before, i) : NULL;
		const git_tree_entry *y = k < m ? git_tree_entry_byindex(after, k) : NULL;
		int order = order_of(x, y);
		rc = compare_entries(
			c, order <= 0 ? x : NULL, order >= 0 ? y : NULL, dir, level, err);
		i += order <= 0;
		k += order >= 0;
	}
	return rc;
}

static int compare_trees(struct comparison *c, const git_oid *before, const git_oid *after,
	struct fl_slice dir, unsigned level, struct fl_error *err)
{
	git_tree *x = NULL, *y = NULL;
	int rc = before ? tree_at(c->git, before, &x, err) : 0;
	rc = rc || !after ? rc : tree_at(c->git, after, &y, err);
	rc = rc ? rc : compare_lists(c, x, y, dir, level, err);
	git_tree_free(x);
	git_tree_free(y);
	return rc;
}

int ds_git_changes(const struct ds_git *g, const struct ds_git_id *before,
	const struct ds_git_id *after, size_t most, struct fl_arena *a, struct fl_list *ret_changes,
	size_t *ret_count, struct fl_error *err)
{
	struct comparison c = {.git = g, .arena = a, .most = most};
	git_oid x, y;
	git_oid_fromraw(&x, before->bytes);
	git_oid_fromraw(&y, after->bytes);
	fl_vec_init(&c.changes, sizeof(struct ds_git_change), most + 1);
	int rc = compare_trees(&c, &x, &y, fl_slice(NULL, 0), 1, err);
	struct fl_list list = fl_vec_freeze(&c.changes, a);
	fl_vec_release(&c.changes);
	rc = rc ? rc : fl_arena_error(a, "a commit", err);
	if (rc == 0) {
		*ret_changes = list;
		*ret_count = c.count;
	}
	return rc;
}

int ds_git_text(const struct ds_git *g, const struct ds_git_id *id, size_t most, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	git_odb_object *o = NULL;
	git_oid oid;
	git_oid_fromraw(&oid, id->bytes);
	int rc = measure(g, &oid, GIT_OBJECT_BLOB, most, err);
	if (rc != DS_TREE_FOUND)
		return rc;
	if (git_odb_read(&o, g->objects, &oid))
		return refuse(err, FL_EPARSE, "a file cannot be read");
	*ret_text = fl_arena_slice(a, fl_slice(git_odb_object_data(o), git_odb_object_size(o)));
	git_odb_object_free(o);
	rc = fl_arena_error(a, "a file", err);
	return rc ? rc : DS_TREE_FOUND;
}

/* ---- one tree ---- */

struct blob {
	struct fl_slice path;
	struct ds_git_id id;
};

struct git_side {
	struct ds_tree tree;
	struct ds_git *git;
	struct ds_git_id id;
	struct fl_vec blobs; /* struct blob, by path once they are listed */
};

static int list_tree(struct git_side *s, const git_oid *oid, struct fl_slice dir, unsigned level,
	struct fl_arena *a, struct fl_error *err)
{
	git_tree *t = NULL;
	int rc = tree_at(s->git, oid, &t, err);
	for (size_t i = 0; rc == 0 && i < git_tree_entrycount(t) && !s->blobs.failed; i++) {
		const git_tree_entry *e = git_tree_entry_byindex(t, i);
		struct fl_slice path = path_of(a, dir, e);
		struct blob *slot = is_file(e) ? fl_vec_add(&s->blobs) : NULL;
		if (slot)
			*slot = (struct blob){path, id_of(git_tree_entry_id(e))};
		if (is_tree(e) && level < DS_TREE_LEVELS_MAX)
			rc = list_tree(s, git_tree_entry_id(e), path, level + 1, a, err);
	}
	git_tree_free(t);
	return rc ? rc : fl_arena_error(a, "a tree", err);
}

static int by_path(const void *x, const void *y)
{
	return fl_slice_cmp(((const struct blob *)x)->path, ((const struct blob *)y)->path);
}

static int side_list(
	struct ds_tree *t, struct fl_arena *a, struct fl_vec *paths, struct fl_error *err)
{
	struct git_side *s = (struct git_side *)t;
	git_oid oid;
	git_oid_fromraw(&oid, s->id.bytes);
	int rc = list_tree(s, &oid, fl_slice(NULL, 0), 1, a, err);
	if (rc == 0 && s->blobs.failed)
		rc = fl_error_set(
			err, FL_ELIMIT, "a tree has more than %d files", DS_TREE_FILES_MAX);
	if (s->blobs.len)
		qsort(s->blobs.data, s->blobs.len, sizeof(struct blob), by_path);
	for (size_t i = 0; rc == 0 && i < s->blobs.len; i++) {
		struct fl_slice *slot = fl_vec_add(paths);
		if (slot)
			*slot = ((const struct blob *)fl_vec_at(&s->blobs, i))->path;
	}
	return rc;
}

static int side_read(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	struct git_side *s = (struct git_side *)t;
	const struct blob key = {.path = path};
	const struct blob *found =
		s->blobs.len ? bsearch(&key, s->blobs.data, s->blobs.len, sizeof(key), by_path)
			     : NULL;
	return found ? ds_git_text(s->git, &found->id, DS_TREE_FILE_MAX, a, ret_text, err)
		     : DS_TREE_ABSENT;
}

static void side_close(struct ds_tree *t)
{
	struct git_side *s = (struct git_side *)t;
	fl_vec_release(&s->blobs);
	free(s);
}

static const struct ds_tree_ops ops = {side_read, side_list, side_close, NULL};

int ds_git_tree(struct ds_git *g, const struct ds_git_id *id, struct ds_tree **ret_tree,
	struct fl_error *err)
{
	struct git_side *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a tree");
	ds_tree_init(&s->tree, &ops);
	s->git = g;
	s->id = *id;
	fl_vec_init(&s->blobs, sizeof(struct blob), DS_TREE_FILES_MAX);
	int rc = ds_tree_list(&s->tree, err);
	if (rc)
		ds_tree_close(&s->tree);
	else
		*ret_tree = &s->tree;
	return rc;
}
