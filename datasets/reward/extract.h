/*
 * The code in a model's answer. In this order:
 *
 *   1. What is thought is no answer: <think>…</think>, <thinking>…</thinking> (in any case),
 *      <THOUGHT_START>…<THOUGHT_END> are left out; one that is not closed goes to the end, one that
 *      is closed and never opened (by the template, then) begins with the answer.
 *   2. What stands between the last <CODE_START> and the <CODE_END> behind it. 3. Else the last
 *   fence (three or more ` or ~) whose tag is one of C or C++ (c, cpp, c++, cc, cxx,
 *      h, hpp, and for patches diff, patch), with or without more behind it; else the last one
 *      without a tag. Fences of other languages are never code. A last fence that is not closed
 *      goes to the end.
 *   4. Else, where there is no fence, all of it, if it has a line of C or C++: an #include, or one
 *   that
 *      ends in ; { or }.
 *
 * A fence within what <CODE_START> opens is taken off as well.
 */
#ifndef FL_DATASETS_EXTRACT_H
#define FL_DATASETS_EXTRACT_H

#include "base/arena.h"

/* Where the code was found. X(ENUM, word) */
#define DS_EXTRACTS(X)        \
	X(NONE, "none")       \
	X(MARKERS, "markers") \
	X(FENCE, "fence")     \
	X(WHOLE, "whole")

enum ds_extract {
#define X(id, word) DS_EXTRACT_##id,
	DS_EXTRACTS(X)
#undef X
		DS_EXTRACT_COUNT
};

/*
 * *ret_code lives in the arena or in the answer. DS_EXTRACT_NONE: there is none. *ret_thought is
 * what was left out first, one block after the other; may be NULL.
 */
int ds_extract_code(struct fl_slice answer, struct fl_arena *a, enum ds_extract *ret_how,
	struct fl_slice *ret_code, struct fl_slice *ret_thought, struct fl_error *err);

#endif
