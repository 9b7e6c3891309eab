#include "base/rng.h"

#include "base/hash.h"

struct fl_rng fl_rng_new(uint64_t seed, struct fl_slice scope, struct fl_slice name)
{
	char bytes[8];
	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (char)(seed >> (8 * i));
	const struct fl_slice parts[] = {fl_slice(bytes, sizeof(bytes)), scope, name};
	return (struct fl_rng){.state = fl_hash64_parts(parts, 3)};
}

uint64_t fl_rng_next(struct fl_rng *r)
{
	uint64_t z = r->state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

uint64_t fl_rng_below(struct fl_rng *r, uint64_t bound)
{
	if (bound == 0)
		return 0;
	/* Numbers below 2^64 mod bound would favour small results: draw again. */
	uint64_t floor = (0 - bound) % bound;
	for (;;) {
		uint64_t v = fl_rng_next(r);
		if (v >= floor)
			return v % bound;
	}
}
