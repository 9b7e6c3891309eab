/*
 * What a line has, found in one pass: so that only those formats are asked that can take it, and
 * none looks for the same again.
 */
#include "diag/report/parser.h"
#include "base/lanes.h"

enum { LONG = 128 }; /* from here on memchr pays */

/* "at" is the place of a ": ". */
static inline void said_take(struct diag_look *l, struct fl_slice line, size_t at)
{
	if (l->said < 0)
		l->said = (ptrdiff_t)at;
	if (at + 2 < line.len)
		l->after |= DIAG_BIT(line.ptr[at + 2]);
}

/* From the byte at `from` on, one by one. */
static void rest_take(struct diag_look *l, struct fl_slice line, size_t from)
{
	for (size_t i = from; i < line.len; i++) {
		if (line.ptr[i] != ':')
			continue;
		l->colon = true;
		if (i + 1 < line.len && line.ptr[i + 1] == ' ')
			said_take(l, line, i);
	}
}

void diag_look_at(struct diag_look *ret_look, struct fl_slice line)
{
	struct diag_look l = {.said = -1};
	if (line.len)
		l.after = DIAG_BIT(line.ptr[0]);
	size_t at = 0, done = 0; /* the last block overlaps the one before */
	if (line.len >= LONG) { /* as command lines: most have none */
		ptrdiff_t colon = fl_slice_chr(line, ':');
		done = colon < 0 ? line.len : (size_t)colon;
	}
	while (line.len > FL_LANES && done + 1 < line.len) {
		at = done + FL_LANES < line.len ? done : line.len - FL_LANES - 1;
		fl_lanes v = fl_lanes_load(line.ptr + at), next = fl_lanes_load(line.ptr + at + 1);
		fl_lanes colons = v == fl_lanes_of(':');
		unsigned said = fl_lanes_mask(colons & (next == fl_lanes_of(' ')));
		l.colon = l.colon || fl_lanes_mask(colons);
		for (said = said >> (done - at) << (done - at); said; said &= said - 1)
			said_take(&l, line, at + (size_t)__builtin_ctz(said));
		done = at + FL_LANES;
	}
	rest_take(&l, line, done);
	*ret_look = l;
}
