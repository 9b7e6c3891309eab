/* Two texts of a JSON object, found without reading the rest of it. Internal to the room. */
#ifndef FL_PLATFORM_PREPEND_ROW_H
#define FL_PLATFORM_PREPEND_ROW_H

#include "base/buf.h"

/*
 * Find the texts that two keys have in the outermost object, as they stand in it, between their
 * quotes: a key that is not there, or has no text, gives the empty slice with a NULL pointer.
 * False: it is no object, as far as its texts and brackets tell.
 */
bool plat_row_find(struct fl_slice row, const char *const keys[2], struct fl_slice ret_raw[2]);

/*
 * Append a text as it stands in JSON as it is meant, for a reader of source code: what is not ASCII
 * and comes as an escape is "?".
 */
void plat_row_text(struct fl_slice raw, struct fl_buf *out);

#endif
