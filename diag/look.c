/*
 * What a line has, found in one pass: so that only those formats are asked that can take it, and
 * none looks for the same again.
 */
#include "base/lanes.h"
#include "diag/parse_impl.h"

static inline void colon_take(struct diag_look *l, struct fl_slice line, size_t at)
{
	l->colon = true;
	if (at + 1 >= line.len || line.ptr[at + 1] != ' ')
		return;
	if (l->said < 0)
		l->said = (ptrdiff_t)at;
	if (at + 2 < line.len)
		l->after |= DIAG_BIT(line.ptr[at + 2]);
}

static void short_take(struct diag_look *l, struct fl_slice line)
{
	for (size_t i = 0; i < line.len; i++) {
		if (line.ptr[i] == ':')
			colon_take(l, line, i);
		l->escapes = l->escapes || line.ptr[i] == '\033';
	}
}

void diag_look_at(struct diag_look *ret_look, struct fl_slice line)
{
	struct diag_look l = {.said = -1};
	if (line.len)
		l.first = l.after = DIAG_BIT(line.ptr[0]);
	if (line.len < FL_LANES)
		short_take(&l, line);
	fl_lanes escapes = {0};
	for (size_t at = 0; line.len >= FL_LANES && at < line.len; at += FL_LANES) {
		unsigned seen = 0; /* the last block overlaps the one before */
		if (line.len - at < FL_LANES) {
			seen = FL_LANES - (unsigned)(line.len - at);
			at = line.len - FL_LANES;
		}
		fl_lanes v = fl_lanes_load(line.ptr + at);
		unsigned colons = fl_lanes_mask(v == fl_lanes_of(':')) >> seen << seen;
		escapes |= v == fl_lanes_of('\033');
		for (; colons; colons &= colons - 1)
			colon_take(&l, line, at + (size_t)__builtin_ctz(colons));
	}
	l.escapes = l.escapes || fl_lanes_mask(escapes);
	*ret_look = l;
}
