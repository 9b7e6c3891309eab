/* Parts of a build's work: what is whose, and what a user may say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "base/hash.h"
#include "datasets/build/part.h"

enum { KEYS = 1000, PARTS = 7 };

/* Every key is that of one part, and no part has far more than the others. */
static void each_key_once(void **state)
{
	(void)state;
	size_t of_part[PARTS] = {0};
	for (int i = 0; i < KEYS; i++) {
		char text[16], key[65];
		snprintf(text, sizeof(text), "%d", i);
		fl_sha256_hex(fl_slice_str(text), key);
		size_t owners = 0;
		for (unsigned p = 0; p < PARTS; p++) {
			const struct ds_part part = {p, PARTS};
			if (!ds_part_has(&part, key))
				continue;
			owners++;
			of_part[p]++;
		}
		assert_int_equal(owners, 1);
		const struct ds_part whole = {0};
		assert_true(ds_part_has(&whole, key));
	}
	for (unsigned p = 0; p < PARTS; p++)
		assert_in_range(of_part[p], KEYS / PARTS / 2, 2 * KEYS / PARTS);
}

static void what_is_said(void **state)
{
	(void)state;
	static const char *const wrong[] = {
		"", "/", "1", "1/", "/3", "0/3", "4/3", "1/3 ", "a/3", "1/100001", "-1/3", "1/3/5"};
	struct ds_part part;
	assert_int_equal(ds_part_read("2/8", &part, NULL), 0);
	assert_int_equal(part.index, 1);
	assert_int_equal(part.count, 8);
	assert_int_equal(ds_part_read("1/1", &part, NULL), 0);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		assert_int_equal(ds_part_read(wrong[i], &part, NULL), FL_EINVAL);
}

static void absent_is_no_result(void **state)
{
	(void)state;
	struct fl_buf out;
	fl_buf_init(&out, 64);
	assert_int_equal(ds_part_write_absent(&out), 0);
	assert_true(ds_part_is_absent(fl_buf_view(&out)));
	assert_false(ds_part_is_absent(FL_S("")));
	assert_false(ds_part_is_absent(FL_S("{\"site\":0}\n")));
	fl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_key_once),
		cmocka_unit_test(what_is_said),
		cmocka_unit_test(absent_is_no_result),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
