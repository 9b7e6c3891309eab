/* What is known of the assumed host: Linux, x86_64, glibc, gcc 12, CMake 3.25. Internal. */
#ifndef FL_PLATFORM_CMAKE_FACTS_H
#define FL_PLATFORM_CMAKE_FACTS_H

#include "base/slice.h"

enum cm_fact { CM_IS_NOT, CM_IS, CM_MAY_BE };

enum cm_fact plat_cm_fact_flag(struct fl_slice flag); /* does the compiler take it? */
enum cm_fact plat_cm_fact_header(struct fl_slice header);
enum cm_fact plat_cm_fact_function(struct fl_slice name);
enum cm_fact plat_cm_fact_library(struct fl_slice name); /* of libc: m, pthread, … */
/* Bytes of a type, 0 where it is not known. */
int plat_cm_fact_size(struct fl_slice type);

/* Variables that CMake itself sets, once a language is enabled; they end with a NULL name. */
struct cm_constant {
	const char *name, *value;
};
extern const struct cm_constant plat_cm_before_project[], plat_cm_after_project[];

/* CMAKE_<LANG>_COMPILE_FEATURES, in their order. */
extern const char plat_cm_c_features[], plat_cm_cxx_features[];

#endif
