/* What arguments of compilers, their names, and targets say. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/flags/flags.h"
#include "platform/resolve/claims.h"

/* The header of arguments, blank-separated, behind a compiler's name. */
static void check(const char *compiler, const char *arguments, bool cxx, const char *want)
{
	const struct plat_fact like = {.from = PLAT_FROM_COMMANDS};
	struct fl_slice rest = fl_slice_str(arguments);
	struct plat_facts facts;
	struct plat_flags flags;
	struct plat_claims claims;
	struct plat_context context;
	struct fl_arena a;
	struct fl_buf out;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&out, 1 << 16);
	plat_facts_init(&facts, &a);
	plat_flags_init(&flags, &facts, cxx);
	if (compiler)
		plat_flags_compiler(&flags, fl_slice_str(compiler), &like);
	while (rest.len) {
		ptrdiff_t blank = fl_slice_chr(rest, ' ');
		struct fl_slice word = fl_slice_head(rest, blank < 0 ? rest.len : (size_t)blank);
		plat_flags_take(&flags, word, &like);
		rest = fl_slice_skip(rest, word.len + 1);
	}
	plat_claims_make(&facts, true, &a, &claims);
	plat_claims_finish(&claims, NULL, &a);
	plat_claims_context(&claims, &a, &context);
	plat_header_write_as(&context, PLAT_HEADER_ONE_LINE, &out);
	assert_string_equal(want, out.data);
	plat_facts_release(&facts);
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void test_standards(void **state)
{
	(void)state;
	check(NULL, "-std=c++2a", true, "// standard: c++20\n");
	check(NULL, "-std=gnu++11 -std=c99", true, "// standard: gnu++11\n");
	check(NULL, "-std=iso9899:2018", false, "// standard: c17\n");
	check(NULL, "-ansi", false, "// standard: c89\n");
	check(NULL, "-std=nonsense", false, "");
	check("cl.exe", "/std:c++17 /arch:AVX2 /Zi", true,
		"// compiler: msvc, standard: c++17, mode: user, os: windows, features: avx avx2, "
		"debug: "
		"true\n");
	check(NULL, "/std:c++latest", true, "");
}

static void test_machines(void **state)
{
	(void)state;
	check("arm-none-eabi-gcc", "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16", false,
		"// platform: arm-none-eabi, compiler: gcc, mode: firmware, arch: armv7e-m\n");
	check("/usr/bin/aarch64-linux-gnu-g++-12", "", true,
		"// platform: aarch64-linux-gnu, compiler: g++ 12, mode: user, os: linux, "
		"arch: aarch64\n");
	check("clang", "-target riscv64-unknown-elf -march=rv64gc", false,
		"// platform: riscv64-elf, compiler: clang, arch: riscv64\n");
	check("x86_64-linux-gnu-gcc", "-m32", false,
		"// platform: i386-linux-gnu, compiler: gcc, mode: user, os: linux, arch: i386\n");
	check("avr-gcc", "-mmcu=atmega328p", false,
		"// platform: avr, compiler: gcc, mode: firmware, arch: avr\n");
	check("cc", "-O2", false, "");
}

static void test_features(void **state)
{
	(void)state;
	check(NULL, "-mavx2 -mfma -mno-fma -mtune=native -mfoo", false, "// features: avx2\n");
	check(NULL, "-march=armv8-a+crypto+nosimd", false, "// features: crypto\n");
	check(NULL, "-march=native -msse4.2", false, "// features: sse4.2\n");
}

static void test_modes(void **state)
{
	(void)state;
	check(NULL, "-mcmodel=kernel -D__KERNEL__ -DMODULE", false, "// mode: kernel\n");
	check("x86_64-linux-gnu-gcc", "-ffreestanding -nostdlib", false,
		"// platform: x86_64-linux-gnu, compiler: gcc, os: linux, arch: x86_64\n");
	check(NULL, "-D __KERNEL__", false, "// mode: kernel\n");
	check(NULL, "-o __KERNEL__ -I -mavx2", false, "");
}

static void test_libraries_and_sanitizers(void **state)
{
	(void)state;
	check(NULL, "-lz -lm -l crypto -pthread -Wl,-Bstatic,-lpng16 -lmine ws2_32.lib", false,
		"// libs: mine openssl png pthread ws2_32 zlib\n");
	check(NULL, "-fsanitize=address,undefined -fsanitize=leak -fno-sanitize=leak -g -g0", false,
		"// sanitizers: address,undefined\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_standards),
		cmocka_unit_test(test_machines),
		cmocka_unit_test(test_features),
		cmocka_unit_test(test_modes),
		cmocka_unit_test(test_libraries_and_sanitizers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
