#include <stdio.h>

#include "base/path.h"
#include "base/show.h"
#include "platform/cmd/platform-tag/tool.h"
#include "platform/cmake/cmake.h"
#include "platform/configure/configure.h"
#include "platform/resolve/load.h"

enum { PROJECT_MAX = 512 << 20, GIVEN_MAX = 1 << 12 };

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

/* -D NAME=VALUE, behind what the preset says; the last of a name counts. */
static int add_given(struct fl_vec *to, const char *word, struct fl_error *err)
{
	struct fl_slice text = fl_slice_str(word);
	ptrdiff_t equal = fl_slice_chr(text, '=');
	struct plat_given g = {.name = fl_slice_head(text, equal < 0 ? text.len : (size_t)equal)};
	if (equal <= 0)
		return fl_error_set(err, FL_EINVAL, "-D takes NAME=VALUE, not '%s'", word);
	g.value = fl_slice_skip(text, (size_t)equal + 1);
	struct plat_given *at = NULL, *all = (void *)to->data;
	for (size_t i = 0; i < to->len && !at; i++)
		at = fl_slice_eq(all[i].name, g.name) ? &all[i] : NULL;
	at = at ? at : fl_vec_add(to);
	if (!at)
		return fl_error_set(err, FL_ELIMIT, "more than %d are set", GIVEN_MAX);
	*at = g;
	return 0;
}

/* What the user configures the tree with. */
static int give(
	struct plat_tags *t, struct plat_tree *tree, struct fl_arena *a, struct fl_error *err)
{
	const char *preset = fl_opt_text(t->o, OPT_PRESET);
	struct fl_vec all;
	int rc = 0;
	fl_vec_init(&all, sizeof(struct plat_given), GIVEN_MAX);
	if (preset)
		rc = plat_cmake_preset(
			tree, fl_slice(NULL, 0), fl_slice_str(preset), a, &tree->given, err);
	const struct plat_given *given = tree->given.items;
	for (size_t i = 0; i < tree->given.len && rc == 0; i++) {
		struct plat_given *to = fl_vec_add(&all);
		if (to)
			*to = given[i];
	}
	for (size_t i = 0; i < fl_opt_count(t->o, OPT_SET) && rc == 0; i++)
		rc = add_given(&all, fl_opt_text_at(t->o, OPT_SET, i), err);
	tree->given = fl_vec_freeze(&all, a);
	fl_vec_release(&all);
	return rc ? rc : fl_arena_error(a, "what is set", err);
}

/* The words for CMake or Meson itself; NULL at the end. */
static const char **words_of(const struct plat_tags *t, struct fl_arena *a)
{
	const char *preset = fl_opt_text(t->o, OPT_PRESET);
	size_t n = fl_opt_count(t->o, OPT_SET), at = 0;
	const char **words = fl_arena_array(a, n + 2, sizeof(*words));
	if (words && preset)
		words[at++] = fl_arena_printf(a, "--preset=%s", preset).ptr;
	for (size_t i = 0; words && i < n; i++)
		words[at++] = fl_arena_printf(a, "-D%s", fl_opt_text_at(t->o, OPT_SET, i)).ptr;
	return words;
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
	struct plat_configure_opts opts = {.words = words_of(t, a)};
	if (plat_configure(directory, &opts, a, project, &failed)) {
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
	rc = give(t, &tree, &a, err);
	rc = rc ? rc : configure(t, directory, &a, &configured, err);
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
