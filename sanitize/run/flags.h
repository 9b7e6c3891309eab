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

/* Ways to watch a run. */
enum san_mode {
	SAN_MODE_ADDRESS_UNDEFINED,
	SAN_MODE_ADDRESS,
	SAN_MODE_UNDEFINED,
	SAN_MODE_LEAK,
	SAN_MODE_THREAD,
	SAN_MODE_MEMORY,
	SAN_MODE_HWADDRESS,
	SAN_MODE_VALGRIND,
	SAN_MODE_HELGRIND,
	SAN_MODE_NONE,
	SAN_MODE_COUNT
};

enum san_use {
	SAN_RUN, /* alone: report everything, leaks too, and exit with SAN_EXIT */
	SAN_CONFIRM, /* the same without names: frames are module and offset, at a tenth of the cost */
	SAN_DEBUG /* under a debugger: stop in abort() at the error; no leaks, no symbolising */
};

/* The exit status after a report, which no ordinary program uses. */
enum { SAN_EXIT = 99 };

/* What each mode is and needs; by enum san_mode. */
struct san_mode_info {
	const char *word; /* of --sanitize= */
	bool clang; /* gcc has no such sanitizer for this machine */
	bool fixed; /* the runtime needs a fixed address layout: no second run with another one */
	const char *tool; /* a program that it runs under, looked up in /usr/bin; NULL: none */
};
extern const struct san_mode_info san_modes[SAN_MODE_COUNT];

/* The flags of a mode to compile and link with, NULL-terminated; constant. */
const char *const *san_mode_flags(
	enum san_mode mode, enum san_compiler compiler, enum san_language language);

/*
 * Behind these, for programs whose debug information serves reports alone: clang then writes places
 * and functions' names, and no types and variables. Reports are the same; of a program of templates
 * the compiler takes a tenth less. NULL-terminated; empty where the mode runs without a runtime
 * that reports, which is debugged.
 */
const char *const *san_lines_flags(enum san_mode mode, enum san_compiler compiler);

/*
 * Further flags to link with, for reports in files: of gcc's shared libasan and libubsan in one
 * program the second writes to stderr whatever log_path says. NULL-terminated; constant.
 */
const char *const *san_mode_link_flags(enum san_mode mode, enum san_compiler compiler);

/*
 * What stands before the program's own argument vector: a tool and its options, which write their
 * report to SAN_LOG_DIR below the working directory. NULL-terminated; empty for most.
 */
const char *const *san_mode_wrapper(enum san_mode mode);

/* The same for a command that starts others, in any directory of a box. */
const char *const *san_suite_wrapper(enum san_mode mode);

/* Where reports go with san_env.log: a file for each variable and process, "asan.2". */
#define SAN_LOG_DIR ".report"

/* The same for SAN_MODE_ADDRESS_UNDEFINED. */
const char *const *san_compile_flags(enum san_compiler compiler, enum san_language language);

/* What turns the search for leaks off. */
#define SAN_NO_LEAKS "ASAN_OPTIONS=detect_leaks=0"

struct san_env {
	enum san_use use;
	unsigned fill; /* byte 1..255 that fresh heap memory holds; 0: the runtime's own, 0xbe */
	const char *symbolizer; /* path for clang's runtimes, or NULL: they look in PATH */
	enum san_mode mode;
	bool no_leaks; /* do not look for leaks, whatever the use */
	bool no_handlers; /* the program cannot handle fatal signals itself: they are reported */
	const char *log; /* write reports to files in this directory's SAN_LOG_DIR; NULL: stderr */
	bool pairs; /* ThreadSanitizer: each pair of places that race, not one for a variable */
	bool suite; /* programs that test themselves: a huge malloc() that fails is no fault */
};

/*
 * The environment entries of the mode's runtimes ("ASAN_OPTIONS=…", "LSAN_OPTIONS=…", …),
 * NULL-terminated, in the arena; NULL when it is full. To be added to a program's environment.
 */
const char *const *san_environment(const struct san_env *env, struct fl_arena *a);

#endif
