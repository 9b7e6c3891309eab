/*
 * Which libraries a program wants: by the names that the linker did not find, for those libraries
 * whose names are known by everybody (the mathematical functions of C are in -lm).
 */
#ifndef FL_TRACEGEN_BUILDS_LIBS_H
#define FL_TRACEGEN_BUILDS_LIBS_H

#include "base/model.h"

/*
 * The linker arguments ("-lm"; texts) that what ld.bfd, gold or lld said asks for, each once, in
 * the order of the table, without those that `has` (texts) holds. Empty: nothing that is known.
 */
int tg_libs_wanted(struct fl_slice diagnostics, const struct fl_list *has, struct fl_arena *a,
	struct fl_list *ret_libs, struct fl_error *err);

#endif
