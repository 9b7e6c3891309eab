/* Texts that are nearly the same are found, others are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/buf.h"
#include "base/rng.h"
#include "datasets/quality/near.h"

enum { TOKENS = 600, WORDS = 5000, TEXTS = 300 };

static struct fl_rng rng_of(const char *what, size_t i)
{
	char number[4] = {(char)i, (char)(i >> 8), 0, 0};
	return fl_rng_new(1, fl_slice_str(what), fl_slice(number, sizeof(number)));
}

/* Text i, with the tokens [from, from + count) of another one. */
static void write_text(struct fl_buf *out, size_t i, size_t from, size_t count)
{
	struct fl_rng own = rng_of("text", i), other = rng_of("other", i);
	fl_buf_clear(out);
	for (size_t t = 0; t < TOKENS; t++) {
		uint64_t word = fl_rng_below(&own, WORDS);
		if (t >= from && t < from + count)
			word = WORDS + fl_rng_below(&other, WORDS);
		fl_buf_printf(out, t % 9 ? "w%u " : "w%u;\n", (unsigned)word);
	}
}

/* As many runs of tokens as are new where `count` tokens are others, of those of a text. */
static double alike(size_t count)
{
	double fresh = (double)count * 10 / 9 + DS_SKETCH_GRAM - 1;
	double runs = TOKENS * 10.0 / 9 - DS_SKETCH_GRAM + 1;
	return (runs - fresh) / (runs + fresh);
}

static void sketch_text(struct fl_buf *text, size_t i, size_t count, struct ds_sketch *ret_sketch)
{
	struct fl_rng r = rng_of("place", i);
	write_text(text, i, (size_t)fl_rng_below(&r, TOKENS - count), count);
	ds_sketch_of(fl_buf_view(text), ret_sketch);
}

/* Of all texts with so many other tokens, how many are taken for a copy of what they come from. */
static size_t found(unsigned percent, size_t count)
{
	struct ds_near *near = NULL;
	struct ds_sketch sketch;
	struct ds_near_match match;
	struct fl_buf text;
	size_t copies = 0;
	fl_buf_init(&text, 1 << 20);
	assert_int_equal(ds_near_new(percent, &near, NULL), 0);
	for (size_t i = 0; i < TEXTS; i++) {
		sketch_text(&text, i, 0, &sketch);
		assert_int_equal(ds_near_add(near, &sketch, &match, NULL), 0);
		assert_false(match.copy);
		assert_int_equal(match.of, i);
	}
	for (size_t i = 0; i < TEXTS; i++) {
		sketch_text(&text, i, count, &sketch);
		match = ds_near_find(near, &sketch);
		copies += match.copy;
		if (match.copy)
			assert_int_equal(match.of, i);
	}
	ds_near_free(near);
	fl_buf_release(&text);
	return copies;
}

/* Recall, and precision, at a Jaccard index of 0.8. */
static void planted(void **state)
{
	enum { SOME = 63, MANY = 147 };
	(void)state;
	assert_in_range(1000 * alike(SOME), 795, 805);
	assert_in_range(1000 * alike(MANY), 595, 605);
	size_t right = found(80, SOME), wrong = found(80, MANY);
	print_message("of %d at 0.8: %zu; at 0.6: %zu\n", TEXTS, right, wrong);
	assert_true(right * 100 >= TEXTS * 95);
	assert_true(right * 100 >= (right + wrong) * 95);
	assert_true(found(60, MANY) * 100 >= TEXTS * 95);
}

static void estimates(void **state)
{
	struct fl_buf text;
	struct ds_sketch a, b;
	(void)state;
	fl_buf_init(&text, 1 << 20);
	for (size_t count = 0; count < TOKENS / 2; count += 60) {
		double sum = 0, want = count ? alike(count) : 1;
		for (size_t i = 0; i < 50; i++) {
			sketch_text(&text, i, 0, &a);
			sketch_text(&text, i, count, &b);
			sum += ds_sketch_alike(&a, &b);
		}
		assert_true(sum / 50 > want - 0.02 && sum / 50 < want + 0.02);
	}
	fl_buf_release(&text);
}

/* Blanks and comments are nothing; a short text is like itself, and one of no token like another. */
static void small_texts(void **state)
{
	static const struct {
		const char *a, *b;
		bool same;
	} rows[] = {
		{"int f(void) { return 1; }", "int f(void)\n{\n\treturn 1; /* one */\n}\n", true},
		{"a b", "a /* c */ b", true},
		{"a b", "a c", false},
		{"", " // nothing\n", true},
		{"", "x", false},
		{"int f(void) { return 1; }", "int f(void) { return 2; }", false},
	};
	struct ds_sketch a, b;
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ds_sketch_of(fl_slice_str(rows[i].a), &a);
		ds_sketch_of(fl_slice_str(rows[i].b), &b);
		assert_int_equal(ds_sketch_alike(&a, &b) >= 1, rows[i].same);
	}
}

/* The most alike one is named, the earliest of such; the numbers go by those that are no copies. */
static void which_one(void **state)
{
	struct ds_near *near = NULL;
	struct ds_near_match match;
	struct ds_sketch sketch;
	struct fl_buf text;
	(void)state;
	fl_buf_init(&text, 1 << 20);
	assert_int_equal(ds_near_new(80, &near, NULL), 0);
	static const struct {
		size_t text, others;
		bool copy;
		size_t of;
	} rows[] = {{1, 0, false, 0}, {1, 0, true, 0}, {2, 0, false, 1}, {1, 5, true, 0},
		{3, 0, false, 2}, {2, 30, true, 1}, {3, 300, false, 3}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		sketch_text(&text, rows[i].text, rows[i].others, &sketch);
		assert_int_equal(ds_near_add(near, &sketch, &match, NULL), 0);
		assert_int_equal(match.copy, rows[i].copy);
		assert_int_equal(match.of, rows[i].of);
	}
	ds_near_free(near);
	fl_buf_release(&text);
}

static void bands(void **state)
{
	static const struct {
		unsigned percent, rows;
	} known[] = {{50, 2}, {60, 4}, {80, 8}, {100, 16}};
	struct ds_near *near = NULL;
	struct fl_error err = {0};
	(void)state;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		assert_int_equal(ds_near_new(known[i].percent, &near, NULL), 0);
		assert_int_equal(ds_near_rows(near), known[i].rows);
		assert_int_equal(ds_near_rows(near) * ds_near_bands(near), DS_SKETCH_BINS);
		ds_near_free(near);
	}
	assert_int_equal(ds_near_new(DS_NEAR_LEAST - 1, &near, &err), FL_EINVAL);
	assert_int_equal(ds_near_new(DS_NEAR_MOST + 1, &near, &err), FL_EINVAL);
	ds_near_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(planted),
		cmocka_unit_test(estimates),
		cmocka_unit_test(small_texts),
		cmocka_unit_test(which_one),
		cmocka_unit_test(bands),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
