/* Documents cut to a budget: what stays, what is counted, and that it always fits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/literal/literal.h"
#include "diag/parse.h"

enum { COUNT = 400 };

/* Warnings, one error among them, more errors at the end; every tenth has many notes. */
static void make(struct fl_buf *text)
{
	fl_buf_init(text, 1 << 24);
	for (int i = 0; i < COUNT; i++) {
		const char *level = i == 37 || i > 380 ? "error" : "warning";
		fl_buf_printf(text, "file.c:%d:3: %s: what is wrong here\n", i + 1, level);
		for (int k = 0; i % 10 == 0 && k < 40; k++)
			fl_buf_printf(text, "file.c:%d:1: note: note %d of it\n", k + 1, k);
	}
}

static const struct diag_diagnostic *at(const struct fl_items *items, size_t i)
{
	return items->at[i].object;
}

static void check(const struct fl_items *items, size_t budget)
{
	int64_t skipped = 0, last = 0;
	bool root = false;
	struct fl_buf out;
	fl_buf_init(&out, 1 << 24);
	fl_literal_write(&out, items, FL_COMPACT, FL_MARK_NONE);
	assert_int_equal(out.failed, 0);
	assert_true(out.len <= budget);
	fl_buf_release(&out);
	assert_int_equal(at(items, 0)->line, 1);
	for (size_t i = 0; i < items->len; i++) {
		const struct diag_diagnostic *d = at(items, i);
		assert_true(d->line > last); /* in their order */
		/* those left out stood between this one and the next */
		int64_t next = i + 1 < items->len ? at(items, i + 1)->line : COUNT + 1;
		assert_int_equal(d->skipped, next - d->line - 1);
		int64_t notes = d->line % 10 == 1 ? 40 : 0;
		assert_int_equal((int64_t)d->notes.len + d->omitted, notes);
		skipped += d->skipped;
		root = root || d->line == 38;
		last = d->line;
	}
	assert_true(root);
	assert_int_equal((int64_t)items->len + skipped, COUNT);
}

static void test_budgets(void **state)
{
	(void)state;
	static const size_t budgets[] = {900, 1500, 4000, 20000, 60000, 90000, 120000};
	struct fl_buf text;
	size_t before = 0;
	make(&text);
	for (size_t i = 0; i < sizeof(budgets) / sizeof(budgets[0]); i++) {
		struct fl_arena a;
		struct fl_list list;
		fl_arena_init(&a, 1 << 28);
		assert_int_equal(
			diag_parse(fl_buf_view(&text), DIAG_FROM_AUTO, &a, &list, NULL), 0);
		assert_int_equal(list.len, COUNT);
		struct fl_items items = diag_items(&a, &list);
		assert_int_equal(diag_fit(&items, budgets[i], &a, NULL), 0);
		check(&items, budgets[i]);
		assert_true(items.len >= before);
		before = items.len;
		fl_arena_release(&a);
	}
	assert_true(before > 300);
	fl_buf_release(&text);
}

static void test_errors_first(void **state)
{
	(void)state;
	struct fl_buf text;
	struct fl_arena a;
	struct fl_list list;
	size_t errors = 0;
	make(&text);
	fl_arena_init(&a, 1 << 28);
	assert_int_equal(diag_parse(fl_buf_view(&text), DIAG_FROM_AUTO, &a, &list, NULL), 0);
	struct fl_items items = diag_items(&a, &list);
	assert_int_equal(diag_fit(&items, 6000, &a, NULL), 0);
	for (size_t i = 0; i < items.len; i++)
		errors += at(&items, i)->level == DIAG_ERROR;
	assert_int_equal(errors, 20); /* all of them */
	fl_arena_release(&a);
	fl_buf_release(&text);
}

static void test_too_small(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list;
	struct fl_error err;
	fl_arena_init(&a, 1 << 28);
	assert_int_equal(diag_parse(FL_S("a.c:1:2: error: x\nb.c:1:2: error: y\n"), DIAG_FROM_AUTO,
				 &a, &list, NULL),
		0);
	struct fl_items items = diag_items(&a, &list);
	assert_int_equal(diag_fit(&items, 64, &a, &err), FL_ELIMIT);
	items.len = 0;
	assert_int_equal(diag_fit(&items, 64, &a, &err), 0);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_budgets),
		cmocka_unit_test(test_errors_first),
		cmocka_unit_test(test_too_small),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
