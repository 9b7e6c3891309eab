/*
 * Copying of text of which few bytes need a look: what JSON and C++ literals have in common. Those
 * are bytes below 0x20 and above 0x7e, quotes and backslashes; in literals '?' (trigraphs) and '<'
 * (markers), too. `literal` is a constant where these are called.
 */
#ifndef FL_BASE_COPY_RUN_H
#define FL_BASE_COPY_RUN_H

#include "base/lanes.h"

static inline bool fl_needs_look(char c, bool literal)
{
	return (signed char)c < 0x20 || c == '"' || c == '\\' || c == 0x7f ||
	       (literal && (c == '?' || c == '<'));
}

/* Bit n: byte n needs a look. */
static inline unsigned fl_need_look(fl_lanes v, bool literal)
{
	fl_lanes found = (v < fl_lanes_of(0x20)) | (v == fl_lanes_of('"')) |
			 (v == fl_lanes_of('\\')) | (v == fl_lanes_of(0x7f));
	if (literal)
		found |= (v == fl_lanes_of('?')) | (v == fl_lanes_of('<'));
	return fl_lanes_mask(found);
}

/*
 * Copy what needs no look from the start of s, at most FL_LANES bytes; how many those are. `at` has
 * room for FL_LANES, all of which may be written.
 */
static inline size_t fl_copy_run(char *at, struct fl_slice s, bool literal)
{
	if (s.len >= FL_LANES) {
		fl_lanes v = fl_lanes_load(s.ptr);
		unsigned found = fl_need_look(v, literal);
		memcpy(at, &v, sizeof(v));
		return found ? (size_t)__builtin_ctz(found) : FL_LANES;
	}
	size_t i = 0;
	for (; i < s.len && !fl_needs_look(s.ptr[i], literal); i++)
		at[i] = s.ptr[i];
	return i;
}

#endif
