/*
 * Where the rows of an import come from. A row is a question to whoever makes a pair of it: its
 * bytes mean something to the kind of source only, and a process that was forked with the rows can
 * read any of them, in any order.
 */
#ifndef FL_DATASETS_IMPORT_ROWS_H
#define FL_DATASETS_IMPORT_ROWS_H

#include "datasets/import/pair.h"

struct ds_rows_opts {
	/*
	 * A file of JSON lines, or "-" (source.h); the directory of a git repository (history.h);
	 * patches (series.h), which need a tree.
	 */
	const char *input;
	const char *tree; /* a directory that the rows' paths are in, or NULL */
	struct ds_pair_keys keys;
	/* of a repository; repository: of patches, too */
	const char *repository; /* what records call it, or NULL (datasets/import/git/git.h) */
	int64_t max_commits; /* the last ones; 0: all */
	int64_t since; /* seconds since 1970; 0: all */
};

struct ds_rows;

/* A kind of source. */
struct ds_rows_ops {
	/* As ds_rows_next(), ds_rows_pair() and ds_rows_name(). */
	int (*next)(struct ds_rows *r, struct fl_buf *question, uint64_t *ret_number,
		struct fl_error *err);
	int (*pair)(struct ds_rows *r, struct fl_slice question, struct fl_arena *a,
		struct ds_pair *ret_pair, enum ds_fate *ret_fate, struct fl_slice *ret_why,
		struct fl_error *err);
	struct fl_slice (*name)(const struct ds_rows *r);
	void (*close)(struct ds_rows *r);
};

/* What rows of every kind begin with. */
struct ds_rows {
	const struct ds_rows_ops *ops;
};

/*
 * Open them. The options must live on. The caller closes them. FL_EINVAL where they do not go
 * together.
 */
int ds_rows_open(const struct ds_rows_opts *opts, struct ds_rows **ret_rows, struct fl_error *err);
void ds_rows_close(struct ds_rows *r);

/*
 * Append the next row to question. *ret_number: its line, or how many came before and itself.
 * Returns 1, 0 at the end, or a code: what comes behind it cannot be read.
 */
int ds_rows_next(
	struct ds_rows *r, struct fl_buf *question, uint64_t *ret_number, struct fl_error *err);

/*
 * In any process that was forked since: the pair of a row, in the arena. *ret_fate is
 * DS_FATE_TAKEN, or why the row is none, with *ret_why. A code is for what is no fault of the row.
 */
int ds_rows_pair(struct ds_rows *r, struct fl_slice question, struct fl_arena *a,
	struct ds_pair *ret_pair, enum ds_fate *ret_fate, struct fl_slice *ret_why,
	struct fl_error *err);

/* What they are called where a record has no other source to name; without directories. */
struct fl_slice ds_rows_name(const struct ds_rows *r);

#endif
