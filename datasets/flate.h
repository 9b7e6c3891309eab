/*
 * The only gateway to zlib: what a browser's DecompressionStream("deflate-raw") reads (RFC 1951),
 * and what git keeps its objects in (RFC 1950). The bytes depend on the content and on the library
 * alone.
 */
#ifndef FL_DATASETS_FLATE_H
#define FL_DATASETS_FLATE_H

#include "base/buf.h"

/* Append raw, deflated, without a frame. FL_ELIMIT when out's maximum is passed, FL_ENOMEM. */
int ds_deflate(struct fl_slice raw, struct fl_buf *out, struct fl_error *err);

/*
 * Append what a zlib stream holds, its first `most` bytes at most; out needs room for one more.
 * FL_ELIMIT: it holds more, and out has those, or there is more than 2 GiB of it; FL_EPARSE: it is
 * damaged, or ends too early; FL_ENOMEM.
 */
int ds_inflate(struct fl_slice packed, size_t most, struct fl_buf *out, struct fl_error *err);

#endif
