/* Between sanitize/abort/abort.c, the table, and sanitize/abort/place.c, the places in messages. */
#ifndef FL_SANITIZE_ABORT_PLACE_H
#define FL_SANITIZE_ABORT_PLACE_H

#include "sanitize/report/report.h"

/* How a message is laid out. */
enum san_abort_form {
	SAN_FORM_LINE, /* from the words to the end of the line */
	SAN_FORM_WHOLE, /* the whole line but the program's name */
	SAN_FORM_WHAT, /* terminate: what() on the lines after it */
	SAN_FORM_DEBUG, /* _GLIBCXX_DEBUG: a sentence wrapped into lines */
	SAN_FORM_SIGNAL, /* a shell's line */
	SAN_FORM_GLIBC, /* prog: f.c:6: half: Assertion `n' failed. (libstdc++: 'n') */
	SAN_FORM_MUSL, /* Assertion failed: n (f.c: half: 6) */
	SAN_FORM_BSD, /* Assertion failed: (n), function half, file f.c, line 6. */
	SAN_FORM_NEWLIB /* assertion "n" failed: file "f.c", line 6, function: half */
};

/* Set file, line and function from the message's line, where they are the program's own. */
void san_abort_place(
	struct san_report *r, enum san_abort_form form, struct fl_slice line, struct fl_arena *a);

#endif
