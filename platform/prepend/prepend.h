/*
 * The platform header before the text of each row of a corpus: JSON lines in, JSON lines out. A row
 * changes in that its text, if its path names C or C++, begins with a header; nothing else does.
 */
#ifndef FL_PLATFORM_PREPEND_H
#define FL_PLATFORM_PREPEND_H

#include "platform/resolve/load.h"

struct plat_prepend_options {
	const char *text_field, *path_field;
	const char *root; /* the directory that paths start from; NULL: no build files are read */
	unsigned style; /* enum plat_header_style */
	const struct plat_readers *readers;
	const struct plat_compiler *compilers; /* as plat_index_new() */
};

struct plat_prepend_stats {
	uint64_t rows, tagged;
	uint64_t had; /* rows that have a header already */
	uint64_t unknown; /* C and C++ of which nothing is known */
	uint64_t other; /* neither C nor C++, or without text or path */
	uint64_t bad; /* lines that are no JSON object */
	uint64_t fields[PLAT_FIELDS]; /* how many headers have the field */
	uint64_t skipped; /* places of build files that were not understood */
	uint64_t projects; /* that were read, once more for one that had to make room */
};

/*
 * Projects are kept by their directories: of a path, the topmost directory beneath the root with
 * build files. When they pass PLAT_PREPEND_KEPT bytes or are more than PLAT_PREPEND_PROJECTS, all
 * are dropped and read again when they are needed.
 */
enum { PLAT_PREPEND_KEPT = 256 << 20, PLAT_PREPEND_PROJECTS = 4096 };

struct plat_prepend;

/* FL_ENOTFOUND: there is no such root. The caller frees it; options' texts have to live as long. */
int plat_prepend_new(const struct plat_prepend_options *options, struct plat_prepend **ret_prepend,
	struct fl_error *err);

/* NULL is allowed. */
void plat_prepend_free(struct plat_prepend *p);

/*
 * Append the row, without its LF, to out. FL_EPARSE: it is no JSON object; it is appended as it is.
 * Any other code is of the host, and out is not to be used.
 */
int plat_prepend_row(
	struct plat_prepend *p, struct fl_slice row, struct fl_buf *out, struct fl_error *err);

const struct plat_prepend_stats *plat_prepend_stats(const struct plat_prepend *p);

#endif
