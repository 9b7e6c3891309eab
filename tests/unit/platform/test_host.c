/* What is known of the host: by the tables, by what follows from them, and what is left open. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "platform/host/host.h"
#include "platform/host/table.h"

static void flag_is(const char *flag, enum plat_host_flag in_c, enum plat_host_flag in_cxx)
{
	enum plat_host_flag c = plat_host_flag(fl_slice_str(flag), PLAT_FOR_C);
	enum plat_host_flag cxx = plat_host_flag(fl_slice_str(flag), PLAT_FOR_CXX);
	if (c != in_c || cxx != in_cxx)
		fail_msg("%s: %d %d", flag, (int)c, (int)cxx);
}

static void test_flags(void **state)
{
	(void)state;
	flag_is("-Wall", PLAT_FLAG_TAKEN, PLAT_FLAG_TAKEN);
	flag_is("-Wold-style-cast", PLAT_FLAG_FOREIGN, PLAT_FLAG_TAKEN);
	flag_is("-Wstrict-prototypes", PLAT_FLAG_TAKEN, PLAT_FLAG_FOREIGN);
	flag_is("-Weverything", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-std=c++20", PLAT_FLAG_FOREIGN, PLAT_FLAG_TAKEN);
	flag_is("-std=c++26", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-fsanitize=address", PLAT_FLAG_LINKED, PLAT_FLAG_LINKED);
	flag_is("-fsanitize=memory", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-stdlib=libc++", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-Qunused-arguments", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
}

static void test_forms(void **state)
{
	(void)state;
	flag_is("-Wno-unused", PLAT_FLAG_TAKEN, PLAT_FLAG_TAKEN);
	flag_is("-Wno-never-heard-of", PLAT_FLAG_TAKEN, PLAT_FLAG_TAKEN);
	flag_is("-Wno-old-style-cast", PLAT_FLAG_FOREIGN, PLAT_FLAG_TAKEN);
	flag_is("-Werror=never-heard-of", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-Wno-error=never-heard-of", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-Wno-error=old-style-cast", PLAT_FLAG_TAKEN, PLAT_FLAG_TAKEN);
	flag_is("-fno-never-heard-of", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-Wframe-larger-than=4096", PLAT_FLAG_TAKEN, PLAT_FLAG_TAKEN);
	flag_is("-ffile-prefix-map=/a/b=.", PLAT_FLAG_TAKEN, PLAT_FLAG_TAKEN);
	flag_is("-DX=1", PLAT_FLAG_TAKEN, PLAT_FLAG_TAKEN);
	flag_is("-march=never-heard-of", PLAT_FLAG_UNKNOWN, PLAT_FLAG_UNKNOWN);
	flag_is("-ftemplate-depth-128", PLAT_FLAG_UNKNOWN, PLAT_FLAG_UNKNOWN);
	flag_is("-mfpu=neon", PLAT_FLAG_REFUSED, PLAT_FLAG_REFUSED);
	flag_is("-x", PLAT_FLAG_UNKNOWN, PLAT_FLAG_UNKNOWN);
	flag_is("", PLAT_FLAG_UNKNOWN, PLAT_FLAG_UNKNOWN);
	flag_is("-W\xff", PLAT_FLAG_UNKNOWN, PLAT_FLAG_UNKNOWN);
}

static void test_link_flags(void **state)
{
	(void)state;
	assert_int_equal(plat_host_link_flag(FL_S("-Wl,--as-needed")), PLAT_YES);
	assert_int_equal(plat_host_link_flag(FL_S("-Wl,-dead_strip")), PLAT_NO);
	assert_int_equal(plat_host_link_flag(FL_S("-Wl,--version-script=a.map")), PLAT_MAYBE);
}

static void test_headers(void **state)
{
	(void)state;
	assert_int_equal(plat_host_header(FL_S("sys/epoll.h"), PLAT_FOR_C), PLAT_YES);
	assert_int_equal(plat_host_header(FL_S("windows.h"), PLAT_FOR_C), PLAT_NO);
	assert_int_equal(plat_host_header(FL_S("mach/any.h"), PLAT_FOR_C), PLAT_NO);
	assert_int_equal(plat_host_header(FL_S("zlib.h"), PLAT_FOR_C), PLAT_MAYBE);
	assert_int_equal(plat_host_header(FL_S("filesystem"), PLAT_FOR_CXX), PLAT_YES);
	assert_int_equal(plat_host_header(FL_S("filesystem"), PLAT_FOR_C), PLAT_NO);
	assert_int_equal(plat_host_header(FL_S("avx2intrin.h"), PLAT_FOR_C), PLAT_YES);
	assert_int_equal(plat_host_header_alone(FL_S("avx2intrin.h"), PLAT_FOR_C), PLAT_MAYBE);
	assert_int_equal(plat_host_header_alone(FL_S("stdio.h"), PLAT_FOR_CXX), PLAT_YES);
	assert_int_equal(plat_host_header(FL_S(""), PLAT_FOR_C), PLAT_MAYBE);
}

static void test_functions(void **state)
{
	(void)state;
	assert_int_equal(plat_host_function(FL_S("qsort_r")), PLAT_FUNCTION_LIBC);
	assert_int_equal(plat_host_function(FL_S("atexit")), PLAT_FUNCTION_LIBC);
	assert_int_equal(plat_host_function(FL_S("cbrt")), PLAT_FUNCTION_LIBM);
	assert_int_equal(plat_host_function(FL_S("strlcpy")), PLAT_FUNCTION_ABSENT);
	assert_int_equal(plat_host_function(FL_S("never_heard_of")), PLAT_FUNCTION_ABSENT);
	assert_int_equal(plat_host_function(FL_S("alloca")), PLAT_FUNCTION_BUILTIN);
	assert_int_equal(plat_host_function(FL_S("chflags")), PLAT_FUNCTION_UNKNOWN);
	assert_int_equal(plat_host_function(FL_S("_Exit_never")), PLAT_FUNCTION_UNKNOWN);
	assert_int_equal(plat_host_function(FL_S("a.b")), PLAT_FUNCTION_UNKNOWN);
	assert_true(plat_host_nowhere(FL_S("strlcpy")));
	assert_false(plat_host_nowhere(FL_S("never_heard_of")));
	assert_int_equal(plat_host_declares(FL_S("string.h"), FL_S("strdup"), false), PLAT_YES);
	assert_int_equal(plat_host_declares(FL_S("string.h"), FL_S("memmem"), false), PLAT_NO);
	assert_int_equal(plat_host_declares(FL_S("string.h"), FL_S("memmem"), true), PLAT_YES);
	assert_int_equal(plat_host_declares(FL_S("stdio.h"), FL_S("memmem"), true), PLAT_MAYBE);
}

static void test_libraries(void **state)
{
	(void)state;
	assert_int_equal(plat_host_library(FL_S("m")), PLAT_YES);
	assert_int_equal(plat_host_library(FL_S("ws2_32")), PLAT_NO);
	assert_int_equal(plat_host_library(FL_S("z")), PLAT_MAYBE);
	assert_int_equal(plat_host_exports(FL_S("m"), FL_S("cbrt")), PLAT_YES);
	assert_int_equal(plat_host_exports(FL_S("m"), FL_S("strlcpy")), PLAT_NO);
	assert_int_equal(plat_host_exports(FL_S("dl"), FL_S("cbrt")), PLAT_MAYBE);
	assert_int_equal(plat_host_exports(FL_S("dl"), FL_S("dlopen")), PLAT_YES);
	assert_int_equal(plat_host_exports(FL_S("crypt"), FL_S("crypt_r")), PLAT_YES);
	assert_int_equal(plat_host_exports(FL_S("socket"), FL_S("socket")), PLAT_NO);
	assert_int_equal(plat_host_exports(FL_S("pthread"), FL_S("main")), PLAT_YES);
	assert_int_equal(plat_host_attribute(FL_S("visibility:hidden")), PLAT_YES);
	assert_int_equal(plat_host_attribute(FL_S("dllexport")), PLAT_NO);
}

static void test_sizes(void **state)
{
	(void)state;
	assert_int_equal(plat_host_size(FL_S("long double"), PLAT_BEFORE_NOTHING), 16);
	assert_int_equal(plat_host_size(FL_S("size_t"), PLAT_BEFORE_NOTHING), 0);
	assert_int_equal(plat_host_size(FL_S("size_t"), PLAT_BEFORE_STDIO), 8);
	assert_int_equal(plat_host_size(FL_S("time_t"), PLAT_BEFORE_STDIO), 0);
	assert_int_equal(plat_host_size(FL_S("time_t"), PLAT_BEFORE_TYPES), 8);
	assert_int_equal(plat_host_size(FL_S("struct stat"), PLAT_BEFORE_TYPES), 0);
}

/* Rows are looked up by halving, so an order that is broken would lose some. */
static void all_found(const char *const *rows, size_t marks)
{
	size_t count = 0;
	for (size_t i = 0; rows[i]; i++) {
		struct fl_slice rest = fl_slice_str(rows[i]);
		while (rest.len) {
			ptrdiff_t blank = fl_slice_chr(rest, ' ');
			size_t n = blank < 0 ? rest.len : (size_t)blank;
			struct fl_slice name = fl_slice_skip(fl_slice_head(rest, n), marks);
			if (plat_host_find(rows, marks, name) != rest.ptr)
				fail_msg("%.*s is not found", FL_ARG(name));
			rest = fl_slice_skip(rest, n + 1);
			count++;
		}
	}
	assert_true(count > 40);
}

static void test_order(void **state)
{
	(void)state;
	all_found(plat_host_flags, 2);
	all_found(plat_host_links, 1);
	all_found(plat_host_headers, 1);
	all_found(plat_host_functions, 1);
	all_found(plat_host_libraries, 1);
	all_found(plat_host_attributes, 1);
	all_found(plat_host_sizes, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_link_flags),
		cmocka_unit_test(test_headers),
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_libraries),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_order),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
