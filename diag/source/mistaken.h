/*
 * Files that are given for a log and cannot be one: a user who forgets the command is told so,
 * where silence would look like success.
 */
#ifndef FL_DIAG_SOURCE_MISTAKEN_H
#define FL_DIAG_SOURCE_MISTAKEN_H

#include <stdbool.h>

enum diag_mistake {
	DIAG_MISTAKE_NONE, /* it may be a log, or cannot be read: that is told elsewhere */
	DIAG_MISTAKE_SOURCE, /* by its name */
	DIAG_MISTAKE_BUILD, /* what a build is told by, by its name */
	DIAG_MISTAKE_BINARY /* a program, an object or a library, by its first bytes */
};

/* What clang takes for source by its name. */
bool diag_names_source(const char *path);

/* Looks at the name, and where that tells nothing at the first bytes of a regular file. */
enum diag_mistake diag_mistake_of(const char *path);

#endif
