/*
 * The lines of a kernel's stacks: "f+0x12/0x34 [module]", "f (dir/f.c:12)", 32-bit Arm's "f from
 * g+0x3c/0x5c", with decoded places or without.
 */
#ifndef FL_SANITIZE_KERNEL_FRAME_H
#define FL_SANITIZE_KERNEL_FRAME_H

#include "sanitize/builder/builder.h"

/* The digits that the text begins with, at most 16; returns how many. */
size_t san_kernel_hex(struct fl_slice s, uint64_t *ret_value);

/* True when the text is a frame; the anchor's size is 0 where none is told. Texts point into s. */
bool san_kernel_frame_parse(
	struct fl_slice s, struct san_frame *ret_frame, struct san_anchor *ret_anchor);

/*
 * Add the frame when the text is one. counter: it is where the processor was, not where a call
 * returns to. What p->lead holds is the counter's frame, which may come again in the stack.
 */
bool san_kernel_take_frame(struct san_parser *p, struct fl_slice s, bool counter);
bool san_kernel_take_arm_frame(struct san_parser *p, struct fl_slice s);

#endif
