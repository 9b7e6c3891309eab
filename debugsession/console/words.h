/*
 * Is this gdb command that one? gdb takes any unambiguous start of a command's words, and some
 * shorter ones by decree; tables here name each command with the shortest form that gdb takes.
 */
#ifndef FL_DEBUGSESSION_CONSOLE_WORDS_H
#define FL_DEBUGSESSION_CONSOLE_WORDS_H

#include "base/buf.h"

/*
 * words: "info registers"; least: "i r", a word for each. On a match *ret_args (may be NULL) is
 * what follows, trimmed: "/x $rip" of "print/x $rip".
 */
bool dbg_words_match(
	struct fl_slice command, const char *words, const char *least, struct fl_slice *ret_args);

/* Is there nothing to do in it: lines that are empty or comments ("# …")? */
bool dbg_words_nothing(struct fl_slice command);

/*
 * A file's name as a word for those of gdb's commands that split their line as a shell does (file,
 * symbol-file, set substitute-path): what has a meaning there gets a backslash.
 */
void dbg_words_escape(struct fl_buf *out, struct fl_slice name);

/*
 * The other way: cut the next such word off *rest and append what it means. False: there is none,
 * or its quote does not end.
 */
bool dbg_words_unescape(struct fl_slice *rest, struct fl_buf *out);

/*
 * Does a text that gdb printed show, in place of a line of source, that there is none: "12\tin
 * ../src/main.c", or, the first time, "12\t../src/main.c: No such file or directory."? *ret_line
 * (may be NULL) is that line. A text with another line of source has one.
 */
bool dbg_words_no_source(struct fl_slice text, struct fl_slice *ret_line);

#endif
