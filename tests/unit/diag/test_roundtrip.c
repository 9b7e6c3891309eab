/* What was parsed from the fixtures survives both literal styles and JSON, and fitting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/literal/literal.h"
#include "diag/parse.h"
#include "tests/support/terse.h"

enum { OUTPUT_MAX = 256 << 20 };

static void parse_fixtures(struct fl_arena *a, struct fl_list *list)
{
	char path[4096];
	glob_t found;
	struct fl_buf all;
	const char *src = getenv("FL_SRC");
	snprintf(path, sizeof(path), "%s/tests/fixtures/diag/out/*/[gc]*", src ? src : ".");
	assert_int_equal(glob(path, 0, NULL, &found), 0);
	fl_buf_init(&all, OUTPUT_MAX);
	for (size_t i = 0; i < found.gl_pathc; i++)
		if (!strstr(found.gl_pathv[i], ".dia"))
			assert_int_equal(fl_buf_read_file(&all, found.gl_pathv[i], NULL), 0);
	globfree(&found);
	fl_arena_init(a, OUTPUT_MAX);
	assert_int_equal(diag_parse(fl_buf_view(&all), DIAG_FROM_AUTO, a, list, NULL), 0);
	assert_true(list->len > 500);
	fl_buf_release(&all);
}

static void assert_same_json(const struct fl_items *want, const struct fl_items *got)
{
	struct fl_buf x, y;
	fl_buf_init(&x, OUTPUT_MAX);
	fl_buf_init(&y, OUTPUT_MAX);
	fl_json_items(&x, want);
	fl_json_items(&y, got);
	assert_int_equal(fl_buf_error(&x, "x", NULL), 0);
	assert_true(fl_slice_eq(fl_buf_view(&x), fl_buf_view(&y)));
	fl_buf_release(&x);
	fl_buf_release(&y);
}

static void test_literals(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list;
	parse_fixtures(&a, &list);
	struct fl_items items = diag_items(&a, &list), back;
	for (int style = FL_FULL; style <= FL_TERSE_SOURCE; style++) {
		struct fl_buf text;
		struct fl_error err = {0};
		fl_buf_init(&text, OUTPUT_MAX);
		fl_literal_write(&text, &items, (enum fl_style)style, FL_MARK_COMPILE);
		if (fl_literal_read(fl_buf_view(&text), &diag_registry, &a, &back, &err))
			fail_msg("%u:%u: %s", err.line, err.col, err.message);
		struct fl_items want = items;
		if (style >= FL_TERSE)
			want = terse_items(&a, &items, style == FL_TERSE_SOURCE);
		assert_same_json(&want, &back);
		fl_buf_release(&text);
	}
	fl_arena_release(&a);
}

static void test_json(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list;
	struct fl_buf text;
	parse_fixtures(&a, &list);
	struct fl_items items = diag_items(&a, &list), back;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_json_items(&text, &items);
	assert_int_equal(fl_json_read_items(fl_buf_view(&text), &diag_registry,
				 &diag_diagnostic_shape, &a, &back, NULL),
		0);
	assert_same_json(&items, &back);
	fl_buf_release(&text);
	fl_arena_release(&a);
}

/* Whatever the budget: parents and fix-its refer to notes that are there. */
static void test_fit(void **state)
{
	(void)state;
	static const size_t budgets[] = {700, 900, 1100, 1400};
	struct fl_arena a;
	struct fl_list list;
	parse_fixtures(&a, &list);
	struct fl_items items = diag_items(&a, &list);
	size_t cut = 0;
	for (size_t i = 0; i < items.len; i++) {
		struct fl_item copy = items.at[i];
		struct fl_items one = {.at = &copy, .len = 1};
		struct fl_buf text;
		copy.object = diag_diagnostic_copy(&a, copy.object);
		if (diag_fit(&one, budgets[i % 4], &a, NULL))
			continue;
		const struct diag_diagnostic *d = copy.object;
		const struct diag_note *notes = d->notes.items;
		const struct diag_fixit *fixits = d->fixits.items;
		for (size_t n = 0; n < d->notes.len; n++)
			assert_true(notes[n].parent < (int64_t)n);
		for (size_t f = 0; f < d->fixits.len; f++)
			assert_true(fixits[f].note < (int64_t)d->notes.len);
		fl_buf_init(&text, OUTPUT_MAX);
		fl_literal_write(&text, &one, FL_COMPACT, FL_MARK_NONE);
		cut += d->omitted > 0;
		fl_buf_release(&text);
	}
	assert_true(cut > 10);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_literals),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_fit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
