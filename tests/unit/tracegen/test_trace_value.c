/* Values and types, made the same for every run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "tracegen/evidence/value.h"

static void value_is(const char *raw, const char *wanted)
{
	struct fl_arena a;
	fl_arena_init(&a, 65536);
	assert_string_equal(tg_value_clean(&a, fl_slice_str(raw), 40).ptr, wanted);
	fl_arena_release(&a);
}

static void test_values(void **state)
{
	(void)state;
	value_is("", "");
	value_is("0x0", "0x0");
	value_is("0x7ffe12 \"te\\\"xt\" tail", "\"te\\\"xt\" tail");
	value_is("\"0x1234 -16843010\"", "\"0x1234 -16843010\"");
	value_is("(int *) 0x55aa", "(int *) <ptr>");
	value_is("0x1234 <main(int, char**)>", "<main(int, char**)>");
	value_is("0x12 <error: Cannot access memory at address 0x12>", "<ptr>");
	value_is("<error reading variable: Cannot access memory at 0x5>", "<unreadable>");
	value_is("@0x7ffe: 5", "5");
	value_is("{a = -16843010, b = 3}", "{a = <uninitialized>, b = 3}");
	value_is("0xfefefefefefefefe <error: x>", "<uninitialized>");
	value_is("'\\376' <repeats 16 times>", "<uninitialized>");
	value_is("std::vector of length -3, capacity 5", "<uninitialized>");
	value_is("std::vector of length 35184372088831, capacity 1 = {1...", "<uninitialized>");
	value_is("-nan(0x8000000000000)", "-nan(0x8000000000000)");
	value_is("x0x12 1.5e-10 -3", "x0x12 1.5e-10 -3");
	value_is("1234567890123456789012345678901234567890z",
		"1234567890123456789012345678901234567890...");
}

static void type_is(const char *raw, const char *wanted)
{
	struct fl_arena a;
	fl_arena_init(&a, 65536);
	assert_string_equal(tg_type_clean(&a, fl_slice_str(raw), 60).ptr, wanted);
	fl_arena_release(&a);
}

static void test_types(void **state)
{
	(void)state;
	type_is("int", "int");
	type_is("const std::vector<int, std::allocator<int> > &", "const std::vector<int> &");
	type_is("std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >",
		"std::string");
	type_is("std::map<std::__cxx11::basic_string<char, std::char_traits<char>, "
		"std::allocator<char> >, int, std::less<std::__cxx11::basic_string<char, "
		"std::char_traits<char>, std::allocator<char> > >, "
		"std::allocator<std::pair<std::__cxx11::basic_string<char, "
		"std::char_traits<char>, std::allocator<char> > const, int> > >",
		"std::map<std::string, int>");
	type_is("std::unique_ptr<node, std::default_delete<node> >", "std::unique_ptr<node>");
	type_is("a<b, std::hash<c", "a<b");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_types),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
