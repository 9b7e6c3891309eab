/*
 * Messages of a localised compiler, mapped back to English by the compiler's own message
 * catalogues (gcc's .mo files, and those of cpplib and the C library for what it quotes of them).
 * The catalogues are the caller's to find and read; none is part of this library.
 *
 * Each translation is a pattern, found by its longest piece of fixed text. A message that fits none
 * (it was not translated) only gets English quotes.
 */
#ifndef FL_DIAG_CATALOGUE_H
#define FL_DIAG_CATALOGUE_H

#include "base/buf.h"

struct diag_catalogue;

/* One language, without messages yet. The caller frees it. FL_ENOMEM. */
int diag_catalogue_new(struct diag_catalogue **ret_catalogue, struct fl_error *err);
void diag_catalogue_free(struct diag_catalogue *c);

/*
 * Add the messages of a .mo file (copied; at most 16 MiB, 64 MiB in all). FL_EPARSE when it is
 * none or its messages overlap, FL_ELIMIT, FL_ENOMEM.
 */
int diag_catalogue_add(struct diag_catalogue *c, struct fl_slice mo, struct fl_error *err);

/*
 * Append the English of a message, with typographic quotes, as gcc prints it in a UTF-8 locale.
 * False when no translation fits: quotes and the words within quoted types are English then, the
 * rest is as it was. Messages of more than 64 KiB fit none, nor do those that would cost much more
 * than any that gcc prints to look for.
 */
bool diag_catalogue_english(
	const struct diag_catalogue *c, struct fl_slice message, struct fl_buf *out);

/* False when no part of the text fits a translation: the above is false for each of them. */
bool diag_catalogue_possible(const struct diag_catalogue *c, struct fl_slice text);

/* Finds the catalogue of a language, which stays its owner's; NULL: there is none. */
typedef const struct diag_catalogue *(*diag_catalogue_fn)(void *ctx, const char *language);

#endif
