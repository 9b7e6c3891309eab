/* JSON straight into objects (base/json_shaped.h): never other than by the tree, and as said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/json_shaped.h"
#include "tests/support/sample.h"

enum { ROUNDS = 300, CHANGES = 60, TEXT_MAX = 8 << 20 };

/* By the tree, whatever it looks like; NULL: it is wrong. */
static void *by_tree(struct fl_slice text, struct fl_arena *a)
{
	const struct fl_json *v;
	void *object;
	bool read = fl_json_parse(text, a, &v, NULL) == 0 &&
		    fl_json_read_value(v, &sample_shape, a, &object, NULL) == 0;
	return read ? object : NULL;
}

/* What is read is what the tree has; canonical is what is written so. True: it was read. */
static bool agrees(struct fl_slice text)
{
	struct fl_arena a;
	struct fl_buf again;
	bool canonical = false;
	fl_arena_init(&a, TEXT_MAX);
	fl_buf_init(&again, TEXT_MAX);
	const void *fast = fl_json_read_shaped(text, &sample_shape, &a, &canonical);
	const void *slow = fast ? by_tree(text, &a) : NULL;
	if (fast) {
		assert_non_null(slow);
		assert_true(fl_object_eq(&sample_shape, fast, slow));
		fl_json_object(&again, &sample_shape, fast);
		assert_int_equal(canonical, fl_slice_eq(fl_buf_view(&again), text));
	} else {
		assert_int_equal(a.used, 0);
	}
	fl_buf_release(&again);
	fl_arena_release(&a);
	return fast;
}

static void put_object(struct fl_buf *json, struct fl_rng *r)
{
	struct fl_arena a;
	fl_arena_init(&a, TEXT_MAX);
	for (bool found = false; !found;) {
		struct fl_items items = sample_items(&a, r, true);
		for (size_t i = 0; i < items.len && !found; i++) {
			found = items.at[i].shape == &sample_shape;
			if (found)
				fl_json_object(json, &sample_shape, items.at[i].object);
		}
	}
	fl_arena_release(&a);
}

static void written_is_read(void **state)
{
	struct fl_buf json;
	(void)state;
	struct fl_rng r = fl_rng_new(1, FL_S("shaped"), FL_S(""));
	size_t read = 0; /* the rest has numbers that are left to the other reader */
	fl_buf_init(&json, TEXT_MAX);
	for (size_t i = 0; i < ROUNDS; i++) {
		fl_buf_clear(&json);
		put_object(&json, &r);
		read += agrees(fl_buf_view(&json));
	}
	assert_true(read > ROUNDS / 2);
	fl_buf_release(&json);
}

/* Pieces that JSON is made of, right and wrong. */
static const char *const pieces[] = {"\\n", "\\u0041", "\\u001f", "\\u001F", "\\u2028", "\\u0000",
	"\\ud83d\\ude00", "\\ud800", "\\/", "\\b", "\\x", "\\", "\"", ",", ":", "{", "}", "[", "]",
	" ", "\n", "-", "0", "9", ".", "e", "true", "\x7f", "\x01", "\xc3\xa4", "\xc3",
	"\xe2\x80\xa8", "\xf4\x8f\x80\x83", "\xf4\x8f\x83\x83\xf4\x8f\x82\xa4", "\xf4\x8f\x83\xbf",
	"99999999999", "\"\"", "[]", "{}", "\"0x0\"", "-0", "0.5"};

/* Put a piece in the place of some bytes, or of none. */
static void change(struct fl_slice json, struct fl_rng *r, struct fl_buf *out)
{
	size_t at = fl_rng_below(r, json.len + 1), cut = fl_rng_below(r, 3);
	size_t piece = fl_rng_below(r, sizeof(pieces) / sizeof(pieces[0]) + 1);
	fl_buf_clear(out);
	fl_buf_slice(out, fl_slice_head(json, at));
	if (piece < sizeof(pieces) / sizeof(pieces[0]))
		fl_buf_str(out, pieces[piece]);
	fl_buf_slice(out, fl_slice_skip(json, at + cut));
}

static void changed_is_told(void **state)
{
	struct fl_buf json, changed;
	size_t read = 0, left = 0;
	(void)state;
	struct fl_rng r = fl_rng_new(2, FL_S("shaped"), FL_S(""));
	fl_buf_init(&json, TEXT_MAX);
	fl_buf_init(&changed, TEXT_MAX);
	for (size_t i = 0; i < ROUNDS; i++) {
		fl_buf_clear(&json);
		put_object(&json, &r);
		for (size_t k = 0; k < CHANGES; k++) {
			change(fl_buf_view(&json), &r, &changed);
			/* In memory of its own, so that reading behind the end is seen. */
			char *copy = malloc(changed.len);
			assert_non_null(copy);
			memcpy(copy, changed.data, changed.len);
			bool taken = agrees(fl_slice(copy, changed.len));
			read += taken;
			left += !taken;
			free(copy);
		}
	}
	assert_true(read > 100 && left > 100);
	fl_buf_release(&changed);
	fl_buf_release(&json);
}

static void ends_anywhere(void **state)
{
	struct fl_buf json;
	(void)state;
	struct fl_rng r = fl_rng_new(3, FL_S("shaped"), FL_S(""));
	fl_buf_init(&json, TEXT_MAX);
	put_object(&json, &r);
	for (size_t n = 0; n < json.len && n < 4000; n++)
		assert_false(agrees(fl_slice(json.data, n)));
	fl_buf_release(&json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(written_is_read),
		cmocka_unit_test(changed_is_told),
		cmocka_unit_test(ends_anywhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
