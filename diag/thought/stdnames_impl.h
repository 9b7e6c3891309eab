/* The tables behind diag/thought/stdnames.h. Internal. */
#ifndef FL_DIAG_STDNAMES_IMPL_H
#define FL_DIAG_STDNAMES_IMPL_H

#include "diag/thought/stdnames.h"

/* Names of one header that came with one standard, blank-separated, without "std::". */
struct diag_std_group {
	const char *header;
	int since; /* 98, 11, 14, 17, 20, 23 */
	int gcc; /* the gcc whose library has them first, when that is later than gcc 12; else 0 */
	const char *instead; /* what serves in older standards, or NULL */
	const char *names;
};

struct diag_std_c_group {
	const char *header;
	int since; /* 89, 99, 11; 0: no ISO C */
	const char *feature; /* the macro that glibc needs under a strict -std=cNN, or NULL */
	const char *names;
};

/* Rows end with a NULL header. */
extern const struct diag_std_group diag_std_cxx[];
extern const struct diag_std_c_group diag_std_c[];

#endif
