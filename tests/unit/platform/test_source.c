/* What source texts show of themselves. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/resolve/claims.h"
#include "platform/source/source.h"

static void check(const char *text, bool cxx, const char *want)
{
	struct plat_facts source;
	struct plat_claims claims = {.not_user = false};
	struct plat_context context;
	struct fl_arena a;
	struct fl_buf out;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&out, 1 << 16);
	plat_facts_init(&source, &a);
	plat_source_read(fl_slice_str(text), cxx, true, FL_S("a.c"), &source);
	plat_claims_finish(&claims, &source, &a);
	plat_claims_context(&claims, &a, &context);
	plat_header_write_as(&context, PLAT_HEADER_ONE_LINE, &out);
	assert_string_equal(want, out.data);
	plat_facts_release(&source);
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void test_standards(void **state)
{
	(void)state;
	check("std::optional<int> f();\n", true, "// standard: c++17\n");
	check("mystd::optional f(); std::vector<int> v;\n", true, "");
	check("template <class T> concept A = true;\n", true, "// standard: c++20\n");
	check("int concept = 1;\n", true, "");
	check("void f() { if constexpr (true) g(); }\n", true, "// standard: c++17\n");
	check("auto [a, b] = f();\nauto &[c, d] = g();\n", true, "// standard: c++17\n");
	check("task f() { co_await g(); }\n", true, "// standard: c++20\n");
	check("#include <span>\n", true, "// standard: c++20\n");
	check("#include \"span\"\n", true, "");
	check("export module a;\n", true, "// standard: c++20\n");
	check("// std::span\nconst char *s = \"std::span\"; /* std::span */ char c = '\"';\n", true,
		"");
	check("auto s = R\"x(std::span)\" )x\"; int n = 1'000'000; std::any a;\n", true,
		"// standard: c++17\n");
	check("void f(void) { for (int i = 0; i < 3; i++) g(); }\n", false, "// standard: c99\n");
	check("_Static_assert(1, \"\");\n", false, "// standard: c11\n");
	check("int optional, span;\n", false, "");
}

static void test_conditions(void **state)
{
	(void)state;
	check("#ifdef _WIN32\n#include <windows.h>\n#else\n#include <sys/epoll.h>\n#endif\n", false,
		"");
	check("#ifndef A_H\n#define A_H\n#include <zlib.h>\n#endif\n", false, "// libs: zlib\n");
	check("#ifndef NO_ZLIB\n#include <zlib.h>\n#endif\n", false, "");
	check("#if __cplusplus >= 202002L\n#include <span>\n#endif\n", true, "");
	check("#ifdef __cplusplus\n#include <optional>\n#endif\n", true, "// standard: c++17\n");
	check("#ifdef A\n#if B\n#endif\n#include <png.h>\n#endif\n#include <zlib.h>\n", false,
		"// libs: zlib\n");
	check("#define A /* a\n#include <zlib.h>\n*/\n#include <png.h>\n", false, "// libs: png\n");
	check("#endif\n#endif\n#else\n#include <zlib.h>\n", false, "// libs: zlib\n");
}

static void test_machines(void **state)
{
	(void)state;
	check("__m256i f(__m256i a) { return _mm256_add_epi32(a, a); }\n", false,
		"// arch: x86_64, features: avx2\n");
	check("__m128 f(__m128 a) { return _mm_add_ps(a, a); }\n", false, "");
	check("__attribute__((target(\"avx2,fma\"))) void f(void);\n", false,
		"// features: avx2 fma\n");
	check("void f(void) { __asm__ volatile(\"mov %%rax, %0\" : \"=r\"(x)); }\n", false,
		"// arch: x86_64\n");
	check("void f(void) { asm(\"mrs %0, cntvct_el0\" : \"=r\"(x)); }\n", false,
		"// arch: aarch64\n");
	check("#include <arm_neon.h>\n", false, "// features: neon\n");
	check("#include <linux/module.h>\n", false, "// mode: kernel, os: linux\n");
	check("#include <sys/epoll.h>\n", false, "// mode: user, os: linux\n");
	check("#include <windows.h>\n#include <sys/epoll.h>\n", false, "// mode: user\n");
	check("#include <iostream>\n#include \"FreeRTOS.h\"\n", true, "// mode: firmware\n");
}

static void test_modelines(void **state)
{
	(void)state;
	assert_true(plat_source_says_cxx(FL_S("/* -*- mode: c++; -*- */\n")));
	assert_true(plat_source_says_cxx(FL_S("int x;\n// vim: set ft=cpp:\n")));
	assert_false(plat_source_says_cxx(FL_S("/* -*- mode: c -*- */\n")));
	assert_false(plat_source_says_cxx(FL_S("")));
}

/* Anything at all is read to its end. */
static void test_odd_texts(void **state)
{
	static const char *const texts[] = {"", "#", "#include", "#include <", "/*", "\"", "'",
		"R\"", "R\"x(", "__asm__(", "target(\"", "std::", "std::\n", "_", "\\", "#if\\",
		"=", "concept =", "#define A /*", "/", "1'"};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		check(texts[i], true, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_standards),
		cmocka_unit_test(test_conditions),
		cmocka_unit_test(test_machines),
		cmocka_unit_test(test_modelines),
		cmocka_unit_test(test_odd_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
