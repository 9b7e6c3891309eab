/* Of a row of JSON what it is compared by with others. */
#ifndef FL_DATASETS_QUALITY_TEXT_H
#define FL_DATASETS_QUALITY_TEXT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/json.h"

struct ds_text_row {
	struct fl_arena arena;
	const struct fl_json *object;
	struct fl_buf text;
	bool any; /* it has one of the members that are compared */
};

/*
 * Read a row, and the texts of the members that `keys` names, with commas between; "": `diff` of
 * records (without its lines of names and places), else the first that is there of `text`,
 * `content`, `code`, and what pairs of before and after have. FL_EPARSE when it is no JSON object,
 * FL_ELIMIT. Released in any case.
 */
int ds_text_read(
	struct ds_text_row *row, struct fl_slice line, struct fl_slice keys, struct fl_error *err);
void ds_text_release(struct ds_text_row *row);

/*
 * The repository of a row: the text under the key, or, where key is "", the first that is there of
 * `group`, `repo`, `repository`, `repo_name`, `repos`. "": it names none.
 */
struct fl_slice ds_text_group(const struct fl_json *row, struct fl_slice key);

#endif
