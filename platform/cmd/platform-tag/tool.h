/* What the parts of platform-tag share. */
#ifndef FL_PLATFORM_CMD_PLATFORM_TAG_TOOL_H
#define FL_PLATFORM_CMD_PLATFORM_TAG_TOOL_H

#include "base/opts.h"
#include "platform/resolve/tag.h"

struct plat_readers;
struct fl_box;

enum {
	OPT_FILE,
	OPT_TARGETS,
	OPT_COMPILER,
	OPT_LANGUAGE,
	OPT_DEFAULTS,
	OPT_CONFIGURE,
	OPT_SET,
	OPT_PRESET,
	OPT_PROVE,
	OPT_TO,
	OPT_EVIDENCE,
	OPT_SKIPPED,
	OPT_BOS,
	OPT_ONE_LINE,
	OPT_PREPEND,
	OPT_FIELD,
	OPT_PATH_FIELD,
	OPT_ROOT,
	OPT_STATS,
	OPT_COUNT
};

enum { TO_HEADER, TO_JSON, TO_JSONL };
enum { LANGUAGE_AUTO, LANGUAGE_C, LANGUAGE_CXX };

extern const struct fl_tool plat_tag_tool;

/* The readers of build files, the best first. */
extern const struct plat_readers plat_tag_readers;

/* What is kept from one operand to the next. */
struct plat_tags {
	const struct fl_opts *o;
	struct fl_arena arena; /* of the compilers */
	struct plat_compiler compilers[PLAT_CXX + 1]; /* by language, once they are asked */
	bool asked[PLAT_CXX + 1];
	struct fl_box *box; /* of --prove, once it is needed */
	struct fl_buf out;
	bool wrote; /* something came before */
	int status; /* of what could not be read */
};

/* Name something that cannot be read: the others are tagged all the same. */
int plat_tags_complain(struct plat_tags *t, const struct fl_error *what, struct fl_error *err);

/* Ask the compiler of a language, once. */
int plat_tags_ask(struct plat_tags *t, enum plat_language language, struct fl_error *err);

/* Some of enum plat_header_style. */
unsigned plat_tags_style(const struct fl_opts *o);

/* With --prove, put the claims of a file to the test. tree: its project's, or NULL. */
int plat_tags_prove(struct plat_tags *t, const struct fl_list *results, struct plat_tree *tree,
	struct fl_slice text, bool cxx, struct fl_arena *a, struct fl_error *err);

/*
 * Append results in the form that is asked for; tree has the lines that are evidence, or is NULL.
 */
int plat_tags_show(struct plat_tags *t, const struct fl_list *results, struct plat_tree *tree,
	struct fl_arena *a, struct fl_error *err);

/*
 * A FILE by its text, a compiler and flags; a DIRectory by its build files; standard input's rows.
 */
int plat_tags_file(struct plat_tags *t, const char *file, struct fl_error *err);
int plat_tags_project(struct plat_tags *t, const char *directory, struct fl_error *err);
int plat_tags_prepend(struct plat_tags *t, struct fl_error *err);

#endif
