/*
 * Where a file or directory is that a user or a client names: beneath a directory that may be taken
 * from, by its true name.
 */
#ifndef FL_DEBUGSESSION_BRING_PLACE_H
#define FL_DEBUGSESSION_BRING_PLACE_H

#include <limits.h>
#include <sys/stat.h>

#include "base/error.h"

struct dbg_place {
	char given[PATH_MAX]; /* absolute, as it was named */
	char real[PATH_MAX]; /* without links */
	char root[PATH_MAX]; /* what may be taken from that it is beneath, without links */
	mode_t mode;
};

/*
 * roots: what may be taken from, absolute names, NULL-terminated; NULL: all, and the root is "/". A
 * name that is not absolute starts at the working directory. Links are followed as long as they
 * stay beneath the roots; nothing is opened but for its name.
 *
 * FL_EREFUSED: it is not beneath one, or a link leads out; FL_ENOTFOUND.
 */
int dbg_place_find(const char *const *roots, const char *path, struct dbg_place *ret_place,
	struct fl_error *err);

/* The name without its last part, in place; "/" stays. */
void dbg_place_up(char *path);

/* What of path lies below dir: "" when it is dir itself, NULL when it is elsewhere. */
const char *dbg_place_below(const char *dir, const char *path);

#endif
