/*
 * What the two stacks of a report say of each other: where the run of a function did both, and in
 * which order. And what such a function makes or has and never gives back.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_ORDER_H
#define FL_DATASETS_DIALOGUE_POLICIES_ORDER_H

#include "base/arena.h"
#include "datasets/dialogue/code.h"
#include "debugsession/model.h"

enum ds_order {
	DS_ORDER_NONE, /* the stacks have no function in common: threads, or two calls from nowhere */
	DS_ORDER_DOWN, /* the earlier statement stands above the later one */
	DS_ORDER_ROUND /* it stands below: another round of a loop, or another call */
};

/*
 * The innermost function that both stacks come through with the same callers, and its statement on
 * the way to each. The frames are the program's own, the innermost first.
 */
enum ds_order ds_order_of(const struct dbg_frame *const *earlier, size_t n,
	const struct dbg_frame *const *later, size_t m, struct dbg_frame *ret_earlier,
	struct dbg_frame *ret_later);

/*
 * Does the function make something for a variable of its own which it then neither releases nor
 * hands on, and no other such? *ret_name: the variable.
 */
bool ds_order_unreleased(
	struct fl_slice text, const struct ds_block *function, struct fl_slice *ret_name);

/*
 * May it hold something that it should release, in a pointer of its own which a call has given it?
 * `but` is none of these.
 */
bool ds_order_may_hold(struct fl_slice text, const struct ds_block *function, struct fl_slice but);

/*
 * Two statements of a function release one thing, `released`. Does it leave something of the same
 * object: `p`, whose `p->name` it releases; or the one member of `p` that it does not speak of and
 * that points to something, by the value of `*p`? *ret_name: `p`, or the member; in the arena.
 */
bool ds_order_left_over(struct fl_slice text, const struct ds_block *function,
	struct fl_slice released, struct fl_slice value, struct fl_arena *a,
	struct fl_slice *ret_name);

/* Has the text of the function that in one of its lines? */
bool ds_order_speaks(struct fl_slice text, const struct ds_block *function, struct fl_slice e);

#endif
