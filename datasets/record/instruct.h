/*
 * What is asked of a model: a sentence that says what it is given and what is wrong in general, and
 * one that says how to answer. Each kind has several wordings; fault and seed choose one, so that
 * the views of a fault and the same build of another seed differ in their words.
 */
#ifndef FL_DATASETS_INSTRUCT_H
#define FL_DATASETS_INSTRUCT_H

#include "datasets/record/record.h"

/* One line, in the arena: of r's kind, form, fault, context, verification and provenance.seed. */
struct fl_slice ds_instruction(const struct ds_record *r, struct fl_arena *a);

/* One that asks for no reasoning before the answer: a new one in the arena, or the same. */
struct fl_slice ds_instruction_bare(struct fl_slice instruction, struct fl_arena *a);

/*
 * r's prompt with this instruction in place of the one that it has, or behind the platform where it
 * has none. In the arena.
 */
struct fl_slice ds_instruction_put(
	const struct ds_record *r, struct fl_slice instruction, struct fl_arena *a);

#endif
