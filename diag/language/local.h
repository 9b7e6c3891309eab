/*
 * Lines of a localised gcc, in English.
 */
#ifndef FL_DIAG_LANGUAGE_LOCAL_H
#define FL_DIAG_LANGUAGE_LOCAL_H

#include "diag/language/catalogue.h"
#include "diag/report/parser.h"

/* The language of the lines, see local.c. */
struct diag_local {
	const char *language; /* NULL: English, as far as is known */
	const struct diag_catalogue *catalogue; /* of that language, or NULL */
	diag_catalogue_fn find;
	void *find_ctx;
	struct fl_buf line; /* the English one */
	uint64_t words; /* how a word of another language can start, as in struct diag_look */
	bool possible; /* the catalogue may have something of the line at hand */
};

/*
 * Does the line show that those from here on are in another language? And: the line in
 * English, in p->local.line, or as it is.
 */
bool diag_local_detect(struct diag_parser *p, struct fl_slice line);
void diag_local_init(struct diag_local *l);
void diag_local_release(struct diag_local *l);
/* A headline with an English level may have a Spanish message: translate that. */
void diag_local_head(struct diag_parser *p, struct diag_head *h);
/* Append the English of a message of the compiler's. */
void diag_local_text(struct diag_parser *p, struct fl_slice text, struct fl_buf *out);
struct fl_slice diag_local_line(struct diag_parser *p, struct fl_slice line);

#endif
