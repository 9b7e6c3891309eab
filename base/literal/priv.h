/* What the styles of base/literal/literal.h share, and its terse style; for base/literal/ alone. */
#ifndef FL_BASE_LITERAL_PRIV_H
#define FL_BASE_LITERAL_PRIV_H

#include "base/literal/literal.h"
#include "base/literal/lex.h"

/* A value of a kind that is neither object nor list: as the compact style says it. */
void fl_literal_scalar(struct fl_buf *out, const struct fl_field *f, const void *m);

/* {"a", "b"} of an FL_TEXTS. */
void fl_literal_texts(struct fl_buf *out, const struct fl_list *list, const char *between);

/* Read the value of a field that is neither object nor list of objects. */
int fl_literal_read_scalar(struct fl_lexer *x, const struct fl_field *f, void *m);

/* One item, a line. */
void fl_terse_write(struct fl_buf *out, const struct fl_item *item, bool source);
int fl_terse_read(struct fl_lexer *x, struct fl_item *item);

#endif
