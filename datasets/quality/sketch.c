#include "datasets/quality/sketch.h"

#include <stdbool.h>

#include "tracegen/node.h"

/* Of 64 bits the highest say the bin; what the bin keeps is 32 of the others, and shows 16. */
enum { BIN_SHIFT = 56, LEAST_SHIFT = 16 };
static const uint32_t EMPTY = UINT32_MAX;

/* The finaliser of MurmurHash3: each bit of the result depends on each of the number. */
static uint64_t mixed(uint64_t x)
{
	x = (x ^ x >> 33) * 0xff51afd7ed558ccdu;
	x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53u;
	return x ^ x >> 33;
}

static uint64_t hash_of(struct fl_slice token)
{
	uint64_t hash = 14695981039346656037u; /* FNV-1a */
	for (size_t i = 0; i < token.len; i++)
		hash = (hash ^ (unsigned char)token.ptr[i]) * 1099511628211u;
	return mixed(hash);
}

static void add_run(uint32_t *least, const uint64_t *last, size_t count)
{
	uint64_t run = 0;
	for (size_t i = 0; i < count; i++)
		run = mixed(run * 3 + last[i]);
	uint32_t *bin = &least[run >> BIN_SHIFT], value = (uint32_t)(run >> LEAST_SHIFT);
	value -= value == EMPTY;
	*bin = value < *bin ? value : *bin;
}

/* Another bin for an empty one: the first full one in an order that is the same for all texts. */
static void fill_empty(const uint32_t *least, struct ds_sketch *ret_sketch)
{
	for (size_t i = 0; i < DS_SKETCH_BINS; i++) {
		size_t from = i;
		for (uint64_t k = 1; least[from] == EMPTY; k++)
			from = (size_t)(mixed(k << 8 | i) % DS_SKETCH_BINS);
		ret_sketch->bins[i] = (uint16_t)(least[from] ^ least[from] >> 16);
	}
}

void ds_sketch_of(struct fl_slice text, struct ds_sketch *ret_sketch)
{
	uint32_t least[DS_SKETCH_BINS];
	uint64_t last[DS_SKETCH_GRAM];
	size_t count = 0;
	for (size_t i = 0; i < DS_SKETCH_BINS; i++)
		least[i] = EMPTY;
	for (size_t at = tg_text_solid(text, 0); at < text.len;) {
		size_t end = tg_text_token(text, at);
		for (size_t i = 1; count >= DS_SKETCH_GRAM && i < DS_SKETCH_GRAM; i++)
			last[i - 1] = last[i];
		size_t place = count < DS_SKETCH_GRAM ? count : DS_SKETCH_GRAM - 1;
		last[place] = hash_of(fl_slice(text.ptr + at, end - at));
		if (++count >= DS_SKETCH_GRAM)
			add_run(least, last, DS_SKETCH_GRAM);
		at = tg_text_solid(text, end);
	}
	if (count < DS_SKETCH_GRAM)
		add_run(least, last, count);
	fill_empty(least, ret_sketch);
}

double ds_sketch_alike(const struct ds_sketch *a, const struct ds_sketch *b)
{
	size_t same = 0;
	for (size_t i = 0; i < DS_SKETCH_BINS; i++)
		same += a->bins[i] == b->bins[i];
	return (double)same / (double)DS_SKETCH_BINS;
}
