/*
 * Names of a program's files that lead over "..", as `#include "../lib/x.h"` in src/a.c asks for
 * src/../lib/x.h: libclang reads files that are in memory alone, and knows each by one name.
 */
#ifndef FL_TRACEGEN_ROUNDABOUT_H
#define FL_TRACEGEN_ROUNDABOUT_H

#include "tracegen/program.h"

enum { TG_ROUNDABOUTS_MAX = 1024 };

/*
 * The further names by which the program's files include each other, each with the file's content
 * (struct tg_file). More than TG_ROUNDABOUTS_MAX are left out.
 */
int tg_roundabouts(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_files,
	struct fl_error *err);

#endif
