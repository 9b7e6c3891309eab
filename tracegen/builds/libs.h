/*
 * Which libraries a program wants: by the names that the linker did not find, for those libraries
 * whose names are known by everybody (the mathematical functions of C are in -lm).
 */
#ifndef FL_TRACEGEN_BUILDS_LIBS_H
#define FL_TRACEGEN_BUILDS_LIBS_H

#include "tracegen/program.h"

/*
 * The linker arguments ("-lm"; texts) that what ld.bfd, gold or lld said asks for, each once, in
 * the order of the table, without those that `has` (texts) holds. Empty: nothing that is known.
 */
int tg_libs_wanted(struct fl_slice diagnostics, const struct fl_list *has, struct fl_arena *a,
	struct fl_list *ret_libs, struct fl_error *err);

/* Add those to the program's own, in a list of the arena; *ret_more: there were some. */
int tg_libs_add(struct tg_program *p, struct fl_slice diagnostics, struct fl_arena *a,
	bool *ret_more, struct fl_error *err);

#endif
