/* What linkers miss, and the library that has it. The texts are of ld.bfd 2.40, gold and lld 19. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "tracegen/builds/libs.h"

static const struct {
	const char *said, *has, *libs;
} cases[] = {
	{"/usr/bin/ld: /tmp/ccE1.o: in function `root':\nm.c:(.text+0x1f): undefined reference to "
	 "`sqrt'\ncollect2: error: ld returned 1 exit status\n",
		"", "-lm"},
	{"m.c:4: error: undefined reference to 'sqrtf'\nm.c:5: error: undefined reference to "
	 "'cosl'\n",
		"", "-lm"},
	{"ld.lld: error: undefined symbol: deflateInit_\n>>> referenced by m.c:9\n"
	 "ld.lld: error: undefined symbol: pow\n",
		"", "-lz -lm"},
	{"m.c:9: undefined reference to `sqrt'\n", "-lm", ""},
	{"m.c:9: undefined reference to `square'\n", "", ""},
	{"m.c:9: undefined reference to `logical'\n", "", ""},
	{"m.c:9: undefined reference to `pthread_create'\nm.c:10: undefined reference to "
	 "`dlopen'\n",
		"", "-lpthread -ldl"},
	{"m.c:9:5: error: expected ';'\n", "", ""},
};

static void wanted(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct fl_arena a;
		struct fl_slice one = fl_slice_str(cases[i].has);
		struct fl_list has = {&one, one.len > 0}, libs;
		char text[200] = "";
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(
			tg_libs_wanted(fl_slice_str(cases[i].said), &has, &a, &libs, NULL), 0);
		for (size_t k = 0; k < libs.len; k++)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s",
				k ? " " : "", ((struct fl_slice *)libs.items)[k].ptr);
		assert_string_equal(text, cases[i].libs);
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(wanted)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
