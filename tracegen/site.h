/*
 * A fault site: one edit that would put one fault into one file, or a few in several files. Sites
 * are what operators yield; nobody stores patched files. Places are in the original file: offsets
 * in bytes from 0, lines from 1, columns in bytes from 1.
 */
#ifndef FL_TRACEGEN_SITE_H
#define FL_TRACEGEN_SITE_H

#include "base/model.h"

enum tg_site_kind { TG_EXPRESSION, TG_STATEMENT, TG_DECLARATION, TG_SITE_KINDS };

/*
 * Which edits of a site have to be come by for its fault to show: this one; one of those that say
 * so; this one need not, it follows from the others.
 */
enum tg_slip_runs { TG_RUNS_EACH, TG_RUNS_ONE, TG_RUNS_NONE, TG_RUNS_COUNT };

/* One of several edits that a site is made of. */
struct tg_slip {
	struct fl_slice op; /* whose slip it is */
	struct fl_slice file;
	int64_t start, end;
	struct fl_slice original, replacement;
	struct fl_slice function; /* that it is in; "" outside of any */
	int runs; /* enum tg_slip_runs */
};

struct tg_site {
	struct fl_slice op; /* name of the operator (tracegen/operators/ops.h) */
	int64_t variant; /* tells sites of one operator at one place apart */
	int kind; /* enum tg_site_kind */
	struct fl_slice file; /* path within the program */
	int64_t start, end; /* the bytes [start, end) are replaced */
	int64_t line, col, end_line; /* of start; of the last byte */
	struct fl_slice original, replacement;
	struct fl_slice function; /* that it is in; "" outside of any */
	int64_t function_line, function_end; /* first and last line of its definition, or 0 */
	struct fl_slice symbol; /* the variable, function or header it is about, or "" */
	int64_t symbol_line; /* where that is declared in this file, or 0 */
	/* struct tg_slip, when it is several edits, in the order of their places and those of a file
	   together, the site's own file first: what is between its edits is in original and in
	   replacement and the same. Empty: it is one edit. */
	struct fl_list slips;
};

extern const struct fl_names tg_site_kind_names, tg_slip_runs_names;
extern const struct fl_shape tg_site_shape;

/*
 * The line map of the edit: where a line of the original stands in the edited file. A line that is
 * gone is where its successor stands.
 */
int64_t tg_site_line(const struct tg_site *site, int64_t line);

/* The order of sites: file, start, operator (as in the table), variant, end. For qsort(). */
int tg_site_cmp(const void *a, const void *b);

#endif
