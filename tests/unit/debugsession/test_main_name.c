/* Which programs name their main function: abbreviations as compilers write them, and damaged ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "debugsession/console/main_name.h"

#define SECTION(...) \
	(const unsigned char[]){__VA_ARGS__}, sizeof((const unsigned char[]){__VA_ARGS__})

/* code, tag, children, (attribute, form)…, 0 0; 0 */
static void test_abbreviations(void **state)
{
	(void)state;
	assert_false(dbg_main_in_abbrev(SECTION(0)));
	assert_false(dbg_main_in_abbrev((const unsigned char *)"", 0));
	assert_false(dbg_main_in_abbrev(SECTION(1, 0x2e, 1, 0x3f, 0x19, 0, 0, 0)));
	assert_true(dbg_main_in_abbrev(SECTION(1, 0x2e, 1, 0x3f, 0x19, 0x6a, 0x19, 0, 0, 0)));
	/* behind another unit's table */
	assert_true(dbg_main_in_abbrev(
		SECTION(1, 0x11, 1, 0x03, 0x0e, 0, 0, 0, 1, 0x2e, 0, 0x6a, 0x19, 0, 0, 0)));
	/* of another tag; as a form, a code and a constant */
	assert_false(dbg_main_in_abbrev(SECTION(1, 0x11, 1, 0x6a, 0x19, 0, 0, 0)));
	assert_false(dbg_main_in_abbrev(SECTION(0x6a, 0x2e, 0, 0x03, 0x6a, 0, 0, 0)));
	assert_false(dbg_main_in_abbrev(SECTION(1, 0x2e, 0, 0x3a, 0x21, 0x6a, 0, 0, 0)));
	/* numbers of more than one byte */
	assert_true(dbg_main_in_abbrev(SECTION(
		0x81, 0x01, 0xae, 0x00, 0, 0x87, 0x40, 0x19, 0xea, 0x80, 0, 0x19, 0, 0, 0)));
}

static void test_damaged(void **state)
{
	static const unsigned char whole[] = {1, 0x2e, 1, 0x3f, 0x19, 0x3a, 0x21, 0x05, 0, 0};
	(void)state;
	assert_false(dbg_main_in_abbrev(whole, sizeof(whole)));
	for (size_t len = 1; len < sizeof(whole); len++)
		assert_true(dbg_main_in_abbrev(whole, len));
}

static void test_files(void **state)
{
	(void)state;
	assert_false(dbg_main_named("/nonexistent"));
	assert_false(dbg_main_named("/"));
	assert_false(dbg_main_named("/dev/zero"));
	assert_false(dbg_main_named("/dev/null"));
	assert_false(dbg_main_named("/etc/passwd"));
	assert_false(dbg_main_named("/bin/true"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_abbreviations),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
