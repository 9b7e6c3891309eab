/*
 * One name for a library, whoever speaks of it: the linker ("z"), pkg-config ("zlib"), CMake
 * ("ZLIB::ZLIB"), Debian ("zlib1g-dev"), or a source that includes its headers ("zlib.h"): "zlib".
 * What no table has is kept as it is, in lower case. Parts of the C and C++ runtime are no
 * libraries, but for threads.
 */
#ifndef FL_PLATFORM_LIBS_H
#define FL_PLATFORM_LIBS_H

#include "base/arena.h"

enum { PLAT_LIB_MAX = 64 }; /* bytes of a name; a longer one is none */

/*
 * The library that -lNAME links. The empty slice for what is none: the runtime's own, a name with
 * other than letters, digits and "._+-".
 */
struct fl_slice plat_lib_of_link(struct fl_slice name, struct fl_arena *a);

/*
 * The library that a build file names: a package or imported target of CMake's, a module of
 * pkg-config's, a package of Debian's. The empty slice as above, for tools that are found as
 * libraries are ("Doxygen"), and for targets in a namespace that is no known package's
 * ("My::part").
 */
struct fl_slice plat_lib_of_package(struct fl_slice name, struct fl_arena *a);

/* What comes with the library, by such names with ',' between them; empty: nothing is known. */
struct fl_slice plat_lib_along_with(struct fl_slice library);

/* The library that alone has this header ("openssl/ssl.h"), or the empty slice. */
struct fl_slice plat_lib_of_header(struct fl_slice header);

#endif
