/*
 * Where the local variables of a program are declared, for the trace recorder: a debugger shows a
 * variable from the start of its block on, long before it has a value. libclang reads hostile text
 * here, so it runs inside a box.
 */
#ifndef FL_TRACEGEN_DECLS_H
#define FL_TRACEGEN_DECLS_H

#include "base/sandbox.h"
#include "tracegen/program.h"
#include "tracegen/trace.h"

/*
 * The local variables (struct tg_decl) of all sources, in the order of files and places. Texts live
 * in the arena. FL_EPARSE when libclang cannot read a source.
 */
int tg_decls(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_decls, struct fl_error *err);

/* The same in this process: for tests, and for what runs inside the box. */
int tg_decls_here(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_decls,
	struct fl_error *err);

#endif
