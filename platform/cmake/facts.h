/* What CMake 3.25 sets itself on the assumed host (platform/host). Internal. */
#ifndef FL_PLATFORM_CMAKE_FACTS_H
#define FL_PLATFORM_CMAKE_FACTS_H

#include "base/slice.h"

/* Is a package there? The values are those of enum plat_three. */
enum cm_fact { CM_IS_NOT, CM_IS, CM_MAY_BE };

/* Variables that CMake itself sets, once a language is enabled; they end with a NULL name. */
struct cm_constant {
	const char *name, *value;
};
extern const struct cm_constant plat_cm_before_project[], plat_cm_after_project[];

/* CMAKE_<LANG>_COMPILE_FEATURES, in their order. */
extern const char plat_cm_c_features[], plat_cm_cxx_features[];

#endif
