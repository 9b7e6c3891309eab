/* Rows of a corpus get headers, and nothing else of them changes. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/prepend/prepend.h"
#include "platform/prepend/row.h"

static const struct plat_reader no_rows[] = {{NULL, NULL, PLAT_FROMS}};
static const struct plat_readers none = {no_rows, NULL, NULL};

static void check(unsigned style, const char *row, int want_code, const char *want)
{
	const struct plat_prepend_options o = {
		.text_field = "text", .path_field = "path", .style = style, .readers = &none};
	struct plat_prepend *p;
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	assert_int_equal(0, plat_prepend_new(&o, &p, NULL));
	assert_int_equal(want_code, plat_prepend_row(p, fl_slice_str(row), &out, NULL));
	assert_string_equal(want, out.data);
	plat_prepend_free(p);
	fl_buf_release(&out);
}

#define ZLIB "#include <zlib.h>\\n\\u00e9\\\"x\\\""

static void test_rows(void **state)
{
	(void)state;
	check(0, "{\"n\": 1, \"text\": \"" ZLIB "\", \"path\": \"a/b.c\", \"x\":[{\"text\":\"\"}]}",
		0,
		"{\"n\": 1, \"text\": \"// libs: zlib\\n" ZLIB
		"\", \"path\": \"a/b.c\", \"x\":[{\"text\":\"\"}]}");
	check(PLAT_HEADER_BOS | PLAT_HEADER_ONE_LINE,
		"{\"path\":\"b.cpp\",\"text\":\"#include <zlib.h>\\nstd::any a;\"}", 0,
		"{\"path\":\"b.cpp\",\"text\":\"// <BOS>\\n// standard: c++17, libs: zlib\\n"
		"#include <zlib.h>\\nstd::any a;\"}");
}

static void test_passed_on(void **state)
{
	static const char *const rows[] = {"{\"path\":\"a.py\",\"text\":\"#include <zlib.h>\"}",
		"{\"text\":\"#include <zlib.h>\"}", "{\"path\":\"a.c\"}",
		"{\"path\":3,\"text\":[]}", "{\"path\":\"a.c\",\"text\":\"int x;\"}", "{}",
		"{\"path\":\"a.c\",\"text\":\"// libs: zlib\\n#include <zlib.h>\"}",
		"{\"path\":\"a.c\",\"text\":\"// <BOS>\\n// libs: zlib, debug: true\\n#include "
		"<zlib.h>\"}"};
	static const char *const bad[] = {"", "[]", "{", "{\"path\":\"a.c\",\"text\":\"x\"",
		"not json", "{\"path\":\"a.c\",\"text\":\"\\", "{\"a\":[}]}", "{\"a\":1}}",
		"{\"a\" 1}", "{\"a\":}"};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check(0, rows[i], 0, rows[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		check(0, bad[i], FL_EPARSE, bad[i]);
}

/* What was tagged is not tagged again. */
static void test_twice(void **state)
{
	(void)state;
	check(0, "{\"path\":\"a.c\",\"text\":\"// libs: zlib\\nint x;\"}", 0,
		"{\"path\":\"a.c\",\"text\":\"// libs: zlib\\nint x;\"}");
}

static void test_texts(void **state)
{
	static const char *const pairs[][2] = {{"a\\n\\tb\\\\\\/\\\"", "a\n\tb\\/\""},
		{"\\u0041\\u00e9\\u0000", "A??"}, {"", ""}, {"\\u12", "u12"},
		{"0123456789abcdef0123456789abcdef\\n0", "0123456789abcdef0123456789abcdef\n0"}};
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct fl_buf out;
		fl_buf_init(&out, 1 << 10);
		plat_row_text(fl_slice_str(pairs[i][0]), &out);
		assert_string_equal(pairs[i][1], out.data);
		fl_buf_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_passed_on),
		cmocka_unit_test(test_twice),
		cmocka_unit_test(test_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
