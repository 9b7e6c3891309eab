/*
 * How to build and run a program so that its faults are noticed, and always in the same way: one
 * table of compiler flags and one of run-time options, each row with its reason. Measured with
 * gcc 12, clang 14 and clang 19 (tests/fixtures/sanitize/collect.sh uses the same).
 *
 * gcc's runtime symbolises by itself. clang's needs llvm-symbolizer-NN of its version in PATH
 * (Debian package llvm-NN, which clang-NN does not pull in); without it every frame of a report is
 * a bare module and offset, and no line can be blamed.
 */
#ifndef FL_SANITIZE_FLAGS_H
#define FL_SANITIZE_FLAGS_H

#include "base/arena.h"

enum san_compiler { SAN_GCC, SAN_CLANG };
enum san_language { SAN_C, SAN_CXX };

enum san_use {
	SAN_RUN, /* alone: report everything, leaks too, and exit with SAN_EXIT */
	SAN_CONFIRM, /* the same without names: frames are module and offset, at a tenth of the cost */
	SAN_DEBUG /* under a debugger: stop in abort() at the error; no leaks, no symbolising */
};

/* The exit status after a report, which no ordinary program uses. */
enum { SAN_EXIT = 99 };

/* The flags to compile and link with, NULL-terminated; constant. */
const char *const *san_compile_flags(enum san_compiler compiler, enum san_language language);

struct san_env {
	enum san_use use;
	unsigned fill; /* byte 1..255 that fresh heap memory holds; 0: the runtime's own, 0xbe */
	const char *symbolizer; /* path for clang's runtimes, or NULL: they look in PATH */
};

/*
 * The environment entries "ASAN_OPTIONS=…", "LSAN_OPTIONS=…", "UBSAN_OPTIONS=…", NULL-terminated,
 * in the arena; NULL when it is full. To be added to a program's environment.
 */
const char *const *san_environment(const struct san_env *env, struct fl_arena *a);

#endif
