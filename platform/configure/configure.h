/*
 * A project as its own build system configures it. This runs the project's code: only in a box
 * (base/sandbox/sandbox.h), without a network, on a copy, and only where a user asked for it.
 *
 * By what lies at its root: CMakeLists.txt (cmake, with a query of the File API and a trace),
 * meson.build (meson setup), configure or configure.ac (./configure, then `make -n`), a Makefile
 * (`make -Bn`). What is not installed here the project does not find, as when it is built here.
 */
#ifndef FL_PLATFORM_CONFIGURE_CONFIGURE_H
#define FL_PLATFORM_CONFIGURE_CONFIGURE_H

#include "base/sandbox/sandbox.h"
#include "platform/model/project.h"

enum {
	PLAT_CONFIGURE_CPU_MS =
		300000, /* three times that by the clock, as a run of a box has it */
	PLAT_CONFIGURE_OUTPUT_MAX = 64 << 20
};

struct plat_configure_opts {
	unsigned cpu_ms; /* of all that runs; 0: PLAT_CONFIGURE_CPU_MS */
	size_t disk_max; /* bytes of the copy and of what is written; 0: 1 GiB */
	size_t memory_max; /* 0: 4 GiB */
	const char *const *words; /* for cmake or meson setup; to a NULL; NULL: none */
};

/*
 * Configure what lies beneath directory; opts may be NULL. What no rule of base/carry.h lets in is
 * left out of the copy (names with a dot first, files that others may not read). The project lives
 * in the arena. FL_ENOTFOUND: there is no build file at its root; FL_EREFUSED: it does not
 * configure, with its last words; FL_EMISSING: the build system is not installed, or there are no
 * boxes here; FL_ELIMIT: it, its copy or its answer is larger than is taken.
 */
int plat_configure(const char *directory, const struct plat_configure_opts *opts,
	struct fl_arena *a, struct plat_project *ret_project, struct fl_error *err);

#endif
