/*
 * A Makefile.am, or a Makefile.in: its variables, with the conditionals of automake as far as
 * configure.ac decides them. Source: the manual of GNU Automake.
 */
#ifndef FL_PLATFORM_AUTOTOOLS_MAKEFILE_H
#define FL_PLATFORM_AUTOTOOLS_MAKEFILE_H

#include "platform/autotools/script.h"

enum {
	AUT_MAKEFILES_MAX = 1 << 10, /* of a project, with those that are included */
	AUT_INCLUDES_NESTED_MAX = 16,
	AUT_EXPANSIONS_NESTED_MAX = 24
};

struct aut_makefile {
	struct aut_script *s;
	struct fl_slice directory; /* from the root of the tree */
	struct fl_slice file;
	struct aut_vars vars; /* as they are written: words with $(…) in them */
	struct fl_vec order; /* struct fl_slice: names in the order in which they come */
	unsigned unsure; /* the makefile itself may not be used */
	size_t nested;
	size_t *budget; /* words that may still be expanded in the project */
};

/* Read a makefile and what it includes. FL_ENOTFOUND, FL_ELIMIT, … as plat_tree_read(). */
int plat_aut_makefile(struct aut_makefile *m, struct fl_slice path);

/* The words of a variable with all that they name. */
struct aut_value plat_aut_words(struct aut_makefile *m, struct fl_slice name);

/* Is it set in the makefile? */
bool plat_aut_has(const struct aut_makefile *m, struct fl_slice name);

/* Read the makefiles of a directory and of those below it, and add their targets. */
void plat_aut_directory(struct aut_script *s, struct fl_slice directory, unsigned unsure,
	size_t *makefiles, size_t *budget);

/* What the script puts into every compiler call. */
void plat_aut_common(struct aut_script *s, struct plat_draft *d);

#endif
