/*
 * near-load COUNT [TOKENS]: so many texts of about so many tokens (400) through the index of texts
 * that are nearly the same, one in ten of them a copy of an earlier one at a Jaccard index of 0.8.
 * Prints what was found, CPU seconds and the most memory. For bench/near.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/buf.h"
#include "base/rng.h"
#include "datasets/quality/near.h"

enum { WORDS = 20000, COPY_ONE_IN = 10 };

static struct fl_rng rng_of(const char *what, size_t i)
{
	char number[8] = {(char)i, (char)(i >> 8), (char)(i >> 16), (char)(i >> 24)};
	return fl_rng_new(1, fl_slice_str(what), fl_slice(number, sizeof(number)));
}

/* Text i, where [from, from + count) are other tokens. */
static void write_text(struct fl_buf *out, size_t i, size_t tokens, size_t from, size_t count)
{
	struct fl_rng own = rng_of("text", i), other = rng_of("other", i);
	fl_buf_clear(out);
	for (size_t t = 0; t < tokens; t++) {
		uint64_t word = fl_rng_below(&own, WORDS);
		if (t >= from && t < from + count)
			word = WORDS + fl_rng_below(&other, WORDS);
		fl_buf_char(out, (char)('a' + word % 26));
		for (word /= 26; word; word /= 26)
			fl_buf_char(out, (char)('a' + word % 26));
		fl_buf_char(out, t % 12 == 11 ? '\n' : ' ');
	}
}

struct load {
	size_t count, tokens;
	size_t copies, found, wrong;
};

static int run(struct load *l, struct ds_near *near, struct fl_buf *text, struct fl_error *err)
{
	/* Runs that a changed stretch touches, of those in either: a ninth of them makes 0.8. */
	size_t runs = l->tokens - DS_SKETCH_GRAM + 1, change = runs / 9 - DS_SKETCH_GRAM + 1;
	int rc = 0;
	for (size_t i = 0; rc == 0 && i < l->count; i++) {
		struct ds_sketch sketch;
		struct ds_near_match m;
		bool copy = i % COPY_ONE_IN == COPY_ONE_IN - 1;
		struct fl_rng r = rng_of("place", i);
		if (copy)
			write_text(text, i - 1 - (size_t)fl_rng_below(&r, COPY_ONE_IN - 2),
				l->tokens, (size_t)fl_rng_below(&r, l->tokens - change), change);
		else
			write_text(text, i, l->tokens, 0, 0);
		ds_sketch_of(fl_buf_view(text), &sketch);
		rc = ds_near_add(near, &sketch, &m, err);
		l->copies += copy;
		l->found += copy && m.copy;
		l->wrong += !copy && m.copy;
	}
	return rc;
}

int main(int argc, char **argv)
{
	struct load l = {.count = argc > 1 ? strtoul(argv[1], NULL, 10) : 0,
		.tokens = argc > 2 ? strtoul(argv[2], NULL, 10) : 400};
	struct fl_error err = {0};
	struct ds_near *near = NULL;
	struct rusage used;
	struct fl_buf text;
	if (!l.count || l.tokens < 100) {
		fprintf(stderr, "usage: near-load COUNT [TOKENS], TOKENS 100 or more\n");
		return 2;
	}
	fl_buf_init(&text, 1 << 24);
	int rc = ds_near_new(80, &near, &err);
	rc = rc ? rc : run(&l, near, &text, &err);
	getrusage(RUSAGE_SELF, &used);
	if (rc)
		fprintf(stderr, "near-load: %s\n", err.message);
	else
		printf("%zu texts of %zu tokens: %zu of %zu copies found (%.4f), %zu others taken "
		       "for "
		       "copies; %ld s of CPU time, %ld MB\n",
			l.count, l.tokens, l.found, l.copies, (double)l.found / (double)l.copies,
			l.wrong, (long)(used.ru_utime.tv_sec + used.ru_stime.tv_sec),
			used.ru_maxrss / 1024);
	ds_near_free(near);
	fl_buf_release(&text);
	return rc != 0;
}
