/*
 * Is this gdb command that one? gdb takes any unambiguous start of a command's words, and some
 * shorter ones by decree; tables here name each command with the shortest form that gdb takes.
 */
#ifndef FL_DEBUGSESSION_WORDS_H
#define FL_DEBUGSESSION_WORDS_H

#include "base/slice.h"

/*
 * words: "info registers"; least: "i r", a word for each. On a match *ret_args (may be NULL) is
 * what follows, trimmed: "/x $rip" of "print/x $rip".
 */
bool dbg_words_match(
	struct fl_slice command, const char *words, const char *least, struct fl_slice *ret_args);

/* Is there nothing to do in it: lines that are empty or comments ("# …")? */
bool dbg_words_nothing(struct fl_slice command);

#endif
