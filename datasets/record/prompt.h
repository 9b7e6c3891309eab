/*
 * What a model is given: the platform header, the task, the code, what the run was given (arguments
 * and standard input, as comments), the evidence. Which code follows from the evidence, and the
 * edits say how much of it. What they need beyond that stands among others like it, drawn by hash.
 *
 *   1. the files that the evidence names, in the order in which it names them
 *   2. the files that those include by "quotes", and what these include
 *   3. all other sources and headers, in their order
 *
 * Where that is more than a small program, parts of them are shown (datasets/record/pick.h): whole
 * functions, those of the evidence and what they call first, as many as are needed. Conditionals
 * around them are shown, too; comments with licences are not. What is shown no line of is named.
 */
#ifndef FL_DATASETS_PROMPT_H
#define FL_DATASETS_PROMPT_H

#include "datasets/record/record.h"

/*
 * The prompt of a record whose kind, platform, instruction, files, edits, run, context and
 * prompt_bytes (0: no limit) are known. In the arena. FL_EREFUSED when the budget leaves no room
 * for a line that is edited: nobody could mend it.
 */
int ds_prompt_make(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_prompt,
	struct fl_error *err);

#endif
