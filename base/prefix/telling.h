/*
 * Does a line start as compilers, linkers, sanitizers, debuggers and kernels begin theirs?
 */
#ifndef FL_BASE_PREFIX_TELLING_H
#define FL_BASE_PREFIX_TELLING_H

#include "base/slice.h"

enum fl_telling {
	FL_TELLING_NO,
	FL_TELLING_LOOSE, /* it may be one: "error: …" */
	FL_TELLING_STRICT /* it can be nothing else: "a.c:3:1: error: …", "==12==ERROR: …" */
};

enum fl_telling fl_telling(struct fl_slice line);

/* Is it the headline of a report, which nobody quotes, as source or notes are quoted? */
bool fl_telling_certain(struct fl_slice line);

/* A name that stands before a colon in lines of such tools themselves: "/usr/bin/ld", "a.c". */
bool fl_telling_speaker(struct fl_slice name);

#endif
