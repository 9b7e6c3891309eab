/*
 * The fast way of fl_json_read() (base/json.h): JSON that looks as fl_json_object() writes it,
 * read without a tree. It takes less than all JSON, and nothing else.
 */
#ifndef FL_BASE_JSON_SHAPED_H
#define FL_BASE_JSON_SHAPED_H

#include "base/json.h"

/*
 * The object, as fl_json_read() has it, or NULL for what is to be read in another way: because it
 * has blanks, another order of keys or an unusual number, because it is wrong, or because the arena
 * is full. Then the arena is as it was. *ret_canonical: would fl_json_object() write the very
 * same bytes?
 */
void *fl_json_read_shaped(struct fl_slice text, const struct fl_shape *shape, struct fl_arena *a,
	bool *ret_canonical);

#endif
