/*
 * Tasks of contrasts: a text with the two forms of some code and a table of what they are written
 * for, from which pairs are made. It is a file in tasks/ and a row in tasks.h.
 *
 *	# A comment, up to the first other line.
 *	@contrast simd                  a row of ds_contrasts
 *	@file @noun@_@op@.c             what the code's file is called
 *	@columns  op    type     …      names of the table's columns, in two or more blanks
 *	@row      add   float    …      one pair for each row
 *	@vary noun samples weights      a word that the seed chooses of these, for each row
 *	@let last @noun@[@n@ - 1]       a text that would stand in many places
 *	@stumbles x86  immintrin.h  …   of which one stands in the first error that this form gets on
 *	                                the other side: by it we know that it fails for being there
 *	@form x86                       what follows, up to the next line of this kind, is the form
 *	@form neon
 *	@header sums.h                  so is this: a header that both forms are compiled with
 *
 * In forms, headers, names and what an error is to say, @NAME@ is what the row has in the column,
 * or the seed has chosen. C and C++ have no '@'.
 */
#ifndef FL_DATASETS_CONTRAST_TASK_H
#define FL_DATASETS_CONTRAST_TASK_H

#include "datasets/contrast/contrast.h"

/* Most columns (with varied words), rows, headers of a task, words that tell of a failure. */
enum {
	DS_CONTRAST_COLUMNS = 24,
	DS_CONTRAST_ROWS = 64,
	DS_CONTRAST_HEADERS = 4,
	DS_CONTRAST_WORDS = 12
};

struct ds_contrast_vary {
	struct fl_slice name, words; /* these with blanks between */
	bool whole; /* of @let: they are one text */
};

struct ds_contrast_task {
	struct fl_slice name;
	int contrast; /* index in ds_contrasts */
	struct fl_slice file; /* path, before anything is put in */
	struct fl_slice columns[DS_CONTRAST_COLUMNS];
	size_t column_count;
	struct fl_slice rows[DS_CONTRAST_ROWS]; /* each with its cells */
	size_t row_count;
	struct ds_contrast_vary vary[DS_CONTRAST_COLUMNS];
	size_t vary_count;
	struct fl_slice forms[2]; /* by side */
	struct fl_slice stumbles[2]; /* by the form that fails; cells */
	struct tg_file headers[DS_CONTRAST_HEADERS];
	size_t header_count;
};

/* What is to be proven: one row of a task, everything put in. Lives in an arena. */
struct ds_contrast_pair {
	struct fl_slice source; /* "simd/axpy/3": contrast, task and row */
	struct fl_slice group; /* all pairs of a task have one: "contrast/simd/axpy" */
	int contrast;
	int compiler; /* enum tg_compiler; the seed chooses it */
	struct fl_slice file;
	struct fl_slice forms[2];
	struct fl_slice stumbles[2][DS_CONTRAST_WORDS];
	size_t stumble_count[2];
	struct fl_list headers; /* struct tg_file */
};

/* The task of that text, into which it points. FL_EPARSE names the line and what is wrong. */
int ds_contrast_task_read(struct fl_slice name, struct fl_slice text,
	struct ds_contrast_task *ret_task, struct fl_error *err);

/* The pair of a row. FL_EPARSE: something is named that there is not. */
int ds_contrast_task_pair(const struct ds_contrast_task *task, size_t row, uint64_t seed,
	struct fl_arena *a, struct ds_contrast_pair *ret_pair, struct fl_error *err);

/* How many tasks the tool has, and the text of the i-th, with its name. */
size_t ds_contrast_task_count(void);
struct fl_slice ds_contrast_task_text(size_t i, struct fl_slice *ret_name);

#endif
