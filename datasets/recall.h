/*
 * A context as a reader takes it in: terse literals leave a file out that was named just before
 * (FL_ONCE, base/model.h).
 */
#ifndef FL_DATASETS_RECALL_H
#define FL_DATASETS_RECALL_H

#include "base/arena.h"
#include "base/error.h"
#include "base/model.h"

/*
 * Read the literals of a context, and put back what each object with a line, of those in one item,
 * leaves out since an object before it says so. As fl_literal_read().
 */
int ds_context_read(
	struct fl_slice text, struct fl_arena *a, struct fl_items *ret_items, struct fl_error *err);

#endif
