/*
 * Is there one text before the name of each file? Then it is no part of the names, but of a prefix
 * that was not known ("{web} => a.c:3:1: error: …"), and the lines below were read without it.
 */
#ifndef FL_DIAG_HEADS_H
#define FL_DIAG_HEADS_H

#include "diag/model/diagnostic.h"

enum { DIAG_HEAD_MAX = 128 };

/* Zeroed before the first diagnostic. */
struct diag_heads {
	char file[DIAG_HEAD_MAX]; /* the start of the first name: */
	size_t len; /* of it, what all have, up to a blank */
	uint64_t count, sources; /* diagnostics with a file; of them, with a source line */
	int64_t place; /* of the first, to tell others from it */
	bool varied; /* there is more than one place */
	bool none; /* there is no such text */
};

void diag_heads_add(struct diag_heads *h, const struct diag_diagnostic *d);

/* The text, its blank included; empty: none, or too few diagnostics to say so. */
struct fl_slice diag_heads_text(const struct diag_heads *h);

#endif
