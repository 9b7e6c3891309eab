/* Kernels as a manifest tells of them: what is compiled, linked and booted, and what passes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tracegen/machine/make.h"

static const char manifest[] =
	"{\"licence\": \"MIT\", \"targets\": ["
	"{\"arch\": \"x86_64\", \"sources\": [\"machine/x86_64/*.S\", \"lib/*.c\"],"
	" \"flags\": [\"--target=x86_64-none-elf\", \"-O0\"], \"link\": [\"-T\", \"k.ld\"],"
	" \"qemu\": [\"-M\", \"q35\"], \"pass_status\": 33},"
	"{\"arch\": \"riscv64\", \"sources\": [\"lib/*.c\"], \"compiler\": \"clang-19\"}],"
	"\"programs\": ["
	"{\"name\": \"user\", \"sources\": [\"lib/a.c\"]},"
	"{\"name\": \"ring\", \"mode\": \"kernel\", \"sources\": [\"ring/*.c\"],"
	" \"mutate\": [\"ring/ring.c\"], \"flags\": [\"-std=c17\"], \"pass\": \"all good\","
	" \"fail\": [\"check_failed\"]},"
	"{\"name\": \"tree\", \"mode\": \"kernel\", \"sources\": [\"tree/*.cpp\"],"
	" \"mutate\": [\"tree/tree.cpp\"], \"flags\": [\"-std=c++20\"], \"pass\": \"all good\"},"
	"{\"name\": \"lost\", \"mode\": \"kernel\", \"sources\": [\"lost/*.c\"],"
	" \"mutate\": [\"lib/a.c\"], \"pass\": \"all good\"}]}";

static struct tg_file files[] = {
	{FL_LIT("faultline.json"), {manifest, sizeof(manifest) - 1}},
	{FL_LIT("machine/x86_64/boot.S"), FL_LIT("\n")},
	{FL_LIT("lib/a.c"), FL_LIT("\n")},
	{FL_LIT("lib/sub/b.c"), FL_LIT("\n")},
	{FL_LIT("ring/ring.c"), FL_LIT("\n")},
	{FL_LIT("tree/tree.cpp"), FL_LIT("\n")},
	{FL_LIT("k.ld"), FL_LIT("\n")},
};
static const struct fl_list all = {files, sizeof(files) / sizeof(files[0])};

static struct fl_slice joined(struct fl_list words, struct fl_arena *a)
{
	struct fl_slice text = {0};
	for (size_t i = 0; i < words.len; i++)
		text = fl_arena_printf(
			a, "%.*s%s%.*s", FL_ARG(text), i ? " " : "", FL_ARG(tg_text_at(&words, i)));
	return text;
}

static void same(struct fl_list words, const char *want, struct fl_arena *a)
{
	assert_string_equal(joined(words, a).ptr, want);
}

static int read_one(const char *name, enum dbg_qemu_machine machine, struct fl_arena *a,
	struct tg_kernel *ret, struct fl_error *err)
{
	const struct tg_kernel_choice choice = {fl_slice_str(name), machine};
	return tg_kernel_read(&all, &choice, a, ret, err);
}

static void test_list(void **state)
{
	struct fl_arena a;
	struct fl_list list;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(tg_kernel_list(&all, &a, &list, NULL), 0);
	assert_int_equal(list.len, 6); /* three kernels on two machines; no program of a user */
	const struct tg_kernel_choice *c = list.items;
	assert_true(fl_slice_eqs(c[0].name, "ring"));
	assert_int_equal(c[1].machine, DBG_QEMU_RISCV64);
	fl_arena_release(&a);
}

static void test_commands(void **state)
{
	struct fl_arena a;
	struct tg_kernel k;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(read_one("ring", DBG_QEMU_X86_64, &a, &k, NULL), 0);
	same(k.sources, "machine/x86_64/boot.S lib/a.c ring/ring.c", &a);
	same(k.program.sources, "lib/a.c ring/ring.c", &a);
	same(k.fail, "check_failed", &a);
	same(k.panic, "panic", &a);
	assert_true(fl_slice_eqs(k.program.std, "c17"));
	assert_int_equal(k.pass_status, 33);
	same(tg_kernel_compile_argv(&k, FL_S("lib/a.c"), &a),
		"clang-19 -ftrivial-auto-var-init=pattern --target=x86_64-none-elf -O0 -std=c17 "
		"-MD -c lib/a.c -o lib/a.c.o",
		&a);
	same(tg_kernel_link_argv(&k, &a),
		"ld.lld-19 -T k.ld -o kernel.elf machine/x86_64/boot.S.o lib/a.c.o ring/ring.c.o",
		&a);
	struct fl_slice boot = joined(tg_kernel_boot_argv(&k, TG_KERNEL_PLAIN, &a), &a);
	assert_true(fl_slice_starts(boot, "qemu-system-x86_64 -M q35 "));
	assert_true(fl_slice_find(boot, " -kernel kernel.elf ") > 0);
	assert_false(fl_slice_eq(boot, joined(tg_kernel_boot_argv(&k, TG_KERNEL_OTHER, &a), &a)));
	fl_arena_release(&a);
}

/* The standard of the one language is no flag of the other. */
static void test_two_languages(void **state)
{
	struct fl_arena a;
	struct tg_kernel k;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(read_one("tree", DBG_QEMU_X86_64, &a, &k, NULL), 0);
	assert_int_equal(k.program.language, TG_CXX);
	assert_true(fl_slice_eqs(k.program.std, "c++20"));
	struct fl_slice c = joined(tg_kernel_compile_argv(&k, FL_S("lib/a.c"), &a), &a);
	struct fl_slice cxx = joined(tg_kernel_compile_argv(&k, FL_S("tree/tree.cpp"), &a), &a);
	assert_true(fl_slice_starts(c, "clang-19 ") && fl_slice_find(c, "-std=") < 0);
	assert_true(fl_slice_starts(cxx, "clang++-19 ") && fl_slice_find(cxx, "-std=c++20") > 0);
	fl_arena_release(&a);
}

static void test_wrong(void **state)
{
	struct fl_arena a;
	struct tg_kernel k;
	struct fl_error err;
	struct fl_list list;
	struct tg_file none[] = {
		{FL_LIT("faultline.json"), FL_LIT("{\"programs\": [{\"mode\": "
						  "\"kernel\", \"name\": \"x\"}]}")}};
	const struct fl_list bad = {none, 1};
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(read_one("lost", DBG_QEMU_X86_64, &a, &k, &err), FL_EPARSE);
	assert_non_null(strstr(err.message, "sources: a pattern matches no file"));
	assert_int_equal(read_one("none", DBG_QEMU_X86_64, &a, &k, &err), FL_ENOTFOUND);
	assert_int_equal(read_one("ring", DBG_QEMU_AARCH64, &a, &k, &err), FL_ENOTFOUND);
	assert_int_equal(tg_kernel_list(&bad, &a, &list, &err), FL_EPARSE);
	assert_non_null(strstr(err.message, "targets"));
	fl_arena_release(&a);
}

static void test_passed(void **state)
{
	const struct tg_kernel k = {.pass = FL_LIT("all good"), .pass_status = 33};
	struct tg_kernel_boot boot = {.result = {.end = FL_END_EXIT, .exit_status = 33},
		.serial = FL_LIT("ring: 3\nall good\n")};
	struct tg_kernel_boot other = boot;
	(void)state;
	assert_true(tg_kernel_passed(&k, &boot));
	assert_true(tg_kernel_alike(&boot, &other));
	other.serial = FL_S("all good\nring: 3\n"); /* it is the last line */
	assert_false(tg_kernel_passed(&k, &other));
	assert_false(tg_kernel_alike(&boot, &other));
	other.serial = FL_S("ring: 3\nnot all good\n");
	assert_false(tg_kernel_passed(&k, &other));
	boot.result.exit_status = 35;
	assert_false(tg_kernel_passed(&k, &boot));
	boot.result = (struct fl_process_result){.end = FL_END_CPU, .exit_status = -1};
	assert_false(tg_kernel_passed(&k, &boot) || tg_kernel_ended(&boot));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_list),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_two_languages),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_passed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
