/* UTF-16 by its mark: both orders, pairs, halves, chunks; what has none stays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/utf16.h"

enum { ROOM = 1 << 16 };

#define TEXT(s)                  \
	{                        \
		s, sizeof(s) - 1 \
	}

static const struct {
	struct fl_slice in;
	const char *want;
} texts[] = {
	{TEXT("\xff\xfe"
	      "a\0:\0\n\0"),
		"a:\n"},
	{TEXT("\xfe\xff\0a\0:\0\n"), "a:\n"},
	{TEXT("\xff\xfe\xfc\0\x18\x20\x3d\xd8\x00\xde"), "\xc3\xbc\xe2\x80\x98\xf0\x9f\x98\x80"},
	{TEXT("\xff\xfe\x3d\xd8x\0\x00\xde"), "\xef\xbf\xbdx\xef\xbf\xbd"},
	{TEXT("\xff\xfe\x3d\xd8"), "\xef\xbf\xbd"},
	{TEXT("\xff\xfex\0y"), "x\xef\xbf\xbd"},
	{TEXT("\xff\xfe"), ""},
	{TEXT("\xff"), "\xff"},
	{TEXT("\xff\xffx"), "\xff\xffx"},
	{TEXT("a.c:1:1: \xff\xfe"), "a.c:1:1: \xff\xfe"},
	{TEXT(""), ""},
};

static void test_texts(void **state)
{
	static const size_t chunks[] = {1, 3, ROOM};
	struct fl_utf16 u = {0};
	struct fl_buf room, out;
	(void)state;
	fl_buf_init(&room, ROOM);
	fl_buf_init(&out, ROOM);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		for (size_t c = 0; c < sizeof(chunks) / sizeof(chunks[0]); c++) {
			struct fl_slice rest = texts[i].in;
			fl_buf_clear(&out);
			for (; rest.len; rest = fl_slice_skip(rest, chunks[c]))
				fl_buf_slice(&out,
					fl_utf16_feed(&u, fl_slice_head(rest, chunks[c]), &room));
			fl_buf_slice(&out, fl_utf16_end(&u, &room));
			assert_true(fl_slice_eqs(fl_buf_view(&out), texts[i].want));
		}
	fl_buf_release(&room);
	fl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
