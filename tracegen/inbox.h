/*
 * Libclang inside the box: a function of ours reads a program there and answers with a list of
 * objects. One side is the caller's, the other the function's that fl_box_call() runs.
 */
#ifndef FL_TRACEGEN_INBOX_H
#define FL_TRACEGEN_INBOX_H

#include "base/sandbox/sandbox.h"
#include "tracegen/program.h"

/* What is done with a program inside: a list of objects of one shape. */
typedef int (*tg_inbox_make)(const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_list, struct fl_error *err);

/*
 * The inside: arg is a program as JSON; the objects that make gives go to fd 1 as JSON, one a line.
 * Returns 0, or 1 with a message on fd 2.
 */
int tg_inbox_main(struct fl_slice arg, tg_inbox_make make, const struct fl_shape *shape);

/*
 * The outside: run fn (which calls tg_inbox_main) on the program in the box and read its objects,
 * at most max of them. Their texts live in the arena. FL_EPARSE with the reason when libclang
 * crashes, hangs or finds an error.
 */
int tg_inbox_list(struct fl_box *box, const struct tg_program *program, fl_box_fn fn,
	const struct fl_shape *shape, size_t max, struct fl_arena *a, struct fl_list *ret_list,
	struct fl_error *err);

#endif
