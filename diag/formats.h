/*
 * Which format holds what: the table behind docs/formats.md. The same compile gives the same
 * diagnostics whichever format it was asked for, but for what stands here;
 * tests/fixtures/sarif/formats.py holds real output to it.
 */
#ifndef FL_DIAG_FORMATS_H
#define FL_DIAG_FORMATS_H

#include "base/buf.h"

enum diag_format {
	DIAG_FORMAT_GCC_TEXT,
	DIAG_FORMAT_GCC_JSON,
	DIAG_FORMAT_GCC_SARIF,
	DIAG_FORMAT_CLANG_TEXT,
	DIAG_FORMAT_CLANG_DIA,
	DIAG_FORMAT_CLANG_SARIF,
	DIAG_FORMAT_TIDY,
	DIAG_FORMAT_LINKER,
	DIAG_FORMAT_COUNT
};

#define DIAG_HELD "=" /* held whole: the same in every format of that compiler that says so */
#define DIAG_LOST "-" /* not held */

struct diag_holding {
	const char *what; /* a field, or the notes of a kind */
	const char *held[DIAG_FORMAT_COUNT]; /* DIAG_HELD, DIAG_LOST, or how it differs */
};

extern const char *const diag_format_names[DIAG_FORMAT_COUNT];
extern const struct diag_holding diag_holdings[];
extern const size_t diag_holding_count;

/* The table as Markdown, with the words around it. */
void diag_formats_write(struct fl_buf *out);

#endif
