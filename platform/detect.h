/*
 * The platform of one source file, from its own text and the compiler that builds it. Only what is
 * sure is said: libraries by headers that nothing else installs, the rest by flags and by what the
 * text itself shows (platform/source).
 */
#ifndef FL_PLATFORM_DETECT_H
#define FL_PLATFORM_DETECT_H

#include "platform/compiler/compiler.h"
#include "platform/context.h"

/*
 * Find the context of a source text. compiler: NULL when not known; flags: its arguments,
 * NULL-terminated, or NULL; a -std= that names no standard says nothing. The result lives in the
 * arena. Fails only for lack of memory.
 */
int plat_detect(struct fl_slice text, enum plat_language language,
	const struct plat_compiler *compiler, const char *const *flags, struct fl_arena *a,
	struct plat_context *ret_context, struct fl_error *err);

#endif
