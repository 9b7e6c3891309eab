/*
 * Which messages say which id; the first row that fits decides. X(id, words, code, tool, args)
 *
 *   words  the message holds these, in this order where "*" stands between them; "^" starts it.
 *          What the message quotes, in any quotes, stands as a single ' there, and an "aka" of a
 *          type not at all
 *   code   the flag, "-Wname" also for -Werror=name, -Wname=2 and clang-diagnostic-name; or the
 *          check of clang-tidy, one of its aliases; "*" stands for any text
 *   tool   "ld": any linker, and only these; of linkers' words no row without it is asked, but for
 *          ids of symbols and libraries
 *   args   which quoted texts are the args, by their numbers: "21" the second, then the first; "="
 *          what stands behind the words, or before them where they end the message; NULL: all
 *
 * NULL matches anything.
 */
#ifndef FL_DIAG_PATTERNS_H
#define FL_DIAG_PATTERNS_H

#include "diag/ident/patterns_exact.h"
#include "diag/ident/patterns_first.h"
#include "diag/ident/patterns_last.h"
#include "diag/ident/patterns_middle.h"

#define DIAG_PATTERNS(X)        \
	DIAG_PATTERNS_EXACT(X)  \
	DIAG_PATTERNS_FIRST(X)  \
	DIAG_PATTERNS_MIDDLE(X) \
	DIAG_PATTERNS_LAST(X)

#endif
