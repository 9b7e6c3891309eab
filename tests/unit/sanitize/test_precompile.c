/* Headers that are read before: what they come to, and what of them is told when there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/sandbox/sandbox.h"
#include "sanitize/run/precompile.h"
#include "sanitize/run/tools.h"

enum { CPU_MS = 60000 };

static const struct {
	const char *text;
	bool made, code;
} cases[] = {
	{"#include <cstddef>\n", true, false},
	/* it is refused, with words, which is no error */
	{"#include <no-such-header>\n", false, false},
	/* it is taken, with words */
	{"#warning old\n#include <cstddef>\n", true, false},
	{"#include <vector>\ntemplate class std::vector<int>;\n", true, true},
	/* its code cannot be linked with */
	{"#include <filesystem>\n", false, true},
	/* no comparison of these: nothing comes out, the headers neither */
	{"#include <set>\nstruct s {};\ntemplate class std::set<s>;\n", false, true},
};

static void made_or_refused(void **state)
{
	struct fl_box_opts opts = {.memory_max = (size_t)2 << 30};
	struct san_program p = {.language = SAN_CXX};
	struct fl_arena a;
	struct fl_box *box;
	struct fl_error err;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	if (san_toolchain_newest_clang(SAN_CXX, &a, &p.tools, &err) ||
		fl_box_new(&opts, &box, &err)) {
		print_message("not here: %s\n", err.message);
		fl_arena_release(&a);
		skip();
	}
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_buf made, code;
		fl_buf_init(&made, SAN_HEADERS_MAX);
		fl_buf_init(&code, SAN_HEADERS_MAX);
		int rc = san_precompile(box, &p, SAN_MODE_NONE, fl_slice_str(cases[i].text), CPU_MS,
			&made, cases[i].code ? &code : NULL, &err);
		if (rc)
			fail_msg("%s: %s", cases[i].text, err.message);
		assert_int_equal(made.len > 0, cases[i].made);
		assert_int_equal(code.len > 0, cases[i].made && cases[i].code);
		fl_buf_release(&made);
		fl_buf_release(&code);
	}
	fl_box_free(box);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(made_or_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
