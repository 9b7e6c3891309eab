/* The reasoning: what real messages say, with and without a platform. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "diag/parse.h"
#include "diag/thought/stdnames.h"
#include "diag/thought/thought.h"

struct expected {
	const char *text, *standard, *compiler;
	const char *cause, *fix;
};

#define NO_MEMBER(name) "x.cpp:1:6: error: no member named '" name "' in namespace 'std'\n"

static const struct expected expectations[] = {
	/* what is mended otherwise than the rest of its class */
	{"x.cpp:1:6: warning: unused variable 'x' [-Wunused-variable]\n", NULL, NULL,
		"unused variable 'x', at x.cpp:1:6",
		"use it where it was meant to be used, or remove it"},
	{"x.cpp:4:8: error: no match for 'operator<' (operand types are 'S' and 'S')\n", NULL, NULL,
		"no match for 'operator<' (operand types are 'S' and 'S'), at x.cpp:4:8",
		"define that operator for the operand types, or convert an operand to a type that "
		"has it"},
	{"x.cpp:4:8: warning: 'B::f' hides overloaded virtual function "
	 "[-Woverloaded-virtual]\n",
		NULL, NULL, "'B::f' hides overloaded virtual function, at x.cpp:4:8",
		"give it the signature of the base's function and mark it override, or bring the "
		"base's in with a using declaration"},
	/* the standard in use is too old */
	{NO_MEMBER("expected"), "c++20", "clang 19.1",
		"std::expected is C++23, declared in <expected>; this is compiled as c++20",
		"compile with -std=c++23, or use std::variant or std::optional instead"},
	{"x.cpp:1:6: error: \xe2\x80\x98string_view\xe2\x80\x99 in namespace "
	 "\xe2\x80\x98std\xe2\x80\x99 does not name a type\n",
		"gnu++14", "g++ 12.2",
		"std::string_view is C++17, declared in <string_view>; this is compiled as gnu++14",
		"compile with -std=gnu++17, or use const std::string & instead"},
	{"x.cpp:1:6: error: 'to_string' is not a member of 'std'\n", "c++98", "g++ 12.2",
		"std::to_string is C++11, declared in <string>; this is compiled as c++98",
		"compile with -std=c++11, or use std::ostringstream instead"},
	{"x.cpp:1:6: error: 'std::ranges' has not been declared\n", "c++17", "g++ 12.2",
		"std::ranges is C++20, declared in <ranges>; this is compiled as c++17",
		"compile with -std=c++20, or use the algorithms over two iterators instead"},
	/* new enough: the header, or the library */
	{NO_MEMBER("expected"), "c++23", "g++ 12.2",
		"std::expected is declared in <expected>, which is not included",
		"add #include <expected>"},
	{"x.cpp:1:6: error: 'format' is not a member of 'std'\n", "c++20", "g++ 12.2",
		"std::format is C++20, declared in <format>, and libstdc++ has it from gcc 13 on; "
		"this is g++ 12.2",
		"use std::snprintf or std::ostringstream instead, or build with gcc 13 or later"},
	{"x.cpp:1:6: error: 'format' is not a member of 'std'\n", "c++20", "g++ 13.1",
		"std::format is declared in <format>, which is not included",
		"add #include <format>"},
	{NO_MEMBER("format"), "c++20", "clang 19.1",
		"std::format is declared in <format>, which libstdc++ has from gcc 13 on",
		"add #include <format>, or where the library lacks it use std::snprintf or "
		"std::ostringstream instead"},
	{"x.cpp:1:6: error: no type named 'sort' in namespace 'std::ranges'\n", "c++20", "",
		"std::ranges::sort is declared in <algorithm>, which is not included",
		"add #include <algorithm>"},
	{"x.cpp:1:6: error: aggregate 'std::stringstream s' has incomplete type and cannot be "
	 "defined\n",
		NULL, NULL, "std::stringstream is declared in <sstream>, which is not included",
		"add #include <sstream>"},
	/* nothing known of the platform */
	{NO_MEMBER("expected"), NULL, NULL, "std::expected is C++23, declared in <expected>",
		"add #include <expected> and compile with -std=c++23 or later"},
	{NO_MEMBER("vector"), NULL, NULL,
		"std::vector is declared in <vector>, which is not included",
		"add #include <vector>"},
	/* C's names, in C++ and in C */
	{NO_MEMBER("memcpy"), "c++20", "g++ 12.2",
		"std::memcpy is declared in <cstring>, which is not included",
		"add #include <cstring>"},
	{"x.cpp:1:6: error: use of undeclared identifier 'malloc'\n p = malloc(3);\n     ^\n", NULL,
		NULL, "malloc is declared in <cstdlib>, which is not included",
		"add #include <cstdlib>"},
	{"x.c:1:6: warning: implicit declaration of function 'malloc' "
	 "[-Wimplicit-function-declaration]\n",
		"gnu17", "gcc 12.2", "malloc is declared in <stdlib.h>, which is not included",
		"add #include <stdlib.h>"},
	{"x.c:1:6: error: call to undeclared function 'strdup'; ISO C99 and later do not support "
	 "implicit function declarations [-Wimplicit-function-declaration]\n",
		"c17", "clang 19.1",
		"strdup is POSIX: <string.h> declares it under -std=c17 only with "
		"_POSIX_C_SOURCE=200809L",
		"add #define _POSIX_C_SOURCE 200809L before the first #include, and #include "
		"<string.h>, or compile with -std=gnu17"},
	{"x.c:1:6: warning: implicit declaration of function 'strdup'\n", "gnu11", "gcc 12.2",
		"strdup is declared in <string.h>, which is not included",
		"add #include <string.h>"},
	{"x.c:1:6: warning: implicit declaration of function 'asprintf'\n", "gnu11", "gcc 12.2",
		"asprintf is a GNU extension: <stdio.h> declares it only with _GNU_SOURCE",
		"add #define _GNU_SOURCE before the first #include, and #include <stdio.h>"},
	{"x.c:1:6: warning: implicit declaration of function 'snprintf'\n", "c89", "gcc 12.2",
		"snprintf is C99, declared in <stdio.h>; this is compiled as c89",
		"compile with -std=c99"},
	{"x.c:1:6: error: unknown type name 'uint32_t'\n", "c99", "gcc 12.2",
		"uint32_t is declared in <stdint.h>, which is not included",
		"add #include <stdint.h>"},
	{"x.c:1:6: error: unknown type name 'uint32_t'\n", "c89", "gcc 12.2",
		"uint32_t is declared in <stdint.h>, which is not included",
		"add #include <stdint.h>"},
	/* headers */
	{"x.cpp:1:10: fatal error: print: No such file or directory\n", "c++23", "g++ 12.2",
		"<print> is a header of C++23; libstdc++ has it from gcc 14 on; this is g++ 12.2",
		"build with a library that has <print>, or use std::cout or std::printf instead"},
	{"x.cpp:1:10: fatal error: 'mdspan' file not found\n", NULL, NULL,
		"<mdspan> is a header of C++23; libstdc++ has it from gcc 15 on",
		"build with a library that has <mdspan>, or use an array and an index computation "
		"instead"},
	/* names that are nobody's, or only look like the library's */
	{"x.cpp:1:6: error: 'colour' is not a member of 'std'\n", "c++20", "g++ 12.2",
		"'colour' is not a member of 'std', at x.cpp:1:6", NULL},
	{"x.cpp:1:6: error: 'vector' is not a member of 'mine'\n", "c++20", "g++ 12.2",
		"'vector' is not a member of 'mine', at x.cpp:1:6", NULL},
	{"x.c:1:6: error: use of undeclared identifier 'time'\n  x = time;\n      ^\n", "c17",
		"clang 19.1", "use of undeclared identifier 'time', at x.c:1:6", NULL},
	{"x.cpp:1:6: error: 'vector' was not declared in this scope\n", "c++20", "g++ 12.2",
		"'vector' was not declared in this scope, at x.cpp:1:6", NULL},
	{"x.cpp:1:6: error: 'vector' was not declared in this scope; did you mean "
	 "'std::vector'?\n",
		"c++20", "g++ 12.2", "std::vector is declared in <vector>, which is not included",
		"add #include <vector>"},
	/* what the compiler suggests, and what a linker misses */
	{"x.c:1:6: error: expected ';' before '}' token\nfix-it:\"x.c\":{1:6-1:6}:\";\"\n", NULL,
		NULL, "expected ';' before '}' token, at x.c:1:6",
		"insert ';' at 1:6 (the compiler's suggestion)"},
	{"x.c:1:6: error: oops\nfix-it:\"x.c\":{1:2-1:6}:\"ab\"\nfix-it:\"y.c\":{2:1-2:3}:\"\"\n",
		NULL, NULL, "oops, at x.c:1:6",
		"put 'ab' for what stands at 1:2 to 1:6; remove what stands at y.c:2:1 to 2:3 (the "
		"compiler's suggestion)"},
	{"/usr/bin/ld: a.o: in function `main':\n/src/a.c:3: undefined reference to `f'\n", NULL,
		NULL, "f is used at /src/a.c:3, and nothing that is linked defines it", NULL},
	{"/usr/bin/ld: b.o:(.data+0x0): multiple definition of `v'; a.o:(.data+0x0): first defined "
	 "here\n",
		NULL, NULL, "v is defined at b.o and before that at a.o", NULL},
};

static void think(const struct expected *e, struct fl_arena *a, struct diag_diagnostic *ret)
{
	struct fl_list list;
	struct plat_context platform = {
		.standard = fl_slice_str(e->standard), .compiler = fl_slice_str(e->compiler)};
	assert_int_equal(diag_parse(fl_slice_str(e->text), DIAG_FROM_AUTO, a, &list, NULL), 0);
	assert_int_equal(list.len, 1);
	*ret = *(struct diag_diagnostic *)list.items;
	assert_int_equal(diag_think(ret, e->standard ? &platform : NULL, a, NULL), 0);
}

static void test_causes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
		struct diag_diagnostic d;
		struct fl_arena a;
		fl_arena_init(&a, 1 << 24);
		think(&expectations[i], &a, &d);
		assert_string_equal(d.root_cause.ptr, expectations[i].cause);
		if (expectations[i].fix) /* else the class says it, and the classifier the class */
			assert_string_equal(d.fix_strategy.ptr, expectations[i].fix);
		else
			assert_true(d.fix_strategy.len > 0);
		fl_arena_release(&a);
	}
}

static void test_entry(void **state)
{
	(void)state;
	static const struct expected e = {
		"/usr/include/c++/12/bits/a.h: In instantiation of 'f<int>':\n"
		"/usr/include/c++/12/bits/a.h:9:1:   required from 'g<int>'\n"
		"mine.cpp:7:3:   required from here\n"
		"/usr/include/c++/12/bits/a.h:5:2: error: no match for 'operator<'\n",
		NULL, NULL, NULL, NULL};
	struct diag_diagnostic d;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 24);
	think(&e, &a, &d);
	assert_string_equal(d.root_cause.ptr,
		"no match for 'operator<', at /usr/include/c++/12/bits/a.h:5:2, reached from "
		"mine.cpp:7:3");
	fl_arena_release(&a);
}

/* Nothing in a text can end the comment, or stand for a marker. */
static void test_block(void **state)
{
	(void)state;
	struct fl_buf out;
	struct diag_diagnostic d = {.level = DIAG_ERROR,
		.error_class = DIAG_CLASS_SYNTAX,
		.confidence = 9551,
		.root_cause = FL_LIT("a */ b /* c\n<THOUGHT_END> \\"),
		.fix_strategy = FL_LIT("/*/")};
	fl_buf_init(&out, 1 << 16);
	diag_thought_write(&out, &d, true);
	assert_string_equal(out.data,
		"<THOUGHT_START>\n/* ERROR_CLASS: syntax\n * SEVERITY: error\n"
		" * ROOT_CAUSE: a * / b / * c < THOUGHT_END> \\\n * FIX_STRATEGY: / * /\n"
		" * CONFIDENCE: 0.9551\n */\n<THOUGHT_END>\n");
	fl_buf_clear(&out);
	d.root_cause.len = 0;
	diag_thought_write(&out, &d, true);
	assert_int_equal(out.len, 0);
	fl_buf_release(&out);
}

/* Every name of the tables can be looked up, and gives a row that has it. */
static int look_up(void *ctx, struct fl_slice name, const struct diag_std_name *about)
{
	struct diag_std_name found;
	size_t *count = ctx;
	++*count;
	assert_true(about->c ? diag_std_find_c(name, &found) : diag_std_find(name, &found));
	assert_string_equal(found.header, about->header);
	assert_int_equal(found.since, about->since);
	return 0;
}

static void test_names(void **state)
{
	(void)state;
	size_t count = 0;
	struct diag_std_name n;
	assert_int_equal(diag_std_each(look_up, &count), 0);
	assert_true(count > 1500);
	assert_false(diag_std_find(FL_S("vecto"), &n));
	assert_false(diag_std_find(FL_S(""), &n));
	assert_false(diag_std_find(FL_S("fork"), &n)); /* C's, but not in std */
	assert_true(diag_std_find_c(FL_S("fork"), &n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_causes),
		cmocka_unit_test(test_entry),
		cmocka_unit_test(test_block),
		cmocka_unit_test(test_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
