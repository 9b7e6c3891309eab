/* How programs are linked: what a driver says of it, and that the same comes out without it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/arena.h"
#include "base/sandbox/sandbox.h"
#include "sanitize/run/linking.h"
#include "sanitize/run/tools.h"

enum { CPU_MS = 60000 };

/* Of a `said` that is understood: how many words it has; 0: it is not. */
static const struct {
	const char *said;
	size_t words;
} cases[] = {
	{"Debian clang version 19.1.7\nTarget: x86_64-pc-linux-gnu\n"
	 " \"/usr/bin/ld.lld-19\" \"-o\" \"" SAN_LINK_BINARY "\" \"" SAN_LINK_OBJECT "\" \"-lc\"\n",
		5},
	/* a quote and a backslash in a word, blanks and no line's end behind the last */
	{" \"/a \\\"b\\\\c/ld.lld\" \"" SAN_LINK_OBJECT "\" \"" SAN_LINK_BINARY "\"  ", 3},
	/* the last command is the linker's, behind that of a compiler */
	{" \"/usr/bin/clang\" \"-cc1\"\n \"lld\" \"" SAN_LINK_OBJECT "\" \"" SAN_LINK_BINARY "\"\n",
		3},
	{"", 0},
	{"clang: error: no such file\n", 0},
	{" \"/usr/bin/ld\" \"-o\" \"" SAN_LINK_BINARY "\" \"" SAN_LINK_OBJECT "\"\n", 0},
	{" \"ld.lld\" \"" SAN_LINK_OBJECT "\"\n", 0},
	{" \"ld.lld\" \"" SAN_LINK_BINARY "\" \"" SAN_LINK_OBJECT "\" \"" SAN_LINK_OBJECT "\"\n",
		0},
	{" \"ld.lld\" \"" SAN_LINK_BINARY "\" \"" SAN_LINK_OBJECT "\" \"open\n", 0},
	{" \"ld.lld\" \"" SAN_LINK_BINARY "\" \"" SAN_LINK_OBJECT "\" bare\n", 0},
};

static void words_are_read(void **state)
{
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *const *words = san_linking_read(fl_slice_str(cases[i].said), &a);
		size_t n = 0;
		while (words && words[n])
			n++;
		if (n != cases[i].words)
			fail_msg("%zu words and not %zu: %s", n, cases[i].words, cases[i].said);
	}
	assert_string_equal(*san_linking_read(fl_slice_str(cases[1].said), &a), "/a \"b\\c/ld.lld");
	fl_arena_release(&a);
}

static void flags_of_the_linker(void **state)
{
	static const char *const plain[] = {"-O2", "-DX=1", "-Wall", "-Wno-all", "-Iinc", NULL};
	static const char *const not [] = {"-lz", "-L.", "-m32", "-fuse-ld=bfd", "-Wl,-s", "-Wa,-x",
		"-static", "-Ofast", "-pthread", "-Wp,-x"};
	(void)state;
	assert_true(san_linking_is_plain(NULL));
	assert_true(san_linking_is_plain(plain));
	for (size_t i = 0; i < sizeof(not ) / sizeof(not [0]); i++) {
		const char *const flags[] = {"-O1", not [i], NULL};
		assert_false(san_linking_is_plain(flags));
	}
}

/* The same bytes with and without the driver; a program that nothing links has the driver's words. */
static void same_binary(struct fl_box *box, struct san_program *p, enum san_mode mode,
	struct fl_slice text, struct fl_arena *a)
{
	struct san_file file = {.path = FL_S("main.cpp"), .content = text};
	struct san_build with = {0}, without = {0};
	struct fl_error err;
	p->files = (struct fl_list){.items = &file, .len = 1};
	p->link = NULL;
	if (san_build_all(box, p, &mode, 1, 1, CPU_MS, a, &without, &err) ||
		san_linking_find(box, p, mode, a, &p->link, &err) ||
		san_build_all(box, p, &mode, 1, 1, CPU_MS, a, &with, &err))
		fail_msg("%s", err.message);
	assert_non_null(p->link);
	assert_int_equal(with.ok, without.ok);
	assert_true(fl_slice_eq(with.diagnostics, without.diagnostics));
	assert_true(fl_slice_eq(with.binary, without.binary));
}

static void the_same_comes_out(void **state)
{
	struct fl_box_opts opts = {.memory_max = (size_t)2 << 30};
	struct san_program p = {.language = SAN_CXX, .linker = "lld"};
	struct fl_arena a;
	struct fl_box *box;
	struct fl_error err;
	(void)state;
	fl_arena_init(&a, (size_t)1 << 30);
	if (san_toolchain_newest_clang(SAN_CXX, &a, &p.tools, &err) ||
		!san_tool_installed("ld.lld-19") || fl_box_new(&opts, &box, &err)) {
		print_message("not here: clang 19 with its lld, or a sandbox\n");
		fl_arena_release(&a);
		if (getenv("CI"))
			fail();
		skip();
	}
	static const enum san_mode modes[] = {
		SAN_MODE_ADDRESS_UNDEFINED, SAN_MODE_THREAD, SAN_MODE_NONE};
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		same_binary(box, &p, modes[i],
			FL_S("int main() { return new int[2] == nullptr; }\n"), &a);
		same_binary(
			box, &p, modes[i], FL_S("int none(); int main() { return none(); }\n"), &a);
	}
	fl_box_free(box);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_are_read),
		cmocka_unit_test(flags_of_the_linker),
		cmocka_unit_test(the_same_comes_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
