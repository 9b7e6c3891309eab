/*
 * C++ tokens in a text that a model wrote: code, prose and markers mixed. Nothing is refused: what
 * is no token of C++ (an apostrophe in a sentence, a quote without an end) becomes a token of one
 * character, and what is wrong inside a string is noted in its token, for who needs the string.
 *
 * Source: ISO C++20, [lex]: comments, line splices in strings, escapes (with \e and the delimited
 * ones of C++23), raw strings, encoding prefixes (all are taken as UTF-8), digit separators, hex,
 * octal and binary numbers with their suffixes.
 */
#ifndef FL_DEBUGSESSION_CALLS_LEX_H
#define FL_DEBUGSESSION_CALLS_LEX_H

#include "base/model.h"

enum dbg_cpp_kind {
	DBG_CPP_NAME, /* identifiers and keywords */
	DBG_CPP_NUMBER,
	DBG_CPP_TEXT, /* a string literal */
	DBG_CPP_CHAR, /* a character literal */
	DBG_CPP_PUNCT, /* one character */
	DBG_CPP_MARKER /* <QUERY_TOOL> and its like */
};

struct dbg_cpp_token {
	enum dbg_cpp_kind kind;
	struct fl_slice source; /* as it stands in the text */
	struct fl_slice text; /* the value of a DBG_CPP_TEXT, the word of a DBG_CPP_MARKER */
	uint64_t number; /* the value of a DBG_CPP_NUMBER */
	const char *bad; /* why text or number has no value, or NULL */
	size_t bad_at; /* byte in source where that is */
	size_t match; /* of a bracket: the index of its other half; 0: it has none */
	bool first; /* on its line */
	unsigned line, col; /* 1-based; columns are bytes */
};

enum { DBG_CPP_BYTES = 1 << 20, DBG_CPP_TOKENS = 1 << 18 };

/*
 * All tokens of the text, as a list of struct dbg_cpp_token in the arena. Brackets are matched up
 * where they can be, never over a marker. FL_ELIMIT for a text of more than DBG_CPP_BYTES or
 * DBG_CPP_TOKENS, and when the arena is full.
 */
int dbg_cpp_lex(
	struct fl_slice text, struct fl_arena *a, struct fl_list *ret_tokens, struct fl_error *err);

static inline bool dbg_cpp_is(const struct dbg_cpp_token *t, char c)
{
	return t->kind == DBG_CPP_PUNCT && t->source.ptr[0] == c;
}

#endif
