/* Debug documents survive JSON and both styles of literal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/literal/literal.h"
#include "debugsession/model.h"

static struct dbg_stop stop = {.reason = DBG_SIGNAL,
	.signal = 11,
	.signal_name = FL_LIT("SIGSEGV"),
	.file = FL_LIT("a \"b\".cpp"),
	.line = 89,
	.function = FL_LIT("map<int>::insert"),
	.exit_code = -1};
static struct dbg_frame frames[] = {
	{0, FL_LIT("insert"), FL_LIT("a.cpp"), 89}, {1, FL_LIT("main"), FL_LIT("a.cpp"), 9}};
static struct dbg_backtrace backtrace = {{frames, 2}, 3};
static struct dbg_variable variables[] = {
	{.name = FL_LIT("key"), .type = FL_LIT("char *"), .value = FL_LIT("\"caf\\303\\251\"")},
	{.name = FL_LIT("bucket"), .type = FL_LIT("bucket *"), .value = FL_LIT("0x0")}};
static struct dbg_frame_vars vars = {.function = FL_LIT("insert"),
	.file = FL_LIT("a.cpp"),
	.line = 89,
	.locals = {variables, 2}};
static struct dbg_change changes[] = {{FL_LIT("i"), FL_LIT("3")}};
static struct dbg_step steps[] = {{.line = 88, .changed = {changes, 1}}, {.line = 89}};
static struct dbg_steps last = {
	.function = FL_LIT("insert"), .file = FL_LIT("a.cpp"), .steps = {steps, 2}, .omitted = 7};

static struct fl_item items_at[] = {
	{.shape = &dbg_stop_shape, .object = &stop},
	{.shape = &dbg_backtrace_shape, .object = &backtrace},
	{.shape = &dbg_frame_vars_shape, .object = &vars},
	{.shape = &dbg_steps_shape, .object = &last},
};
static const struct fl_items document = {items_at, sizeof(items_at) / sizeof(items_at[0])};

static void same_as_document(const struct fl_items *read)
{
	assert_int_equal(read->len, document.len);
	for (size_t i = 0; i < document.len; i++) {
		assert_ptr_equal(read->at[i].shape, document.at[i].shape);
		assert_true(fl_object_eq(
			document.at[i].shape, read->at[i].object, document.at[i].object));
	}
}

static void test_json(void **state)
{
	struct fl_buf out;
	struct fl_arena a;
	struct fl_items read;
	struct fl_error err = {0};
	(void)state;
	fl_buf_init(&out, 1 << 20);
	fl_arena_init(&a, 1 << 20);
	fl_json_items(&out, &document);
	assert_int_equal(
		fl_json_read_items(fl_buf_view(&out), &dbg_registry, NULL, &a, &read, &err), 0);
	same_as_document(&read);
	fl_arena_release(&a);
	fl_buf_release(&out);
}

static void test_literals(void **state)
{
	(void)state;
	for (int style = FL_FULL; style <= FL_COMPACT; style++) {
		struct fl_buf out;
		struct fl_arena a;
		struct fl_items read;
		struct fl_error err = {0};
		fl_buf_init(&out, 1 << 20);
		fl_arena_init(&a, 1 << 20);
		fl_literal_write(&out, &document, (enum fl_style)style, FL_MARK_DEBUG);
		assert_true(fl_slice_starts(fl_buf_view(&out), "<DEBUG_CONTEXT>"));
		if (fl_literal_read(fl_buf_view(&out), &dbg_registry, &a, &read, &err))
			fail_msg("%u:%u: %s", err.line, err.col, err.message);
		same_as_document(&read);
		fl_arena_release(&a);
		fl_buf_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_literals),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
