/*
 * Headers that were read (datasets/reward/headers.h) kept on disk, beside labels, for those who
 * come later: a server that starts anew need not read them again.
 *
 * They depend on the compiler and on the headers of the system. Those are taken to change when what
 * dpkg says is installed does; where nothing says that, nothing is kept.
 */
#ifndef FL_DATASETS_HEADERS_DISK_H
#define FL_DATASETS_HEADERS_DISK_H

#include "datasets/cache.h"

struct ds_headers_disk {
	const struct ds_cache *cache; /* NULL: nothing is kept */
	const char *program; /* what this program is told from other builds of it by */
};

/* Append those of a key (DS_HEADERS_KEY characters); false, and nothing: there are none. */
bool ds_headers_disk_get(const struct ds_headers_disk *d, const char *key, struct fl_buf *out);

/* Keep them. What cannot be kept is lost, and no failure. */
void ds_headers_disk_put(const struct ds_headers_disk *d, const char *key, struct fl_slice made);

#endif
