/* What flags, targets, compilers and includes say, and the header there and back. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/detect.h"

static const char gcc_v[] = "Using built-in specs.\nCOLLECT_GCC=gcc\nTarget: x86_64-linux-gnu\n"
			    "Thread model: posix\ngcc version 12.2.0 (Debian 12.2.0-14)\n";
static const char clang_v[] =
	"Debian clang version 19.1.7 (3)\nTarget: x86_64-pc-linux-gnu\n"
	"Selected GCC installation: /usr/bin/../lib/gcc/x86_64-linux-gnu/12\n";

/* The header of a text as this compiler builds it. */
static void check(const char *version, enum plat_language language, const char *const *flags,
	const char *text, const char *want)
{
	struct fl_arena a;
	struct fl_buf out;
	struct plat_compiler compiler;
	struct plat_context context;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&out, 1 << 16);
	if (version)
		assert_int_equal(0, plat_compiler_parse(fl_slice_str(version), &compiler, NULL));
	assert_int_equal(0, plat_detect(fl_slice_str(text), language, version ? &compiler : NULL,
				    flags, &a, &context, NULL));
	plat_header_write(&context, &out);
	assert_string_equal(want, out.data);

	struct plat_context again;
	size_t len = 0;
	fl_buf_str(&out, "int x; // line: 1\n");
	assert_int_equal(0, plat_header_read(fl_buf_view(&out), &a, &again, &len, NULL));
	assert_int_equal(strlen(want), len);
	assert_true(fl_object_eq(&plat_context_shape, &context, &again));
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void test_compiler_defaults(void **state)
{
	(void)state;
	check(gcc_v, PLAT_C, NULL, "int main(void) { return 0; }\n",
		"// platform: x86_64-linux-gnu\n// compiler: gcc 12.2\n// standard: gnu17\n"
		"// mode: user\n// os: linux\n// arch: x86_64\n");
	check(clang_v, PLAT_CXX, NULL, "int main() {}\n",
		"// platform: x86_64-linux-gnu\n// compiler: clang++ 19.1\n// standard: gnu++17\n"
		"// mode: user\n// os: linux\n// arch: x86_64\n");
	check("clang version 14.0.6\nTarget: aarch64-unknown-linux-gnu\n", PLAT_CXX, NULL, "",
		"// platform: aarch64-linux-gnu\n// compiler: clang++ 14.0\n// standard: gnu++14\n"
		"// mode: user\n// os: linux\n// arch: aarch64\n");
}

static void test_flags(void **state)
{
	static const char *const flags[] = {"-O2", "-std=c++14", "-std=c++20", "-mavx2", "-msse4.2",
		"-mavx512f", "-mno-avx512f", "-mtune=native", "-g", "-fsanitize=address,undefined",
		"-fsanitize=leak", "-fno-sanitize=leak", NULL};
	static const char *const none[] = {
		"-g3", "-g0", "-fsanitize=thread", "-fno-sanitize=all", "-ffreestanding", NULL};
	(void)state;
	check(gcc_v, PLAT_CXX, flags, "",
		"// platform: x86_64-linux-gnu\n// compiler: g++ 12.2\n// standard: c++20\n"
		"// mode: user\n// os: linux\n// arch: x86_64\n// features: avx2 sse4.2\n"
		"// sanitizers: address,undefined\n// debug: true\n");
	check(gcc_v, PLAT_C, none, "",
		"// platform: x86_64-linux-gnu\n// compiler: gcc 12.2\n// standard: gnu17\n"
		"// os: linux\n// arch: x86_64\n");
}

/* What names no standard says nothing: the last that does counts, or the compiler's default. */
static void test_standards(void **state)
{
	static const char *const flags[] = {"-std=c11", "-std=nonsense", "-std=", NULL};
	(void)state;
	check(NULL, PLAT_C, flags, "", "// standard: c11\n");
	check(gcc_v, PLAT_C, flags + 1, "",
		"// platform: x86_64-linux-gnu\n// compiler: gcc 12.2\n// standard: gnu17\n"
		"// mode: user\n// os: linux\n// arch: x86_64\n");
}

static void test_includes(void **state)
{
	(void)state;
	check(NULL, PLAT_C, NULL,
		"#include <zlib.h>\n  # include \"curl/curl.h\"\n/* #include <png.h>\n"
		"#include <gmp.h>\n*/ // #include <uv.h>\n#include <pthread.h>\n#include "
		"<stdio.h>\n",
		"// libs: curl pthread zlib\n");
	check(NULL, PLAT_C, NULL, "#include <linux/module.h>\n", "// mode: kernel\n// os: linux\n");
	check(NULL, PLAT_C, NULL, "#include <linux/input.h>\n", "// os: linux\n");
	check(NULL, PLAT_CXX, NULL, "#include \"stm32f4xx.h\"\n#include <boost/any.hpp>\n",
		"// mode: firmware\n// libs: boost\n");
}

static void test_header_with_remarks(void **state)
{
	static const char text[] = "// platform: riscv64-linux-gnu\n"
				   "// mode: user          // user | kernel | firmware\n"
				   "// debug: true         // compiled with -g\n\nint x;\n";
	struct fl_arena a;
	struct plat_context c;
	size_t len = 0;
	(void)state;
	fl_arena_init(&a, 1 << 16);
	assert_int_equal(0, plat_header_read(fl_slice_str(text), &a, &c, &len, NULL));
	assert_true(fl_slice_eqs(c.mode, "user"));
	assert_true(c.debug);
	assert_int_equal(strlen(text) - strlen("\nint x;\n"), len);
	fl_arena_release(&a);
}

static void test_header_errors(void **state)
{
	struct fl_arena a;
	struct plat_context c;
	struct fl_error err;
	size_t len = 7;
	(void)state;
	fl_arena_init(&a, 1 << 16);
	assert_int_equal(FL_EPARSE,
		plat_header_read(FL_S("// os: linux\n// colour: red\n"), &a, &c, &len, &err));
	assert_int_equal(2, err.line);
	assert_int_equal(FL_EPARSE,
		plat_header_read(FL_S("// os: linux\n// os: linux\n"), &a, &c, &len, &err));
	assert_int_equal(7, len); /* untouched on failure */
	assert_int_equal(0, plat_header_read(FL_S("// note: a comment\n"), &a, &c, &len, &err));
	assert_int_equal(0, len);
	fl_arena_release(&a);
}

/* What flags hold stays in the comment that it is written to. */
static void test_header_is_comment(void **state)
{
	struct plat_context c;
	struct fl_buf out;
	(void)state;
	fl_object_reset(&plat_context_shape, &c);
	c.standard = FL_S("c++20\n// mode: kernel\r\x7f");
	c.arch = FL_S("x86\\");
	c.os = FL_S("a?"
		    "?/");
	struct fl_slice features[] = {FL_S("avx\n#error")};
	c.features = (struct fl_list){.items = features, .len = 1};
	fl_buf_init(&out, 1 << 10);
	plat_header_write(&c, &out);
	assert_string_equal(out.data, "// standard: c++20_// mode: kernel__\n// os: a__/\n"
				      "// arch: x86_\n// features: avx_#error\n");
	fl_buf_release(&out);
}

static void test_other_compilers_are_refused(void **state)
{
	struct plat_compiler c;
	(void)state;
	assert_int_equal(FL_EPARSE,
		plat_compiler_parse(FL_S("Microsoft (R) C/C++ Version 19.38\n"), &c, NULL));
	assert_int_equal(FL_EPARSE, plat_compiler_parse(FL_S(""), &c, NULL));
}

/* The compilers that are here can be asked. */
static void test_real_compilers(void **state)
{
	static const char *const commands[] = {"gcc", "clang-19"};
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		struct fl_arena a;
		struct plat_compiler c = {0};
		struct fl_error err = {0};
		fl_arena_init(&a, 1 << 16);
		if (plat_compiler_query(commands[i], &a, &c, &err))
			fail_msg("%s", err.message);
		assert_int_equal(i ? PLAT_CLANG : PLAT_GCC, c.family);
		assert_in_range(c.major, 12, 30);
		assert_true(fl_slice_find(c.target, "linux") > 0);
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_compiler_defaults),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_standards),
		cmocka_unit_test(test_includes),
		cmocka_unit_test(test_header_with_remarks),
		cmocka_unit_test(test_header_errors),
		cmocka_unit_test(test_header_is_comment),
		cmocka_unit_test(test_other_compilers_are_refused),
		cmocka_unit_test(test_real_compilers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
