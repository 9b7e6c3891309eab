/*
 * A context with what it is of, and why it is so: the form in which it leaves the tool as JSON.
 */
#ifndef FL_PLATFORM_RESOLVE_TAG_H
#define FL_PLATFORM_RESOLVE_TAG_H

#include "platform/model/tree.h"
#include "platform/resolve/index.h"

/* A line that says so. */
struct plat_evidence {
	struct fl_slice file;
	int64_t line;
	struct fl_slice text; /* the line of the file; else the words that say so */
};

/* Why a field is what it is, or why it is not known. */
struct plat_reason {
	struct fl_slice field;
	struct fl_slice from; /* "compile_commands", "static", "source", "compiler", … */
	int64_t confidence; /* 1/10000 */
	bool by_default; /* nothing sets it: it is what the compiler does */
	bool verified; /* a compiler agreed, and did not without it */
	struct fl_slice unknown; /* why there is no value, "" where there is one */
	struct fl_list evidence; /* struct plat_evidence */
};

struct plat_tag {
	struct fl_slice file, target;
	struct plat_context context;
	struct fl_list reasons; /* struct plat_reason */
};

/* Without and with reasons. */
extern const struct fl_shape plat_tag_shape, plat_tag_reasons_shape;

/* The tag of a result; tree (may be NULL) has the lines of build files. All in the arena. */
int plat_tag_make(const struct plat_result *result, struct plat_tree *tree, struct fl_arena *a,
	struct plat_tag *ret_tag, struct fl_error *err);

#endif
