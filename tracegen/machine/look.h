/*
 * What a person sees of a kernel that goes wrong: booted under a debugger, it stands where it gives
 * up. Evidence follows from the symptom alone (tracegen/evidence/evidence.h): what is passed here
 * is the faulty kernel, what it wrote, and what the right one writes.
 *
 * A document of, in this order:
 *   symptom        the panic's or the check's line, the first line of the serial output that
 *                  differs, the stack
 *   cpu_exception  where an exception led to the panic
 *   page_walk      of the address that it is about
 *   frame_vars     of the innermost frames
 *   operands       what the innermost frame's statement works on besides its locals
 *   serial_output  the last lines
 *
 * Addresses are those that the kernel is linked to and uses: they are the same in each boot.
 */
#ifndef FL_TRACEGEN_MACHINE_LOOK_H
#define FL_TRACEGEN_MACHINE_LOOK_H

#include "tracegen/evidence/symptom.h"
#include "tracegen/machine/make.h"
#include "tracegen/machine/shapes.h"

struct tg_kernel_look {
	struct fl_slice kind; /* of sanitize/kinds, or "wrong-output" */
	struct fl_items items;
};

/*
 * Boot what was built, and look at it where it gives up: one of its functions for that, else at its
 * end. boot: what a boot of it showed; expected: what the right kernel writes; decls: of the faulty
 * program (struct tg_decl). All lives in the arena. FL_EREFUSED when the debugger does not see it
 * give up.
 */
int tg_kernel_look(struct fl_box *box, const struct tg_kernel *k,
	enum tg_kernel_condition condition, const struct tg_kernel_boot *boot,
	struct fl_slice expected, const struct fl_list *decls, struct fl_arena *a,
	struct tg_kernel_look *ret_look, struct fl_error *err);

#endif
