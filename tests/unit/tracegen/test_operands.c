/* Which lvalues a statement has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "debugsession/model.h"
#include "tracegen/evidence/operands.h"

static void lvalues(void **state)
{
	static const struct dbg_variable locals[] = {
		{.name = FL_LIT("c")}, {.name = FL_LIT("n")}, {.name = FL_LIT("i")}};
	const struct fl_list known = {(void *)(uintptr_t)locals, 3};
	static const struct {
		const char *text;
		bool cxx;
		const char *found; /* each with a blank behind it */
	} cases[] = {
		{"c->head->prev = n;", false, "c->head c->head->prev "},
		{"n = i;", false, ""},
		{"total += c->sizes[i].bytes + total;", false,
			"total c->sizes c->sizes[i] c->sizes[i].bytes "},
		{"return best->amount < n;", true, "best->amount "},
		{"printf(\"%d c->x\\n\", c->count, f(n->a)); /* c->y */", false, "c->count n->a "},
		{"c->list.push_back(v[i]);", true, "c->list v "},
		{"x[i + 1] = g()->next;", false, "x "},
		{"std::cout << first_ << a::b;", true, "first_ "},
		{"\"unterminated", false, ""},
		{"c->", false, ""},
		{"a[", false, "a "},
	};
	(void)state;
	for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
		struct fl_slice found[8];
		char all[256] = "";
		size_t n = tg_lvalues(fl_slice_str(cases[k].text), &known, cases[k].cxx, found, 8);
		for (size_t i = 0; i < n; i++) {
			strncat(all, found[i].ptr, found[i].len);
			strcat(all, " ");
		}
		assert_string_equal(all, cases[k].found);
	}
}

static void statements(void **state)
{
	static const char text[] = "int a;\nf(a,\n  \";\",\n  b); c;\nif (x)\n{\n";
	(void)state;
	struct fl_slice s = tg_statement_at(FL_S(text), 2);
	assert_true(fl_slice_eqs(s, "f(a,\n  \";\",\n  b)"));
	assert_true(fl_slice_eqs(tg_statement_at(FL_S(text), 5), "if (x)\n"));
	assert_int_equal(tg_statement_at(FL_S(text), 7).len, 0);
	assert_int_equal(tg_statement_at(FL_S(""), 1).len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(lvalues), cmocka_unit_test(statements)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
