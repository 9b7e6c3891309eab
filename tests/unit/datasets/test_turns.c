/* Dialogues as data: sentences rest on their facts, and whatever is changed in one is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/turns/flip.h"

enum { ARENA_MAX = 1 << 24 };

static struct fl_arena arena;

static struct tg_file files[] = {{FL_LIT("sum.c"),
	FL_LIT("int sum(int *v, int n)\n{\n\tint s = 0;\n\tfor (int i = 0; i <= n; i++)\n"
	       "\t\ts += v[i];\n\treturn s;\n}\n")}};
static struct tg_file mended[] = {{FL_LIT("sum.c"),
	FL_LIT("int sum(int *v, int n)\n{\n\tint s = 0;\n\tfor (int i = 0; i < n; i++)\n"
	       "\t\ts += v[i];\n\treturn s;\n}\n")}};
static const struct fl_list with_fault = {files, 1}, without = {mended, 1};
static struct ds_mended_place places[] = {{FL_LIT("sum.c"), 4, 4, 1}};
static const struct ds_known_text known = {.files = &with_fault,
	.mended = &without,
	.places = {places, 1},
	.error_class = FL_LIT("logic"),
	.context = FL_LIT(
		"<DEBUG_CONTEXT>\nsymptom(\"out-of-bounds-index\",\"index 4 out of bounds for "
		"type 'int [4]'\",{{\"access\",\"\",{{\"sum\",5,\"sum.c\"},{\"main\",12}}}})\n"
		"<CODE_END>\n")};

/* One of each kind; turn: of the answer that it is from. */
static const struct ds_fact facts[] = {
	{.kind = DS_FACT_VALUE, .turn = 6, .name = FL_LIT("i"), .value = FL_LIT("4")},
	{.kind = DS_FACT_VALUE, .turn = 8, .name = FL_LIT("v[i - 1]"), .value = FL_LIT("7")},
	{.kind = DS_FACT_STOP,
		.turn = 4,
		.name = FL_LIT("sum"),
		.file = FL_LIT("sum.c"),
		.line = 5},
	{.kind = DS_FACT_SIGNAL, .turn = 4, .value = FL_LIT("SIGABRT")},
	{.kind = DS_FACT_FRAME,
		.turn = 10,
		.name = FL_LIT("main"),
		.file = FL_LIT("sum.c"),
		.line = 12},
	{.kind = DS_FACT_END, .turn = 12, .value = FL_LIT("0")},
	{.kind = DS_FACT_OUTPUT, .turn = 12, .value = FL_LIT("sum 10")},
	{.kind = DS_FACT_CODE,
		.turn = -1,
		.value = FL_LIT("s += v[i];"),
		.file = FL_LIT("sum.c"),
		.line = 5},
	{.kind = DS_FACT_PLACE, .turn = -1, .file = FL_LIT("sum.c"), .line = 4},
	{.kind = DS_FACT_MENDED,
		.turn = -1,
		.value = FL_LIT("for (int i = 0; i < n; i++)"),
		.file = FL_LIT("sum.c"),
		.line = 4},
	{.kind = DS_FACT_REPORT, .turn = -1, .value = FL_LIT("out-of-bounds-index")},
	{.kind = DS_FACT_STACK,
		.turn = -1,
		.name = FL_LIT("main"),
		.file = FL_LIT("sum.c"),
		.line = 12},
	{.kind = DS_FACT_CLASS, .turn = -1, .value = FL_LIT("logic")},
};
enum { FACTS = sizeof(facts) / sizeof(facts[0]) };

static struct ds_turn turns[] = {
	{.kind = DS_TURN_PLAN},
	{.kind = DS_TURN_CALL, .text = FL_LIT("breakpoint(\"sum.c\", 5)")},
	{.kind = DS_TURN_RESULT, .text = FL_LIT("<TOOL_RESULT> int bp = 1; <CODE_END>\n")},
	{.kind = DS_TURN_CALL, .text = FL_LIT("run()")},
	{.kind = DS_TURN_RESULT,
		.text = FL_LIT(
			"<DEBUG_CONTEXT>\nstop_info(\"signal\",6,\"SIGABRT\",\"sum.c\",5,\"sum\")\n"
			"<CODE_END>\n")},
	{.kind = DS_TURN_CALL, .text = FL_LIT("inspect()")},
	{.kind = DS_TURN_RESULT,
		.text = FL_LIT(
			"<DEBUG_CONTEXT>\nframe_vars(0,\"sum\",\"sum.c\",5,{{\"i\",\"int\",\"4\"},"
			"{\"n\",\"int\",\"3\"}})\n<CODE_END>\n")},
	{.kind = DS_TURN_CALL, .text = FL_LIT("eval(\"v[i - 1]\")")},
	{.kind = DS_TURN_RESULT, .text = FL_LIT("<TOOL_RESULT> \"7\" <CODE_END>\n")},
	{.kind = DS_TURN_CALL, .text = FL_LIT("backtrace_get()")},
	{.kind = DS_TURN_RESULT,
		.text = FL_LIT("<DEBUG_CONTEXT>\nbacktrace({{\"sum\",5,\"sum.c\"},{\"main\",12}})"
			       "\n<CODE_END>\n")},
	{.kind = DS_TURN_CALL, .text = FL_LIT("run()")},
	{.kind = DS_TURN_RESULT,
		.text = FL_LIT(
			"<DEBUG_CONTEXT>\nstop_info(\"exit\",0,\"\",\"\",0,\"\",0)\n<CODE_END>\n"
			"<TOOL_RESULT> const char* program_output = \"sum 10\\n\"; <CODE_END>\n")},
	{.kind = DS_TURN_VERIFY},
};
enum { TURNS = sizeof(turns) / sizeof(turns[0]), LAST = TURNS - 1 };

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

/* The last turn says this sentence. */
static const char *check(const struct ds_sentence *s)
{
	const struct fl_list all = {turns, TURNS};
	struct ds_sentence copy = *s;
	turns[LAST].sentences = (struct fl_list){&copy, 1};
	const char *why = ds_turns_check(&all, &known, &arena);
	turns[LAST].sentences = (struct fl_list){0};
	return why;
}

static struct ds_sentence say(const struct ds_fact *f, uint64_t seed)
{
	static const char *const templates[] = {
		"It is so: {0}.", "What is seen is {0}, then.", NULL};
	struct fl_rng rng = fl_rng_new(seed, FL_S("turns"), FL_S(""));
	struct ds_sentence s;
	assert_int_equal(ds_say(templates, f, 1, &rng, &arena, &s, NULL), 0);
	return s;
}

static void what_is_said_holds(void **state)
{
	(void)state;
	for (size_t i = 0; i < FACTS; i++)
		for (uint64_t seed = 0; seed < 12; seed++) {
			struct ds_sentence s = say(&facts[i], seed);
			const char *why = check(&s);
			if (why)
				fail_msg("%s", why);
		}
}

/* More than one way of saying it, and always the same one of a seed. */
static void words_vary(void **state)
{
	(void)state;
	for (size_t i = 0; i < FACTS; i++) {
		struct fl_slice first = say(&facts[i], 0).text;
		bool other = false;
		for (uint64_t seed = 1; seed < 12; seed++)
			other |= !fl_slice_eq(say(&facts[i], seed).text, first);
		assert_true(other);
		assert_true(fl_slice_eq(say(&facts[i], 0).text, first));
	}
}

/* A fact with one part changed, in the sentence as well: it holds no more. */
static void flipped_facts_are_found(void **state)
{
	(void)state;
	for (size_t i = 0; i < FACTS; i++) {
		struct ds_fact f = facts[i];
		struct ds_sentence s;
		if (f.name.len) {
			f.name = FL_S("n_1");
			s = say(&f, i);
			assert_non_null(check(&s));
		}
		f = facts[i];
		if (f.value.len) {
			f.value = FL_S("41");
			s = say(&f, i);
			assert_non_null(check(&s));
		}
		f = facts[i];
		if (f.line) {
			f.line++;
			s = say(&f, i);
			assert_non_null(check(&s));
		}
		f = facts[i];
		if (f.turn > 0) {
			f.turn = 2; /* the breakpoint's answer tells none of them */
			s = say(&f, i);
			assert_non_null(check(&s));
		}
	}
}

/* Text alone that is changed, or says more than the facts. */
static void words_beside_facts_are_found(void **state)
{
	(void)state;
	struct ds_sentence s = say(&facts[0], 0);
	struct fl_slice said = s.text;
	for (int i = 0; i < 3; i++) {
		s.text = i == 0   ? fl_arena_printf(&arena, "%.*s And `n` is wrong.", FL_ARG(said))
			 : i == 1 ? fl_arena_printf(&arena, "%.*s It is 12.", FL_ARG(said))
				  : fl_arena_printf(&arena, "Line 7. %.*s", FL_ARG(said));
		assert_non_null(check(&s));
	}
	s.text = said;
	s.facts.len = 0;
	assert_non_null(check(&s));
	s.text = FL_S("ERROR_CLASS: logic");
	assert_non_null(check(&s));
}

/* What is mended is what the mend takes away, though the same stood elsewhere. */
static void mended_code_is_where_the_mend_is(void **state)
{
	(void)state;
	struct ds_fact f = {.kind = DS_FACT_CODE,
		.turn = -1,
		.value = FL_S("int i"),
		.file = FL_S("sum.c"),
		.line = 4};
	struct ds_sentence right = say(&f, 0), wrong;
	f.value = FL_S("int");
	f.line = 3;
	wrong = say(&f, 0);
	assert_null(check(&wrong));
	turns[LAST].kind = DS_TURN_FIX;
	assert_null(check(&right));
	assert_non_null(check(&wrong));
	turns[LAST].kind = DS_TURN_VERIFY;
}

/* What would end the comment, or a line of it, is not said. */
static void some_facts_have_no_words(void **state)
{
	(void)state;
	static const char *const templates[] = {"{0}", NULL};
	static const char *const values[] = {
		"a */ b", "a\nb", "`", "\xff", "x <CODE_START>", "<THINK_END>"};
	struct fl_rng rng = fl_rng_new(1, FL_S(""), FL_S(""));
	struct ds_sentence s;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
		const struct ds_fact f = {
			.kind = DS_FACT_REPORT, .turn = -1, .value = fl_slice_str(values[i])};
		assert_int_equal(ds_say(templates, &f, 1, &rng, &arena, &s, NULL), FL_EREFUSED);
	}
}

static void turns_come_back(void **state)
{
	(void)state;
	struct ds_sentence s = say(&facts[0], 3);
	const struct fl_list all = {turns, TURNS};
	struct fl_list back;
	struct fl_buf json, text, again;
	fl_buf_init(&json, 1 << 20);
	fl_buf_init(&text, 1 << 20);
	fl_buf_init(&again, 1 << 20);
	turns[LAST].sentences = (struct fl_list){&s, 1};
	ds_turns_write(&json, &all);
	ds_turns_text(&text, &all, 0, TURNS);
	assert_int_equal(ds_turns_read(fl_buf_view(&json), &arena, &back, NULL), 0);
	assert_int_equal(back.len, TURNS);
	ds_turns_text(&again, &back, 0, TURNS);
	assert_string_equal(text.data, again.data);
	assert_int_equal(ds_turns_find(&back, DS_TURN_VERIFY), LAST);
	assert_non_null(strstr(text.data, "<QUERY_TOOL> run() <CODE_END>\n<DEBUG_CONTEXT>\n"));
	assert_non_null(strstr(text.data, "<THINK_VERIFY>\n/* "));
	turns[LAST].sentences = (struct fl_list){0};
	fl_buf_release(&json);
	fl_buf_release(&text);
	fl_buf_release(&again);
}

/* A dialogue from beginning to end; and whatever lacks in it, or stands elsewhere, is found. */
static void form_is_checked(void **state)
{
	(void)state;
	struct ds_sentence s = say(&facts[0], 0);
	const struct fl_list one = {&s, 1};
	enum { WHOLE = TURNS + 3 };
	struct ds_turn whole[WHOLE], cut[WHOLE];
	const struct fl_list all = {whole, WHOLE};
	size_t n = 0;
	for (size_t i = 0; i < TURNS; i++) {
		whole[n] = turns[i];
		if (ds_turn_is_thought(turns[i].kind))
			whole[n].sentences = one;
		n++;
		if (i == 10) { /* behind the last question */
			whole[n++] = (struct ds_turn){.kind = DS_TURN_ERROR, .sentences = one};
			whole[n++] = (struct ds_turn){.kind = DS_TURN_FIX, .sentences = one};
			whole[n++] = (struct ds_turn){.kind = DS_TURN_CODE};
		}
	}
	assert_int_equal(n, WHOLE);
	assert_null(ds_turns_form(&all, &arena));
	for (size_t out = 0; out < WHOLE; out++) {
		const struct fl_list less = {cut, WHOLE - 1};
		for (size_t i = 0, k = 0; i < WHOLE; i++)
			if (i != out)
				cut[k++] = whole[i];
		assert_non_null(ds_turns_form(&less, &arena));
	}
	static const char *const calls[] = {"foo(\"x\")", "", "run", "run(); run()", "x = run()",
		"run()\nrun()", "__AGENT_QUERY__(\"trace\", 3)"};
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		struct fl_slice text = whole[3].text;
		whole[3].text = fl_slice_str(calls[i]);
		assert_non_null(ds_turns_form(&all, &arena));
		whole[3].text = text;
	}
}

/* ---- scripted ---- */

enum { SCRIPT_CALLS = 5, SCRIPTED = 2 + SCRIPT_CALLS + 6 };

/* The calls before the conclusion as one script, its answers behind it. */
static void make_scripted(struct ds_turn *ret, const struct fl_list *one)
{
	size_t n = 0;
	ret[n++] = (struct ds_turn){.kind = DS_TURN_PLAN, .sentences = *one};
	ret[n++] = (struct ds_turn){.kind = DS_TURN_SCRIPT,
		.text = FL_S("breakpoint(\"sum.c\", 5);\nrun();\ninspect();\neval(\"v[i - 1]\");\n"
			     "backtrace_get();\n")};
	for (size_t i = 0; i < SCRIPT_CALLS; i++)
		ret[n++] = turns[2 * i + 2];
	ret[n++] = (struct ds_turn){.kind = DS_TURN_ERROR, .sentences = *one};
	ret[n++] = (struct ds_turn){.kind = DS_TURN_FIX, .sentences = *one};
	ret[n++] = (struct ds_turn){.kind = DS_TURN_CODE};
	ret[n++] = turns[LAST - 2];
	ret[n++] = turns[LAST - 1];
	ret[n++] = (struct ds_turn){.kind = DS_TURN_VERIFY, .sentences = *one};
	assert_int_equal(n, SCRIPTED);
}

static void scripts_have_a_form(void **state)
{
	(void)state;
	struct ds_sentence s = say(&facts[FACTS - 1], 0);
	const struct fl_list one = {&s, 1};
	struct ds_turn whole[SCRIPTED], cut[SCRIPTED];
	const struct fl_list all = {whole, SCRIPTED};
	make_scripted(whole, &one);
	assert_null(ds_turns_form(&all, &arena));
	for (size_t out = 0; out < SCRIPTED; out++) {
		const struct fl_list less = {cut, SCRIPTED - 1};
		for (size_t i = 0, k = 0; i < SCRIPTED; i++)
			if (i != out)
				cut[k++] = whole[i];
		assert_non_null(ds_turns_form(&less, &arena));
	}
	static const char *const scripts[] = {"", "run()", "run();", "run();\nfoo();\n",
		"run();\n\nrun();\n", "run();\nrun();\n"};
	for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
		struct fl_slice text = whole[1].text;
		whole[1].text = fl_slice_str(scripts[i]);
		assert_non_null(ds_turns_form(&all, &arena));
		whole[1].text = text;
	}
	struct fl_buf text;
	fl_buf_init(&text, 1 << 20);
	ds_turns_text(&text, &all, 1, 4);
	assert_non_null(strstr(text.data, "<SCRIPT_START>\nbreakpoint(\"sum.c\", 5);\n"));
	assert_non_null(strstr(text.data, "<SCRIPT_END>\n<TOOL_RESULT> int bp = 1; <CODE_END>\n"));
	fl_buf_release(&text);
}

/* Each answer is to its own line of the script. */
static void facts_of_scripts_are_checked(void **state)
{
	(void)state;
	for (size_t i = 0; i < FACTS; i++) {
		struct ds_fact f = facts[i];
		struct ds_turn whole[SCRIPTED];
		const struct fl_list all = {whole, SCRIPTED}, none = {0};
		if (f.turn > 10)
			continue;
		for (int64_t at = 2; at < 2 + SCRIPT_CALLS; at++) {
			f.turn = facts[i].turn < 0 ? -1 : at;
			struct ds_sentence s = say(&f, i);
			make_scripted(whole, &none);
			whole[SCRIPTED - 1].sentences = (struct fl_list){&s, 1};
			bool holds = !ds_turns_check(&all, &known, &arena);
			assert_int_equal(holds, f.turn < 0 || at == facts[i].turn / 2 + 1);
		}
	}
}

/* ---- flipped ---- */

/* Of any seed the statement is another, and the checker finds it; kinds of flips are all drawn. */
static void flips_are_found(void **state)
{
	(void)state;
	enum { SEEDS = 200, SAID = 8 };
	struct ds_sentence said[SAID], cause[2];
	struct ds_turn whole[SCRIPTED];
	const struct fl_list all = {whole, SCRIPTED};
	int64_t kinds[DS_FLIP_KINDS] = {0}, unfound = 0;
	make_scripted(whole, &(struct fl_list){0});
	for (size_t i = 0; i < SAID; i++) {
		static const size_t which[SAID] = {0, 2, 3, 4, 7, 8, 9, 11};
		struct ds_fact f = facts[which[i]];
		f.turn = f.turn < 0 ? -1 : f.turn / 2 + 1;
		said[i] = say(&f, i);
	}
	cause[0] = say(&facts[7], 1);
	cause[1] = say(&facts[FACTS - 1], 1);
	whole[SCRIPTED - 1].sentences = (struct fl_list){said, SAID};
	whole[2 + SCRIPT_CALLS].sentences = (struct fl_list){cause, 2};
	assert_null(ds_turns_check(&all, &known, &arena));
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		struct fl_rng rng = fl_rng_new(seed, FL_S("flips"), FL_S("")), same = rng;
		struct ds_flip flip, again;
		assert_int_equal(
			ds_flip_draw(&all, &known, &rng, &arena, &flip, &unfound, NULL), 0);
		assert_int_equal(
			ds_flip_draw(&all, &known, &same, &arena, &again, &unfound, NULL), 0);
		assert_true(fl_slice_eq(flip.said.text, again.said.text));
		kinds[flip.kind]++;
		assert_true(flip.truth.len > 0);
		struct fl_list own = whole[flip.turn].sentences;
		struct ds_sentence *at = (struct ds_sentence *)own.items + flip.sentence,
				   keep = *at;
		assert_false(fl_slice_eq(keep.text, flip.said.text));
		*at = flip.said;
		assert_non_null(ds_turns_check(&all, &known, &arena));
		*at = keep;
	}
	for (int k = 0; k < DS_FLIP_KINDS; k++)
		assert_true(kinds[k] > 0);
	assert_null(ds_turns_check(&all, &known, &arena));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_said_holds),
		cmocka_unit_test(words_vary),
		cmocka_unit_test(flipped_facts_are_found),
		cmocka_unit_test(words_beside_facts_are_found),
		cmocka_unit_test(some_facts_have_no_words),
		cmocka_unit_test(turns_come_back),
		cmocka_unit_test(form_is_checked),
		cmocka_unit_test(mended_code_is_where_the_mend_is),
		cmocka_unit_test(scripts_have_a_form),
		cmocka_unit_test(facts_of_scripts_are_checked),
		cmocka_unit_test(flips_are_found),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
