/*
 * Dialogues with a compiler: what is said of its words holds and is found when it is changed, the
 * form is checked, faults come together in one program, and words are found that are alike.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/attempts/bundle.h"
#include "datasets/attempts/changes.h"
#include "datasets/attempts/words.h"
#include "datasets/record/answer.h"
#include "datasets/turns/facts.h"

enum { ARENA_MAX = 1 << 24 };

static struct fl_arena arena;

#define TEXT                                             \
	"#include <stdio.h>\n"                           \
	"static int total(const int *list, int limit)\n" \
	"{\n"                                            \
	"\tint sum = 0;\n"                               \
	"\tfor (int i = 0; i < limit; i++)\n"            \
	"\t\tsum += list[i];\n"                          \
	"\treturn sum;\n"                                \
	"}\n"                                            \
	"int main(void)\n"                               \
	"{\n"                                            \
	"\tint list[] = {1, 2};\n"                       \
	"\tprintf(\"%d\\n\", total(list, 2));\n"         \
	"\treturn 0;\n"                                  \
	"}\n"

static int set_up(void **state)
{
	(void)state;
	fl_arena_init(&arena, ARENA_MAX);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fl_arena_release(&arena);
	return 0;
}

/* A row whose fault is that one text gives way to another, once. */
static struct ds_record row(const char *op, const char *was, const char *is)
{
	struct ds_record r = {.form = DS_FORM_BLOCKS, .program = FL_S("p")};
	struct fl_slice fixed = FL_S(TEXT);
	struct tg_file *file = fl_arena_array(&arena, 1, sizeof(*file));
	struct ds_edit *e = fl_arena_array(&arena, 1, sizeof(*e));
	ptrdiff_t at = fl_slice_find(fixed, was);
	assert_true(at >= 0);
	*e = (struct ds_edit){.operator= fl_slice_str(op),
		.file = FL_S("a.c"),
		.offset = at,
		.original = fl_slice_str(was),
		.replacement = fl_slice_str(is)};
	ds_edits_place(e, 1, fixed);
	*file = (struct tg_file){.path = FL_S("a.c"),
		.content = fl_arena_printf(&arena, "%.*s%s%.*s", (int)at, fixed.ptr, is,
			FL_ARG(fl_slice_skip(fixed, (size_t)at + strlen(was))))};
	r.files = (struct fl_list){file, 1};
	r.edits = (struct fl_list){e, 1};
	r.fixed = fixed;
	r.buggy = file->content;
	r.mutation.operator= fl_slice_str(op);
	r.mutation.file = FL_S("a.c");
	assert_int_equal(ds_edits_sum(&r, &arena, NULL), 0);
	return r;
}

static void faults_come_together(void **state)
{
	(void)state;
	struct ds_record a = row("missing-semicolon", "sum = 0;", "sum = 0"),
			 b = row("misspelt-name", "return sum", "return smu"),
			 c = row("argument-count", "total(list, 2)", "total(list, 2, 0)"),
			 same = row("misspelt-name", "total(list", "totla(list"), both;
	const struct ds_record *rows[] = {&c, &a};
	assert_true(ds_bundle_fits(rows, 1, &a));
	assert_false(ds_bundle_fits(rows, 1, &same)); /* in its line */
	rows[1] = &b;
	assert_false(ds_bundle_fits(rows + 1, 1, &same)); /* of its operator */
	rows[1] = &a;
	assert_int_equal(ds_bundle_make(rows, 2, &arena, &both, NULL), 0);
	assert_int_equal(both.edits.len, 2);
	assert_null(ds_edits_check(&both));
	assert_true(fl_slice_find(both.buggy, "sum = 0\n") > 0);
	assert_true(fl_slice_find(both.buggy, "total(list, 2, 0)") > 0);
	assert_true(fl_slice_eqs(both.fixed, TEXT));
	a.program = FL_S("q");
	assert_false(ds_bundle_fits(rows, 1, &a));
}

/* Each mend alone, and both, by the code that says so. */
static void attempts_are_applied(void **state)
{
	(void)state;
	struct ds_record a = row("missing-semicolon", "sum = 0;", "sum = 0"),
			 c = row("argument-count", "total(list, 2)", "total(list, 2, 0)"), both;
	const struct ds_record *rows[] = {&a, &c};
	static const int forms[] = {DS_FORM_DIFF, DS_FORM_BLOCKS};
	assert_int_equal(ds_bundle_make(rows, 2, &arena, &both, NULL), 0);
	for (size_t form = 0; form < 2; form++)
		for (unsigned set = 1; set < 4; set++) {
			struct ds_change *mends, some[2];
			struct fl_list files, again;
			struct fl_slice code;
			size_t n = 0;
			both.form = forms[form];
			assert_int_equal(ds_changes_mends(&both, &arena, &mends, NULL), 0);
			for (unsigned i = 0; i < 2; i++)
				if (set & 1U << i)
					some[n++] = mends[i];
			assert_int_equal(
				ds_changes_apply(&both, some, n, &arena, &files, &code, NULL), 0);
			assert_int_equal(ds_answer_apply(&both, code, &arena, &again, NULL), 0);
			struct fl_slice is = ((const struct tg_file *)files.items)->content;
			assert_true(
				fl_slice_eq(is, ((const struct tg_file *)again.items)->content));
			assert_int_equal(fl_slice_find(is, "sum = 0;") > 0, (set & 1) != 0);
			assert_int_equal(fl_slice_find(is, "total(list, 2))") > 0, (set & 2) != 0);
			assert_int_equal(fl_slice_eqs(is, TEXT), set == 3);
			code = fl_slice_head(code, code.len / 2);
			assert_true(ds_answer_apply(&both, code, &arena, &again, NULL) < 0);
		}
}

/* A diff's header has a tab behind a name with a blank; such a name is no other's beginning. */
static void attempts_name_files_with_blanks(void **state)
{
	(void)state;
	struct ds_record r = row("missing-semicolon", "sum = 0;", "sum = 0");
	const struct tg_file *file = r.files.items;
	struct tg_file files[] = {
		{FL_S("order"), FL_S("x\n")}, {FL_S("order book.c"), file->content}};
	struct ds_edit e = *ds_edits_at(&r, 0);
	static const int forms[] = {DS_FORM_DIFF, DS_FORM_BLOCKS};
	e.file = r.mutation.file = files[1].path;
	r.edits = (struct fl_list){&e, 1};
	r.files = (struct fl_list){files, 2};
	for (size_t form = 0; form < 2; form++) {
		struct ds_change *mends;
		struct fl_list made, again;
		struct fl_slice code;
		r.form = forms[form];
		assert_int_equal(ds_changes_mends(&r, &arena, &mends, NULL), 0);
		assert_int_equal(ds_changes_apply(&r, mends, 1, &arena, &made, &code, NULL), 0);
		assert_int_equal(ds_answer_apply(&r, code, &arena, &again, NULL), 0);
		assert_true(fl_slice_eqs(((const struct tg_file *)again.items)[0].content, "x\n"));
		assert_true(fl_slice_eqs(((const struct tg_file *)again.items)[1].content, TEXT));
	}
}

static void words_are_found(void **state)
{
	(void)state;
	struct tg_file file = {FL_S("a.c"), FL_S(TEXT)};
	const struct fl_list files = {&file, 1};
	struct ds_word like[3];
	assert_int_equal(ds_words_differ(FL_S("count"), FL_S("conut")), 1);
	assert_int_equal(ds_words_differ(FL_S("list"), FL_S("lists")), 1);
	assert_int_equal(ds_words_differ(FL_S("kye"), FL_S("key")), 1);
	assert_true(ds_words_like(&files, FL_S("a.c"), FL_S("limti"), like, 3) >= 1);
	assert_true(fl_slice_eqs(like[0].word, "limit"));
	assert_int_equal(like[0].line, 2);
	assert_int_equal(ds_words_like(&files, FL_S("a.c"), FL_S("xyzzy"), like, 3), 0);
	assert_int_equal(ds_words_count(file.content, 1, 14, FL_S("list")), 4);
	assert_int_equal(ds_words_defined(file.content, FL_S("total")), 2);
	assert_int_equal(ds_words_defined(file.content, FL_S("printf")), 0);
	assert_int_equal(ds_words_line(file.content, FL_S("printf")), 12);
	assert_int_equal(ds_words_unused(FL_S("a.c"), file.content, 2, 8).word.len, 0);
	struct fl_slice unused = FL_S("int f(int n)\n{\n\tint left = 2;\n\treturn n;\n}\n");
	assert_true(fl_slice_eqs(ds_words_unused(FL_S("a.c"), unused, 1, 5).word, "left"));
	struct fl_slice member =
		FL_S("#include <a.h>\n/* r->h */\nint h = 1, b;\nuse(r->h, s.b);\n");
	assert_int_equal(ds_words_member(member, FL_S("h")), 4);
	assert_int_equal(ds_words_member(member, FL_S("b")), 4);
	assert_int_equal(ds_words_member(member, FL_S("r")), 0);
}

/* ---- what is said of the compiler's words ---- */

#define ANSWER(x) "<TOOL_RESULT>\n// <COMPILE_START>\n" x "// <COMPILE_END>\n<CODE_END>\n"
#define FIRST "error(\"a.c\",7,9,\"\u2018smu\u2019 undeclared\")\n"
#define SECOND "error(\"a.c\",12,17,\"too many arguments\",\"\",\"\",{{\"declared here\",2,12}})\n"

static const struct ds_fact facts[] = {
	{.kind = DS_FACT_SAID,
		.turn = -1,
		.value = FL_LIT("\u2018smu\u2019 undeclared"),
		.file = FL_LIT("a.c"),
		.line = 7},
	{.kind = DS_FACT_SAID,
		.turn = 4,
		.value = FL_LIT("declared here"),
		.file = FL_LIT("a.c"),
		.line = 2},
	{.kind = DS_FACT_ABOUT, .turn = 4, .value = FL_LIT("too many")},
	{.kind = DS_FACT_GONE, .turn = 4, .value = FL_LIT("\u2018smu\u2019 undeclared")},
	{.kind = DS_FACT_CLEAN, .turn = 8, .value = FL_LIT("0")},
	{.kind = DS_FACT_NAME, .turn = -1, .value = FL_LIT("limit")},
};
enum { FACTS = sizeof(facts) / sizeof(facts[0]) };

static struct ds_sentence say(const struct ds_fact *f, uint64_t seed)
{
	static const char *const templates[] = {"It is so: {0}.", "What is seen is {0}.", NULL};
	struct fl_rng rng = fl_rng_new(seed, FL_S("attempts"), FL_S(""));
	struct ds_sentence s;
	assert_int_equal(ds_say(templates, f, 1, &rng, &arena, &s, NULL), 0);
	return s;
}

static struct ds_turn turns[] = {
	{.kind = DS_TURN_ERROR},
	{.kind = DS_TURN_FIX},
	{.kind = DS_TURN_ATTEMPT, .text = FL_LIT("x")},
	{.kind = DS_TURN_CALL, .text = FL_LIT(DS_TURNS_COMPILE)},
	{.kind = DS_TURN_RESULT, .text = FL_LIT(ANSWER(SECOND))},
	{.kind = DS_TURN_FIX},
	{.kind = DS_TURN_CODE},
	{.kind = DS_TURN_CALL, .text = FL_LIT(DS_TURNS_COMPILE)},
	{.kind = DS_TURN_RESULT, .text = FL_LIT(ANSWER(""))},
	{.kind = DS_TURN_VERIFY},
};
enum { TURNS = sizeof(turns) / sizeof(turns[0]), LAST = TURNS - 1 };

static const char *check(const struct ds_sentence *s)
{
	struct ds_sentence copy = *s;
	struct tg_file file = {FL_S("a.c"), FL_S(TEXT)};
	const struct fl_list files = {&file, 1};
	const struct ds_known_attempt attempts[] = {{2, files}, {6, files}};
	const struct ds_known_text known = {.files = &files,
		.mended = &files,
		.context = FL_S("// <COMPILE_START>\n" FIRST SECOND "// <COMPILE_END>\n"),
		.attempts = attempts,
		.attempt_count = 2};
	const struct fl_list all = {turns, TURNS};
	turns[LAST].sentences = (struct fl_list){&copy, 1};
	const char *why = ds_turns_check(&all, &known, &arena);
	turns[LAST].sentences = (struct fl_list){0};
	return why;
}

static void compiler_words_hold(void **state)
{
	(void)state;
	for (size_t i = 0; i < FACTS; i++) {
		struct ds_sentence s = say(&facts[i], i);
		const char *why = check(&s);
		if (why)
			fail_msg("%s", why);
	}
}

static void flipped_words_are_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < FACTS; i++) {
		struct ds_fact f = facts[i];
		struct ds_sentence s;
		f.value = facts[i].kind == DS_FACT_CLEAN ? FL_S("1") : FL_S("too few");
		s = say(&f, i);
		assert_non_null(check(&s));
		f = facts[i];
		f.line += 3;
		s = say(&f, i);
		assert_int_equal(check(&s) != NULL, facts[i].line > 0);
		f = facts[i];
		if (f.turn < 0)
			continue;
		f.turn = f.turn == 4 ? 8 : 4;
		s = say(&f, i);
		assert_non_null(check(&s));
	}
}

static void form_is_checked(void **state)
{
	(void)state;
	struct ds_sentence s = say(&facts[0], 0);
	struct ds_turn whole[TURNS], cut[TURNS];
	const struct fl_list all = {whole, TURNS}, less = {cut, TURNS - 1};
	for (size_t i = 0; i < TURNS; i++) {
		whole[i] = turns[i];
		if (ds_turn_is_thought(turns[i].kind))
			whole[i].sentences = (struct fl_list){&s, 1};
	}
	assert_null(ds_turns_compile_form(&all));
	for (size_t out = 0; out < TURNS; out++) {
		for (size_t i = 0, k = 0; i < TURNS; i++)
			if (i != out)
				cut[k++] = whole[i];
		assert_non_null(ds_turns_compile_form(&less));
	}
	whole[3].text = FL_S("run()");
	assert_non_null(ds_turns_compile_form(&all));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(faults_come_together),
		cmocka_unit_test(attempts_are_applied),
		cmocka_unit_test(attempts_name_files_with_blanks),
		cmocka_unit_test(words_are_found),
		cmocka_unit_test(compiler_words_hold),
		cmocka_unit_test(flipped_words_are_found),
		cmocka_unit_test(form_is_checked),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
