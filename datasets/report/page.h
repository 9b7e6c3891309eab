/*
 * The page: one HTML file that needs nothing else. Its parts stand beside this file (page.html,
 * page.css, *.js) and are in the tool.
 *
 * Texts of records reach it in two ways. Counts and manifests are one JSON script element with each
 * '<' as \u003c. Rows and source files are deflated and in base 64, a script element for some rows
 * or for a file, which the page unpacks when it shows them. Its policy forbids the network, and
 * every script but the page's own by its hash.
 */
#ifndef FL_DATASETS_REPORT_PAGE_H
#define FL_DATASETS_REPORT_PAGE_H

#include "datasets/report/census.h"
#include "datasets/report/pick.h"

/* A row that is no record. */
struct ds_damage {
	struct fl_slice file; /* its name, without a directory */
	int64_t line;
	struct fl_slice message;
};

/* One of the files and directories that were read. */
struct ds_set {
	struct fl_slice name; /* without the directory that it is in */
	struct fl_slice why; /* why there is no manifest though there is a file, or "" */
	struct fl_list manifests; /* struct ds_manifest: one or none */
};

/* What the page says of all that was read. */
struct ds_facts {
	struct fl_slice faultline; /* version */
	struct fl_list sets; /* struct ds_set */
	int64_t seed, picked, too_long; /* records to read; those too long for a page */
	int64_t damaged;
	struct fl_list damages; /* struct ds_damage, the first of them */
	struct ds_census census;
};

extern const struct fl_shape ds_facts_shape;

enum { DS_PAGE_MAX = 2000 << 20 }; /* bytes */

/*
 * Append the page. pick is finished; its entries get their blocks. FL_ELIMIT when the page is too
 * large, FL_ENOMEM. The bytes depend on what is given and on zlib alone.
 */
int ds_page_write(const struct ds_facts *facts, struct ds_pick *pick, struct fl_buf *out,
	struct fl_error *err);

#endif
