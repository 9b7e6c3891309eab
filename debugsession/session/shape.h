/*
 * The shapes of answers (session_priv.h, struct dbg_command_row): `output` as the shell face has
 * it, `data` with all that the debugger knows. Some are made of gdb's words (shape_text.c);
 * those that ask gdb once more (shape_mi.c) hold what its MI records hold, by their names.
 */
#ifndef FL_DEBUGSESSION_SHAPE_H
#define FL_DEBUGSESSION_SHAPE_H

#include "debugsession/session/session_priv.h"

/* output */
void dbg_shape_registers(const struct dbg_shape_in *in, struct fl_buf *out); /* {name: hex} */
void dbg_shape_frames(const struct dbg_shape_in *in, struct fl_buf *out); /* [{number, …}] */
void dbg_shape_value(const struct dbg_shape_in *in, struct fl_buf *out); /* text after "$1 = " */

/* data */
void dbg_data_registers(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_frames(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_frame(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_locals(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_arguments(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_breakpoints(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_threads(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_source(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_instructions(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_memory(const struct dbg_shape_in *in, struct fl_buf *out);
void dbg_data_type(const struct dbg_shape_in *in, struct fl_buf *out);

/* structs */
#define DBG_ITEMS(name)                                                         \
	int dbg_items_##name(const struct dbg_shape_in *in, struct fl_arena *a, \
		struct dbg_document *d, struct fl_error *err)

DBG_ITEMS(frames);
DBG_ITEMS(frame);
DBG_ITEMS(locals);
DBG_ITEMS(arguments);
DBG_ITEMS(breakpoints);
DBG_ITEMS(threads);
DBG_ITEMS(memory);

/* The numbers of the first and the last frame that the text shows; false when it shows none. */
bool dbg_shown_frames(struct fl_slice text, uint32_t *ret_first, uint32_t *ret_last);

#endif
