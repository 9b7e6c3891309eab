/* What words and headers of a source mean, as data. Internal to the room. */
#ifndef FL_PLATFORM_SOURCE_TABLE_H
#define FL_PLATFORM_SOURCE_TABLE_H

#include "platform/source/source.h"

/* A word, or header, and the year of the first standard that has it. Ends with a NULL word. */
struct plat_year {
	const char *word;
	int year;
};

extern const struct plat_year plat_cxx_words[], plat_cxx_std[], plat_cxx_headers[];
extern const struct plat_year plat_c_words[], plat_c_headers[];

/* A header, or a directory with its '/', or the start of a name before a '*'. */
struct plat_header {
	const char *name;
	enum plat_field field;
	const char *means;
};

extern const struct plat_header plat_headers[];

/* How intrinsics' names begin, what they need, and whether that is of 64-bit x86 alone. */
struct plat_intrinsic {
	const char *head;
	const char *feature;
};

extern const struct plat_intrinsic plat_intrinsics[];

#endif
