/* The rows of diag/ident/patterns.h: none stands behind one that always takes its messages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

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

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(no_row_is_dead)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
