/* What operators do to a program's build file (tracegen/builds/made.h): its unit has no tree. */
#ifndef FL_TRACEGEN_OPERATORS_MAKEFILE_H
#define FL_TRACEGEN_OPERATORS_MAKEFILE_H

#include "tracegen/operators/put.h"

/* Is the unit the program's build file, which all other operators leave alone? */
bool tg_is_makefile(const struct tg_unit *unit);

/* Is the operator one of build files? */
bool tg_op_reads_makefile(int op);

/* Yield a site for each word behind the head of that line, from the first-th on: the word goes. */
void tg_put_words_of_line(
	const struct tg_unit *unit, struct tg_sink *sink, const char *head, size_t first);

#endif
