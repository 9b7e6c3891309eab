/*
 * Crashes of programs that no sanitizer watches: in the box, with gdb. The places that are expected
 * are those of the sources below.
 * labels: needs-gdb
 * timeout: 300
 */
#include "trace_world.h"

#include "tracegen/crash.h"
#include "tracegen/verify.h"

static const char null_text[] = "static int inner(int *p)\n"
				"{\n"
				"	return *p;\n"
				"}\n"
				"int outer(int *p)\n"
				"{\n"
				"	return 1 + inner(p);\n"
				"}\n"
				"int main(void)\n"
				"{\n"
				"	return outer(0);\n"
				"}\n";

static const char free_text[] = "#include <cstdlib>\n"
				"struct box { char *p; ~box() { free(p); } };\n"
				"int main()\n"
				"{\n"
				"	box a{static_cast<char *>(malloc(9))};\n"
				"	box b{a.p};\n"
				"}\n";

/* Generated code says where it comes from: by a name, with a directory, from the root. */
static const char line_text[] = "static int inner(int *p)\n"
				"{\n"
				"	return *p;\n"
				"}\n"
				"#line 30 \"named.y\"\n"
				"static int by_name(int *p)\n"
				"{\n"
				"	return 1 + inner(p);\n"
				"}\n"
				"#line 40 \"src/below.y\"\n"
				"static int below(int *p)\n"
				"{\n"
				"	return 1 + by_name(p);\n"
				"}\n"
				"#line 50 \"/box/src/rooted.y\"\n"
				"int main(void)\n"
				"{\n"
				"	return below(0);\n"
				"}\n";

/* It fails at another line when it is watched by the second of the runs. */
static const char moody_text[] = "#include <stdlib.h>\n"
				 "int main(void)\n"
				 "{\n"
				 "	if (getenv(\"FL_CRASH_PADDING\"))\n"
				 "		abort();\n"
				 "	abort();\n"
				 "}\n";

static int stack_of(struct world *w, const char *suffix, const char *text, int signal,
	struct san_report *report)
{
	char file[32], command[128];
	struct fl_error err = {0};
	snprintf(file, sizeof(file), "prog.%s", suffix);
	OK(fl_box_put(w->box, file, fl_slice_str(text), 0644, &err_));
	snprintf(command, sizeof(command), "%s -g -O0 %s -o prog",
		strcmp(suffix, "c") ? "g++" : "gcc", file);
	run_in_box(w, command, NULL);
	fl_object_reset(&san_report_shape, report);
	report->kind = FL_S("crash");
	struct tg_crash_spec spec = {.binary = FL_BOX_DIR "/prog",
		.env = env,
		.signal = signal,
		.wall_ms = 20000,
		.cpu_s = 5};
	return tg_crash_stack(w->engine, &spec, &w->arena, report, &err);
}

static const struct san_frame *frame_of(const struct san_report *r, size_t at)
{
	const struct san_stack *stack = r->stacks.items;
	assert_int_equal(r->stacks.len, 1);
	assert_int_equal(stack->role, SAN_ROLE_ACCESS);
	assert_true(at < stack->frames.len);
	return (const struct san_frame *)stack->frames.items + at;
}

static void segv_has_its_stack(void **state)
{
	struct san_report r;
	assert_int_equal(stack_of(*state, "c", null_text, SIGSEGV, &r), 0);
	static const struct {
		const char *function;
		int line;
	} frames[] = {{"inner", 3}, {"outer", 7}, {"main", 11}};
	for (size_t i = 0; i < 3; i++) {
		assert_true(fl_slice_eqs(frame_of(&r, i)->function, frames[i].function));
		assert_true(fl_slice_eqs(frame_of(&r, i)->file, "prog.c"));
		assert_int_equal(frame_of(&r, i)->line, frames[i].line);
	}
	assert_int_equal(((const struct san_stack *)r.stacks.items)->frames.len, 3);
	assert_true(fl_slice_eqs(r.file, "prog.c") && fl_slice_eqs(r.function, "inner"));
	assert_int_equal(r.line, 3);
	assert_int_equal(r.hash.len, 16);
}

/* Frames of the library stand before the program's own and are not blamed. */
static void abort_blames_the_program(void **state)
{
	struct san_report r;
	assert_int_equal(stack_of(*state, "cpp", free_text, SIGABRT, &r), 0);
	assert_true(fl_slice_eqs(r.file, "prog.cpp"));
	assert_true(fl_slice_eqs(r.function, "box::~box"));
	assert_int_equal(r.line, 2);
	assert_false(frame_of(&r, 0)->user);
}

/* Files below the box's directory have their names there, however #line has them. */
static void names_by_line_are_relative(void **state)
{
	struct san_report r;
	assert_int_equal(stack_of(*state, "c", line_text, SIGSEGV, &r), 0);
	static const struct {
		const char *file;
		int line;
	} frames[] = {{"prog.c", 3}, {"named.y", 32}, {"src/below.y", 42}, {"src/rooted.y", 52}};
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(frame_of(&r, i)->file.ptr, frames[i].file);
		assert_int_equal(frame_of(&r, i)->line, frames[i].line);
		assert_true(frame_of(&r, i)->user);
	}
}

static void other_ends_are_refused(void **state)
{
	struct san_report r;
	assert_int_equal(
		stack_of(*state, "c", "int main(void) { return 0; }", SIGSEGV, &r), FL_EREFUSED);
	assert_int_equal(stack_of(*state, "c", null_text, SIGABRT, &r), FL_EREFUSED);
	assert_int_equal(stack_of(*state, "c", moody_text, SIGABRT, &r), FL_EREFUSED);
	assert_int_equal(r.stacks.len, 0);
}

/* The same fault twice: crashes as a person builds it, ends by itself, or is not even tried. */
static void plain_builds_are_judged(void **state)
{
	struct world *w = *state;
	static const char text[] = "#include <stdio.h>\n"
				   "static int a[4] = {1, 2, 3, 4};\n"
				   "int main(void)\n"
				   "{\n"
				   "	int *p = &a[3];\n"
				   "	printf(\"%d\\n\", *p);\n"
				   "	return 0;\n"
				   "}\n";
	static const struct {
		const char *to;
		enum tg_status status;
		const char *kind;
	} cases[] = {
		{"&a[3] + 1", TG_SURVIVED, ""},
		{"(int *)0", TG_OBSERVED, "segv"},
		{"no", TG_NOT_COMPILED, ""},
		{"({ for (;;) ; (int *)0; })", TG_OBSERVED, "timeout"},
		{"(__builtin_abort(), (int *)0)", TG_OBSERVED, "abrt"},
	};
	struct tg_program program;
	struct tg_baseline baseline;
	OK(tg_program_single(FL_S("a.c"), fl_slice_str(text), TG_GCC, &w->arena, &program, &err_));
	OK(tg_baseline_run(w->box, &program, NULL, &w->arena, &baseline, &err_));
	assert_int_equal(baseline.refusal, TG_REFUSED_NONE);
	assert_true(baseline.plain_runs);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ptrdiff_t at = fl_slice_find(fl_slice_str(text), "&a[3]");
		struct tg_site site = {.op = FL_S("arith"),
			.file = FL_S("a.c"),
			.start = at,
			.end = at + 5,
			.original = FL_S("&a[3]"),
			.replacement = fl_slice_str(cases[i].to)};
		struct tg_outcome o;
		OK(tg_verify_crash(w->box, &program, &baseline, &site, NULL, &w->arena, &o, &err_));
		if (o.status != cases[i].status ||
			(o.status == TG_OBSERVED && !fl_slice_eqs(o.evidence.kind, cases[i].kind)))
			fail_msg("%s: %s \"%.*s\"", cases[i].to, tg_status_names.words[o.status],
				FL_ARG(o.evidence.kind));
	}
}

/* What prints another thing without sanitizers has no plain baseline. */
static void plain_baseline_must_agree(void **state)
{
	struct world *w = *state;
	struct tg_program program;
	struct tg_baseline baseline;
	OK(tg_program_single(FL_S("a.c"),
		FL_S("#include <stdio.h>\n"
		     "int main(void)\n{\n"
		     "#ifdef __SANITIZE_ADDRESS__\n	puts(\"a\");\n#endif\n"
		     "	return 0;\n}\n"),
		TG_GCC, &w->arena, &program, &err_));
	OK(tg_baseline_run(w->box, &program, NULL, &w->arena, &baseline, &err_));
	assert_int_equal(baseline.refusal, TG_REFUSED_NONE);
	assert_true(baseline.plain_ok);
	assert_false(baseline.plain_runs);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(segv_has_its_stack, start, finish),
		cmocka_unit_test_setup_teardown(abort_blames_the_program, start, finish),
		cmocka_unit_test_setup_teardown(names_by_line_are_relative, start, finish),
		cmocka_unit_test_setup_teardown(other_ends_are_refused, start, finish),
		cmocka_unit_test_setup_teardown(plain_builds_are_judged, start, finish),
		cmocka_unit_test_setup_teardown(plain_baseline_must_agree, start, finish),
	};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
