/* Numbers that look random and are the same at every boot (xorshift64). */
#ifndef KERNELS_RANDOM_H
#define KERNELS_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static inline unsigned random_below(uint64_t *state, unsigned limit)
{
	return (unsigned)((random_next(state) >> 16) % limit);
}

#endif
