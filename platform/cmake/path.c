/* Paths: which of them are the tree's. */
#include "base/path.h"

#include "platform/cmake/eval.h"

bool plat_cm_in_tree(struct cm_eval *e, struct fl_slice path, struct fl_slice *ret)
{
	bool leaves = false;
	if (!plat_cm_known(path) || !fl_slice_starts(path, "/"))
		return false;
	path = fl_path_straight(&e->scratch, path, &leaves);
	struct fl_slice root = FL_S("source");
	if (leaves || !fl_slice_starts_with(path, root) ||
		(path.len > root.len && path.ptr[root.len] != '/'))
		return false;
	*ret = fl_slice_skip(path, root.len + 1);
	return true;
}

struct fl_slice plat_cm_absolute(struct cm_eval *e, struct fl_slice path, struct fl_slice base)
{
	if (path.len && path.ptr[0] == CM_HOLE)
		return path;
	if (!fl_slice_starts(path, "/"))
		path = fl_arena_printf(&e->scratch, "%.*s/%.*s", FL_ARG(base), FL_ARG(path));
	if (!plat_cm_known(path))
		return path;
	return fl_arena_printf(
		&e->scratch, "/%.*s", FL_ARG(fl_path_straight(&e->scratch, path, NULL)));
}

struct fl_slice plat_cm_current_source(struct cm_eval *e)
{
	return e->directory->path.len ? fl_arena_printf(&e->scratch, CM_SOURCE_ROOT "/%.*s",
						FL_ARG(e->directory->path))
				      : FL_S(CM_SOURCE_ROOT);
}

struct fl_slice plat_cm_current_binary(struct cm_eval *e)
{
	return plat_cm_text(e, "CMAKE_CURRENT_BINARY_DIR");
}

enum cm_truth plat_cm_exists(struct cm_eval *e, struct fl_slice path, bool directory)
{
	struct fl_slice in;
	if (!path.len)
		return CM_FALSE;
	if (!plat_cm_in_tree(e, path, &in))
		return CM_UNKNOWN;
	bool is_directory = plat_tree_has_directory(e->tree, in) || !in.len;
	if (is_directory || directory)
		return is_directory ? CM_TRUE : CM_FALSE;
	return plat_tree_has_file(e->tree, in) ? CM_TRUE : CM_FALSE;
}
