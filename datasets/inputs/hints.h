/*
 * What a program looks for in what it reads, by the text of its sources: the words that it compares
 * with, the formats that it scans by, its options. It is no parser: comments and literals are told
 * apart from code, and what a literal is for follows from the call that it stands in. A wrong hint
 * costs a few runs.
 */
#ifndef FL_DATASETS_INPUTS_HINTS_H
#define FL_DATASETS_INPUTS_HINTS_H

#include "tracegen/program.h"

enum {
	DS_HINT_WORDS = 48,
	DS_HINT_OPTIONS = 24,
	DS_HINT_FORMATS = 8,
	DS_HINT_NUMBERS = 32,
	DS_HINT_CHARS = 96,
	DS_HINT_WORD_MAX = 24 /* bytes */
};

struct ds_hint_option {
	struct fl_slice text; /* "-n", "--count" */
	bool valued; /* something follows it */
};

struct ds_hints {
	bool reads; /* standard input */
	bool takes; /* arguments */
	bool opens; /* files, maybe those that arguments name */
	struct fl_slice words[DS_HINT_WORDS];
	size_t word_count;
	struct ds_hint_option options[DS_HINT_OPTIONS];
	size_t option_count;
	struct fl_slice formats[DS_HINT_FORMATS]; /* of scanf */
	size_t format_count;
	int64_t numbers[DS_HINT_NUMBERS]; /* none of them is negative */
	size_t number_count;
	char chars[DS_HINT_CHARS]; /* that it compares with: printable, no letters or digits */
	size_t char_count;
};

/* Of all sources and headers of the program. Texts live in the arena, with a NUL behind each. */
void ds_hints_read(
	const struct tg_program *program, struct fl_arena *a, struct ds_hints *ret_hints);

/* Add what was not there yet, as far as there is room. */
void ds_hints_char(struct ds_hints *h, int64_t c);
void ds_hints_number(struct ds_hints *h, int64_t n);

#endif
