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
	value_is("0x6020 \"ab\\276\\276\\276\"", "\"ab\", <uninitialized>...");
	value_is("0x6020 \"ab\\276\\276\\276\"...", "\"ab\", <uninitialized>...");
	value_is("0x6020 \"\\276\\276\"...", "<ptr to uninitialized>");
	value_is("0x6020 \"ab\"..., 5", "\"ab\"..., 5");
	value_is("0x6020 \"ab\\276\"", "\"ab\\276\"");
	value_is("0x6020 \"\\276\\276\"", "<ptr to uninitialized>");
	value_is("\"\\376\\376\\376\"", "<uninitialized>");
	value_is("\"ab\\252\\252\"", "\"ab\", <uninitialized>...");
	value_is("\"\\376\"", "\"\\376\"");
	value_is("0x6020 '\\276' <repeats 15 times>", "<ptr to uninitialized>");
	value_is("{p = std::unique_ptr<T<int> > = {get() = 0x6020}, n = 1}", "{p = <ptr>, n = 1}");
	value_is("std::unique_ptr<T> = {get() = 0x0}", "0x0");
	value_is("{s = {st_dev = 50, st_ino = 34, st_nlink = 1, st_mode = 33188, st_rdev = 0, "
		 "st_size = 7, st_atim = {tv_sec = 1795436002, tv_nsec = 5}}, n = 1}",
		"{s = {st_mode = 33188, st_size = 7}, n =...");
	value_is("{st_dev = 50, st_ino = 34}", "{}");
	value_is("{f = {<std::_Maybe_unary_or_binary_function<void>> = {<No data fields>}, "
		 "<std::_Function_base> = {_M_functor = {c = \"}\"}}, _M_invoker = 0x12 <g>}}",
		"{f = <function>}");
	value_is("a<std::__cxx11::basic_string<char, std::char_traits<char>, "
		 "std::allocator<char> >, (anonymous namespace)::b>",
		"a<std::string, b>");
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

static void test_members(void **state)
{
	static const char *const wanted[][2] = {{"a", "1"}, {"b", "{c = 2, d = \"x, }\"}"},
		{"v", "std::vector of length 1, capacity 1 = {5}"}, {"e", "<f(int, char)>"}};
	struct fl_slice rest = FL_S(
				"{a = 1, b = {c = 2, d = \"x, }\"}, v = std::vector of length 1, "
				"capacity 1 = {5}, e = <f(int, char)>}"),
			name, value;
	size_t n = 0;
	(void)state;
	for (; tg_value_member(&rest, &name, &value); n++) {
		assert_true(n < 4);
		assert_true(fl_slice_eqs(name, wanted[n][0]));
		if (!fl_slice_eqs(value, wanted[n][1]))
			fail_msg("%.*s", FL_ARG(value));
	}
	assert_int_equal(n, 4);
	rest = FL_S("std::vector of length 1, capacity 1 = {5}");
	assert_false(tg_value_member(&rest, &name, &value));
	rest = FL_S("{1, 2}");
	assert_false(tg_value_member(&rest, &name, &value));
}

static void test_no_text(void **state)
{
	static const struct {
		const char *value;
		bool no_text;
	} cases[] = {
		{"\"\\205\\300\\017\\224\\300H\\213T$HdH+\\024%(\"", true},
		{"\"\\001\\002\\003\"", true},
		{"\"\\001\\002\"", false}, /* few bytes say little */
		{"\"Gr\\303\\274\\303\\237e, wie immer\"", false},
		{"\"tab\\tand \\\"quotes\\\"\\n\"", false},
		{"{name = \"a\", n = 3}", false},
		{"5", false},
		{"", false},
		{"\"\\", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (tg_value_is_no_text(fl_slice_str(cases[i].value)) != cases[i].no_text)
			fail_msg("%s", cases[i].value);
}

static void test_functions(void **state)
{
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 65536);
	assert_true(fl_slice_eqs(
		tg_function_clean(
			&a, FL_S("(anonymous namespace)::reader::text(unsigned long) const")),
		"reader::text"));
	assert_true(fl_slice_eqs(tg_function_clean(&a, FL_S("m::at<int>(int) const")), "m::at"));
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_members),
		cmocka_unit_test(test_no_text),
		cmocka_unit_test(test_functions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
