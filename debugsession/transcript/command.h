/*
 * Prompts and commands of a transcript: which lines were typed, and what a command asks for.
 */
#ifndef FL_DEBUGSESSION_TRANSCRIPT_COMMAND_H
#define FL_DEBUGSESSION_TRANSCRIPT_COMMAND_H

#include "debugsession/transcript/lines.h"

/* What the answer to a command looks like. */
enum dbg_asked {
	DBG_ASKED_NOTHING, /* no command is known */
	DBG_ASKED_RESUME, /* run, continue, finish, …: a stop */
	DBG_ASKED_FRAMES, /* a backtrace */
	DBG_ASKED_FRAME, /* up, down, frame: one frame */
	DBG_ASKED_LOCALS,
	DBG_ASKED_ARGS,
	DBG_ASKED_VALUE, /* print: the value of an expression */
	DBG_ASKED_POINT, /* break, watch, catch */
	DBG_ASKED_THREADS,
	DBG_ASKED_SOURCE,
	DBG_ASKED_REGISTERS,
	DBG_ASKED_MEMORY,
	DBG_ASKED_TEXT /* others, whose answer stays text */
};

/*
 * What a command of gdb (lldb: of lldb) asks for; *ret_args (may be NULL) is what follows its
 * words, without a format ("/x"). DBG_ASKED_NOTHING where it is no command of theirs.
 */
enum dbg_asked dbg_asked_of(struct fl_slice command, bool lldb, struct fl_slice *ret_args);

/* Is a line without a prompt a command? Only those that cannot well be anything else. */
bool dbg_is_bare_command(struct fl_slice line, bool lldb);

/* The prompt of a text: known ones always, and the one that the text itself shows. */
struct dbg_prompts {
	struct fl_slice own; /* a user's prompt, without its blank; empty when there is none */
	size_t seen; /* lines with a prompt */
};

void dbg_prompts_find(const struct dbg_line *lines, size_t count, struct dbg_prompts *ret);

/* True: the line starts with a prompt (or several); *ret_rest is what stands behind. */
bool dbg_prompt_cut(const struct dbg_prompts *p, struct fl_slice line, struct fl_slice *ret_rest);

#endif
