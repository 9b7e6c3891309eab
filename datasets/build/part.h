/*
 * A part of a build's work: one of several processes, on one machine or on many, that share a cache
 * and do what its keys give them. What none of them has done is not there yet, and the build ends
 * before what needs it; with all there it is the build of one process.
 */
#ifndef FL_DATASETS_BUILD_PART_H
#define FL_DATASETS_BUILD_PART_H

#include "base/buf.h"

enum { DS_PARTS_MAX = 100000 };

struct ds_part {
	unsigned index, count; /* 0 … count-1; a count of 0: all the work */
};

/* Is the work with this key (hex digits, at least 8) that of the part? */
bool ds_part_has(const struct ds_part *part, const char *key);

/* "2/8", the second of eight. FL_EINVAL when it says nothing else. */
int ds_part_read(const char *text, struct ds_part *ret_part, struct fl_error *err);

/* What stands for a result that is another part's, and is not in the cache. */
int ds_part_write_absent(struct fl_buf *out);
bool ds_part_is_absent(struct fl_slice result);

#endif
