/*
 * Writes a C++ program that contains a document of literals and compares every field of it with the
 * objects it should say, so that the compiler, not our own reader, is the judge. The program exits
 * 0 when all fields agree and prints the path of each one that does not.
 */
#ifndef FL_TESTS_LITERAL_PROGRAM_H
#define FL_TESTS_LITERAL_PROGRAM_H

#include "base/literal/literal.h"

/* literal: the document's text without marker lines; items: what it must say (terse_items()). */
void literal_program_write(struct fl_buf *out, struct fl_slice literal,
	const struct fl_items *items, enum fl_style style);

#endif
