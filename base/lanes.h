/*
 * Sixteen bytes at a time, for what looks at every byte of its input. A comparison of fl_lanes, as
 * in `lanes == fl_lanes_of('"')`, has all bits of a byte set where it holds.
 */
#ifndef FL_BASE_LANES_H
#define FL_BASE_LANES_H

#include "base/slice.h"

enum { FL_LANES = 16 };
typedef signed char fl_lanes __attribute__((vector_size(FL_LANES)));

/* The 16 bytes from `at` on, at any address. */
static inline fl_lanes fl_lanes_load(const char *at)
{
	fl_lanes v;
	memcpy(&v, at, sizeof(v));
	return v;
}

static inline fl_lanes fl_lanes_of(char c)
{
	return (signed char)c - (fl_lanes){0};
}

/* Bit n: the comparison held for byte n. */
static inline unsigned fl_lanes_mask(fl_lanes held)
{
#ifdef __SSE2__
	typedef char bytes __attribute__((vector_size(FL_LANES)));
	return (unsigned)__builtin_ia32_pmovmskb128((bytes)held);
#else
	const uint64_t ones = UINT64_MAX / 0xff, gather = 0x0102040810204080;
	uint64_t half[2];
	memcpy(half, &held, sizeof(half));
	return (unsigned)((half[0] & ones) * gather >> 56) |
	       (unsigned)((half[1] & ones) * gather >> 56) << 8;
#endif
}

/* How many blanks s starts with. */
static inline size_t fl_blanks(struct fl_slice s)
{
	size_t n = 0;
	for (; s.len - n >= FL_LANES; n += FL_LANES) {
		unsigned blank = fl_lanes_mask(fl_lanes_load(s.ptr + n) == fl_lanes_of(' '));
		if (blank != 0xffff)
			return n + (size_t)__builtin_ctz(~blank);
	}
	while (n < s.len && s.ptr[n] == ' ')
		n++;
	return n;
}

/* Index of the first a or b in s; its length when there is none. */
static inline size_t fl_either(struct fl_slice s, char a, char b)
{
	size_t n = 0;
	for (; s.len - n >= FL_LANES; n += FL_LANES) {
		fl_lanes v = fl_lanes_load(s.ptr + n);
		unsigned found = fl_lanes_mask((v == fl_lanes_of(a)) | (v == fl_lanes_of(b)));
		if (found)
			return n + (size_t)__builtin_ctz(found);
	}
	while (n < s.len && s.ptr[n] != a && s.ptr[n] != b)
		n++;
	return n;
}

#endif
