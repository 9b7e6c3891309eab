/* Text and serialized diagnostics of the same run together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "diag/output/merge.h"
#include "diag/parse.h"

enum { ARENA_MAX = 16 << 20 };

static struct fl_list text_of(struct fl_arena *a, const char *text)
{
	struct fl_list list;
	assert_int_equal(diag_parse(fl_slice_str(text), DIAG_FROM_TEXT, a, &list, NULL), 0);
	return list;
}

/* As serialized: the diagnostics that the text says, without what the format does not hold. */
static struct fl_list dia_of(struct fl_arena *a, const char *text)
{
	struct fl_list list = text_of(a, text);
	struct diag_diagnostic *d = list.items;
	for (size_t i = 0; i < list.len; i++) {
		struct diag_note *n = d[i].notes.items;
		d[i].source_line = d[i].caret = (struct fl_slice){0};
		d[i].end_col = 1000 + d[i].col;
		for (size_t k = 0; k < d[i].notes.len; k++) {
			n[k].source_line = n[k].caret = (struct fl_slice){0};
			n[k].col = 77;
		}
	}
	return list;
}

static const struct diag_diagnostic *merged(
	struct fl_arena *a, const struct fl_list *text, const struct fl_list *dia, size_t count)
{
	struct fl_list list;
	assert_int_equal(diag_merge(text, dia, a, &list, NULL), 0);
	assert_int_equal(list.len, count);
	return list.items;
}

#define assert_slice(s, text)                                            \
	do {                                                             \
		if (!fl_slice_eqs(s, text))                              \
			fail_msg("'%.*s' is not '%s'", FL_ARG(s), text); \
	} while (0)

static const char whole[] = "a.c:3:5: error: no x [-Wx]\n"
			    "    3 |     x\n"
			    "      |     ^\n"
			    "a.c:1:1: note: here\n"
			    "    1 | y\n"
			    "      | ^\n";

static void test_same(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	struct fl_list text = text_of(&a, whole), dia = dia_of(&a, whole);
	const struct diag_diagnostic *d = merged(&a, &text, &dia, 1);
	const struct diag_note *n = d->notes.items;
	assert_slice(d->source_line, "    x");
	assert_slice(d->caret, "    ^");
	assert_slice(d->code, "-Wx");
	assert_int_equal(d->end_col, 1005);
	assert_int_equal(d->notes.len, 1);
	assert_int_equal(n->col, 77);
	assert_slice(n->source_line, "y");
	fl_arena_release(&a);
}

/* Where the text has notes that were not serialized, its notes count. */
static void test_other_notes(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	struct fl_list text = text_of(&a, whole), dia = dia_of(&a, "a.c:3:5: error: no x\n");
	const struct diag_diagnostic *d = merged(&a, &text, &dia, 1);
	assert_int_equal(d->notes.len, 1);
	assert_int_equal(((const struct diag_note *)d->notes.items)->col, 1);
	assert_int_equal(d->end_col, 1005);
	assert_slice(d->code, "-Wx");
	fl_arena_release(&a);
}

/* Each side may have what the other has not; the order is that of the text. */
static void test_order(void **state)
{
	(void)state;
	static const char *const want[] = {"w", "first", "e", "w", "only", "last", "said"};
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	struct fl_list text = text_of(&a, "h.h:1:1: warning: w\n"
					  "a.c:1:1: error: first\n"
					  "b.c:2:1: error: e\n"
					  "h.h:1:1: warning: w\n"
					  "b.c:9:1: error: last\n"
					  "clang: error: said\n");
	struct fl_list dia = dia_of(&a, "b.c:2:1: error: e\n"
					"h.h:1:1: warning: w\n"
					"b.c:5:1: error: only\n"
					"b.c:9:1: error: last\n"
					"error: linker command failed\n");
	const struct diag_diagnostic *d = merged(&a, &text, &dia, 7);
	for (size_t i = 0; i < 7; i++)
		assert_slice(d[i].message, want[i]);
	assert_int_equal(d[0].end_col, 0);
	assert_int_equal(d[3].end_col, 1001);
	assert_slice(d[6].file, "");
	assert_slice(d[6].tool, "clang");
	fl_arena_release(&a);
}

static void test_one_side(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	struct fl_list text = text_of(&a, whole), dia = dia_of(&a, whole), none = {0};
	merged(&a, &none, &none, 0);
	assert_slice(merged(&a, &text, &none, 1)->source_line, "    x");
	assert_slice(merged(&a, &none, &dia, 1)->source_line, "");
	fl_arena_release(&a);
}

/* A message of several lines is printed with its first one in the headline. */
static void test_lines(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, ARENA_MAX);
	struct fl_list text = text_of(&a, "a.c:1:1: error: one\n"), dia = dia_of(&a, whole);
	struct diag_diagnostic *d = dia.items;
	d->line = d->col = 1;
	d->message = FL_S("one\ntwo");
	assert_slice(merged(&a, &text, &dia, 1)->message, "one\ntwo");
	d->message = FL_S("on");
	merged(&a, &text, &dia, 2);
	fl_arena_release(&a);
}

static void test_limits(void **state)
{
	(void)state;
	struct fl_arena a, small;
	struct fl_error err;
	fl_arena_init(&a, ARENA_MAX);
	fl_arena_init(&small, 8);
	struct fl_list text = text_of(&a, whole), dia = dia_of(&a, whole), list = {.len = 42};
	assert_int_equal(diag_merge(&text, &dia, &small, &list, &err), FL_ELIMIT);
	assert_int_equal(list.len, 42);
	fl_arena_release(&small);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_other_notes),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_one_side),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
