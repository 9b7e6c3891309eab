/* Valgrind's reports as its text and its XML give them; rows of sanitize/parse.c. */
#ifndef FL_SANITIZE_VALGRIND_H
#define FL_SANITIZE_VALGRIND_H

#include "sanitize/builder/builder.h"

extern const struct san_format san_format_valgrind;
extern const struct san_format san_format_valgrind_xml;

/* Free the state of the XML; NULL is allowed. */
struct san_valgrind_xml;
void san_valgrind_xml_free(struct san_valgrind_xml *x);

#endif
