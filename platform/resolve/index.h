/*
 * What is known of a project, ready to be asked for its files: the context of each target that
 * compiles one, or what they have in common.
 */
#ifndef FL_PLATFORM_RESOLVE_INDEX_H
#define FL_PLATFORM_RESOLVE_INDEX_H

#include "platform/compiler/compiler.h"
#include "platform/model/tree.h"
#include "platform/resolve/claims.h"

/* A project as one of its sources tells it. */
struct plat_known {
	const struct plat_project *project;
	enum plat_from from;
};

enum { PLAT_KNOWN_MAX = 8, PLAT_INDEX_MAX = 1 << 18 /* sources of all targets */ };

/*
 * What the compilers of C and C++ are (enum plat_language): NULL or major 0: not known.
 */
struct plat_index;

/*
 * An index of at most PLAT_KNOWN_MAX sources of knowledge, the best first. It, and what it keeps of
 * later answers, lives in the arena; projects and compilers have to live as long. FL_ELIMIT: the
 * project has too many sources.
 */
int plat_index_new(const struct plat_known *known, size_t count,
	const struct plat_compiler *compilers, struct fl_arena *a, struct plat_index **ret_index,
	struct fl_error *err);

enum plat_targets { PLAT_TARGETS_COMMON, PLAT_TARGETS_EACH };

/* A context of a file or target, not yet a text. */
struct plat_result {
	struct fl_slice file, target; /* target: "" for what several have in common */
	struct plat_claims claims;
};

/* A file that is asked for. */
struct plat_view {
	struct fl_slice file; /* relative to the project's root */
	struct fl_slice text; /* empty: not known */
	struct plat_tree *tree; /* the project's files, whose headers are no library's; or NULL */
	const enum plat_language *language; /* NULL: by its name and what is around it */
	bool given; /* flags are the caller's: what the text would need does not count */
	const char *const *flags; /* of the caller's, before all others; NULL-terminated, or NULL */
};

/*
 * The contexts of a file: one of each target that compiles it, those that are equal once, or one
 * that has what all have in common. A file that no target has gets what those in its directory, or
 * the next one above that has any, have in common (headers), or all of the project (sources, but
 * of libraries, features and sanitizers what the project says for all files; debug is not known).
 * There is always at least one. Texts live in the arena, the index's and the projects'.
 */
int plat_index_file(struct plat_index *x, const struct plat_view *view, enum plat_targets targets,
	struct fl_arena *a, struct fl_list *ret_results, struct fl_error *err);

/* The contexts of all targets, or what they have in common, without any file's text. */
int plat_index_targets(struct plat_index *x, enum plat_targets targets, struct fl_arena *a,
	struct fl_list *ret_results, struct fl_error *err);

#endif
