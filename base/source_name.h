/*
 * Names of source files: what their endings say of what is in them, as compilers and build tools
 * take it, the names of the standards that they are written in, and those that their lines include
 * (GCC's manual, "Options Controlling the Kind of Output"; clang's driver/Types.def).
 */
#ifndef FL_BASE_SOURCE_NAME_H
#define FL_BASE_SOURCE_NAME_H

#include <stdbool.h>

#include "base/slice.h"

enum fl_source_language {
	FL_SOURCE_C,
	FL_SOURCE_CXX,
	FL_SOURCE_KIN, /* what the same drivers take: Objective-C, CUDA, HIP, OpenCL, assembly */
	FL_SOURCE_OTHER /* other compilers' languages */
};

enum fl_source_role {
	FL_SOURCE_UNIT, /* is compiled on its own */
	FL_SOURCE_HEADER, /* is included, or imported */
	FL_SOURCE_MADE /* preprocessed or intermediate code */
};

struct fl_source_name {
	char end[8]; /* with its point, filled up with zeros */
	unsigned char language, role; /* fl_source_language, fl_source_role */
};

/*
 * What the end of a name or path says, from its last point on; NULL when it is no source's. ".h" is
 * C, though it may be either's. Endings are told by their case: ".C" is C++, ".c" is C.
 */
const struct fl_source_name *fl_source_name(struct fl_slice path);

/* True for a unit of C or C++; *ret_cxx tells which. */
bool fl_source_is_unit(struct fl_slice path, bool *ret_cxx);

/*
 * Is it the name of a standard of C or C++, as -std= takes it ("gnu17", "c++2b")? *ret_cxx tells of
 * which. (GCC's manual, "Options Controlling C Dialect"; clang's Basic/LangStandards.def)
 */
bool fl_source_standard(struct fl_slice name, bool *ret_cxx);

/*
 * The name in the line `#include "name"` or `#include <name>`, or the empty slice; *ret_quoted
 * tells which. A name that a macro makes is none.
 */
struct fl_slice fl_source_included(struct fl_slice line, bool *ret_quoted);

#endif
