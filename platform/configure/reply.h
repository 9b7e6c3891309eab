/*
 * What a box writes of several files on one stream: for each a line "NAME SIZE", then SIZE bytes
 * and a newline. The box is a stranger's: names and sizes are its word.
 */
#ifndef FL_PLATFORM_CONFIGURE_REPLY_H
#define FL_PLATFORM_CONFIGURE_REPLY_H

#include "base/model.h"

struct plat_reply_file {
	struct fl_slice name, text; /* point into the stream */
};

enum { PLAT_REPLY_FILES_MAX = 1 << 15 };

/* All files of a stream, sorted by name: struct plat_reply_file in the arena. What stands behind a
 * line that is none ends it. */
int plat_reply_read(struct fl_slice stream, struct fl_arena *a, struct fl_list *ret_files,
	struct fl_error *err);

/* The file of that name; the empty slice where there is none. */
struct fl_slice plat_reply_file(const struct fl_list *files, struct fl_slice name);

/* The first file whose name starts so; the empty slice where there is none. */
struct fl_slice plat_reply_starting(const struct fl_list *files, const char *start);

#endif
