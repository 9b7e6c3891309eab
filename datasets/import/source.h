/*
 * Where rows come from: JSON lines, plain, in zstd frames or in gzip's format, one after the other.
 * What of a file is not whole is an error behind the rows before it, and so is a last line without
 * an LF that is no JSON; a line that is too long costs that line.
 */
#ifndef FL_DATASETS_IMPORT_SOURCE_H
#define FL_DATASETS_IMPORT_SOURCE_H

#include "base/error.h"
#include "base/slice.h"

struct ds_source;

/*
 * Open a file, or standard input for "-". What it holds is told by its first bytes. gzip's format
 * is read by gzip(1): FL_EEXEC without it. The caller closes it.
 */
int ds_source_open(
	const char *path, size_t line_max, struct ds_source **ret_source, struct fl_error *err);
void ds_source_close(struct ds_source *s);

/*
 * The next line that is not blank, without its LF, valid until the next call, and its number. A
 * line of more than line_max bytes is given as the empty slice. Returns 1, 0 at the end, or a code.
 */
int ds_source_next(
	struct ds_source *s, struct fl_slice *ret_line, uint64_t *ret_number, struct fl_error *err);

/* The file's name without directories, as records name it; "stdin" for standard input. */
struct fl_slice ds_source_name(const struct ds_source *s);

#endif
