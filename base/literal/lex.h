/* The tokens of base/literal/literal.h's documents; for its reader alone. */
#ifndef FL_BASE_LITERAL_LEX_H
#define FL_BASE_LITERAL_LEX_H

#include "base/model.h"

enum fl_token_kind { T_END, T_NAME, T_NUMBER, T_TEXT, T_PUNCT, T_BAD };

struct fl_token {
	enum fl_token_kind kind;
	struct fl_slice s; /* T_TEXT: the bytes it stands for */
};

struct fl_lexer {
	struct fl_slice all, rest;
	struct fl_arena *a;
	struct fl_error *err;
	const struct fl_registry *registry;
	struct fl_token t; /* the current token */
};

/* FL_EPARSE at the current token; or FL_ELIMIT, FL_ENOMEM when it is the arena that has failed. */
int fl_lex_fail(struct fl_lexer *x, const char *wanted);

/* Go on to the next token. T_BAD stays where it is. */
void fl_lex_next(struct fl_lexer *x);

/* Is the current token this word or sign? take: if so, go on. want: it must be. */
bool fl_lex_at(const struct fl_lexer *x, const char *word);
bool fl_lex_take(struct fl_lexer *x, const char *word);
int fl_lex_want(struct fl_lexer *x, const char *word);

int fl_lex_name(struct fl_lexer *x, struct fl_slice *ret_name);
int fl_lex_text(struct fl_lexer *x, struct fl_slice *ret_text);

#endif
