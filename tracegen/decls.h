/*
 * Where the functions and local variables of a program are, for its evidence: a debugger shows a
 * variable from the start of its block on, long before it has a value. libclang reads hostile text
 * here, so it runs inside a box.
 */
#ifndef FL_TRACEGEN_DECLS_H
#define FL_TRACEGEN_DECLS_H

#include "base/sandbox/sandbox.h"
#include "tracegen/evidence/decl.h"
#include "tracegen/program.h"

/*
 * The functions and local variables of all sources (struct tg_decl), in the order of files and
 * places. Texts live in the arena. FL_EPARSE when libclang cannot read a source.
 */
int tg_decls(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_decls, struct fl_error *err);

/* The same in this process: for tests, and for what runs inside the box. */
int tg_decls_here(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_decls,
	struct fl_error *err);

/*
 * The declarations after one file has changed, where they follow without reading it anew: those
 * outside of the changed lines move with them. *ret_known is false, and nothing else set, where a
 * declaration stands in those lines, or there are more of them than before.
 */
int tg_decls_moved(const struct fl_list *decls, const struct tg_file *before,
	const struct tg_file *after, struct fl_arena *a, struct fl_list *ret_decls, bool *ret_known,
	struct fl_error *err);

#endif
