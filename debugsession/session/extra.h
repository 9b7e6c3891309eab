/*
 * Commands of a session that are ours and not the debugger's ("wait"): a row each in extra.c. They
 * are found by their whole words, before the debugger sees the line, and answered like any other
 * command (docs/debugsession.md, "Answers").
 */
#ifndef FL_DEBUGSESSION_EXTRA_H
#define FL_DEBUGSESSION_EXTRA_H

#include "debugsession/session/session.h"

struct dbg_extra_in {
	struct dbg_session *session;
	struct dbg_console *console;
	struct dbg_qemu *qemu; /* the session's machine; NULL: none */
	const struct dbg_gate *gate; /* NULL: there is none */
	struct fl_slice arguments; /* trimmed */
	unsigned wall_ms; /* most time for it */
	struct dbg_literal_wish literal; /* how literals shall look, wanted or not */
};

/* What comes of it. The buffers are empty at first; the caller releases them. */
struct dbg_extra_out {
	struct fl_buf text; /* for people: `raw`; empty: reply's */
	struct fl_buf output; /* `output` as JSON; empty: the text */
	struct fl_buf data; /* the members of `data`, by dbg_answer_…(); empty: none */
	struct fl_buf literal; /* the answer as C++ literals; empty: made of stop or text */
	struct dbg_reply reply; /* of a command that ended with a stop; else zero */
};

/* 0, or a code with the reason in err: the error_type comes from the code (answer/error.h). */
typedef int (*dbg_extra_fn)(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

struct dbg_extra_row {
	const char *words;
	dbg_extra_fn run;
	const char *usage, *help; /* "page-walk ADDRESS", and what it answers, one line */
	bool judges; /* it asks the gate about its arguments itself; else they pass it before */
};

/* Ended by a row without words. */
extern const struct dbg_extra_row dbg_extra_rows[];

/* The row for a command and its arguments; NULL: it is the debugger's. */
const struct dbg_extra_row *dbg_extra_find(struct fl_slice command, struct fl_slice *ret_args);

#endif
