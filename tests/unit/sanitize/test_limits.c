/* A compiler that does not come to an end is stopped, and that is told.
 * timeout: 120 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "base/sandbox/sandbox.h"
#include "sanitize/project/project.h"
#include "sanitize/run/run.h"

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

struct made {
	struct fl_box *box;
	struct fl_arena a;
	struct san_build build;
	struct san_project_built built;
};

/* A project of this makefile and the sources of `cases`, by their number. */
static void make(struct made *m, const char *makefile, unsigned wall_ms)
{
	const struct san_program program = {
		.tools = {SAN_GCC, {"gcc", "g++"}, NULL}, .command = "true"};
	const struct san_project project = {.build = "make -k -j2",
		.wall_ms = wall_ms,
		.compilers = {.cpu_ms = CPU_MS, .wall_ms = 3 * CPU_MS}};
	struct fl_error err;
	fl_arena_init(&m->a, 1 << 30);
	assert_int_equal(fl_box_new(NULL, &m->box, &err), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		char name[64];
		snprintf(name, sizeof(name), SAN_PROJECT_DIR "/%zu%s", i, cases[i].name);
		assert_int_equal(
			fl_box_put(m->box, name, fl_slice_str(cases[i].source), 0644, &err), 0);
	}
	assert_int_equal(
		fl_box_put(m->box, SAN_PROJECT_DIR "/Makefile", fl_slice_str(makefile), 0644, &err),
		0);
	assert_int_equal(san_project_build(m->box, &program, &project, SAN_MODE_NONE, &m->a,
				 &m->build, &m->built, &err),
		0);
}

static void drop(struct made *m)
{
	fl_arena_release(&m->a);
	fl_box_free(m->box);
}

#define assert_text(s, wanted)                                       \
	do {                                                         \
		if (!fl_slice_eqs(s, wanted))                        \
			fail_msg("%.*s, not %s", FL_ARG(s), wanted); \
	} while (0)

/* The compilers of a project have limits of their own; who only fails has not passed them. */
static void names_what_has_no_end(void **state)
{
	struct made m;
	(void)state;
	make(&m,
		"all: 0a.o 1a.o 3a.o 5a.o\n"
		"3a.o: 3a.cpp\n\tg++ -std=c++20 -c -o $@ $<\n",
		60000);
	if (m.build.end != FL_END_EXIT || m.build.ok)
		fail_msg("end %s: %.*s", fl_end_names[m.build.end], FL_ARG(m.built.said));
	assert_true(fl_slice_find(m.built.said, "1a.c:1:25: error: ") >= 0);
	bool first = fl_slice_starts(m.built.limited, "3");
	assert_text(m.built.limited, first ? "3a.cpp\n5a.c\n" : "5a.c\n3a.cpp\n");
	assert_text(m.built.running, "");
	drop(&m);
}

static void names_what_hangs(void **state)
{
	struct made m;
	(void)state;
	make(&m, "all: ; @echo first; sleep 1000 & sleep 2000; echo never\n", 1500);
	assert_int_equal(m.build.end, FL_END_WALL);
	assert_text(m.built.running, "sleep 1000\nsleep 2000\n");
	assert_text(m.built.limited, "");
	assert_true(fl_slice_find(m.built.said, "first") >= 0);
	assert_true(fl_slice_find(m.built.said, "\nnever") < 0);
	drop(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(stops_what_has_no_end),
		cmocka_unit_test(names_what_has_no_end), cmocka_unit_test(names_what_hangs)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
