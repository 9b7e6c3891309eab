/* What the files of the trace recorder share. Nobody else includes this. */
#ifndef FL_TRACEGEN_TRACE_PRIV_H
#define FL_TRACEGEN_TRACE_PRIV_H

#include "tracegen/trace.h"

/* A line of the function that has code, and its breakpoint. */
struct tg_trace_line {
	int64_t line, id;
	int64_t hits; /* counted in the first run */
};

/* One stop at such a line. */
struct tg_trace_hit {
	int64_t line;
	struct fl_slice sp; /* tells activations of the function apart; never shown */
	struct fl_list vars; /* struct dbg_variable, cleaned */
};

/* A recording under way. */
struct tg_recorder {
	struct dbg_engine *e;
	const struct tg_trace_spec *spec;
	struct fl_arena *a;
	struct fl_error *err;
	struct tg_trace_line *lines;
	size_t line_count;
	size_t keep; /* hits to keep: steps + 1 */
	unsigned wall_ms;
	bool shadow_known;
	struct fl_slice shadow; /* where AddressSanitizer's shadow starts; empty without one */
};

/* The conditions of a run. Two runs of different conditions must look the same. */
enum tg_trace_condition { TG_TRACE_PLAIN, TG_TRACE_OTHER };

/* Load a binary and set a breakpoint on each line of the function. */
int tg_trace_load(struct tg_recorder *r, const char *binary);

/* Start the loaded binary. */
int tg_trace_start(struct tg_recorder *r, enum tg_trace_condition condition);

int tg_trace_wait(struct tg_recorder *r, struct dbg_stop *ret_stop);
int tg_trace_resume(struct tg_recorder *r);

/* Line and variables of the innermost frame, at a stop on one of the lines. */
int tg_trace_hit(struct tg_recorder *r, const struct dbg_stop *stop, struct tg_trace_hit *ret_hit);

/* Arguments and declared locals of the frame at that depth, cleaned. */
int tg_trace_vars(struct tg_recorder *r, const struct dbg_frame *frame, struct fl_list *ret_vars);

/* The document at a stop: stop_info, backtrace, frame_vars, last_steps of the hits. */
int tg_trace_document(struct tg_recorder *r, const struct dbg_stop *stop,
	const struct tg_trace_hit *hits, size_t hit_count, int64_t earlier,
	struct fl_items *ret_items);

#endif
