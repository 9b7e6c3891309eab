/* Texts that have been seen: is this one new? */
#ifndef FL_BASE_SEEN_H
#define FL_BASE_SEEN_H

#include <stdbool.h>

#include "base/arena.h"

/* Begins zeroed. */
struct fl_seen {
	void *tree; /* of tsearch(3) */
};

/*
 * *ret_new: has the text not been there? It is from now on: it stays the caller's, and has to live
 * as long as s. FL_ENOMEM.
 */
int fl_seen_add(struct fl_seen *s, const char *text, bool *ret_new, struct fl_error *err);

/* The same of a text that does not live so long: it is copied to the arena, which has to. */
int fl_seen_add_copy(struct fl_seen *s, struct fl_slice text, struct fl_arena *a, bool *ret_new,
	struct fl_error *err);

/* It is empty again. */
void fl_seen_release(struct fl_seen *s);

#endif
