/* Firmware: mode and processor by a project's own files, and by what its targets are built with. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/firmware/firmware.h"
#include "platform/make/make.h"

static void check(
	const struct plat_project *p, const char *name, enum plat_what what, const char *expected)
{
	const struct plat_target *t = p->targets.items;
	struct fl_buf b;
	fl_buf_init(&b, 1 << 12);
	for (size_t i = 0; i < p->targets.len; i++) {
		const struct plat_setting *s = t[i].settings.items;
		for (size_t j = 0; fl_slice_eqs(t[i].name, name) && j < t[i].settings.len; j++)
			if (s[j].what == what && !s[j].removed)
				fl_buf_printf(&b, "%s%.*s", b.len ? " " : "", FL_ARG(s[j].value));
	}
	assert_string_equal(b.data, expected);
	fl_buf_release(&b);
}

static void test_platformio(void **state)
{
	(void)state;
	static const struct plat_tree_file files[] = {
		{FL_LIT("platformio.ini"),
			FL_LIT("[common]\nflags = -Wall ; all\n\n[env]\nframework = arduino\n"
			       "build_flags = ${common.flags}\n\n[env:uno]\nplatform = atmelavr\n"
			       "board = uno\n\n[env:c3]\nplatform = espressif32@^6.1.0\n"
			       "board = esp32-c3-devkitm-1\nbuild_flags =\n\t${env.build_flags}\n"
			       "\t-DC3\n\n[env:host]\nextends = env:uno\nplatform = native\n"
			       "[env:odd]\nplatform = espressif32\nboard = of_my_own\n")},
		{FL_LIT("src/main.cpp"), FL_LIT("")},
	};
	struct plat_tree t;
	struct plat_project p;
	struct fl_arena a;
	fl_arena_init(&a, 8 << 20);
	plat_tree_of(&t, files, 2);
	assert_int_equal(plat_firmware_read(&t, FL_S(""), &a, &p, NULL), 0);
	assert_int_equal(p.targets.len, 4);
	check(&p, "uno", PLAT_MODE, "firmware");
	check(&p, "uno", PLAT_ARCH, "avr");
	check(&p, "uno", PLAT_FLAG, "-Wall");
	check(&p, "c3", PLAT_ARCH, "riscv32");
	check(&p, "c3", PLAT_FLAG, "-Wall -DC3");
	check(&p, "host", PLAT_MODE, "");
	check(&p, "odd", PLAT_MODE, "firmware");
	check(&p, "odd", PLAT_ARCH, "");
	const struct plat_target *first = p.targets.items;
	assert_int_equal(first->sources.len, 1);
	fl_arena_release(&a);
}

static void test_others(void **state)
{
	(void)state;
	static const struct plat_tree_file files[] = {
		{FL_LIT("z/prj.conf"), FL_LIT("CONFIG_GPIO=y\n")},
		{FL_LIT("z/CMakeLists.txt"),
			FL_LIT("set(BOARD nrf52840dk_nrf52840)\nfind_package(Zephyr)\n")},
		{FL_LIT("e/sdkconfig"), FL_LIT("CONFIG_IDF_TARGET=\"esp32s3\"\n")},
		{FL_LIT("e/CMakeLists.txt"), FL_LIT("project(x)\n")},
		{FL_LIT("blink/blink.ino"), FL_LIT("")},
		{FL_LIT("n/CMakeLists.txt"), FL_LIT("project(x)\n")},
	};
	struct plat_tree t;
	struct plat_project p;
	struct fl_arena a;
	fl_arena_init(&a, 8 << 20);
	plat_tree_of(&t, files, 6);
	assert_int_equal(plat_firmware_read(&t, FL_S("z"), &a, &p, NULL), 0);
	check(&p, "app", PLAT_ARCH, "armv7e-m");
	assert_int_equal(plat_firmware_read(&t, FL_S("e"), &a, &p, NULL), 0);
	check(&p, "app", PLAT_ARCH, "xtensa");
	check(&p, "app", PLAT_MODE, "firmware");
	assert_int_equal(plat_firmware_read(&t, FL_S("blink"), &a, &p, NULL), 0);
	check(&p, "blink", PLAT_MODE, "firmware");
	assert_int_equal(plat_firmware_read(&t, FL_S("n"), &a, &p, NULL), FL_ENOTFOUND);
	fl_arena_release(&a);
}

static void mark(const char *makefile, const char *script, const char *mode, const char *arch)
{
	const struct plat_tree_file files[] = {
		{FL_LIT("Makefile"), fl_slice_str(makefile)},
		{FL_LIT("a.c"), FL_LIT("")},
		{FL_LIT("link.ld"), fl_slice_str(script)},
	};
	struct plat_tree t;
	struct plat_project p;
	struct fl_arena a;
	fl_arena_init(&a, 8 << 20);
	plat_tree_of(&t, files, 3);
	assert_int_equal(plat_make_read(&t, FL_S(""), &a, &p, NULL), 0);
	assert_int_equal(plat_firmware_mark(&t, &a, &p, NULL), 0);
	check(&p, "x.elf", PLAT_MODE, mode);
	check(&p, "x.elf", PLAT_ARCH, arch);
	fl_arena_release(&a);
}

static void test_marks(void **state)
{
	(void)state;
	mark("CROSS = arm-none-eabi-\nx.elf: a.c\n\t$(CROSS)gcc -mcpu=cortex-m3 -o $@ $<\n", "",
		"firmware", "armv7-m");
	mark("x.elf: a.c\n\tavr-gcc -mmcu=atmega328p -o $@ $<\n", "", "firmware", "avr");
	mark("x.elf: a.c\n\tgcc -nostartfiles -T link.ld -o $@ $<\n",
		"OUTPUT_ARCH( \"riscv\" )\nOUTPUT_FORMAT(elf64-littleriscv)\nMEMORY\n{\n}\n",
		"firmware", "riscv64");
	mark("x.elf: a.c\n\tgcc -m32 -ffreestanding -nostdlib -o $@ $<\n", "", "firmware", "i386");
	mark("x.elf: a.c\n\taarch64-linux-gnu-gcc -o $@ $<\n", "", "", "aarch64");
	mark("x.elf: a.c\n\tgcc -ffreestanding -o $@ $<\n", "", "", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_platformio),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_marks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
