#include "platform/resolve/load.h"

#include <stdio.h>

#include "base/path.h"

/* The marker that is there: its path in the tree, in `path` of size bytes; false: none is. */
static bool find_marker(const struct plat_reader *reader, struct plat_tree *tree,
	struct fl_slice directory, char *path, size_t size)
{
	for (const char *const *m = reader->markers; *m; m++) {
		int n = snprintf(
			path, size, "%.*s%s%s", FL_ARG(directory), directory.len ? "/" : "", *m);
		if (n > 0 && (size_t)n < size && plat_tree_has_file(tree, fl_slice_str(path)))
			return true;
	}
	return false;
}

bool plat_load_has_project(
	const struct plat_readers *readers, struct plat_tree *tree, struct fl_slice directory)
{
	char path[4096];
	for (const struct plat_reader *r = readers->rows; r->read; r++)
		if (find_marker(r, tree, directory, path, sizeof(path)))
			return true;
	return false;
}

static int run(const struct plat_readers *readers, const struct plat_reader *reader,
	struct plat_tree *tree, struct fl_slice marker, struct fl_arena *a,
	struct plat_project **ret_project, struct fl_error *err)
{
	struct plat_project *project = fl_arena_alloc(a, sizeof(*project));
	struct fl_slice directory = fl_arena_slice(a, fl_path_directory(marker));
	int rc = fl_arena_error(a, "a project", err);
	rc = rc ? rc : reader->read(tree, directory, a, project, err);
	if (rc == 0 && reader->from == PLAT_FROM_STATIC && readers->mark)
		rc = readers->mark(tree, a, project, err);
	if (rc == 0)
		*ret_project = project;
	return rc;
}

int plat_load(const struct plat_readers *readers, const struct plat_project *configured,
	struct plat_tree *tree, struct fl_slice directory, const struct plat_compiler *compilers,
	struct fl_arena *a, struct plat_loaded *ret_loaded, struct fl_error *err)
{
	struct plat_loaded loaded = {.known_count = 0};
	bool built = configured != NULL;
	char marker[4096];
	int rc = readers->needs ? readers->needs(tree, directory, a, err) : 0;
	if (rc)
		return rc;
	if (configured)
		loaded.known[loaded.known_count++] =
			(struct plat_known){configured, PLAT_FROM_CONFIGURED};
	for (const struct plat_reader *r = readers->rows; r->read; r++) {
		struct plat_project *project;
		struct fl_error failed;
		/* Of several build systems the first counts: the others say how else it is built. */
		if (loaded.known_count == PLAT_KNOWN_MAX ||
			(built && r->from == PLAT_FROM_STATIC) ||
			!find_marker(r, tree, directory, marker, sizeof(marker)))
			continue;
		rc = run(readers, r, tree, fl_slice_str(marker), a, &project, &failed);
		if (rc == 0) {
			loaded.known[loaded.known_count++] = (struct plat_known){project, r->from};
			built = built || (r->from == PLAT_FROM_STATIC && project->targets.len);
		} else if (rc != FL_ENOTFOUND && loaded.failed_count < PLAT_LOAD_FAILED_MAX)
			loaded.failed[loaded.failed_count++] = failed;
	}
	tree->packages = NULL; /* of this project alone */
	rc = plat_index_new(loaded.known, loaded.known_count, compilers, a, &loaded.index, err);
	if (rc == 0)
		*ret_loaded = loaded;
	return rc;
}
