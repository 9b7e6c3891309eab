/*
 * The inverse of a build's command lines (tracegen/builds/build.h): what program they build.
 */
#ifndef FL_TRACEGEN_BUILDS_BUILD_READ_H
#define FL_TRACEGEN_BUILDS_BUILD_READ_H

#include "tracegen/builds/build.h"

/*
 * Read `count` argument vectors (lists of texts): a compilation of each source, then the link, as
 * tg_build_compile_argv() and tg_build_link_argv() give them for a build from scratch. Fills
 * compiler, language, std, sources, flags and libs of *ret_program and clears the rest; texts stay
 * those of the vectors. Of what make links, libs stay empty (tg_made_read()). *ret_kind: of which
 * build they are. FL_EPARSE when no program of ours has
 * these command lines.
 */
int tg_build_read(const struct fl_list *argvs, size_t count, enum tg_language language,
	struct fl_arena *a, struct tg_program *ret_program, enum tg_build_kind *ret_kind,
	struct fl_error *err);

/* The program's own arguments, of the words it is run by, which may begin with an emulator's. */
struct fl_list tg_args_read(const struct fl_list *argv);

#endif
