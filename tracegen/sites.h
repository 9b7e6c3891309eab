/*
 * All fault sites of a program. libclang reads hostile text here, so it runs inside a box.
 */
#ifndef FL_TRACEGEN_SITES_H
#define FL_TRACEGEN_SITES_H

#include "base/sandbox/sandbox.h"
#include "tracegen/operators/ops.h"

/* A program with more sites is refused (FL_ELIMIT). */
enum { TG_SITES_MAX = 1 << 18 };

/*
 * Enumerate in this process: for tests, and for what runs inside the box. Sites come in the order
 * of tg_site_cmp(), each once. FL_EPARSE when a source has errors for clang.
 */
int tg_sites_here(const struct tg_program *program, struct fl_arena *a, struct fl_list *ret_sites,
	struct fl_error *err);

/*
 * The same inside the box. Each site's texts live in the arena. A source that libclang crashes or
 * hangs on is FL_EPARSE with the reason.
 */
int tg_sites(struct fl_box *box, const struct tg_program *program, struct fl_arena *a,
	struct fl_list *ret_sites, struct fl_error *err);

/*
 * The function that tg_sites() calls in the box (fl_box_fn): arg is a program as JSON; sites go to
 * fd 1 as JSON, one a line. Its result is 0, or 1 with a message on fd 2.
 */
int tg_sites_fn(struct fl_slice arg);

#endif
