/* Names of libraries as data: lines of "name=canonical", sorted. Internal to the room. */
#ifndef FL_PLATFORM_LIBS_TABLE_H
#define FL_PLATFORM_LIBS_TABLE_H

/* Each ends with NULL. */
extern const char *const plat_lib_links[]; /* what stands behind -l */
extern const char *const plat_lib_pkgs[]; /* pkg-config's names */
extern const char *const plat_lib_cmake[]; /* names of CMake's packages */
extern const char *const plat_lib_packages[]; /* Debian's -dev packages */
extern const char *const plat_lib_along[]; /* what comes with a library */
extern const char *const plat_lib_headers[]; /* headers, or directories of headers with their '/' */

#endif
