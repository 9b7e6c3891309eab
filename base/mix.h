/*
 * A quick hash of 64 bits for what is looked up in memory. It is not stable: another machine or
 * version may have another. What is kept or shown is hashed by base/hash.h.
 */
#ifndef FL_BASE_MIX_H
#define FL_BASE_MIX_H

#include "base/slice.h"

static inline uint64_t fl_mix(uint64_t h, uint64_t word)
{
	h = (h ^ word) * 0x9e3779b97f4a7c15;
	return h ^ h >> 32;
}

/* The bytes of s, which has 1 to 7. */
static inline uint64_t fl_mix_short(struct fl_slice s)
{
	uint32_t from, to;
	if (s.len < sizeof(from)) {
		const unsigned char *p = (const unsigned char *)s.ptr;
		return (uint64_t)p[0] << 16 | (uint64_t)p[s.len / 2] << 8 | p[s.len - 1];
	}
	memcpy(&from, s.ptr, sizeof(from));
	memcpy(&to, s.ptr + s.len - sizeof(to), sizeof(to));
	return (uint64_t)from << 32 | to;
}

/* With the bytes of s and their number. The last ones are read with some before them. */
static inline uint64_t fl_mix_text(uint64_t h, struct fl_slice s)
{
	uint64_t pair[2], other = 0; /* two chains, neither of which waits for the other */
	h = fl_mix(h, s.len);
	if (s.len < sizeof(*pair))
		return s.len ? fl_mix(h, fl_mix_short(s)) : h;
	size_t at = 0;
	for (; s.len - at > sizeof(pair); at += sizeof(pair)) {
		memcpy(pair, s.ptr + at, sizeof(pair));
		h = fl_mix(h, pair[0]);
		other = fl_mix(other, pair[1]);
	}
	at = s.len < sizeof(pair) ? 0 : s.len - sizeof(pair);
	memcpy(&pair[0], s.ptr + at, sizeof(*pair));
	memcpy(&pair[1], s.ptr + s.len - sizeof(*pair), sizeof(*pair));
	return fl_mix(fl_mix(h, pair[0]), fl_mix(other, pair[1]));
}

#endif
