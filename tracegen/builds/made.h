/*
 * The build file of a program: a Makefile as a person writes it, with the objects and the libraries
 * that are linked. A program has one when it is made of several sources, or of libraries. Link
 * faults of such programs are built by make, so that the build file is part of what is shown, and
 * what is edited where the fault is in it.
 */
#ifndef FL_TRACEGEN_BUILDS_MADE_H
#define FL_TRACEGEN_BUILDS_MADE_H

#include "tracegen/program.h"

#define TG_MAKEFILE "Makefile"
/* The lines that list what is linked. */
#define TG_MAKE_OBJS "OBJS ="
#define TG_MAKE_LIBS "LDLIBS ="

/* Has the program a build file of ours? Not with one of its own, or with sources in directories. */
bool tg_is_made(const struct tg_program *p);

/* The build file's text, in the arena. */
struct fl_slice tg_makefile(const struct tg_program *p, struct fl_arena *a);

/* The program with its build file among its files, which come last. */
int tg_made_program(const struct tg_program *p, struct fl_arena *a, struct tg_program *ret_program,
	struct fl_error *err);

/* The command that links such a program, whose objects are made (TG_MADE). In the arena. */
struct fl_list tg_make_argv(const struct tg_program *p, struct fl_arena *a);

/*
 * The inverse, as far as the build's command lines do not tell it: take the build file out of the
 * files, and its libraries. FL_EPARSE where it lists none.
 */
int tg_made_read(struct tg_program *p, struct fl_arena *a, struct fl_error *err);

#endif
