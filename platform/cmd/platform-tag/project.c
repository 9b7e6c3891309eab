#include <stdio.h>

#include "base/path.h"
#include "base/show.h"
#include "platform/cmd/platform-tag/tool.h"
#include "platform/configure/configure.h"
#include "platform/resolve/load.h"

enum { PROJECT_MAX = 512 << 20 };

/* Compilers that are the user's own word: by option, or as the defaults that are asked for. */
static int compilers_of(struct plat_tags *t, const struct plat_compiler **ret, struct fl_error *err)
{
	*ret = NULL;
	if (!fl_opt_given(t->o, OPT_COMPILER) && !fl_opt_given(t->o, OPT_DEFAULTS))
		return 0;
	int rc = plat_tags_ask(t, PLAT_C, err);
	rc = rc ? rc : plat_tags_ask(t, PLAT_CXX, err);
	*ret = t->compilers;
	return rc;
}

static int tag_one(struct plat_tags *t, struct plat_index *index, struct plat_tree *tree,
	const char *file, struct fl_arena *a, struct fl_error *err)
{
	struct plat_view view = {
		.file = fl_path_straight(a, fl_slice_str(file), NULL), .tree = tree};
	struct fl_list results;
	struct fl_error unread;
	tree->bytes_read = 0;
	if (plat_tree_read(tree, view.file, a, &view.text, &unread))
		return plat_tags_complain(t, &unread, err);
	int rc = plat_index_file(
		index, &view, (enum plat_targets)fl_opt_word(t->o, OPT_TARGETS), a, &results, err);
	tree->bytes_read = 0;
	bool cxx = plat_language_of(view.file) == PLAT_CXX;
	rc = rc ? rc : plat_tags_prove(t, &results, tree, view.text, cxx, a, err);
	return rc ? rc : plat_tags_show(t, &results, tree, a, err);
}

static int tag_all(struct plat_tags *t, struct plat_index *index, struct plat_tree *tree,
	struct fl_arena *a, struct fl_error *err)
{
	struct fl_list results;
	if (fl_opt_given(t->o, OPT_FILE)) {
		int rc = 0;
		for (size_t i = 0; i < fl_opt_count(t->o, OPT_FILE) && rc == 0; i++)
			rc = tag_one(t, index, tree, fl_opt_text_at(t->o, OPT_FILE, i), a, err);
		return rc;
	}
	int rc = plat_index_targets(
		index, (enum plat_targets)fl_opt_word(t->o, OPT_TARGETS), a, &results, err);
	return rc ? rc : plat_tags_show(t, &results, tree, a, err);
}

/* With --configure, what its build system says; *ret NULL: that is not asked, or it cannot. */
static int configure(struct plat_tags *t, const char *directory, struct fl_arena *a,
	const struct plat_project **ret, struct fl_error *err)
{
	struct plat_project *project;
	struct fl_error failed;
	*ret = NULL;
	if (!fl_opt_given(t->o, OPT_CONFIGURE))
		return 0;
	project = fl_arena_alloc(a, sizeof(*project));
	if (!project)
		return fl_arena_error(a, "a project", err);
	if (plat_configure(directory, NULL, a, project, &failed)) {
		fl_error_wrap(&failed, "%s is read without being configured", directory);
		return plat_tags_complain(t, &failed, err);
	}
	*ret = project;
	return 0;
}

/* Where it stands, as far as that is known, and why; more: how many others there are. */
static void tell_skip(const char *directory, const struct plat_skip *skip, size_t more)
{
	char line[24] = "", others[64] = "";
	if (skip->at.line > 0)
		snprintf(line, sizeof(line), ":%lld", (long long)skip->at.line);
	if (more)
		snprintf(others, sizeof(others), " (and %zu more; --skipped lists them)", more);
	fl_tell(plat_tag_tool.name, "%s: not read: %.*s%s%s%.*s%s", directory,
		FL_ARG(skip->at.file), line, skip->at.file.len ? ": " : "", FL_ARG(skip->why),
		others);
}

/* What the readers left out is told: all of it, or how much it is and the first. */
static void tell_skipped(
	const struct plat_tags *t, const char *directory, const struct plat_loaded *loaded)
{
	const struct plat_skip *first = NULL;
	size_t count = 0;
	for (size_t k = 0; k < loaded->known_count; k++) {
		const struct plat_project *p = loaded->known[k].project;
		const struct plat_skip *all = p->skipped.items;
		count += p->skipped_count;
		first = first || !p->skipped.len ? first : all;
		for (size_t i = 0; fl_opt_given(t->o, OPT_SKIPPED) && i < p->skipped.len; i++)
			tell_skip(directory, &all[i], 0);
	}
	if (first && !fl_opt_given(t->o, OPT_SKIPPED))
		tell_skip(directory, first, count - 1);
}

int plat_tags_project(struct plat_tags *t, const char *directory, struct fl_error *err)
{
	const struct plat_compiler *compilers;
	const struct plat_project *configured;
	struct plat_loaded loaded;
	struct plat_tree tree;
	struct fl_arena a;
	int rc = compilers_of(t, &compilers, err);
	rc = rc ? rc : plat_tree_open(&tree, directory, err);
	if (rc)
		return rc;
	fl_arena_init(&a, PROJECT_MAX);
	rc = configure(t, directory, &a, &configured, err);
	rc = rc ? rc
		: plat_load(&plat_tag_readers, configured, &tree, fl_slice(NULL, 0), compilers, &a,
			  &loaded, err);
	for (size_t i = 0; rc == 0 && i < loaded.failed_count; i++)
		rc = plat_tags_complain(t, &loaded.failed[i], err);
	if (rc == 0)
		tell_skipped(t, directory, &loaded);
	if (rc == 0 && !loaded.known_count)
		fl_tell(plat_tag_tool.name, "%s: it has no build files that are known", directory);
	rc = rc ? rc : tag_all(t, loaded.index, &tree, &a, err);
	fl_arena_release(&a);
	plat_tree_release(&tree);
	return rc;
}
