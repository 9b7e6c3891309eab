/*
 * The only gateway to zlib: what a browser's DecompressionStream("deflate-raw") reads (RFC 1951).
 * The bytes depend on the content and on the library alone.
 */
#ifndef FL_DATASETS_REPORT_DEFLATE_H
#define FL_DATASETS_REPORT_DEFLATE_H

#include "base/buf.h"

/* Append raw, deflated. FL_ELIMIT when out's maximum is passed, FL_ENOMEM. */
int ds_deflate(struct fl_slice raw, struct fl_buf *out, struct fl_error *err);

#endif
