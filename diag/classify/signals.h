/*
 * The signals of Linux: name, number, and what a program that one of them ended did wrong. One
 * table for whoever reads a debugger's or a shell's words, or a wait status.
 */
#ifndef FL_DIAG_SIGNALS_H
#define FL_DIAG_SIGNALS_H

#include "diag/model/class.h"

struct diag_signal {
	int number;
	const char *name; /* "SIGSEGV" */
	bool fatal; /* it ends a program that does not handle it */
	enum diag_class
		error_class; /* of the fault it tells of; DIAG_CLASS_NONE: it tells of none */
	const char *cwe; /* "CWE-119", or "" */
};

/* The row of a number or of a name, or NULL. */
const struct diag_signal *diag_signal_find(int number);
const struct diag_signal *diag_signal_named(struct fl_slice name);

#endif
