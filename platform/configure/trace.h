/*
 * Where a configured project sets its standards and flags: from CMake's trace, one JSON object a
 * line (`cmake --trace-expand --trace-format=json-v1`; cmake(1)). The File API knows no line for
 * what comes from variables.
 */
#ifndef FL_PLATFORM_CONFIGURE_TRACE_H
#define FL_PLATFORM_CONFIGURE_TRACE_H

#include "platform/model/project.h"

/* A command that sets a standard or flags: `value` is all its arguments, with blanks between. */
struct plat_traced {
	bool standard;
	struct fl_slice value;
	struct plat_place at;
};

enum { PLAT_TRACED_MAX = 1 << 12 };

struct plat_trace {
	struct fl_list commands; /* struct plat_traced, in the order in which they ran */
};

/* Lines that are none of the project's, or not JSON, are left out. FL_ELIMIT, FL_ENOMEM. */
int plat_trace_read(struct fl_slice text, struct fl_arena *a, struct plat_trace *ret_trace,
	struct fl_error *err);

/*
 * The last command that sets a standard of the language to this ("17"), or that names a flag;
 * *ret_at is untouched where there is none. t may be NULL.
 */
void plat_trace_standard(const struct plat_trace *t, enum plat_languages language,
	struct fl_slice year, struct plat_place *ret_at);
void plat_trace_flag(const struct plat_trace *t, struct fl_slice flag, struct plat_place *ret_at);

#endif
