/*
 * Transcripts: what people paste of a GDB or LLDB session on a terminal, read back into the events
 * of a live session. The text may be mangled as pasting does it: quoted, indented, wrapped,
 * numbered, with HTML entities, colours, other prompts or none, parts missing.
 *
 * The formats are those of GDB 7 to 16 ("Backtrace", "Breakpoints" and "Data" in its manual) and of
 * LLDB 6 to 19 with its default frame-format, thread-format and stop-line settings.
 */
#ifndef FL_DEBUGSESSION_TRANSCRIPT_TRANSCRIPT_H
#define FL_DEBUGSESSION_TRANSCRIPT_TRANSCRIPT_H

#include "base/literal/literal.h"
#include "debugsession/model.h"

/* A transcript is at most so long; a reader's arena needs about six times the text. */
enum { DBG_TRANSCRIPT_MAX = 64 << 20 };

/* What was typed. */
struct dbg_typed {
	struct fl_slice text;
};

/* A watched value has changed. */
struct dbg_watched {
	struct fl_slice expression, old_value, new_value;
};

/* Text that stays text. */
struct dbg_text {
	struct fl_slice what; /* "source", "registers", "memory", "output", "message", "answer" */
	struct fl_slice text; /* lines with LF between them */
};

extern const struct fl_shape dbg_typed_shape, dbg_watched_shape, dbg_text_shape;

/* One event, in the order of the text. */
struct dbg_event {
	size_t session; /* index of its session, from 0 */
	size_t line; /* where it starts in the text, from 1 */
	const struct fl_shape *shape; /* of this header, or of model.h */
	void *object;
};

struct dbg_transcript_session {
	const char *debugger; /* "gdb" or "lldb" */
	size_t line; /* where it starts */
};

/* A line that no rule takes. */
struct dbg_unread {
	size_t line;
	const char *reason;
	struct fl_slice text; /* as it was read, at most 200 bytes */
};

/* A line of source that the debugger showed. */
struct dbg_source {
	size_t line; /* in the text */
	struct fl_slice file; /* of the place where it was shown */
	int64_t number;
	struct fl_slice text; /* empty: of the line there is the number alone */
};

struct dbg_transcript {
	struct dbg_event *events;
	size_t event_count;
	struct dbg_transcript_session *sessions;
	size_t session_count;
	struct dbg_unread *unread; /* the first 10,000 of them */
	size_t unread_kept, unread_count;
	struct dbg_source *sources; /* those whose file is known; the first 10,000 of them */
	size_t source_count;
	size_t commands, stops, frames, variables;
};

/*
 * Read a text of any bytes. What is not understood is counted and is no failure. Everything lives
 * in the arena. FL_ELIMIT when the text or the arena's maximum is passed.
 */
int dbg_transcript_read(
	struct fl_slice text, struct fl_arena *a, struct dbg_transcript *ret, struct fl_error *err);

enum dbg_transcript_form {
	DBG_TRANSCRIPT_STRUCT, /* a document of literals a session, in markers */
	DBG_TRANSCRIPT_JSON, /* one object: sessions with their events, unread lines, counts */
	DBG_TRANSCRIPT_JSONL /* an event a line: session, line, and the tagged object */
};
extern const char *const dbg_transcript_forms[]; /* their words, NULL-terminated */

/* Append the rendering (style: of literals); out's own maximum bounds it. FL_ENOMEM, FL_ELIMIT. */
int dbg_transcript_write(const struct dbg_transcript *t, enum dbg_transcript_form form,
	enum fl_style style, struct fl_arena *a, struct fl_buf *out, struct fl_error *err);

/* "12 commands, 3 stops, 8 frames, 20 variables, 2 lines not understood" */
void dbg_transcript_summary(const struct dbg_transcript *t, struct fl_buf *out);

/* What goes with a transcript. */
struct dbg_pair {
	struct fl_slice text; /* the transcript as it was pasted */
	struct fl_slice fix; /* what mended the fault: the fixed file, or a diff */
	struct fl_slice source, path; /* the file with the fault, and its name; "": not known */
};

/*
 * The pair of a transcript and what mended the fault: one JSON object on one line, in the columns
 * of a debug_session record: kind, error_class, prompt (what was typed and answered, up to the
 * last answer), completion (fix as it is: code or a diff), context (the literals), events (JSON
 * text) and verification.level "transcribed"; behind them what `datasets transcripts` makes a
 * record of: path, buggy, and session, the text (bytes that are no UTF-8 become U+FFFD there). The
 * class is that of the last signal seen, "none" where there was none: it is not guessed. FL_EPARSE
 * when there is no event or no fix.
 */
int dbg_transcript_pair(const struct dbg_transcript *t, const struct dbg_pair *pair,
	struct fl_arena *a, struct fl_buf *out, struct fl_error *err);

#endif
