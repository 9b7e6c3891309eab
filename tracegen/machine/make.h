/*
 * A kernel in a box: built there, whole or but for one source, and booted. Everything in it is
 * hostile: it runs in the box alone.
 */
#ifndef FL_TRACEGEN_MACHINE_MAKE_H
#define FL_TRACEGEN_MACHINE_MAKE_H

#include "base/sandbox/sandbox.h"
#include "tracegen/machine/kernel.h"

/* Empty the box and put the kernel's files there. */
int tg_kernel_put(struct fl_box *box, const struct tg_kernel *k, struct fl_error *err);

/*
 * Compile one source, or all (an empty name), and link. *ret_built: it was; else *ret_said is what
 * the tool wrote, in the arena. Errors are of the box.
 */
int tg_kernel_make(struct fl_box *box, const struct tg_kernel *k, struct fl_slice source,
	struct fl_arena *a, bool *ret_built, struct fl_slice *ret_said, struct fl_error *err);

/*
 * Behind a build of all: the kernel's files (struct tg_file) that took part in it, by what the
 * compiler says of them, and its manifest.
 */
int tg_kernel_needed(struct fl_box *box, const struct tg_kernel *k, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err);

/*
 * What was written to a serial line, without the returns that its lines end with as well; in the
 * arena.
 */
struct fl_slice tg_kernel_serial(struct fl_slice text, struct fl_arena *a);

/* One boot: how QEMU ended, and what was written to the serial line, without returns. */
struct tg_kernel_boot {
	struct fl_process_result result;
	struct fl_slice serial;
};

/* Boot what was built. The texts live in the arena. */
int tg_kernel_boot(struct fl_box *box, const struct tg_kernel *k,
	enum tg_kernel_condition condition, struct fl_arena *a, struct tg_kernel_boot *ret_boot,
	struct fl_error *err);

/* Did the machine end by itself, as it does when all is well, behind the line that says so? */
bool tg_kernel_passed(const struct tg_kernel *k, const struct tg_kernel_boot *boot);

/* Did it end by itself at all? */
bool tg_kernel_ended(const struct tg_kernel_boot *boot);

/* Did both end alike and write the same? */
bool tg_kernel_alike(const struct tg_kernel_boot *a, const struct tg_kernel_boot *b);

#endif
