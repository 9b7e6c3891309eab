/*
 * Inputs to try: first of common shapes and of what the program looks for, then offspring of those
 * that did well. All are text; the seeded generator that is handed in decides, and nothing else.
 */
#ifndef FL_DATASETS_INPUTS_GROW_H
#define FL_DATASETS_INPUTS_GROW_H

#include "base/rng.h"
#include "datasets/inputs/hints.h"

/* Bytes of standard input and arguments that an input may have. */
enum { DS_INPUT_BYTES = 1024, DS_INPUT_ARGS = 6 };

/*
 * The first inputs (struct tg_input), at most max, of which ret_natural read like what a person
 * would type: nothing; what is scanned; numbers, words, lines, tables, expressions; arguments,
 * options with and without a text to read. Then heaps of words and characters that it compares
 * with. Of a program that does not read, without standard input; of one that does not take
 * arguments, without those.
 */
int ds_inputs_first(const struct ds_hints *h, struct fl_rng *rng, size_t max, struct fl_arena *a,
	struct fl_list *ret_inputs, size_t *ret_natural, struct fl_error *err);

/* One that differs from `from` in a few places, or has a part of `other`. Lives in the arena. */
struct tg_input ds_inputs_vary(const struct ds_hints *h, const struct tg_input *from,
	const struct tg_input *other, struct fl_rng *rng, struct fl_arena *a);

#endif
