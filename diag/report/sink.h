/*
 * Where diagnostics come from, where they go, and what is counted on the way.
 */
#ifndef FL_DIAG_REPORT_SINK_H
#define FL_DIAG_REPORT_SINK_H

#include "diag/model/diagnostic.h"

enum diag_from {
	DIAG_FROM_AUTO,
	DIAG_FROM_TEXT, /* gcc and clang text */
	DIAG_FROM_GCC_JSON, /* JSON only: all other lines are rest */
	DIAG_FROM_LINKER, /* linker lines only */
	DIAG_FROM_DIA, /* serialized diagnostics only */
	DIAG_FROM_SARIF, /* SARIF only: all other lines are rest */
	DIAG_FROM_TIDY, /* clang-tidy's text, which is clang's */
	DIAG_FROM_TIDY_YAML /* clang-tidy --export-fixes only */
};

struct diag_sink {
	/*
	 * A diagnostic is complete; it and all it refers to are valid during the call only
	 * (diag_diagnostic_copy). A result other than 0 stops the parser, which returns it.
	 */
	int (*diagnostic)(void *ctx, const struct diag_diagnostic *d);
	/* A line that is of no diagnostic, colours stripped, perhaps a few lines late; may be NULL. */
	int (*rest)(void *ctx, struct fl_slice line);
	void *ctx;
};

enum { DIAG_UNREAD_SHOWN = 160, DIAG_LINE_MAX = 1 << 20 /* bytes that are read of a line */ };

struct diag_stats {
	uint64_t lines; /* lines seen, JSON arrays counting as one */
	uint64_t rest; /* lines that belong to no diagnostic */
	uint64_t unread; /* of these, those that look like a diagnostic (report/unread.c) */
	char unread_first[DIAG_UNREAD_SHOWN]; /* the first of them, or its start */
	uint64_t trailers; /* "2 errors generated." and their like: understood, without content */
	uint64_t damaged; /* inputs of serialized diagnostics that are not whole */
	uint64_t notes;
	uint64_t levels[DIAG_LEVEL_COUNT];
	uint64_t classes[DIAG_CLASS_COUNT];
	uint64_t cut; /* lines of more than DIAG_LINE_MAX bytes, of which the rest was left out */
};

#endif
