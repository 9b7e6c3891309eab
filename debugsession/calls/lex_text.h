/* String literals, for the lexer alone (lex.h). */
#ifndef FL_DEBUGSESSION_CALLS_LEX_TEXT_H
#define FL_DEBUGSESSION_CALLS_LEX_TEXT_H

#include "debugsession/calls/lex.h"

/*
 * The literal behind an encoding prefix of `prefix` bytes at the start of s, raw or not, with quote
 * as its mark. *ret_token gets source and, of a string, text or bad. False: there is no literal (no
 * end on its line; of a raw one, no end at all).
 */
bool dbg_cpp_text(struct fl_slice s, size_t prefix, bool raw, char quote, struct fl_arena *a,
	struct dbg_cpp_token *ret_token);

#endif
