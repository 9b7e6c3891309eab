/*
 * The rows of diag/ident/patterns.h: none stands behind one that always takes its messages; and the
 * memory of what was asked tells the same as the rows do.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag/ident/ident.h"
#include "diag/ident/patterns.h"

struct row {
	const char *id, *words, *code, *tool;
};

static const struct row rows[] = {
#define X(id, words, code, tool, args) {#id, words, code, tool},
	DIAG_PATTERNS(X)
#undef X
};
enum { ROWS = sizeof(rows) / sizeof(rows[0]) };

static bool same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static void no_row_is_dead(void **state)
{
	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		/* linkers are asked for it, and not for the row before it */
		if (same(rows[i].id, "multiple_definition"))
			continue;
		for (size_t k = 0; k < i; k++)
			if (same(rows[i].words, rows[k].words) &&
				same(rows[i].code, rows[k].code) &&
				same(rows[i].tool, rows[k].tool))
				fail_msg("%s, \"%s\", %s: %s takes all of it before", rows[i].id,
					rows[i].words ? rows[i].words : "",
					rows[i].code ? rows[i].code : "", rows[k].id);
	}
}

/* One letter after the other: their hashes are neighbours where words are hashed badly. */
static void memory_tells_the_same(void **state)
{
	(void)state;
	static const char *const about[][2] = {
		{"", ""}, {"'", "' undeclared"}, {"unused variable '", "'"}};
	struct diag_ident_memory *memory = calloc(1, sizeof(*memory));
	assert_non_null(memory);
	for (size_t i = 0; i < 2 * 3 * 26; i++) {
		char text[32];
		snprintf(text, sizeof(text), "%s%c%s", about[i / 26 % 3][0], (char)('a' + i % 26),
			about[i / 26 % 3][1]);
		struct diag_diagnostic d = {.level = DIAG_ERROR, .message = fl_slice_str(text)};
		uint64_t message = diag_message_hash(d.message);
		struct diag_said want, got;
		diag_identify(&d, message, NULL, &want);
		diag_identify(&d, message, memory, &got);
		assert_true(fl_slice_eq(want.id, got.id));
		assert_int_equal(want.count, got.count);
		for (size_t n = 0; n < want.count; n++)
			assert_true(fl_slice_eq(want.args[n], got.args[n]));
	}
	free(memory);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_row_is_dead), cmocka_unit_test(memory_tells_the_same)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
