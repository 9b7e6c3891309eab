/* Counting tokens, and cutting answers into what exports want of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "datasets/record/tokens.h"
#include "datasets/record/instruct.h"

static void test_count(void **state)
{
	static const struct {
		const char *text;
		int64_t tokens;
	} rows[] = {
		{"", 0},
		{"a", 1},
		{"abcdef", 1},
		{"abcdefg", 2},
		{"ab_cde_", 2},
		{"a b", 2},
		{"a  b", 3},
		{"a\n", 2},
		{"\n\n\t", 1},
		{"i+=1234;", 5},
		{"});\n", 2},
		{"\"%s\\", 3},
		{"\xc3\xa4\xe2\x82\xac", 2},
		{"\xc3\xa4"
		 "a",
			2},
		{"x1->y", 4},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(ds_tokens(fl_slice_str(rows[i].text)), rows[i].tokens);
}

static void test_bare(void **state)
{
	static const struct {
		const char *asked, *bare;
	} rows[] = {
		{"It fails. First reason from what was seen to the cause, then give the fix.",
			"It fails. Give the fix."},
		{"It fails. Give the fix.", "It fails. Give the fix."},
		{"", ""},
	};
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_true(fl_slice_eqs(
			ds_instruction_bare(fl_slice_str(rows[i].asked), &a), rows[i].bare));
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_count),
		cmocka_unit_test(test_bare),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
