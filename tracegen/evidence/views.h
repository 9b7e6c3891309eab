/*
 * What evidence shows besides what any debugger session does: a program that does not end at three
 * passes of its loop, the call that a value came from, the last use of memory that leaked.
 */
#ifndef FL_TRACEGEN_EVIDENCE_VIEWS_H
#define FL_TRACEGEN_EVIDENCE_VIEWS_H

#include "debugsession/model.h"

/* The same line, reached again and again in one activation of a function. */
struct tg_samples {
	struct fl_slice function, file;
	struct fl_list samples; /* struct dbg_step: in `changed` what is new since the one before */
	int64_t omitted;
};

/* A call of the program's own, from beginning to end. */
struct tg_call {
	struct fl_slice function, file;
	int64_t called_at; /* line of the caller */
	struct fl_list args; /* struct dbg_variable, as it began */
	struct fl_list steps; /* struct dbg_step: the last lines executed in it */
	int64_t omitted; /* earlier ones */
	struct fl_slice returned; /* "" where it returns nothing */
};

/* Where memory that leaked was used for the last time. */
struct tg_last_use {
	struct fl_slice pointer; /* an expression that pointed to it there, or "" */
	struct fl_list frames; /* struct dbg_frame: the program's own */
	int64_t omitted;
	/* What became of that pointer: "overwritten", or "left" with its function. */
	struct fl_slice then, function, file;
	int64_t line; /* that overwrote it */
};

extern const struct fl_shape tg_samples_shape, tg_call_shape, tg_last_use_shape;

#endif
