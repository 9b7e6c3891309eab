/* A script's text as a source: what stands where, and that lines keep their numbers. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "debugsession/script/text.h"

static int source(const char *text, struct fl_buf *out)
{
	static const char *const includes[] = {"a.hpp", NULL};
	fl_buf_init(out, 1 << 16);
	return dbg_script_source(fl_slice_str(text), "s.cpp", includes, out, NULL);
}

static void expect(const char *text, const char *expected)
{
	struct fl_buf out;
	assert_int_equal(0, source(text, &out));
	assert_string_equal(expected, out.data);
	fl_buf_release(&out);
}

static void expect_no_script(const char *text)
{
	struct fl_buf out;
	assert_int_equal(FL_EINVAL, source(text, &out));
	assert_int_equal(0, out.len);
	fl_buf_release(&out);
}

#define HEAD "#include \"faultline/session.hpp\"\n#include \"a.hpp\"\n"
#define OPEN "void faultline_script()\n{\nusing namespace fl;\n#line 1 \"s.cpp\"\n"

static void test_statements(void **state)
{
	(void)state;
	expect("f();\ng();", HEAD "#line 1 \"s.cpp\"\n\n\n" OPEN "f();\ng();\n}\n");
}

static void test_directives_stand_before(void **state)
{
	(void)state;
	expect("f();\n#define X \\\n  1\ng();\n",
		HEAD "#line 1 \"s.cpp\"\n\n#define X \\\n  1\n\n" OPEN "f();\n\n\ng();\n}\n");
}

static void test_parts_between_markers(void **state)
{
	(void)state;
	expect("no\n<SCRIPT_START>a();\n<SCRIPT_END> no\n<SCRIPT_START>b();<SCRIPT_END>",
		HEAD "#line 1 \"s.cpp\"\n\n\n\n\n" OPEN "\na();\n\nb();\n}\n");
}

static void test_a_function_of_its_own(void **state)
{
	(void)state;
	expect("int n;\nvoid script()\n{\n}\n",
		HEAD "using namespace fl;\n#line 1 \"s.cpp\"\nint n;\nvoid script()\n{\n}\n\n"
		     "void faultline_script() { script(); }\n");
}

static void test_no_script(void **state)
{
	(void)state;
	expect_no_script("");
	expect_no_script(" \n\t\n");
	expect_no_script("<SCRIPT_START>\n<SCRIPT_END>f();");
	expect_no_script("<SCRIPT_START> f();");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_statements),
		cmocka_unit_test(test_directives_stand_before),
		cmocka_unit_test(test_parts_between_markers),
		cmocka_unit_test(test_a_function_of_its_own),
		cmocka_unit_test(test_no_script),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
