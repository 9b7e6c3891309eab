/* Reports of programs whose debug information is of lines alone: those of the whole one.
 * timeout: 180 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/literal/literal.h"
#include "sanitize/report/report.h"
#include "sanitize/run/run.h"
#include "sanitize/run/tools.h"
#include "tests/support/box.h"

#define INLINED "__attribute__((always_inline)) inline "

static const struct {
	const char *source, *optimised;
	const char *wanted; /* stands in the report */
} cases[] = {
	{"namespace n { struct s { int v[3];\n"
	 "template <class T> " INLINED "T get(T i) { int *p = v; return p[i]; } }; }\n"
	 "int main(int c, char **) {\n"
	 "\tn::s s{{1, 2, 3}};\n"
	 "\treturn [&](int i) { return s.get<long>(i); }(c + 4);\n}\n",
		NULL, "n::s::get"},
	{"namespace { int table[4]; template <class T> T at(T i) { int *p = table; return p[i]; } "
	 "}\n"
	 "int main(int c, char **) { return at(c + 4); }\n",
		"-O2", "::at"},
	{"struct node { int v; ~node(); int *p; };\n"
	 "node::~node() { delete p; }\n"
	 "int main() { node n{1, new int(2)}; delete n.p; return n.v; }\n",
		NULL, "node::~node"},
	{"struct grid { int side; int cell(int i) const { int v[4] = {}; return v[i]; } };\n"
	 "int main(int c, char **) { grid g{c}; return g.cell(c + 4); }\n",
		NULL, "grid::cell"},
	{"#include <vector>\n"
	 "int main() { std::vector<int> v(3); int *p = v.data(); v.resize(100);\n\treturn *p; }\n",
		NULL, "main"},
};

static void report_of(struct fl_box *box, const struct san_toolchain *clang, size_t i, bool lines,
	struct fl_buf *out)
{
	const char *const flags[] = {cases[i].optimised, NULL};
	struct san_file file = {.path = FL_S("main.cpp"), .content = fl_slice_str(cases[i].source)};
	struct san_program program = {.files = {&file, 1},
		.tools = *clang,
		.language = SAN_CXX,
		.lines = lines,
		.flags = flags};
	const enum san_mode mode = SAN_MODE_ADDRESS_UNDEFINED;
	struct san_run_opts opts = {.runs = 1, .cpu_ms = 20000};
	struct san_build build;
	struct san_run run = {0};
	struct fl_error err;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 30);
	assert_int_equal(
		san_build_all(box, &program, &mode, 1, 1, FL_COMPILE_CPU_MS, &a, &build, &err), 0);
	if (!build.ok)
		fail_msg("case %zu: %.*s", i, FL_ARG(build.diagnostics));
	assert_int_equal(san_run_one(box, &program, &build, &opts, 0, &a, &run, &err), 0);
	assert_int_equal(run.reports.len, 1);
	struct fl_item item = {.shape = &san_report_shape, .object = run.reports.items};
	const struct fl_items items = {.at = &item, .len = 1};
	fl_literal_write(out, &items, FL_TERSE, FL_MARK_DEBUG);
	fl_arena_release(&a);
}

static void same_reports(void **state)
{
	struct san_toolchain clang;
	struct fl_error err;
	struct fl_arena a;
	struct fl_box *box;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	if (san_toolchain_newest_clang(SAN_CXX, &a, &clang, &err))
		skip();
	assert_int_equal(test_box_open(&box), 0);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct fl_buf whole, lines;
		fl_buf_init(&whole, 1 << 20);
		fl_buf_init(&lines, 1 << 20);
		report_of(box, &clang, i, false, &whole);
		report_of(box, &clang, i, true, &lines);
		assert_string_equal(whole.data, lines.data);
		if (!strstr(lines.data, cases[i].wanted))
			fail_msg("case %zu: %s", i, lines.data);
		fl_buf_release(&whole);
		fl_buf_release(&lines);
	}
	fl_box_free(box);
	fl_arena_release(&a);
}

/* A debugger reads more, and gcc's are as they were. */
static void only_where_they_do(void **state)
{
	(void)state;
	assert_non_null(*san_lines_flags(SAN_MODE_ADDRESS, SAN_CLANG));
	assert_null(*san_lines_flags(SAN_MODE_NONE, SAN_CLANG));
	assert_null(*san_lines_flags(SAN_MODE_ADDRESS, SAN_GCC));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_reports),
		cmocka_unit_test(only_where_they_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
