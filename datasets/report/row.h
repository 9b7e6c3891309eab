/*
 * What the page has of one record: its columns but for whole files and expected outputs, its
 * evidence as JSON, and the source files that the evidence speaks of.
 */
#ifndef FL_DATASETS_REPORT_ROW_H
#define FL_DATASETS_REPORT_ROW_H

#include "datasets/report/pick.h"

/*
 * Fill order, entry (but for block and at), row and sources of a picked record; texts live in its
 * memory. The row: {"record": as in a shard, with "events" made of the context where there are
 * none, "sources": [{"path", "text": place on the shelf}], without the fault}. FL_ELIMIT: it is too
 * long for a page, FL_ENOMEM.
 */
int ds_row_make(const struct ds_record *r, struct ds_shelf *shelf, struct ds_picked *x,
	struct fl_error *err);

#endif
