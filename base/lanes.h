/*
 * Sixteen bytes at a time, for what looks at every byte of its input. A comparison of fl_lanes, as
 * in `lanes == fl_lanes_of('"')`, has all bits of a byte set where it holds.
 */
#ifndef FL_BASE_LANES_H
#define FL_BASE_LANES_H

#include <stdint.h>
#include <string.h>

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

#endif
