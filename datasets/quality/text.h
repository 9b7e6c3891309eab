/* Of a row of JSON what it is compared by with others. */
#ifndef FL_DATASETS_QUALITY_TEXT_H
#define FL_DATASETS_QUALITY_TEXT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/json.h"

/*
 * Append the texts of the members that `keys` names, with commas between; "": `diff` of records
 * (without its lines of names and places), else the first that is there of `text`, `content`,
 * `code`, and what pairs of before and after have. False: the row has none of them.
 */
bool ds_text_of(const struct fl_json *row, struct fl_slice keys, struct fl_buf *out);

#endif
