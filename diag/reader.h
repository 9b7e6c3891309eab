/*
 * A log as it comes from users: what carriers put before its lines is taken off (base/prefix/), and
 * each lane has a parser (diag/parse.h) of its own, so that what several containers or jobs write
 * line by line is read as if apart. Diagnostics have their lane's name. Input without prefixes is
 * read as diag/parse.h reads it.
 */
#ifndef FL_DIAG_READER_H
#define FL_DIAG_READER_H

#include "base/prefix/prefix.h"
#include "diag/heads.h"
#include "diag/parse.h"

struct diag_reader;

struct diag_reader_opts {
	enum diag_from from;
	const char *prefix; /* as fl_prefix_new() takes it; NULL: auto */
	diag_catalogue_fn find; /* as diag_parser_catalogues() takes it, or NULL */
	void *find_ctx;
};

/* *sink is copied. The caller frees the reader. FL_EINVAL for the prefix, FL_ENOMEM. */
int diag_reader_new(const struct diag_reader_opts *opts, const struct diag_sink *sink,
	struct diag_reader **ret_reader, struct fl_error *err);
void diag_reader_free(struct diag_reader *r);

/* As those of diag/parse.h. */
void diag_reader_expect(struct diag_reader *r, const char *tool);
int diag_reader_feed(struct diag_reader *r, struct fl_slice bytes, struct fl_error *err);
int diag_reader_next(struct diag_reader *r, struct fl_error *err);
int diag_reader_finish(struct diag_reader *r, struct fl_error *err);

/* Of all lanes together. */
struct diag_stats diag_reader_stats(const struct diag_reader *r);

/* What stands before the names of files in all diagnostics of no lane. */
const struct diag_heads *diag_reader_heads(const struct diag_reader *r);

#endif
