/* Each operator on a small source of its own: which sites, which text. The oldest: test_ops.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "added_cases.h"
#include "operator_cases.h"
#include "ops_world.h"
#include "thread_cases.h"

enum {
	ROWS = sizeof(rows) / sizeof(rows[0]),
	ADDED_ROWS = sizeof(added_rows) / sizeof(added_rows[0]),
	THREAD_ROWS = sizeof(thread_rows) / sizeof(thread_rows[0])
};

/* What is meant and not seen gives no class; what is logic stays so. */
static void classes(void **state)
{
	(void)state;
	static const struct {
		int op;
		enum diag_class seen, wanted;
		const char *kind;
	} cases[] = {
		{TG_OP_wrong_index, DIAG_CLASS_UB, DIAG_CLASS_UB, ""},
		{TG_OP_wrong_index, DIAG_CLASS_LOGIC, DIAG_CLASS_LOGIC, ""},
		{TG_OP_late_check, DIAG_CLASS_RESOURCE, DIAG_CLASS_RESOURCE, ""},
		{TG_OP_init_removed, DIAG_CLASS_LOGIC, DIAG_CLASS_UB, ""},
		{TG_OP_loop_bound, DIAG_CLASS_UB, DIAG_CLASS_LOGIC, ""},
		{TG_OP_wrong_release, DIAG_CLASS_RESOURCE, DIAG_CLASS_RESOURCE, "memory-leak"},
		{TG_OP_wrong_release, DIAG_CLASS_RESOURCE, DIAG_CLASS_LIFETIME, "bad-free"},
		{TG_OP_free_moved_up, DIAG_CLASS_UB, DIAG_CLASS_LIFETIME, ""},
		{TG_OP_wrong_delete, DIAG_CLASS_UB, DIAG_CLASS_RESOURCE, ""},
		{TG_OP_notify_missing, DIAG_CLASS_LOGIC, DIAG_CLASS_CONCURRENCY, ""},
		{TG_OP_missing_include, DIAG_CLASS_TYPE_MISMATCH, DIAG_CLASS_UNDEFINED_SYMBOL, ""},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(cases[i].wanted,
			tg_op_class(cases[i].op, cases[i].seen, fl_slice_str(cases[i].kind)));
}

static void each_row(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++)
		check(rows[i].path, rows[i].text, rows[i].op, rows[i].expected);
	for (size_t i = 0; i < ADDED_ROWS; i++)
		check(added_rows[i].path, added_rows[i].text, added_rows[i].op,
			added_rows[i].expected);
	for (size_t i = 0; i < THREAD_ROWS; i++)
		check(thread_rows[i].path, thread_rows[i].text, thread_rows[i].op,
			thread_rows[i].expected);
}

/* An operator without a test, here, in test_ops.c or in test_file_ops.c, is not finished. */
static void each_operator(void **state)
{
	static const char *const elsewhere[] = {"loop-bound", "relational-swap", "null-check",
		"index", "free-removed", "free-moved-up", "init-removed", "arith",
		"missing-semicolon", "missing-include", "misspelt-name", "misremembered-name",
		"mistaken-pointer", "wrong-argument", "removed-definition", "stale-caller",
		"stale-definition", "changed-parameters", "duplicate-definition",
		"header-definition", "lost-extern-c", "missing-object", "swapped-parameters",
		"own-copy", "lost-reference", "narrow-interface", "stale-constant",
		"caller-and-callee", "missing-on-both-sides", "value-on-both-sides",
		"condition-on-both-sides", "half-followed", "same-slip", "dropped-parameter",
		"missing-ends", "extern-slip"};
	(void)state;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		bool tested = false;
		for (size_t i = 0; i < ROWS; i++)
			tested |= strcmp(rows[i].op, tg_ops[op].name) == 0 &&
				  rows[i].expected[0] != '\0';
		for (size_t i = 0; i < ADDED_ROWS; i++)
			tested |= strcmp(added_rows[i].op, tg_ops[op].name) == 0 &&
				  added_rows[i].expected[0] != '\0';
		for (size_t i = 0; i < THREAD_ROWS; i++)
			tested |= strcmp(thread_rows[i].op, tg_ops[op].name) == 0;
		for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
			tested |= strcmp(elsewhere[i], tg_ops[op].name) == 0;
		if (!tested)
			fail_msg("no test of %s", tg_ops[op].name);
		assert_true(tg_ops[op].weight == 0 || tg_class_quota(tg_ops[op].cls) > 0);
		assert_true(tg_ops[op].source[0] != '\0');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_row),
		cmocka_unit_test(classes),
		cmocka_unit_test(each_operator),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
