/* The words and signs of the shell's language. Internal to the room. */
#ifndef FL_PLATFORM_MAKE_SHELL_H
#define FL_PLATFORM_MAKE_SHELL_H

#include "platform/make/state.h"

struct mk_token {
	struct mk_word word; /* text: as it stands, quotes and all, where it is not plain */
	bool plain; /* has no quotes, variables or commands in it: the text is what it is */
	bool quoted; /* some of it is: no pattern, no keyword */
	bool is_operator, redirects;
	bool heads; /* stands where a command begins */
	bool opens; /* a keyword or sign that begins a compound command */
};

/*
 * Cut a line into tokens (struct mk_token), which point into it. false: a quote has no end, or
 * there are too many.
 */
bool plat_mk_tokens(struct mk_maker *m, struct fl_slice line, struct fl_vec *to);

/* The text of a word, without quotes, with its variables and commands in it answered. */
struct fl_slice plat_mk_shell_text(
	struct mk_maker *m, const struct mk_vars *vars, const struct mk_token *t);

#endif
