/* Whether two are one file, whatever they are called: by device and number. */
#ifndef FL_BASE_SAME_H
#define FL_BASE_SAME_H

#include <stdbool.h>
#include <sys/stat.h>

static inline bool fl_same_file(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Of paths; false where one is NULL or leads to nothing. Links are followed. */
static inline bool fl_same_path(const char *a, const char *b)
{
	struct stat x, y;
	return a && b && stat(a, &x) == 0 && stat(b, &y) == 0 && fl_same_file(&x, &y);
}

#endif
