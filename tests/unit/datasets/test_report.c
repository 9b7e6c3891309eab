/* What the report counts and keeps: words, lengths, shared texts, deflated bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "datasets/flate.h"
#include "datasets/report/shelf.h"
#include "datasets/report/spread.h"
#include "datasets/report/words.h"

static void test_lengths(void **state)
{
	(void)state;
	struct ds_lengths l = {.at = NULL};
	struct ds_spread s;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ds_lengths_spread(&l, &a, &s, NULL), 0);
	assert_int_equal(s.count, 0);
	assert_int_equal(s.ranges.len, 0);
	for (size_t i = 0; i <= 100; i++)
		assert_int_equal(ds_lengths_add(&l, 100 - i, NULL), 0);
	assert_int_equal(ds_lengths_spread(&l, &a, &s, NULL), 0);
	assert_int_equal(s.count, 101);
	assert_int_equal(s.none, 1);
	assert_int_equal(s.sum, 5050);
	assert_int_equal(s.least, 0);
	assert_int_equal(s.median, 50);
	assert_int_equal(s.ninety_nine, 99);
	assert_int_equal(s.most, 100);
	const struct ds_range *r = s.ranges.items;
	static const int64_t counts[] = {1, 2, 4, 8, 16, 32, 37};
	assert_int_equal(s.ranges.len, sizeof(counts) / sizeof(counts[0]));
	for (size_t i = 0; i < s.ranges.len; i++)
		assert_int_equal(r[i].count, counts[i]);
	assert_int_equal(r[6].from, 64);
	assert_int_equal(r[6].to, 127);
	ds_lengths_release(&l);
	fl_arena_release(&a);
}

static void test_words(void **state)
{
	(void)state;
	struct ds_words w = {.slots = NULL};
	struct fl_list list;
	struct fl_arena a;
	char word[16];
	fl_arena_init(&a, 1 << 20);
	for (int i = 0; i < 1000; i++) {
		snprintf(word, sizeof(word), "w%d", i % 100 < 50 ? 7 : i % 100);
		assert_int_equal(ds_words_add(&w, fl_slice_str(word), &a, NULL), 0);
	}
	assert_int_equal(w.len, 51);
	assert_int_equal(ds_words_list(&w, 3, &a, &list, NULL), 0);
	const struct ds_count *c = list.items;
	assert_int_equal(list.len, 4);
	assert_true(fl_slice_eqs(c[0].name, "w7"));
	assert_int_equal(c[0].count, 500);
	assert_true(fl_slice_eqs(c[1].name, "w50"));
	assert_int_equal(c[2].count, 10);
	assert_true(fl_slice_eqs(c[3].name, "…"));
	assert_int_equal(c[3].count, 480);
	ds_words_release(&w);
	fl_arena_release(&a);
}

static void test_shelf(void **state)
{
	(void)state;
	struct ds_shelf s = {.texts = NULL};
	int64_t first, again, other;
	char text[16];
	assert_int_equal(ds_shelf_take(&s, FL_S("one"), &first, NULL), 0);
	for (int i = 0; i < 600; i++) {
		snprintf(text, sizeof(text), "text %d", i);
		assert_int_equal(ds_shelf_take(&s, fl_slice_str(text), &other, NULL), 0);
	}
	assert_int_equal(ds_shelf_take(&s, FL_S("one"), &again, NULL), 0);
	assert_int_equal(first, again);
	assert_int_equal(s.len, 601);
	ds_shelf_leave(&s, first);
	assert_non_null(s.texts[first].bytes);
	ds_shelf_leave(&s, first);
	assert_null(s.texts[first].bytes);
	assert_int_equal(ds_shelf_take(&s, FL_S("one"), &again, NULL), 0);
	assert_int_equal(first, again);
	assert_memory_equal(s.texts[first].bytes, "one", 3);
	assert_int_equal(ds_shelf_take(&s, FL_S(""), &other, NULL), 0);
	ds_shelf_release(&s);
}

static void test_deflate(void **state)
{
	(void)state;
	struct fl_buf out;
	fl_buf_init(&out, 1 << 10);
	assert_int_equal(ds_deflate(FL_S(""), &out, NULL), 0);
	assert_memory_equal(out.data, "\x03\x00", 2);
	fl_buf_clear(&out);
	assert_int_equal(ds_deflate(FL_S("a"), &out, NULL), 0);
	assert_memory_equal(out.data, "\x4b\x04\x00", 3);
	fl_buf_release(&out);
	fl_buf_init(&out, 4);
	assert_int_equal(ds_deflate(FL_S("there is no room"), &out, NULL), FL_ELIMIT);
	fl_buf_release(&out);
}

/* A zlib stream of 9 bytes, by python3's zlib.compress(b"hello git"). */
static void test_inflate(void **state)
{
	static const char hello[] = "\x78\x9c\xcb\x48\xcd\xc9\xc9\x57\x48\xcf\x2c\x01\x00"
				    "\x11\x7b\x03\x79 behind it";
	const struct fl_slice whole = fl_slice(hello, sizeof(hello) - 1), stream = {hello, 17};
	static const struct {
		size_t len, most;
		int rc;
		const char *out;
	} cases[] = {
		{17, 9, 0, "hello git"},
		{17, 100, 0, "hello git"},
		{17, 8, FL_ELIMIT, "hello gi"},
		{17, 0, FL_ELIMIT, ""},
		{16, 9, FL_EPARSE, "hello git"},
		{9, 9, FL_EPARSE, "hello git"},
		{0, 9, FL_EPARSE, ""},
	};
	struct fl_buf out;
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		fl_buf_init(&out, 200);
		struct fl_slice packed = fl_slice_head(whole, cases[i].len);
		assert_int_equal(ds_inflate(packed, cases[i].most, &out, NULL), cases[i].rc);
		assert_true(fl_slice_starts(fl_slice_str(cases[i].out), out.data));
		assert_true(cases[i].rc == FL_EPARSE || strlen(cases[i].out) == out.len);
		fl_buf_release(&out);
	}
	/* What stands behind the stream is none of it; what is no stream is told. */
	fl_buf_init(&out, 200);
	assert_int_equal(ds_inflate(whole, 50, &out, NULL), 0);
	assert_string_equal(out.data, "hello git");
	assert_int_equal(ds_inflate(fl_slice_skip(whole, 5), 50, &out, NULL), FL_EPARSE);
	fl_buf_release(&out);
	fl_buf_init(&out, 4);
	assert_int_equal(ds_inflate(stream, 9, &out, NULL), FL_ELIMIT);
	fl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_shelf),
		cmocka_unit_test(test_deflate),
		cmocka_unit_test(test_inflate),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
