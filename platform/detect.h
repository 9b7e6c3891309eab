/*
 * The platform of one source file, from its own text and the compiler that builds it. Only what is
 * sure is said: libraries by headers that nothing else installs, features by flags alone.
 */
#ifndef FL_PLATFORM_DETECT_H
#define FL_PLATFORM_DETECT_H

#include "platform/context.h"

enum plat_language { PLAT_C, PLAT_CXX };
enum plat_family { PLAT_GCC, PLAT_CLANG };

struct plat_compiler {
	enum plat_family family;
	uint32_t major, minor; /* 0: not known */
	struct fl_slice target; /* "x86_64-pc-linux-gnu"; empty: not known */
};

/*
 * What `gcc -v` or `clang -v` writes to stderr: "gcc version 12.2.0 (…)" or "… clang version 19.1.7
 * (…)", and "Target: …". *ret_compiler points into text. FL_EPARSE for anything else.
 */
int plat_compiler_parse(
	struct fl_slice text, struct plat_compiler *ret_compiler, struct fl_error *err);

/* Run `command -v` (looked up in PATH) and read what it says, into the arena. */
int plat_compiler_query(const char *command, struct fl_arena *a, struct plat_compiler *ret_compiler,
	struct fl_error *err);

/* The language by a file's name: C for .c and names without a C++ ending. */
enum plat_language plat_language_of(struct fl_slice file_name);

/*
 * Find the context of a source text. compiler: NULL when not known; flags: its arguments,
 * NULL-terminated, or NULL; a -std= that names no standard says nothing. The result lives in the
 * arena. Fails only for lack of memory.
 */
int plat_detect(struct fl_slice text, enum plat_language language,
	const struct plat_compiler *compiler, const char *const *flags, struct fl_arena *a,
	struct plat_context *ret_context, struct fl_error *err);

#endif
