#include "platform/resolve/own.h"

#include <stdio.h>

#include "base/path.h"
#include "base/source_name.h"

static bool has_file(struct plat_tree *tree, struct fl_slice directory, const char *below,
	struct fl_slice header)
{
	char path[4096];
	int n = snprintf(path, sizeof(path), "%.*s%s%s%.*s", FL_ARG(directory),
		directory.len ? "/" : "", below, FL_ARG(header));
	return n > 0 && (size_t)n < sizeof(path) && plat_tree_has_file(tree, fl_slice_str(path));
}

static bool is_own(struct plat_tree *tree, struct fl_slice file, struct fl_slice header)
{
	static const char *const below[] = {"", "include/", "src/", "source/", "lib/"};
	struct fl_slice directory = fl_path_directory(file);
	for (int n = 0; n < PLAT_OWN_DIRECTORIES_MAX; n++) {
		for (size_t i = 0; i < sizeof(below) / sizeof(*below); i++)
			if (has_file(tree, directory, below[i], header))
				return true;
		if (!directory.len)
			return false;
		directory = fl_path_directory(directory);
	}
	return false;
}

void plat_own_headers_drop(struct plat_tree *tree, struct fl_slice file, struct plat_facts *facts)
{
	size_t kept = 0;
	for (size_t i = 0; i < facts->list.len; i++) {
		struct plat_fact fact = *plat_facts_at(facts, i);
		bool quoted;
		struct fl_slice header = fact.field == PLAT_FIELD_LIBS
						 ? fl_source_included(fact.text, &quoted)
						 : fl_slice(NULL, 0);
		if (header.len && is_own(tree, file, header))
			continue;
		*(struct plat_fact *)fl_vec_at(&facts->list, kept++) = fact;
	}
	facts->list.len = kept;
}
