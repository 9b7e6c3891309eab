/*
 * Headers that were read (datasets/reward/headers.h) kept on disk, beside labels, for those who
 * come later: a server that starts anew need not read them again.
 *
 * They depend on the compiler and on the headers of the system. Those are taken to change when what
 * dpkg says is installed does; where nothing says that, and where somebody has put headers of his
 * own into /usr/local/include, nothing is kept.
 */
#ifndef FL_DATASETS_HEADERS_DISK_H
#define FL_DATASETS_HEADERS_DISK_H

#include "datasets/cache.h"

struct ds_headers_disk {
	const struct ds_cache *cache; /* NULL: nothing is kept */
	const char *program; /* what this program is told from other builds of it by */
	char state[128]; /* of what is installed; "": nothing may be kept */
};

/* What is installed now; before headers are read. */
void ds_headers_disk_look(struct ds_headers_disk *d);

/* Append those of a key (DS_HEADERS_KEY characters); false, and nothing: there are none. */
bool ds_headers_disk_get(const struct ds_headers_disk *d, const char *key, struct fl_buf *out);

/*
 * Keep them, unless what is installed has changed since they were asked for. What cannot be kept is
 * lost, and no failure. False: they are not.
 */
bool ds_headers_disk_put(const struct ds_headers_disk *d, const char *key, struct fl_slice made);

#endif
