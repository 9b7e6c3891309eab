/* gdb's spelling of what lldb says; the wanted texts are what gdb 13 showed of the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "debugsession/adapter/spell.h"

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

struct row {
	const char *lldb, *gdb;
};

static void check(struct row row, void (*spell)(struct fl_slice, struct fl_buf *))
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 16);
	spell(fl_slice_str(row.lldb), &out);
	assert_string_equal(out.data, row.gdb);
	fl_buf_release(&out);
}

static void test_types(void **state)
{
	static const struct row rows[] = {
		{"int[4]", "int [4]"},
		{"int[2][3]", "int [2][3]"},
		{"const char *", "const char *"},
		{"std::string", "std::string"},
		{"std::vector<int>", "std::vector<int, std::allocator<int> >"},
		{"std::vector<int, my::alloc<int>>", "std::vector<int, my::alloc<int> >"},
		{"std::map<std::basic_string<char>, item>",
			"std::map<" STRING ", item, std::less<" STRING " >, "
			"std::allocator<std::pair<" STRING " const, item> > >"},
		{"my::std::vector<int>", "my::std::vector<int>"},
		{"std::vector<int", "std::vector<int"},
		{"", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check(rows[i], dbg_spell_type);
}

static void test_signatures(void **state)
{
	static const struct row rows[] = {
		{"::load(const std::vector<int> &, const char *)",
			"load(std::vector<int, std::allocator<int> > const&, char const*)"},
		{"fact(int)", "fact(int)"},
		{"main", "main"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check(rows[i], dbg_spell_signature);
}

static void test_functions(void **state)
{
	static const struct row rows[] = {
		{"fact(int)", "fact"},
		{"::descend(int)", "descend"},
		{"int twice<int>(int)", "twice<int>"},
		{"cls::get(int) const", "cls::get"},
		{"std::vector<int, std::allocator<int>>::operator[](unsigned long)",
			"std::vector<int, std::allocator<int>>::operator[]"},
		{"cls::operator()(int)", "cls::operator()"},
		{"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
		{"main::'lambda'(int)::operator()(int) const", "operator()"},
		{"___lldb_unnamed_symbol3515", ""},
		{"main", "main"},
		{"", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_slice got = dbg_spell_function(fl_slice_str(rows[i].lldb));
		if (!fl_slice_eqs(got, rows[i].gdb))
			fail_msg("%s gives %.*s", rows[i].lldb, FL_ARG(got));
	}
}

static void test_scalars(void **state)
{
	static const struct {
		const char *type, *lldb, *gdb;
	} rows[] = {
		{"char", "'x'", "120 'x'"},
		{"char", "'\\n'", "10 '\\n'"},
		{"char", "'\\0'", "0 '\\000'"},
		{"signed char", "'\\xff'", "-1 '\\377'"},
		{"unsigned char", "'\\xc8'", "200 '\\310'"},
		{"wchar_t", "w\\0\\0\\0 L'w'", "119 L'w'"},
		{"int *", "0x00007fffffffe2a4", "0x7fffffffe2a4"},
		{"node *", "0x0000000000000000", "0x0"},
		{"const char *", "0x0000555555560024 \"z\"", "0x555555560024 \"z\""},
		{"char *", "0x0000555555560024 \"a\\\\xbe\\xbe\\U00000001b\\x\"",
			"0x555555560024 \"a\\\\xbe\\276\\001b\\x\""},
		{"std::string *", "0x00007fffffffe170 \"ab\"", "0x7fffffffe170"},
		{"int (*)(int)", "0x000055555555636a (t`fact(int) at t.cpp:9:17)",
			"0x55555555636a <fact(int)>"},
		{"float", "1.40129846E-45", "1.40129846e-45"},
		{"flags", "red | green", "(red | green)"},
		{"bool", "true", "true"},
		{"int", "-3", "-3"},
	};
	struct fl_buf out;
	(void)state;
	fl_buf_init(&out, 1 << 16);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		fl_buf_clear(&out);
		dbg_spell_scalar(fl_slice_str(rows[i].type), fl_slice_str(rows[i].lldb), &out);
		assert_string_equal(out.data, rows[i].gdb);
	}
	fl_buf_release(&out);
}

static void test_errors(void **state)
{
	static const struct row rows[] = {
		{"error: <user expression 3>:1:1: use of undeclared identifier 'x'\n    1 | x\n",
			"No symbol \"x\" in current context."},
		{"error: 'bogus' is not a valid command.\n", "'bogus' is not a valid command."},
		{"", "the debugger refused it without a reason"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_error err = {0};
		assert_int_equal(dbg_spell_error(fl_slice_str(rows[i].lldb), &err), FL_EREFUSED);
		assert_string_equal(err.message, rows[i].gdb);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_signatures),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_scalars),
		cmocka_unit_test(test_errors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
