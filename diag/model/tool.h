/*
 * Who speaks: one row a tool, which says all that differs between them but the words themselves. A
 * new tool is a row here, a file that reads its lines (diag/parse.c has their table), and rules of
 * the classifier where it has words of its own.
 */
#ifndef FL_DIAG_MODEL_TOOL_H
#define FL_DIAG_MODEL_TOOL_H

#include "base/slice.h"

/* Which rules of the classifier (diag/classify/rules.h) are asked of it. */
enum diag_words {
	DIAG_WORDS_COMPILER, /* its own, those that name no tool, and the wide ones */
	DIAG_WORDS_SHARED, /* its own, and those that name no tool */
	DIAG_WORDS_LINKER, /* its own, and those of the class linker that name no tool */
	DIAG_WORDS_OWN /* its own; they are never tried on what another tool says */
};

struct diag_tool {
	const char *name; /* as diagnostics have it */
	const char *col_unit; /* what its columns count, "": it has none */
	const char *rules; /* what its own rules call it; tools may share them */
	enum diag_words words;
};

/* The row of a tool; NULL for one that is not known, and for "". */
const struct diag_tool *diag_tool_find(struct fl_slice name);

#endif
