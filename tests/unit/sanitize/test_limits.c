/* A compiler that does not come to an end is stopped, and that is told.
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "base/sandbox.h"
#include "sanitize/run/build.h"

/*
 * On a machine that is busy with other things a compiler may come to the end of its time before that
 * of its CPU time: one limit is as good as the other, but that there is one.
 */
enum {
	CPU_MS = 1000,
	EXIT = 1 << FL_END_EXIT,
	WALL = 1 << FL_END_WALL,
	LIMIT = 1 << FL_END_CPU | 1 << FL_END_MEMORY | WALL,
};

static const struct {
	const char *name, *source;
	bool ok;
	unsigned ends; /* bits: one of them */
} cases[] = {
	{"a.c", "int main(void) { return 0; }\n", true, EXIT},
	{"a.c", "int main(void) { return x; }\n", false, EXIT},
	/* what a source says of limits is no limit */
	{"a.c", "#error CPU time limit exceeded\n", false, EXIT},
	{"a.cpp",
		"template <class T, int> struct p {};\n"
		"template <class T, int N> constexpr int f() { if constexpr (N > 0) return "
		"f<p<T, 0>, N - 1>() + f<p<T, 1>, N - 1>(); return 0; }\n"
		"int main() { return f<int, 22>(); }\n",
		false, LIMIT},
	/* no end, in a device and in what it writes itself */
	{"a.c", "#include \"/dev/zero\"\n", false, LIMIT},
	{"a.c", "#include \"/proc/self/fd/1\"\nint main(void) { return 0; }\n", false, WALL},
};

static void stops_what_has_no_end(void **state)
{
	(void)state;
	static const struct san_toolchain tools = {SAN_GCC, {"gcc", "g++"}, NULL};
	struct fl_box *box;
	struct fl_error err;
	const struct fl_box_opts opts = {.memory_max = (size_t)1 << 30};
	assert_int_equal(fl_box_new(&opts, &box, &err), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct fl_arena a;
		struct san_build build;
		struct san_file file = {.path = fl_slice_str(cases[i].name),
			.content = fl_slice_str(cases[i].source)};
		struct san_program program = {.files = {&file, 1}, .tools = tools};
		const enum san_mode modes[] = {SAN_MODE_ADDRESS};
		program.language = fl_slice_ends(file.path, ".cpp") ? SAN_CXX : SAN_C;
		program.std[SAN_CXX] = "c++20";
		fl_arena_init(&a, 1 << 30);
		assert_int_equal(
			san_build_all(box, &program, modes, 1, 2, CPU_MS, &a, &build, &err), 0);
		if (build.ok != cases[i].ok || !(cases[i].ends & 1U << build.end))
			fail_msg("case %zu: ok %d, end %s: %.*s", i, build.ok,
				fl_end_names[build.end], FL_ARG(build.diagnostics));
		fl_arena_release(&a);
	}
	fl_box_free(box);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(stops_what_has_no_end)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
