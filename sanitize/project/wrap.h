/*
 * Compilers that add a sanitizer's flags to whatever they are asked, as shell scripts that stand
 * first in PATH under all names by which build systems know compilers (cc gcc g++ c++ clang clang++
 * c99 c89, with versions and with the machine's triplet). They take out of a command line what a
 * sanitizer cannot work with: -static, -s, -O2 (-O1 it becomes), -flto, _FORTIFY_SOURCE, sanitizers
 * of the project's own, and for clang, whose shared libraries find their runtime in the program,
 * -z defs. -Werror is softened but in the checks of configure, CMake and Meson, since a sanitizer
 * brings warnings of its own. What is built for no operating system (-ffreestanding, -nostdlib)
 * stays as it is. `strip` does nothing.
 *
 * Each call has a limit of CPU time for each of its processes and one of the clock. Who fails when
 * one is passed is noted in a list, by the source that was named last, or the directory.
 */
#ifndef FL_SANITIZE_WRAP_H
#define FL_SANITIZE_WRAP_H

#include "sanitize/run/build.h"

/* Where they are, below FL_BOX_DIR; and the list of what was linked, a line each. */
#define SAN_TOOLS_DIR ".tools"
#define SAN_LINKED SAN_TOOLS_DIR "/linked"

/* The list of those that passed a limit. */
#define SAN_LIMITED SAN_TOOLS_DIR "/limited"

struct san_wrap {
	bool force; /* every name is the mode's toolchain */
	unsigned cpu_ms, wall_ms; /* of each call; rounded up to seconds */
};

/*
 * Put them into the box. Without `force` clang* is clang and gcc* is gcc where the mode does not
 * need clang.
 */
int san_wrap_put(struct fl_box *box, const struct san_program *program, enum san_mode mode,
	const struct san_wrap *how, struct fl_arena *a, struct fl_error *err);

#endif
