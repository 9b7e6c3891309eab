/*
 * A diagnostic as text that a person reads, in one form for all compilers, after gcc's:
 *
 *	In file included from main.cpp:1:
 *	list.h: In function 'int f()':
 *	list.h:4:13: error: expected ';' before '}' token [-Wflag]
 *	    4 |     return 1
 *	      |             ^
 *	fix-it:"list.h":{4:13-4:13}:";"
 *	main.cpp:9:1: note: declared here
 *	      (3 left out)
 *
 * diag_parse() reads the same places, levels, messages, flags, source lines and edits back. Control
 * characters of the input come out as \xNN, so that nothing in it can steer a terminal.
 */
#ifndef FL_DIAG_PLAIN_H
#define FL_DIAG_PLAIN_H

#include "diag/model/diagnostic.h"

/* Append d as whole lines; color: with ANSI colours as gcc's. */
void diag_plain_write(struct fl_buf *out, const struct diag_diagnostic *d, bool color);

#endif
