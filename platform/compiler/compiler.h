/*
 * A compiler as it describes itself, and what it does unless it is told otherwise: the standard
 * that it takes, and what it builds for.
 */
#ifndef FL_PLATFORM_COMPILER_H
#define FL_PLATFORM_COMPILER_H

#include "platform/facts/facts.h"

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
 * The facts of a compiler, from PLAT_FROM_COMPILER: its name for the language, its target, and the
 * standard that it takes by default, of which gcc's and clang's manuals tell.
 */
void plat_compiler_facts(
	const struct plat_compiler *compiler, enum plat_language language, struct plat_facts *to);

#endif
