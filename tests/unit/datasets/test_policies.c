/* What policies of dialogues read from the text of a program: who prints, who owns, what sums give. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policies/printed.h"
#include "datasets/dialogue/policies/sums.h"

static void test_printed(void **state)
{
	static const struct {
		const char *statement, *actual, *expected;
		bool prints, form, kept;
		const char *expression, *was, *should;
	} rows[] = {
		{"printf(\"sum %d of %d\\n\", sum(v), n);", "sum 6 of 3", "sum 7 of 3", true, false,
			false, "sum(v)", "6", "7"},
		{"fprintf(stdout, \"%-5s|%3d\\n\", name, n);", "ash  |  4", "ash  | 12", true,
			false, false, "n", "4", "12"},
		{"std::cout << \"width \" << w.get() << '\\n';", "width 4", "width 5", true, false,
			false, "w.get()", "4", "5"},
		{"std::cout << \"at \" << i << std::endl;", "at 4", "at 5", true, false, false, "i",
			"4", "5"},
		{"printf(\"at %\" PRIu64 \", %d\\n\", n, k);", "at 4, 7", "at 5, 7", true, false,
			false, "n", "4", "5"},
		/* Its own words are others, all its values are there. */
		{"printf(\"sum %d\\n\", n);", "sum 6", "sum: 6", true, true, true, "", "", ""},
		{"printf(\"sum %d\\n\", n);", "sum 6", "none", true, true, false, "", "", ""},
		/* Not the whole line, another's words, a stream that is not seen. */
		{"printf(\"sum %d\", n);", "sum 6", "sum 7", false, false, false, "", "", ""},
		{"printf(\"all %d\\n\", n);", "sum 6", "sum 7", false, false, false, "", "", ""},
		{"out << \"sum \" << n << '\\n';", "sum 6", "sum 7", false, false, false, "", "",
			""},
		{"fprintf(stderr, \"sum %d\\n\", n);", "sum 6", "sum 7", false, false, false, "",
			"", ""},
		/* Texts without an end, conversions without an argument. */
		{"printf(\"sum %d\\n\"", "sum 6", "sum 7", false, false, false, "", "", ""},
		{"printf(\"sum %", "sum 6", "sum 7", false, false, false, "", "", ""},
		{"printf(\"%*d\\n\", 3, n);", "  6", "  7", false, false, false, "", "", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ds_printed p = {0};
		bool prints = ds_printed_by(fl_slice_str(rows[i].statement),
			fl_slice_str(rows[i].actual), fl_slice_str(rows[i].expected), &p);
		if (prints != rows[i].prints || p.form != rows[i].form || p.kept != rows[i].kept ||
			!fl_slice_eqs(p.expression, rows[i].expression) ||
			!fl_slice_eqs(p.actual, rows[i].was) ||
			!fl_slice_eqs(p.expected, rows[i].should))
			fail_msg("%s: %d %d '%.*s'", rows[i].statement, prints, p.form,
				FL_ARG(p.expression));
	}
}

static void test_unended(void **state)
{
	struct fl_slice line = FL_S("sum 6");
	(void)state;
	assert_true(ds_printed_unended(FL_S("printf(\"sum %d\", n);"), line));
	assert_true(ds_printed_unended(FL_S("std::cout << \"sum \" << n;"), line));
	assert_false(ds_printed_unended(FL_S("printf(\"sum %d\\n\", n);"), line));
	assert_false(ds_printed_unended(FL_S("printf(\"%d\", n);"), line));
	assert_false(ds_printed_unended(FL_S("puts(\"sum 6\");"), line));
	assert_true(ds_printed_may(FL_S("\tprintf(\"x\");")));
	assert_false(ds_printed_may(FL_S("\tprintf_all = 3;")));
}

static const struct ds_sum_values values = {
	.at = {{FL_LIT("a"), 7}, {FL_LIT("b"), 2}, {FL_LIT("p->n"), 5}, {FL_LIT("v[i].x"), 9}},
	.count = 4};

/* What follows a pointer; a declaration of one does not. */
static void test_dereferences(void **state)
{
	static const struct {
		const char *statement, *name;
		bool is;
	} rows[] = {
		{"x = *p;", "p", true},
		{"return *p;", "p", true},
		{"*p = 0;", "p", true},
		{"if (a) *p = 0;", "p", true},
		{"else **p = 0;", "p", true},
		{"n = p->next;", "p", true},
		{"n = p[0];", "p", true},
		{"char *object = slab->free;", "object", false},
		{"char *object = slab->free;", "slab", true},
		{"const struct node *next = p->next;", "next", false},
		{"char **argv = v;", "argv", false},
		{"vector<int> *v = w;", "v", false},
		{"x = a * p;", "p", false},
		{"f(p);", "p", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (ds_expr_dereferences(fl_slice_str(rows[i].statement),
			    fl_slice_str(rows[i].name)) != rows[i].is)
			fail_msg("%s in %s", rows[i].name, rows[i].statement);
}

static void test_sum(void **state)
{
	static const struct {
		const char *text;
		bool known;
		int64_t value;
	} rows[] = {
		{"a + b * 3", true, 13},
		{"(a + b) * 3", true, 27},
		{"a - -b", true, 9},
		{"p->n - 1", true, 4},
		{"v[i].x % 4 / 1", true, 1},
		{"a - b - 1", true, 4},
		{"10UL", true, 10},
		{"a / (b - 2)", false, 0},
		{"a + f(b)", false, 0},
		{"a + c", false, 0},
		{"1.5", false, 0},
		{"a +", false, 0},
		{"(a", false, 0},
		{"a b", false, 0},
		{"9223372036854775807 + 1", false, 0},
		{"", false, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int64_t value = 0;
		bool known = ds_sum(fl_slice_str(rows[i].text), &values, &value);
		if (known != rows[i].known || value != rows[i].value)
			fail_msg("%s: %d %lld", rows[i].text, known, (long long)value);
	}
}

static void test_instead(void **state)
{
	static const struct {
		const char *text;
		int64_t wanted;
		const char *other;
		size_t count;
	} rows[] = {
		{"a - b", 9, "a + b", 1},
		{"a + 3", 11, "a + 4", 1},
		{"p->n * a", 63, "v[i].x * a", 1},
		{"a + b", 1000, "", 0},
	};
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t count = 9;
		struct fl_slice other = ds_sum_instead(
			fl_slice_str(rows[i].text), &values, rows[i].wanted, &a, &count);
		if (!fl_slice_eqs(other, rows[i].other) || count != rows[i].count)
			fail_msg("%s: %zu '%.*s'", rows[i].text, count, FL_ARG(other));
	}
	fl_arena_release(&a);
}

static const char program[] = "struct node *make(int n)\n" /* 1 */
			      "{\n"
			      "\tstruct node *p = malloc(n);\n"
			      "\tif (p == NULL)\n"
			      "\t\treturn NULL;\n" /* 5 */
			      "\tif (n > 4) {\n"
			      "\t\tfree(p);\n"
			      "\t\treturn NULL;\n"
			      "\t}\n"
			      "\tif (n < 0) return NULL;\n" /* 10 */
			      "\tlist_add(&all, p);\n"
			      "\tall.last = p;\n"
			      "\tp = next(n);\n"
			      "\treturn p;\n"
			      "}\n" /* 15 */
			      "\n"
			      "void node_free(struct node *it, int n)\n"
			      "{\n"
			      "\tfree(it->name);\n"
			      "}\n"; /* 20 */

static void test_owner(void **state)
{
	static const struct ds_owned wanted[] = {{DS_OWN_RELEASED, 7}, {DS_OWN_LEFT, 8},
		{DS_OWN_LEFT, 10}, {DS_OWN_STORED, 11}, {DS_OWN_STORED, 12},
		{DS_OWN_OVERWRITTEN, 13}, {DS_OWN_RETURNED, 14}};
	struct fl_slice text = FL_S(program);
	struct ds_owned found[DS_OWNED_MAX];
	struct ds_block functions[4];
	(void)state;
	size_t n = ds_owner_events(text, 3, 15, FL_S("p"), found, DS_OWNED_MAX);
	assert_int_equal(n, sizeof(wanted) / sizeof(wanted[0]));
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(found[i].what, wanted[i].what);
		assert_int_equal(found[i].line, wanted[i].line);
	}
	assert_int_equal(ds_owner_functions(text, functions, 4), 2);
	assert_true(fl_slice_eqs(ds_owner_function_name(text, &functions[0]), "make"));
	assert_true(fl_slice_eqs(ds_owner_function_name(text, &functions[1]), "node_free"));
	assert_true(fl_slice_eqs(ds_owner_type(text, 1, 15, FL_S("p")), "node"));
	assert_true(fl_slice_eqs(ds_owner_parameter(text, &functions[1], FL_S("node")), "it"));
	assert_int_equal(ds_owner_parameter(text, &functions[1], FL_S("list")).len, 0);
}

static void test_target(void **state)
{
	static const char *const rows[][2] = {
		{"struct node *p = make(3);", "p"},
		{"m->items = calloc(n, 4);", "m->items"},
		{"rows[i].name = strdup(s);", "rows[i].name"},
		{"*out = malloc(n);", "*out"},
		{"if (a == b)", ""},
		{"return p;", ""},
		{"n += 2;", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_slice got = ds_owner_target(fl_slice_str(rows[i][0]));
		if (!fl_slice_eqs(got, rows[i][1]))
			fail_msg("%s: '%.*s'", rows[i][0], FL_ARG(got));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_printed),
		cmocka_unit_test(test_unended),
		cmocka_unit_test(test_dereferences),
		cmocka_unit_test(test_sum),
		cmocka_unit_test(test_instead),
		cmocka_unit_test(test_owner),
		cmocka_unit_test(test_target),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
