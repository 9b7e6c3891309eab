/* The plain text of a diagnostic is read back as the same diagnostic, whoever printed it first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "diag/parse.h"
#include "diag/output/plain.h"

static const char *const programs[] = {"argument_type", "braces", "concepts", "conversion",
	"fixits", "include_chain", "lambda", "macro", "std_sort", "template_chain"};
static const char *const tools[] = {
	"gcc-12.text", "clang-14.text", "clang-16.text", "clang-19.text"};

static void read_fixture(struct fl_buf *b, const char *program, const char *tool)
{
	char path[512];
	snprintf(path, sizeof(path), "%s/tests/fixtures/diag/out/%s/%s", getenv("FL_SRC"), program,
		tool);
	fl_buf_init(b, 1 << 24);
	assert_int_equal(fl_buf_read_file(b, path, NULL), 0);
}

static void same_slice(struct fl_slice a, struct fl_slice b)
{
	if (!fl_slice_eq(a, b))
		fail_msg("'%.*s' became '%.*s'", FL_ARG(a), FL_ARG(b));
}

static void same_notes(const struct diag_diagnostic *x, const struct diag_diagnostic *y)
{
	const struct diag_note *a = x->notes.items, *b = y->notes.items;
	assert_int_equal(x->notes.len, y->notes.len);
	for (size_t i = 0; i < x->notes.len; i++) {
		same_slice(a[i].file, b[i].file);
		same_slice(a[i].message, b[i].message);
		same_slice(a[i].source_line, b[i].source_line);
		same_slice(a[i].caret, b[i].caret);
		assert_int_equal(a[i].kind, b[i].kind);
		assert_int_equal(a[i].line, b[i].line);
	}
}

static void same(const struct diag_diagnostic *x, const struct diag_diagnostic *y)
{
	same_slice(x->file, y->file);
	same_slice(x->message, y->message);
	same_slice(x->code, y->code);
	same_slice(x->source_line, y->source_line);
	same_slice(x->caret, y->caret);
	assert_int_equal(x->line, y->line);
	assert_int_equal(x->col, y->col);
	assert_int_equal(x->level, y->level);
	assert_int_equal(x->fixits.len, y->fixits.len);
	const struct diag_fixit *a = x->fixits.items, *b = y->fixits.items;
	for (size_t i = 0; i < x->fixits.len; i++) {
		same_slice(a[i].text, b[i].text);
		assert_int_equal(a[i].note, b[i].note);
		assert_int_equal(a[i].col, b[i].col);
		assert_int_equal(a[i].end_col, b[i].end_col);
	}
	same_notes(x, y);
}

static size_t round_trip(struct fl_slice text, bool color)
{
	struct fl_arena a;
	struct fl_list first, again;
	struct fl_buf plain;
	fl_arena_init(&a, 1 << 28);
	fl_buf_init(&plain, 1 << 28);
	assert_int_equal(diag_parse(text, DIAG_FROM_AUTO, &a, &first, NULL), 0);
	const struct diag_diagnostic *d = first.items;
	for (size_t i = 0; i < first.len; i++)
		diag_plain_write(&plain, &d[i], color);
	assert_int_equal(diag_parse(fl_buf_view(&plain), DIAG_FROM_AUTO, &a, &again, NULL), 0);
	assert_int_equal(first.len, again.len);
	for (size_t i = 0; i < first.len; i++)
		same(&d[i], (const struct diag_diagnostic *)again.items + i);
	fl_buf_release(&plain);
	fl_arena_release(&a);
	return first.len;
}

static void test_round_trip(void **state)
{
	(void)state;
	size_t count = 0;
	for (size_t p = 0; p < sizeof(programs) / sizeof(programs[0]); p++)
		for (size_t t = 0; t < sizeof(tools) / sizeof(tools[0]); t++) {
			struct fl_buf text;
			read_fixture(&text, programs[p], tools[t]);
			count += round_trip(fl_buf_view(&text), t % 2);
			fl_buf_release(&text);
		}
	assert_true(count > 100);
}

static void test_controls(void **state)
{
	(void)state;
	struct fl_buf out;
	struct diag_diagnostic d = {.file = FL_LIT("a.c"),
		.line = 1,
		.level = DIAG_ERROR,
		.message = FL_LIT("x\033]0;title\ay\nz"),
		.omitted = 2};
	fl_buf_init(&out, 1 << 16);
	diag_plain_write(&out, &d, false);
	assert_string_equal(
		out.data, "a.c:1: error: x\\x1b]0;title\\x07y\\nz\n      (2 left out)\n");
	fl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_round_trip),
		cmocka_unit_test(test_controls),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
