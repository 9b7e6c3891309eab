/* Places in text: what is kept of one whose numbers make no sense. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "diag/parse.h"

enum { OUTPUT_MAX = 16 << 20 };

static const struct {
	const char *place, *file;
	int64_t line, col;
} places[] = {
	{"a.c:7:2", "a.c", 7, 2},
	{"a.c:7", "a.c", 7, 0},
	{"a.c(7,2)", "a.c", 7, 2},
	{"a.c(7)", "a.c", 7, 0},
	{"a.c +7:2", "a.c", 7, 2},
	{"a.c +7", "a.c", 7, 0},
	{"a.c:4294967295:2", "a.c", 4294967295, 2},
	{"a.c:4294967296:2", "a.c", 0, 0},
	{"a.c:99999999999999999999:2", "a.c", 0, 0},
	{"a.c:99999999999999999999", "a.c", 0, 0},
	{"a.c:7:99999999999999999999", "a.c", 7, 0},
	{"a.c(99999999999999999999,2)", "a.c", 0, 0},
	{"a.c(7,99999999999999999999)", "a.c", 7, 0},
	{"a.c +99999999999999999999:2", "a.c", 0, 0},
	{"a.c:7:99999999999999999999:{7:1-7:2}", "a.c", 7, 0},
	{"<unknown>:0", "<unknown>", 0, 0},
	{"a.c:0:0", "a.c", 0, 0},
	{"a:b:00000000000000000000000000000007:002", "a:b", 7, 2},
};

static void test_places(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		struct fl_arena a;
		struct fl_list list;
		fl_arena_init(&a, OUTPUT_MAX);
		struct fl_slice text = fl_arena_printf(&a, "%s: error: x\n", places[i].place);
		assert_int_equal(diag_parse(text, DIAG_FROM_AUTO, &a, &list, NULL), 0);
		const struct diag_diagnostic *d = list.items;
		if (list.len != 1 || !fl_slice_eqs(d->file, places[i].file) ||
			d->line != places[i].line || d->col != places[i].col ||
			!fl_slice_eqs(d->message, "x"))
			fail_msg("%s is not read as %s %jd %jd", places[i].place, places[i].file,
				(intmax_t)places[i].line, (intmax_t)places[i].col);
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_places)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
