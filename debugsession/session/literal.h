/* The answer to a command as C++ literals (answer/document.h). */
#ifndef FL_DEBUGSESSION_LITERAL_H
#define FL_DEBUGSESSION_LITERAL_H

#include "debugsession/answer/document.h"
#include "debugsession/session/session_priv.h"

/* A command that has been answered. */
struct dbg_answered {
	const struct dbg_command_row *row; /* or NULL */
	const struct dbg_shape_in *in;
	bool stopped; /* it let the program run, and it stopped */
	const struct dbg_watches *watches; /* what is evaluated then */
	struct fl_slice literal; /* made already; empty: not */
	struct fl_slice program_output; /* what the program wrote meanwhile */
	enum dbg_error_type type;
	const char *error; /* or NULL */
};

/*
 * Append the answer as literals: the stop, the structs that the row has, else the text as
 * `result`; a `tool_error` for a failure. What the program wrote comes behind, as
 * `program_output`, in a quarter of the bytes at most.
 */
void dbg_literal_answer(const struct dbg_answered *answered, const struct dbg_literal_wish *wish,
	struct fl_buf *out);

#endif
