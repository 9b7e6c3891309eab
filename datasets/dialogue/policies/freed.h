/*
 * Memory that is used, or released, after it was released: what the report and the text say of it,
 * before anything is asked.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_FREED_H
#define FL_DATASETS_DIALOGUE_POLICIES_FREED_H

#include "datasets/dialogue/code.h"
#include "datasets/dialogue/policies/order.h"
#include "datasets/dialogue/policy.h"

/* What is looked at first. */
enum ds_freed_first {
	DS_FREED_USE,
	DS_FREED_RELEASE,
	DS_FREED_SECOND,
	DS_FREED_BOTH,
	DS_FREED_CALL /* of the function that has both */
};

/* What is thought first: too early, one too many, the wrong thing, another round, two owners. */
enum ds_freed_idea {
	DS_FREED_EARLY,
	DS_FREED_MANY,
	DS_FREED_WRONG,
	DS_FREED_ROUND,
	DS_FREED_OWNERS
};

struct ds_freed {
	struct ds_talk *t;
	bool twice; /* what comes later is a release, too */
	enum ds_freed_first first;
	enum ds_freed_idea idea;
	enum ds_order order;
	struct dbg_frame early, late; /* the function that did both, unless order is NONE */
	bool apart; /* who releases it and who uses it are functions of their own */
	struct ds_block in; /* that function */
	bool sure; /* no other variable of it may hold something unreleased */
	struct fl_slice kept; /* what it should release and does not; may be empty */
	struct fl_slice whole; /* the value of the object, where it was asked for */
	bool read; /* where it was released is not in the report but in the text */
	bool use_told; /* who comes later is known by the stack there */
	struct dbg_frame use, free; /* innermost own frames of the report */
	struct dbg_frame use_in, free_in; /* outside of functions that are there to release */
	const struct dbg_backtrace *stack; /* at the release, the last time */
	int64_t at_stack; /* the turn that told it */
};

/* Of frames, the innermost of no function that is there to release; else the innermost. */
struct dbg_frame ds_freed_outside(const struct dbg_frame *frames, size_t n);

/* Read the report of f->t. FL_EREFUSED: it does not say who released it, nor does the text. */
int ds_freed_read(struct ds_freed *f);

/* What the two statements release is one thing: what of its object is left then, in f->kept? */
void ds_freed_see_left(struct ds_freed *f);

/* Both are in one function, though that is there to release: it does too much by itself. */
bool ds_freed_is_inside(const struct ds_freed *f);

/* Both are asked for by one function. */
bool ds_freed_same_function(const struct ds_freed *f);

/* The struct that a statement releases, or releases something of, as `*p`; empty: it is none. */
struct fl_slice ds_freed_struct_of(const struct ds_freed *f, struct dbg_frame at);

/* Does the later statement release what the first one does? */
bool ds_freed_same_release(const struct ds_freed *f);

/* By the text, behind the release in its function: a line that releases the same; 0: none. */
int64_t ds_freed_later(const struct ds_freed *f, struct fl_slice what);

/* The line in front of the release that gives what it releases another value; 0: none does. */
int64_t ds_freed_moved_on(const struct ds_freed *f, struct fl_slice what);

#endif
