#include "datasets/tree/tree.h"

#include <stdlib.h>

#include "base/path.h"
#include "base/utf8.h"
#include "datasets/quality/licence_text.h"

#define LIST_BYTES ((size_t)64 << 20)

void ds_tree_init(struct ds_tree *t, const struct ds_tree_ops *ops)
{
	*t = (struct ds_tree){.ops = ops};
	fl_arena_init(&t->arena, LIST_BYTES);
}

void ds_tree_close(struct ds_tree *t)
{
	if (!t)
		return;
	fl_arena_release(&t->arena);
	t->ops->close(t);
}

/* ---- by a part of the path ---- */

static int by_name(const void *x, const void *y)
{
	const struct fl_slice *a = x, *b = y;
	int order = fl_slice_cmp(fl_path_name(*a), fl_path_name(*b));
	return order ? order : fl_slice_cmp(*a, *b);
}

int ds_tree_list(struct ds_tree *t, struct fl_error *err)
{
	struct fl_vec paths;
	if (t->listed)
		return 0;
	fl_vec_init(&paths, sizeof(struct fl_slice), DS_TREE_FILES_MAX);
	int rc = t->ops->list(t, &t->arena, &paths, err);
	if (rc == 0 && paths.failed)
		rc = fl_error_set(
			err, FL_ELIMIT, "the tree has more than %d files", DS_TREE_FILES_MAX);
	if (paths.len)
		qsort(paths.data, paths.len, sizeof(struct fl_slice), by_name);
	t->paths = fl_vec_freeze(&paths, &t->arena);
	fl_vec_release(&paths);
	rc = rc ? rc : fl_arena_error(&t->arena, "the tree", err);
	t->listed = rc == 0;
	return rc;
}

static struct fl_slice path_at(const struct ds_tree *t, size_t i)
{
	return ((const struct fl_slice *)t->paths.items)[i];
}

/* The first path whose last part is not before the name. */
static size_t first_of(const struct ds_tree *t, struct fl_slice name)
{
	size_t low = 0, high = t->paths.len;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (fl_slice_cmp(fl_path_name(path_at(t, middle)), name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_listed(const struct ds_tree *t, struct fl_slice path)
{
	return !t->listed || (t->paths.len && bsearch(&path, t->paths.items, t->paths.len,
						      sizeof(path), by_name));
}

bool ds_tree_has(struct ds_tree *t, struct fl_slice path)
{
	return is_listed(t, path) && (!t->ops->has || t->ops->has(t, path));
}

int ds_tree_read(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	if (!fl_path_is_straight(path) || !is_listed(t, path))
		return DS_TREE_ABSENT;
	return t->ops->read(t, path, a, ret_text, err);
}

static bool ends_in(struct fl_slice path, struct fl_slice name)
{
	return fl_slice_ends_with(path, name) &&
	       (path.len == name.len || path.ptr[path.len - name.len - 1] == '/');
}

int ds_tree_only(
	struct ds_tree *t, struct fl_slice name, struct fl_slice *ret_path, struct fl_error *err)
{
	struct fl_slice last = fl_path_name(name);
	size_t found = 0;
	int rc = ds_tree_list(t, err);
	if (rc)
		return rc;
	for (size_t i = first_of(t, last);
		i < t->paths.len && fl_slice_eq(fl_path_name(path_at(t, i)), last); i++) {
		bool again = i > 0 && fl_slice_eq(path_at(t, i), path_at(t, i - 1));
		if (again || !ends_in(path_at(t, i), name) || !ds_tree_has(t, path_at(t, i)))
			continue;
		if (++found > 1)
			return DS_TREE_ABSENT;
		*ret_path = path_at(t, i);
	}
	return found ? DS_TREE_FOUND : DS_TREE_ABSENT;
}

/* ---- where a stranger's path stands ---- */

static bool is_plain_part(struct fl_slice part)
{
	char first = part.ptr[0], last = part.ptr[part.len - 1];
	return first != '-' && first != ' ' && last != ' ' && fl_slice_find(part, "..") < 0;
}

bool ds_tree_is_plain(struct fl_slice path)
{
	enum { PATH_BYTES = 400 };
	struct fl_slice rest = path;
	if (!fl_path_is_straight(path) || path.len > PATH_BYTES)
		return false;
	while (rest.len) {
		ptrdiff_t slash = fl_slice_chr(rest, '/');
		struct fl_slice part = slash < 0 ? rest : fl_slice_head(rest, (size_t)slash);
		if (!is_plain_part(part))
			return false;
		rest = fl_slice_skip(rest, part.len + 1);
	}
	for (size_t n; path.len; path = fl_slice_skip(path, n)) {
		uint32_t c = 0;
		n = fl_utf8_decode(path, &c);
		if (n == 0 || c < ' ' || (c >= 0x7f && c < 0xa0) ||
			(c < 0x80 && strchr("\":\\<>`*?|", (int)c)))
			return false;
	}
	return true;
}

int ds_tree_place(struct ds_tree *t, struct fl_slice name, struct fl_arena *a,
	struct fl_slice *ret_path, struct fl_error *err)
{
	struct fl_slice text;
	bool leaves = false;
	struct fl_slice path = fl_path_straight(a, name, &leaves);
	*ret_path = fl_slice(NULL, 0);
	if (leaves || fl_slice_starts(name, "/") || !ds_tree_is_plain(path))
		return fl_arena_error(a, "a path", err);
	ptrdiff_t slash = fl_slice_chr(path, '/');
	struct fl_slice rest = slash < 0 ? path : fl_slice_skip(path, (size_t)slash + 1);
	int rc = ds_tree_read(t, path, a, &text, err);
	if (rc == DS_TREE_ABSENT && slash >= 0) {
		rc = ds_tree_read(t, rest, a, &text, err);
		path = rc == DS_TREE_ABSENT ? path : rest;
	}
	if (rc < 0)
		return rc;
	*ret_path = path;
	return 0;
}

/* ---- whose it is ---- */

int ds_tree_licence(struct ds_tree *t, struct fl_slice path, struct fl_slice text,
	struct fl_arena *a, struct fl_slice *ret_licence, struct fl_error *err)
{
	struct fl_slice found = ds_licence_of_source(text), dir = path;
	while (!found.len && dir.len) {
		ptrdiff_t slash = fl_slice_rchr(dir, '/');
		dir = fl_slice_head(dir, slash < 0 ? 0 : (size_t)slash);
		for (size_t i = 0; !found.len && ds_licence_files[i]; i++) {
			struct fl_slice whole = fl_arena_printf(a, "%.*s%s%s", FL_ARG(dir),
				dir.len ? "/" : "", ds_licence_files[i]);
			int rc = ds_tree_read(t, whole, a, &text, err);
			if (rc < 0)
				return rc;
			if (rc == DS_TREE_FOUND)
				found = ds_licence_of_text(text);
		}
	}
	*ret_licence = found;
	return fl_arena_error(a, "a licence", err);
}
