/*
 * Reading what is there: the rows of files and of directories of shards, one after the other.
 */
#ifndef FL_DATASETS_DATASET_H
#define FL_DATASETS_DATASET_H

#include "datasets/manifest.h"

/* One row. Everything in it lives until the callback returns. */
struct ds_row {
	const char *file;
	int64_t number; /* in its file, from 1 */
	struct fl_slice line; /* without its LF */
	const struct ds_record *record; /* NULL when only lines were asked for */
};

/* Not 0 ends the reading: a code is a failure, 1 means that enough was read. */
typedef int (*ds_row_fn)(void *ctx, const struct ds_row *row, struct fl_error *err);

/*
 * The rows of a file, of standard input ("-"), or of all *.jsonl.zst and *.jsonl of a directory in
 * the byte order of their names, blank lines aside. parse: read each line as a record. Returns 0, 1
 * when fn said so, or a code: fn's, FL_ENOTFOUND for a directory without such files, FL_EPARSE with
 * file and line in the message, FL_EMISSING behind all rows for a shard that the manifest names and
 * that is not there.
 */
int ds_rows_each(const char *path, bool parse, ds_row_fn fn, void *ctx, struct fl_error *err);

/* The names of those files (struct fl_slice, below the directory), in the arena; may be none. */
int ds_dataset_files(
	const char *dir, struct fl_arena *a, struct fl_list *ret_names, struct fl_error *err);

/* What verifying found. */
struct ds_verify_report {
	int64_t shards, rows, bytes; /* that were read */
	int64_t faults; /* each was complained about */
};

struct ds_verify_opts {
	/* A sentence about what is wrong; shard and row 0 where it is about the whole. */
	void (*complain)(void *ctx, const char *shard, int64_t row, const char *message);
	/* Each row that is right, with its place among all rows from 0; may be NULL. As ds_row_fn. */
	int (*each)(void *ctx, const struct ds_record *r, int64_t index, int64_t rows,
		struct fl_error *err);
	void *ctx;
};

/*
 * Compare the directory with its manifest: every shard there and no other, its bytes, hashes and
 * rows; every row a record in canonical form, of the shard's kind, that passes ds_record_check(),
 * and no id twice. What is wrong is complained about and counted; a code comes only from `each`,
 * for lack of memory, or when the directory cannot be read at all.
 */
int ds_verify(const char *dir, const struct ds_verify_opts *opts,
	struct ds_verify_report *ret_report, struct fl_error *err);

#endif
