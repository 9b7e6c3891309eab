/*
 * A log as it comes from users: what carriers put before its lines is taken off (base/prefix/), and
 * each lane has a parser (sanitize/parse.h) of its own, so that what several containers or
 * processes write line by line is read as if apart. Reports have their lane's name. Input without
 * prefixes is read as sanitize/parse.h reads it.
 *
 * Reports come in the order of their lanes: what has no lane first, then as lanes ended.
 */
#ifndef FL_SANITIZE_READER_H
#define FL_SANITIZE_READER_H

#include "base/prefix/prefix.h"
#include "sanitize/parse.h"

struct san_reader;

struct san_reader_opts {
	/* reports_max is of all lanes together; with `take` of each, and the arena is the reader's. */
	struct san_parse_opts parse;
	const char *prefix; /* as fl_prefix_new() takes it; NULL: auto */
	/* Called with all text without its prefixes, lines of lanes as they come; NULL: not. */
	int (*text)(void *ctx, struct fl_slice bytes);
	void *text_ctx;
};

/* The caller frees it, with all reports that it gave. FL_EINVAL for the prefix, FL_ENOMEM. */
int san_reader_new(
	const struct san_reader_opts *opts, struct san_reader **ret_reader, struct fl_error *err);
void san_reader_free(struct san_reader *r);

/* Take more bytes. 0, FL_ENOMEM, or what `text` returned. */
int san_reader_feed(struct san_reader *r, struct fl_slice bytes, struct fl_error *err);

/* The end of the log: 0 and what `take` did not get, or what it returned, FL_ENOMEM, FL_ELIMIT. */
int san_reader_finish(struct san_reader *r, struct san_reports *ret_reports, struct fl_error *err);

#endif
