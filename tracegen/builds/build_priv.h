/* What the files of a build share; not for other files. */
#ifndef FL_TRACEGEN_BUILDS_BUILD_PRIV_H
#define FL_TRACEGEN_BUILDS_BUILD_PRIV_H

#include "tracegen/builds/build.h"

/* The directory of a kind's objects, with its slash; "": the program's own. */
extern const char *const tg_build_dirs[TG_BUILD_KINDS];

/* The object of a source, of the original or (changed) of a mutant. It lives in the arena. */
struct fl_slice tg_build_object(const struct tg_program *p, enum tg_build_kind kind, size_t source,
	bool changed, struct fl_arena *a);

/*
 * Precompiled headers, for C++ sources that are compiled over and over: what the system headers at
 * a source's top give is kept, which halves clang's time and takes a third off gcc's. The code is
 * the same: gcc's object is so byte for byte, clang's but for names in its debug information that
 * nothing refers to. The header is made when a source is compiled anew for the second time, so that
 * one alone does not pay for it.
 */

/* Sources from this on have none. */
enum { TG_PCH_MAX = 4 };

/* The command that compiles the source with it for a changed file; empty: there is none (yet). */
int tg_pch_argv(struct fl_box *box, const struct tg_program *p, enum tg_build_kind kind,
	size_t source, const struct fl_list *changed, struct fl_arena *a, struct tg_build *build,
	struct fl_list *ret_argv, struct fl_error *err);

/* Add its files to a list of names, one a line. */
void tg_pch_list(const struct tg_program *p, struct fl_buf *names);

#endif
