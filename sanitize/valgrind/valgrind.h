/* Valgrind's reports as its text and its XML give them; rows of sanitize/parse.c. */
#ifndef FL_SANITIZE_VALGRIND_H
#define FL_SANITIZE_VALGRIND_H

#include "sanitize/builder/builder.h"

extern const struct san_format san_format_valgrind;
extern const struct san_format san_format_valgrind_xml;

/* The log is at its end, and no report open: take the lines that still wait. */
void san_valgrind_finish(struct san_parser *p);

/* Free the lines that wait; NULL is allowed. */
struct san_valgrind_turns;
void san_valgrind_turns_free(struct san_valgrind_turns *t);

/* Free the state of the XML; NULL is allowed. */
struct san_valgrind_xml;
void san_valgrind_xml_free(struct san_valgrind_xml *x);

#endif
