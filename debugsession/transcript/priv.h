/* What the files of the transcript reader share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_TRANSCRIPT_PRIV_H
#define FL_DEBUGSESSION_TRANSCRIPT_PRIV_H

#include "debugsession/transcript/command.h"
#include "debugsession/transcript/transcript.h"

/* Watchpoints with higher numbers are not told by their expression. */
enum { DBG_WATCHED_MAX = 64 };

/* A reader in the middle of a text. */
struct dbg_reader {
	struct fl_arena *arena;
	struct dbg_lines lines;
	size_t at, end; /* the next line; the first one of the next session */
	struct dbg_prompts prompts;
	bool lldb;
	bool tabs; /* of gdb's lines of source: there are some behind the numbers */
	size_t session;

	enum dbg_asked asked; /* by the last command */
	struct fl_slice command, args;
	bool stopped; /* the last command's stop has come */
	bool answered; /* something of the last command's answer was read */
	struct dbg_frame here; /* the frame that commands are about */
	int64_t source; /* the line whose source comes next, 0: none */

	struct fl_slice watched[DBG_WATCHED_MAX]; /* by the watchpoint's number */

	struct fl_vec events, unread, sessions, sources; /* as in struct dbg_transcript */
	struct fl_vec frames, variables; /* what is being collected for the next event */
	struct dbg_frame last; /* of the frames, also of those that have no room */
	int64_t variables_more; /* that have no room */
	struct fl_vec scopes; /* struct dbg_event: of the frames, each one's variables */
	bool in_frames; /* the variables are those of the last of the frames */
	bool joined; /* gdb has said that it takes over a program; its stop has not come */
	bool core; /* lldb has read a core file and not said yet why that stopped */
	size_t frames_line, variables_line;
	struct fl_buf text;
	const char *text_what;
	size_t text_line;
	struct dbg_transcript counts;
};

/* The line k lines on, without blanks at both ends; empty behind the session's end. */
struct fl_slice dbg_reader_peek(const struct dbg_reader *r, size_t k);

/* The number in the text of the next line. */
size_t dbg_reader_line(const struct dbg_reader *r);

/* A new event with a zeroed object; what was being collected comes before it. NULL: no memory. */
void *dbg_reader_add(struct dbg_reader *r, size_t line, const struct fl_shape *shape);

/* An event of a thread, whose number `numbered` begins with. NULL: no memory. */
struct dbg_thread *dbg_reader_thread(struct dbg_reader *r, struct fl_slice numbered, bool current);

/* Where a thread stands: function, file and line of the frame. */
void dbg_thread_at(struct dbg_thread *t, const struct dbg_frame *f);

/* End what is being collected. */
void dbg_reader_flush(struct dbg_reader *r);

/* Collect frames, variables (in_frames: of the last frame, as `bt full` has them) and text. */
void dbg_reader_frame(struct dbg_reader *r, size_t line, const struct dbg_frame *f);
void dbg_reader_variable(
	struct dbg_reader *r, size_t line, const struct dbg_variable *v, bool in_frames);
void dbg_reader_text(struct dbg_reader *r, const char *what, struct fl_slice line);

/* The debugger showed that line of the file ("": not known), in the line `line` of the text. */
void dbg_reader_source(struct dbg_reader *r, size_t line, struct fl_slice file, int64_t number,
	struct fl_slice text);

/* A stop that knows its place becomes the current frame. */
struct dbg_stop *dbg_reader_stop(struct dbg_reader *r, size_t line, enum dbg_reason reason);

/* One printed value. */
void dbg_reader_value(struct dbg_reader *r, size_t line, struct fl_slice name, struct fl_slice type,
	struct fl_slice value);

/*
 * Take the next line, and those that continue it: while `open` says that the text so far is not
 * whole (next: the line that would be added), and no line with a prompt comes.
 */
typedef bool (*dbg_open)(struct fl_slice text, struct fl_slice next);
struct fl_slice dbg_reader_take(struct dbg_reader *r, dbg_open open);

/* Lines of an answer: true when the line at r->at, and perhaps more, was taken. */
bool dbg_read_gdb(struct dbg_reader *r);
bool dbg_read_lldb(struct dbg_reader *r);

/*
 * The panels that pwndbg, gef and peda show at a stop (registers, code, source, stack, trace) stay
 * text: true when the next line heads one, and all are taken, up to their last line, a prompt, or
 * what gdb itself says.
 */
bool dbg_take_panels(struct dbg_reader *r);

/* Values. */
bool dbg_text_open(struct fl_slice text, struct fl_slice next); /* brackets, quotes */
struct fl_slice dbg_text_flat(struct fl_arena *a, struct fl_slice s); /* single blanks, 64 KiB */
size_t dbg_name_len(struct fl_slice s); /* an identifier at the start, 0: none */
size_t dbg_digits(struct fl_slice s);
int64_t dbg_number(struct fl_slice s); /* digits at the start, at most UINT32_MAX; 0: none */
bool dbg_cut(struct fl_slice s, const char *at, struct fl_slice *ret_left,
	struct fl_slice *ret_right); /* at the first `at`; outputs may be NULL */

/*
 * gdb's place: "0x… in f (a=1) at f.c:3", "f (a=1) from lib.so". depth stays as it is. False when
 * the text is none; sure: only such that can be nothing else.
 */
bool dbg_place_gdb(struct fl_slice text, bool sure, struct dbg_frame *f);

/* lldb's: "0x… prog`f(a=1) at f.c:3:5 [opt]"; sets depth where "frame #N: " stands before it. */
bool dbg_place_lldb(struct fl_arena *a, struct fl_slice text, struct dbg_frame *f);

#endif
