/* Which lines of a text are an exception's what(): for sanitize/abort/abort.c alone. */
#ifndef FL_SANITIZE_ABORT_WHAT_H
#define FL_SANITIZE_ABORT_WHAT_H

#include "base/arena.h"

enum { SAN_MESSAGE_MAX = 4096, SAN_MESSAGE_LINES = 64 };

/* What a line means for a text that may go on in it. */
enum san_line {
	SAN_LINE_ANY,
	SAN_LINE_END, /* the program is over: a shell, a debugger or the next report speaks */
	SAN_LINE_OTHER /* another program speaks: make, ninja, ctest, GoogleTest, a compiler */
};

enum san_line san_line_of(struct fl_slice line, bool whole);

/*
 * The exception's line and what() behind it, rest being the lines after the former. whole: the text
 * is what one run wrote, so that nothing stands behind its last words: all lines up to an end or
 * another's line belong to them. In a log the same lines do, when an end follows them before any
 * other line and before an empty line with text behind it that is not indented; else only those
 * directly below that are indented. At most SAN_MESSAGE_LINES lines and SAN_MESSAGE_MAX bytes.
 */
struct fl_slice san_what(
	struct fl_slice first, struct fl_slice rest, bool whole, struct fl_arena *a);

/* A shell's line of a signal: that word alone, or "bash: line 1:  12 Aborted (core dumped) ./a". */
bool san_is_shell_line(struct fl_slice line, const char *words);

#endif
