/* Groups of lines between #if and #endif that are about the machine. */
#ifndef FL_TRACEGEN_OPERATORS_BRANCHES_H
#define FL_TRACEGEN_OPERATORS_BRANCHES_H

#include "tracegen/operators/words.h"

enum { TG_BRANCHES = 8 };

/* One branch: its directive line, and the lines behind it up to the next. */
struct tg_branch {
	size_t start, body, end;
	bool is_else; /* its directive has no condition */
	bool gives_up; /* its lines are an #error */
};

struct tg_branches {
	struct tg_branch at[TG_BRANCHES];
	size_t count;
	size_t end; /* behind the line of the #endif */
};

/*
 * The next group from *pos on, which then stands behind it: one that is not nested, has no other
 * within, and whose conditions name what machines differ in. False at the file's end.
 */
bool tg_branches_next(const struct tg_unit *unit, size_t *pos, struct tg_branches *ret_branches);

/* Yield a site that replaces those lines, whatever directives they have. */
void tg_put_lines(const struct tg_unit *unit, struct tg_sink *sink, size_t start, size_t end,
	int64_t variant, struct fl_slice text);

#endif
