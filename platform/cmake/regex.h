/*
 * Regular expressions as CMake has them (string(REGEX) of cmake-commands(7)): . [] * + ? () | ^ $,
 * no classes by name, no counts; leftmost, the first way first. Bounded, whatever the expression.
 * Internal to platform/cmake.
 */
#ifndef FL_PLATFORM_CMAKE_REGEX_H
#define FL_PLATFORM_CMAKE_REGEX_H

#include "base/arena.h"

enum { CM_GROUPS = 10, CM_REGEX_CODE_MAX = 1 << 14, CM_REGEX_STEPS_MAX = 1 << 20 };

struct cm_regex {
	const struct cm_instruction *code;
	size_t count;
	int groups; /* with the whole match */
};

struct cm_match {
	struct fl_slice group[CM_GROUPS]; /* ptr NULL: it took no part */
};

/* FL_EPARSE: it is no such expression; FL_ELIMIT: it is too large. Lives in the arena. */
int plat_cm_regex_compile(struct fl_arena *a, struct fl_slice expression, struct cm_regex *ret);

/*
 * The first place in text that matches. 1: *ret is filled; 0: there is none; FL_ELIMIT: that takes
 * too many steps to find out. *steps counts them.
 */
int plat_cm_regex_search(const struct cm_regex *r, struct fl_slice text, struct fl_arena *a,
	size_t *steps, struct cm_match *ret);

#endif
