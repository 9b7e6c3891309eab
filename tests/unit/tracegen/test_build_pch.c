/*
 * Precompiled headers: taken from the third build on, they change neither gcc's object nor what a
 * compiler says, and a file with other includes does without. Needs a box, as test_verify.c.
 * timeout: 120
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "tests/support/box.h"
#include "tracegen/builds/build.h"

#define INCLUDES "#include <cstdio>\n#include <string>\n"
#define BODY(number)                                                                             \
	"int main()\n{\n\tstd::string s(" number ", 'x');\n\tstd::printf(\"%s\\n\", s.c_str());" \
	"\n\treturn 0;\n}\n"

struct world {
	struct fl_arena arena;
	struct fl_box *box;
	struct tg_program program;
};

static int setup(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	fl_arena_init(&w->arena, 1u << 28);
	*state = w;
	return test_box_open(&w->box);
}

static int teardown(void **state)
{
	struct world *w = *state;
	fl_box_free(w->box);
	fl_arena_release(&w->arena);
	free(w);
	return 0;
}

static void load(struct world *w, enum tg_compiler compiler)
{
	struct fl_error err = {0};
	struct tg_build build;
	int rc = tg_program_single(
		FL_S("x.cpp"), FL_S(INCLUDES BODY("3")), compiler, &w->arena, &w->program, &err);
	rc = rc ? rc : fl_box_clear(w->box, &err);
	rc = rc ? rc : tg_build_setup(w->box, &w->program, &err);
	rc = rc ? rc
		: tg_build_run(w->box, &w->program, TG_SANITIZED, NULL, &w->arena, &build, &err);
	if (rc)
		fail_msg("%s", err.message);
	assert_true(build.ok);
}

static struct tg_build build(struct world *w, enum tg_build_kind kind, const char *text)
{
	struct fl_error err = {0};
	struct tg_build b;
	struct tg_file changed = {FL_S("x.cpp"), fl_slice_str(text)};
	if (tg_build_run(
		    w->box, &w->program, kind, &(struct fl_list){&changed, 1}, &w->arena, &b, &err))
		fail_msg("%s", err.message);
	return b;
}

static struct fl_slice file(struct world *w, const char *name)
{
	struct fl_buf b;
	fl_buf_init(&b, 64 << 20);
	assert_int_equal(fl_box_get(w->box, name, &b, NULL), 0);
	struct fl_slice s = fl_arena_slice(&w->arena, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

static void makes_the_same(void **state)
{
	struct world *w = *state;
	for (int compiler = TG_GCC; compiler <= TG_CLANG; compiler++) {
		load(w, (enum tg_compiler)compiler);
		assert_true(build(w, TG_SANITIZED, INCLUDES BODY("4")).ok);
		struct fl_slice without = file(w, "x.o");
		assert_true(fl_slice_eqs(file(w, "pch/san0.state"), "once"));
		assert_true(build(w, TG_SANITIZED, INCLUDES BODY("4")).ok);
		assert_true(fl_slice_eqs(file(w, "pch/san0.state"), "made"));
		if (compiler == TG_GCC)
			assert_true(fl_slice_eq(without, file(w, "x.o")));
		assert_int_equal(tg_build_clean(w->box, &w->program, NULL), 0);
		assert_true(fl_slice_eqs(file(w, "pch/san0.state"), "made"));
		assert_true(build(w, TG_SANITIZED, INCLUDES BODY("5")).ok);
		/* What does not compile is said by the command without it. */
		struct tg_build bad = build(w, TG_SANITIZED, INCLUDES BODY("five"));
		assert_false(bad.ok);
		assert_true(fl_slice_find(bad.diagnostics, "five") >= 0);
		assert_false(build(w, TG_SANITIZED, "#include <cstdio>\n" BODY("5")).ok);
	}
}

/* Twice the same failure: the second time with the headers of the first, but where they differ. */
static void says_the_same(void **state)
{
	static const char *const faults[] = {INCLUDES BODY("three"), INCLUDES BODY("3 3"),
		INCLUDES BODY("3, 3"), "#include <cstdio>\n" BODY("3")};
	struct world *w = *state;
	for (int compiler = TG_GCC; compiler <= TG_CLANG; compiler++) {
		load(w, (enum tg_compiler)compiler);
		for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
			struct fl_error err = {0};
			struct tg_file changed = {FL_S("x.cpp"), fl_slice_str(faults[i])};
			struct tg_build again, first = build(w, TG_PLAIN, faults[i]);
			assert_false(first.ok);
			assert_true(first.diagnostics.len > 0);
			assert_int_equal(tg_build_again(w->box, &w->program, TG_PLAIN,
						 &(struct fl_list){&changed, 1}, &first, &w->arena,
						 &again, &err),
				0);
			assert_false(again.ok);
			assert_true(fl_slice_eq(first.diagnostics, again.diagnostics));
		}
		assert_true(fl_slice_eqs(file(w, "pch/obj0.state"), "made"));
	}
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test_setup_teardown(makes_the_same, setup, teardown),
		cmocka_unit_test_setup_teardown(says_the_same, setup, teardown),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}
