/* Prompts: which code is shown follows from the evidence and the budget, never from the edits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/record/prompt.h"
#include "record_sample.h"

static struct fl_arena arena;

static int setup(void **state)
{
	(void)state;
	fl_arena_init(&arena, 64 << 20);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fl_arena_release(&arena);
	return 0;
}

static const char list_c[] = "#include \"list.h\"\n"
			     "int first(void)\n{\n\treturn 1;\n}\n"
			     "int second(void)\n{\n\treturn 3;\n}\n"
			     "int third(void)\n{\n\treturn 4;\n}";

/* A program of five files whose evidence is a crash in src/list.c, line 8. */
static struct ds_record *five_files(int64_t budget)
{
	struct ds_record *r = sample_record(&arena, 1);
	struct tg_file *f = fl_arena_array(&arena, 5, sizeof(*f));
	struct dbg_frame *frame = fl_arena_alloc(&arena, sizeof(*frame));
	struct tg_symptom_stack *stack = fl_arena_alloc(&arena, sizeof(*stack));
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	struct ds_edit *e = r->edits.items;
	f[0] = (struct tg_file){FL_S("a.c"), FL_S("int main(void) { return 0; }\n")};
	f[1] = (struct tg_file){FL_S("data.txt"), FL_S("7 8 9\n")};
	f[2] = (struct tg_file){FL_S("inc/item.h"), FL_S("struct item;\n")};
	f[3] = (struct tg_file){FL_S("inc/list.h"), FL_S("#include \"item.h\"\n")};
	f[4] = (struct tg_file){FL_S("src/list.c"), FL_S(list_c)};
	r->files = (struct fl_list){f, 5};
	r->run.argv.len = 1;
	*frame = (struct dbg_frame){
		.function = FL_S("second"), .file = FL_S("src/list.c"), .line = 8};
	*stack = (struct tg_symptom_stack){.frames = {frame, 1}};
	s->kind = FL_S("segv");
	s->message = FL_S("killed by signal 11");
	s->stacks = (struct fl_list){stack, 1};
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
	r->instruction = FL_S("Mend it.");
	r->prompt_bytes = budget;
	*e = (struct ds_edit){.operator= FL_S("constant"),
		.file = FL_S("src/list.c"),
		.buggy_line = 8,
		.buggy_lines = 1};
	return r;
}

static void expect_prompt(const struct ds_record *r, const char *code)
{
	struct fl_slice prompt;
	struct fl_error err = {0};
	ds_prompt_make(r, &arena, &prompt, &err);
	assert_string_equal(err.message, "");
	struct fl_slice all = fl_arena_printf(&arena, "%.*s// task: Mend it.\n%s%.*s",
		FL_ARG(r->platform), code, FL_ARG(r->context));
	assert_string_equal(prompt.ptr, all.ptr);
}

/* Of a file beside those that are edited, which a model could not read. */
static void bytes_are_escaped(void **state)
{
	(void)state;
	struct ds_record *r = five_files(0);
	((struct tg_file *)r->files.items)[2].content = FL_S("struct item; /* \xe9t\xc3\xa9 */\n");
	struct fl_slice prompt;
	assert_int_equal(ds_prompt_make(r, &arena, &prompt, NULL), 0);
	assert_true(fl_slice_find(prompt, "struct item; /* \\xe9t\xc3\xa9 */\n") > 0);
}

#define REST "// file: inc/list.h\n#include \"item.h\"\n// file: inc/item.h\nstruct item;\n"

static void order_follows_the_evidence(void **state)
{
	(void)state;
	struct ds_record *r = five_files(0);
	struct fl_slice all = fl_arena_printf(&arena,
		"// file: src/list.c\n%s\n" REST "// file: a.c\nint main(void) { return 0; }\n",
		list_c);
	expect_prompt(r, all.ptr);
	r->prompt_bytes = 4096;
	expect_prompt(r, all.ptr);
}

/* What does not fit: whole functions of the evidence, then whole files, then what is beside them. */
static void budget_cuts(void **state)
{
	(void)state;
	expect_prompt(five_files(60),
		"// file: src/list.c, lines 6 to 9\nint second(void)\n{\n\treturn 3;\n}\n"
		"// file: inc/list.h\n#include \"item.h\"\n// not shown: inc/item.h, a.c\n");
	expect_prompt(five_files(110),
		"// file: src/list.c, lines 6 to 9\nint second(void)\n{\n\treturn 3;\n}\n" REST
		"// file: a.c\nint main(void) { return 0; }\n");
	/* A function that is too large by itself is cut around its lines. */
	expect_prompt(five_files(16), "// file: src/list.c, lines 7 to 9\n{\n\treturn 3;\n}\n"
				      "// not shown: inc/list.h, inc/item.h, a.c\n");
}

static const char calls_c[] = "#include <stdio.h>\n"
			      "/* Nobody calls it. */\n"
			      "static int idle(int n)\n{\n\treturn n;\n}\n"
			      "static int deep(int n)\n{\n\treturn n * 2;\n}\n"
			      "static int used(int n)\n{\n\treturn deep(n) + 1;\n}\n"
			      "static int also(int n)\n{\n\treturn n;\n}\n"
			      "int second(void)\n{\n\treturn used(3);\n}\n";

/* The functions that those of the evidence call, and what these call. */
static void calls_are_followed(void **state)
{
	(void)state;
	struct ds_record *r = five_files(140);
	struct tg_file *f = r->files.items;
	struct ds_edit *e = r->edits.items;
	struct dbg_frame frame = {
		.function = FL_S("second"), .file = FL_S("src/list.c"), .line = 21};
	struct tg_symptom_stack stack = {.frames = {&frame, 1}};
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	s->kind = FL_S("segv");
	s->message = FL_S("killed by signal 11");
	s->stacks = (struct fl_list){&stack, 1};
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
	f[4].content = FL_S(calls_c);
	e->buggy_line = 9;
#define CALLED                                            \
	"static int deep(int n)\n{\n\treturn n * 2;\n}\n" \
	"static int used(int n)\n{\n\treturn deep(n) + 1;\n}\n"
#define SECOND "int second(void)\n{\n\treturn used(3);\n}\n"
	expect_prompt(r, "// file: src/list.c, lines 7 to 14\n" CALLED
			 "// lines 19 to 22 of src/list.c:\n" SECOND
			 "// not shown: a.c, inc/item.h, inc/list.h\n");
	/* With what is left: files, then what is beside the functions. */
	r->prompt_bytes = 230;
	expect_prompt(r,
		"// file: src/list.c, lines 7 to 22\n" CALLED
		"static int also(int n)\n{\n\treturn n;\n}\n" SECOND
		"// file: a.c\nint main(void) { return 0; }\n// file: inc/item.h\nstruct item;\n"
		"// file: inc/list.h\n#include \"item.h\"\n");
}

/* With a function come its declaration and the macros that it uses, not all of their header. */
static void declarations_are_shown(void **state)
{
	(void)state;
	struct ds_record *r = five_files(70);
	struct tg_file *f = r->files.items;
	f[3].content = FL_S("int other(void);\n#define IDLE 1\nint more(void);\n"
			    "int second(void);\nint last(void);\n");
	expect_prompt(r, "// file: src/list.c, lines 6 to 9\nint second(void)\n{\n\treturn 3;\n}\n"
			 "// file: inc/list.h, line 4\nint second(void);\n"
			 "// file: inc/item.h\nstruct item;\n// not shown: a.c\n");
}

/* far0() to far399() */
static struct fl_slice many_functions(void)
{
	struct fl_slice far = FL_S("");
	for (int i = 0; i < 400; i++)
		far = fl_arena_printf(
			&arena, "%.*sint far%d(void)\n{\n\treturn %d;\n}\n", FL_ARG(far), i, i);
	return far;
}

/* A program that is not small: only what is related, not what the budget would hold. */
static void need_is_the_measure(void **state)
{
	(void)state;
	struct ds_record *r = five_files(64 << 10);
	struct tg_file *f = r->files.items;
	struct ds_edit *e = r->edits.items;
	f[0].content = many_functions();
	f[4].content = FL_S("/*\n * Copyright: all of us.\n *\n * No warranty.\n */\n\n"
			    "#include \"list.h\"\n"
			    "#ifdef SMALL\n#define LOW 1\n#if X\nint x;\n#endif\n"
			    "#else\n#define LOW 2\n#endif\n"
			    "int second(void)\n{\n\treturn LOW;\n}\n");
	struct dbg_frame frame = {
		.function = FL_S("second"), .file = FL_S("src/list.c"), .line = 18};
	struct tg_symptom_stack stack = {.frames = {&frame, 1}};
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	s->kind = FL_S("segv");
	s->message = FL_S("killed by signal 11");
	s->stacks = (struct fl_list){&stack, 1};
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
	e->buggy_line = 18;
	/* Three lines stand around what is shown, for the context of a patch; no licence. */
	expect_prompt(r, "// file: src/list.c, lines 6 to 19\n\n#include \"list.h\"\n"
			 "#ifdef SMALL\n#define LOW 1\n#if X\nint x;\n#endif\n"
			 "#else\n#define LOW 2\n#endif\n"
			 "int second(void)\n{\n\treturn LOW;\n}\n"
			 "// not shown: inc/list.h, inc/item.h, a.c\n");
	/* A fault elsewhere stands among others of its kind, and not in all that has room. */
	struct fl_slice prompt;
	e->file = FL_S("a.c");
	e->buggy_line = 1502;
	assert_int_equal(ds_prompt_make(r, &arena, &prompt, NULL), 0);
	assert_non_null(strstr(prompt.ptr, "int far375(void)"));
	assert_non_null(strstr(prompt.ptr, "\treturn LOW;"));
	assert_null(strstr(prompt.ptr, "Copyright"));
	size_t others = 0;
	for (int i = 0; i < 400; i++) {
		struct fl_slice whole =
			fl_arena_printf(&arena, "int far%d(void)\n{\n\treturn %d;\n}\n", i, i);
		others += strstr(prompt.ptr, whole.ptr) != NULL;
	}
	assert_in_range(others, 8, 12); /* functions that two of them frame are shown, too */
}

/* What a linker names in quotes is shown, wherever it stands; the rest of its file is not. */
static void quoted_names_are_shown(void **state)
{
	(void)state;
	struct ds_record *r = five_files(64 << 10);
	struct tg_file *f = r->files.items;
	struct ds_edit *e = r->edits.items;
	f[0].content = many_functions();
	f[3].content = FL_S("int other(void);\nint far7(void);\n");
	struct tg_symptom *s = fl_object_new(&arena, &tg_symptom_shape);
	s->kind = FL_S("link");
	s->message = FL_S("undefined reference to `far7'");
	r->context = sample_literal(&arena, &tg_symptom_shape, s);
	r->kind = DS_KIND_DIAGNOSTIC_FIX;
	e->file = FL_S("a.c");
	e->buggy_line = 30;
	expect_prompt(r, "// file: a.c, lines 26 to 35\n{\n\treturn 6;\n}\n"
			 "int far7(void)\n{\n\treturn 7;\n}\nint far8(void)\n{\n\treturn 8;\n"
			 "// file: inc/list.h\nint other(void);\nint far7(void);\n"
			 "// not shown: inc/item.h, src/list.c\n");
}

/* Another edit gives the same prompt, or none: when it is where nothing is shown. */
static void edits_give_nothing_away(void **state)
{
	(void)state;
	struct fl_slice one, two;
	struct fl_error err;
	struct ds_record *r = five_files(60);
	struct ds_edit *e = r->edits.items;
	assert_int_equal(ds_prompt_make(r, &arena, &one, NULL), 0);
	e->buggy_line = 6;
	e->buggy_lines = 3;
	assert_int_equal(ds_prompt_make(r, &arena, &two, NULL), 0);
	assert_true(fl_slice_eq(one, two));
	e->buggy_line = 3;
	assert_int_equal(ds_prompt_make(r, &arena, &two, &err), FL_EREFUSED);
	e->file = FL_S("a.c");
	e->buggy_line = e->buggy_lines = 1;
	assert_int_equal(ds_prompt_make(r, &arena, &two, &err), FL_EREFUSED);
	assert_non_null(strstr(err.message, "no room"));
	r->prompt_bytes = 0;
	assert_int_equal(ds_prompt_make(r, &arena, &two, NULL), 0);
}

/* Arguments as a person would type them, standard input as far as it can be shown. */
static void input_is_shown(void **state)
{
	(void)state;
	struct fl_slice argv[] = {FL_S("qemu-s390x"), FL_S("./prog"), FL_S("-n3"), FL_S("a b"),
		FL_S(""), FL_S("it's\n")};
	struct ds_record *r = five_files(60);
	struct fl_slice prompt, many = FL_S("");
	r->run.argv = (struct fl_list){argv, 6};
	r->run.input = FL_S("1 2\n\n3");
	assert_int_equal(ds_prompt_make(r, &arena, &prompt, NULL), 0);
	assert_non_null(strstr(prompt.ptr, "// run: ./prog -n3 'a b' '' $'it\\047s\\012'\n"
					   "// stdin:\n//   1 2\n//   \n//   3\n<DEBUG_CONTEXT>"));
	r->run.input = FL_S("\xff");
	assert_int_equal(ds_prompt_make(r, &arena, &prompt, NULL), 0);
	assert_non_null(strstr(prompt.ptr, "// stdin: 1 bytes that are no text\n"));
	for (int i = 0; i < 300; i++)
		many = fl_arena_printf(&arena, "%.*s12345678\xc3\xa4\n", FL_ARG(many));
	r->run.input = many;
	assert_int_equal(ds_prompt_make(r, &arena, &prompt, NULL), 0);
	assert_non_null(strstr(prompt.ptr, "//   1…\n//   … and 190 lines\n<DEBUG"));
	r->kind = DS_KIND_DIAGNOSTIC_FIX;
	assert_int_equal(ds_prompt_make(r, &arena, &prompt, NULL), 0);
	assert_null(strstr(prompt.ptr, "// stdin"));
	assert_null(strstr(prompt.ptr, "// run"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(order_follows_the_evidence, setup, teardown),
		cmocka_unit_test_setup_teardown(budget_cuts, setup, teardown),
		cmocka_unit_test_setup_teardown(calls_are_followed, setup, teardown),
		cmocka_unit_test_setup_teardown(declarations_are_shown, setup, teardown),
		cmocka_unit_test_setup_teardown(need_is_the_measure, setup, teardown),
		cmocka_unit_test_setup_teardown(quoted_names_are_shown, setup, teardown),
		cmocka_unit_test_setup_teardown(edits_give_nothing_away, setup, teardown),
		cmocka_unit_test_setup_teardown(input_is_shown, setup, teardown),
		cmocka_unit_test_setup_teardown(bytes_are_escaped, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
