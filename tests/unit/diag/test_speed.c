/* What looks at many bytes at once, or remembers, against what looks at one and does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "diag/classify/classify.h"
#include "diag/report/parser.h"
#include "diag/source/width.h"

enum { LINE_MAX_LEN = 300 };

static struct diag_look look_slowly(struct fl_slice line)
{
	struct diag_look l = {.said = -1, .after = line.len ? DIAG_BIT(line.ptr[0]) : 0};
	for (size_t i = 0; i < line.len; i++) {
		l.colon = l.colon || line.ptr[i] == ':';
		if (line.ptr[i] != ':' || i + 1 >= line.len || line.ptr[i + 1] != ' ')
			continue;
		l.said = l.said < 0 ? (ptrdiff_t)i : l.said;
		l.after |= i + 2 < line.len ? DIAG_BIT(line.ptr[i + 2]) : 0;
	}
	return l;
}

static void assert_look(struct fl_slice line)
{
	char *copy = malloc(line.len + 1); /* so that a sanitizer sees a byte too many */
	assert_non_null(copy);
	memcpy(copy, line.ptr, line.len);
	struct diag_look want = look_slowly(line), got;
	diag_look_at(&got, fl_slice(copy, line.len));
	free(copy);
	assert_int_equal(got.colon, want.colon);
	assert_int_equal(got.said, want.said);
	assert_true(got.after == want.after);
}

/* No colon, one colon, a blank behind it or not, and a second one, at every place. */
static void test_look(void **state)
{
	(void)state;
	char text[LINE_MAX_LEN];
	for (size_t len = 0; len<LINE_MAX_LEN; len += len> 40 ? 7 : 1) {
		memset(text, 'x', sizeof(text));
		assert_look(fl_slice(text, len));
		for (size_t at = 0; at < len; at++) {
			text[at] = ':';
			assert_look(fl_slice(text, len));
			if (at + 1 < len)
				text[at + 1] = ' ';
			assert_look(fl_slice(text, len));
			if (at + 21 < len)
				memcpy(text + at + 19, ": e", 3);
			assert_look(fl_slice(text, len));
			memset(text, 'x', sizeof(text));
		}
	}
}

/* Of ASCII a column is a byte; "é" has two bytes and one column. */
static void test_column_offset(void **state)
{
	(void)state;
	char text[100];
	memset(text, 'x', sizeof(text));
	for (size_t wide = 0; wide + 2 <= sizeof(text); wide++) {
		memcpy(text + wide, "\xc3\xa9", 2);
		for (size_t column = 0; column < 120; column++)
			assert_int_equal(diag_column_offset(fl_slice(text, sizeof(text)), column),
				column + (column > wide));
		memset(text, 'x', sizeof(text));
	}
}

/* More messages than it has room for, some of them asked again soon, some late. */
static void test_memory(void **state)
{
	(void)state;
	static const char *const words[][2] = {{"'n", "' was not declared in this scope"},
		{"unused variable 'a_name_of_some_length_", "'"}, {"expected ';' before 'n", "'"},
		{"", ""}};
	enum { WORDS = sizeof(words) / sizeof(words[0]), MESSAGES = DIAG_MEMOS + 1000 };
	struct diag_memory *m = calloc(1, sizeof(*m));
	assert_non_null(m);
	for (int i = 0; i < MESSAGES + 500; i++) {
		for (int again = 0; again < 2; again++) {
			char text[100];
			int number = (again ? i - i % 50 : i) % MESSAGES;
			snprintf(text, sizeof(text), "%s%d%s", words[number % WORDS][0], number,
				words[number % WORDS][1]);
			struct diag_diagnostic d = {.level = number % 7 ? DIAG_ERROR : DIAG_WARNING,
				.message = fl_slice_str(text),
				.tool = FL_S("gcc")};
			struct diag_verdict want = diag_classify(&d);
			struct diag_verdict got =
				diag_classify_memo(m, &d, diag_message_hash(d.message));
			assert_int_equal(got.rule, want.rule);
			assert_int_equal(got.error_class, want.error_class);
			assert_int_equal(got.confidence, want.confidence);
		}
	}
	free(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_look),
		cmocka_unit_test(test_column_offset),
		cmocka_unit_test(test_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
