/* What answers state of a fault, and what that is worth: nothing beats what is honestly believed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "datasets/terms/blocks.h"
#include "datasets/terms/profile.h"
#include "datasets/terms/stated.h"

#define BLOCK(text) "<THOUGHT_START>\n" text "<THOUGHT_END>\n<CODE_START>\nx;\n<CODE_END>\n"

static const struct {
	const char *answer;
	int error_class; /* -1: none */
	int64_t confidence;
	const char *problem;
} cases[] = {
	{BLOCK("/* ERROR_CLASS: ub\n * CONFIDENCE: 0.93\n */\n"), DIAG_CLASS_UB, 9300, ""},
	{BLOCK("/* OBSERVED: x\n * ERROR_CLASS: lifetime\n * SEVERITY: error\n * CONFIDENCE: "
	       "0.9335 that what was seen is of class lifetime, the lower bound of 54\n */\n"),
		DIAG_CLASS_LIFETIME, 9335, ""},
	{BLOCK("ERROR_CLASS: none\nCONFIDENCE: 1\n"), DIAG_CLASS_NONE, 10000, ""},
	{BLOCK("/* ERROR_CLASS: ub */\r\n/* CONFIDENCE: 0.5 */\r\n"), DIAG_CLASS_UB, 5000, ""},
	{BLOCK("// ERROR_CLASS: ub\n// CONFIDENCE: 0.00019\n"), DIAG_CLASS_UB, 1, ""},
	{"<think>ERROR_CLASS: ub\nCONFIDENCE: 0</think>x;", DIAG_CLASS_UB, 0, ""},
	/* what is formal counts before what is mused */
	{"<think>ERROR_CLASS: ub\nor\nERROR_CLASS: logic\n</think>" BLOCK(
		 "ERROR_CLASS: linker\nCONFIDENCE: 1.000\n"),
		DIAG_CLASS_LINKER, 10000, ""},
	/* hedging */
	{BLOCK("ERROR_CLASS: ub\nERROR_CLASS: lifetime\nCONFIDENCE: 0.9\n"), -1, 9000,
		"several classes"},
	{BLOCK("ERROR_CLASS: ub\nERROR_CLASS: lifetime\nERROR_CLASS: ub\nCONFIDENCE: 0.9\n"), -1,
		9000, "several classes"},
	{BLOCK("ERROR_CLASS: ub\nERROR_CLASS: ub\nCONFIDENCE: 0.9\n"), DIAG_CLASS_UB, 9000, ""},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 0.9\n") BLOCK("ERROR_CLASS: logic\n"), -1, 9000,
		"several classes"},
	{BLOCK("ERROR_CLASS: ub, lifetime\nCONFIDENCE: 0.9\n"), -1, 9000, "no class"},
	{BLOCK("ERROR_CLASS: ub or lifetime\nCONFIDENCE: 0.9\n"), -1, 9000, "no class"},
	{BLOCK("ERROR_CLASS: UB\nCONFIDENCE: 0.9\n"), -1, 9000, "no class"},
	{BLOCK("ERROR_CLASS: overflow\nCONFIDENCE: 0.9\n"), -1, 9000, "no class"},
	{BLOCK("ERROR_CLASS:\nCONFIDENCE: 0.9\n"), -1, 9000, "no class"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 0.9\nCONFIDENCE: 0.1\n"), DIAG_CLASS_UB, -1,
		"several confidences"},
	/* no number from 0 to 1 */
	{BLOCK("ERROR_CLASS: ub\n"), DIAG_CLASS_UB, -1, "no confidence"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: not measured; 0.9 that\n"), DIAG_CLASS_UB, -1,
		"no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: high\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 1.0001\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 1.00001\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 93\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 0.93%\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 1 %\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: -0.1\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 1e-1\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: nan\n"), DIAG_CLASS_UB, -1, "no number"},
	{BLOCK("ERROR_CLASS: ub\nCONFIDENCE: 0x1\n"), DIAG_CLASS_UB, -1, "no number"},
	/* not where it is looked for */
	{"ERROR_CLASS: ub\nCONFIDENCE: 0.9\nx;", -1, -1, "no class is stated"},
	{"<CODE_START>\n/* ERROR_CLASS: ub */\n<CODE_END>", -1, -1, "no class is stated"},
	{"<THOUGHT_START>\nERROR_CLASS: ub\nCONFIDENCE: 0.9\n", -1, -1, "not well-formed"},
	{"<THOUGHT_START>\n<THOUGHT_START>\nERROR_CLASS: ub\n<THOUGHT_END>\nx;", -1, -1,
		"not well-formed"},
	{"", -1, -1, "no class is stated"},
};

static void statements(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_stated s = ds_stated_read(fl_slice_str(cases[i].answer));
		if (s.error_class != cases[i].error_class || s.confidence != cases[i].confidence ||
			fl_slice_find(s.problem, cases[i].problem) < 0 ||
			!s.problem.len != !cases[i].problem[0])
			fail_msg("case %zu: class %d, confidence %lld, \"%.*s\"", i, s.error_class,
				(long long)s.confidence, FL_ARG(s.problem));
	}
}

static const struct {
	const char *json;
	int error_class;
	int64_t confidence;
} members[] = {
	{"{\"error_class\":\"ub\",\"confidence\":0.8}", DIAG_CLASS_UB, 8000},
	{"{\"error_class\":\"ub\",\"confidence\":1}", DIAG_CLASS_UB, 10000},
	{"{\"error_class\":\"ub\",\"confidence\":2}", DIAG_CLASS_UB, -1},
	{"{\"error_class\":\"ub\",\"confidence\":1.01}", DIAG_CLASS_UB, -1},
	{"{\"error_class\":\"ub\",\"confidence\":-0.5}", DIAG_CLASS_UB, -1},
	{"{\"error_class\":\"ub\",\"confidence\":\"high\"}", DIAG_CLASS_UB, -1},
	{"{\"error_class\":\"ub\",\"confidence\":true}", DIAG_CLASS_UB, -1},
	{"{\"error_class\":[\"ub\",\"logic\"],\"confidence\":1}", -1, 10000},
	{"{\"error_class\":3}", -1, -1},
	{"{}", -1, -1},
	{"\"ub\"", -1, -1},
	{"[\"ub\"]", -1, -1},
};

static void of_members(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
		struct fl_arena a;
		struct fl_error err;
		const struct fl_json *v;
		char text[128];
		fl_arena_init(&a, 1 << 20);
		snprintf(text, sizeof(text), "[%s]", members[i].json);
		assert_int_equal(fl_json_parse(fl_slice_str(text), &a, &v, &err), 0);
		struct ds_stated s = ds_stated_member(v->child);
		if (s.error_class != members[i].error_class ||
			s.confidence != members[i].confidence)
			fail_msg("case %zu: class %d, confidence %lld", i, s.error_class,
				(long long)s.confidence);
		fl_arena_release(&a);
	}
}

/* ---- what it is worth ---- */

static double score(int stated, int64_t confidence, int found)
{
	struct ds_stated s = {.error_class = stated, .confidence = confidence};
	return (double)ds_stated_confidence_score(&s, found) / DS_WHOLE;
}

static void values(void **state)
{
	(void)state;
	static const struct {
		int stated;
		int64_t confidence;
		double score;
	} at[] = {{DIAG_CLASS_UB, 10000, 1}, {DIAG_CLASS_UB, 0, 0.5}, {DIAG_CLASS_UB, 5000, 0.875},
		{DIAG_CLASS_LOGIC, 0, 0.5}, {DIAG_CLASS_LOGIC, 5000, 0.375},
		{DIAG_CLASS_LOGIC, 10000, 0}, {-1, 10000, 0}, {DIAG_CLASS_UB, -1, 0}};
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++)
		assert_float_equal(
			score(at[i].stated, at[i].confidence, DIAG_CLASS_UB), at[i].score, 1e-9);
}

/* What a model that looks at a fault believes of its class: probabilities in hundredths. */
struct belief {
	int times; /* of a hundred faults */
	int share[3];
};

static double expected(const struct belief *b, int stated, int64_t confidence)
{
	double sum = 0;
	for (int found = 0; found < 3; found++)
		sum += b->share[found] / 100.0 * score(stated, confidence, found);
	return sum;
}

/* The most probable class with its probability. */
static double honest(const struct belief *b, int *ret_stated, int *ret_percent)
{
	int best = 0;
	for (int i = 1; i < 3; i++)
		if (b->share[i] > b->share[best])
			best = i;
	*ret_stated = best;
	*ret_percent = b->share[best];
	return expected(b, best, b->share[best] * 100);
}

/* Whatever is believed, to state it is best, and to state something else is worse. */
static void nothing_beats_honesty(void **state)
{
	struct belief b = {0};
	int best, percent;
	(void)state;
	for (b.share[0] = 0; b.share[0] <= 100; b.share[0] += 7)
		for (b.share[1] = 0; b.share[0] + b.share[1] <= 100; b.share[1] += 3) {
			b.share[2] = 100 - b.share[0] - b.share[1];
			double most = honest(&b, &best, &percent);
			for (int stated = -1; stated < 3; stated++)
				for (int p = 0; p <= 100; p++) {
					double other = expected(&b, stated, p * 100);
					bool same = stated >= 0 && p == percent &&
						    b.share[stated] == percent;
					bool near = stated >= 0 && b.share[stated] == percent &&
						    abs(p - percent) < 2;
					if (other > most + 1e-9 ||
						(!same && !near && other > most - 1e-4 &&
							!(p == 0 && percent == 0)))
						fail_msg("%d %d %d: %d with %d gets %f, and %f is "
							 "honest",
							b.share[0], b.share[1], b.share[2], stated,
							p, other, most);
				}
		}
}

/* An answer that is always the same, over faults of which some are clear and some are not. */
static void no_constant_pays(void **state)
{
	static const struct belief seen[] = {
		{60, {90, 5, 5}}, {25, {20, 70, 10}}, {15, {34, 33, 33}}};
	double told = 0, constant = 0;
	int best, percent;
	(void)state;
	for (size_t i = 0; i < 3; i++)
		told += seen[i].times / 100.0 * honest(&seen[i], &best, &percent);
	for (int stated = 0; stated < 3; stated++)
		for (int64_t p = 0; p <= DS_WHOLE; p += 100) {
			double sum = 0;
			for (size_t i = 0; i < 3; i++)
				sum += seen[i].times / 100.0 * expected(&seen[i], stated, p);
			constant = sum > constant ? sum : constant;
		}
	assert_true(told > constant + 0.05);
}

/* ---- the profile ---- */

static void absent_terms(void **state)
{
	struct ds_profile p = ds_profiles[0];
	int64_t v[DS_TERM_COUNT] = {0};
	(void)state;
	v[DS_TERM_COMPILE] = DS_WHOLE;
	assert_int_equal(ds_profile_reward(&p, v), 1000);
	assert_true(ds_profile_set(&p, "class=0.5"));
	assert_true(ds_profile_set(&p, "confidence=0.5"));
	assert_int_equal(ds_profile_reward(&p, v), 1000);
	v[DS_TERM_CLASS] = DS_WHOLE;
	assert_int_equal(ds_profile_reward(&p, v), 6000);
	/* as if the others had its weight */
	v[DS_TERM_CLASS] = v[DS_TERM_CONFIDENCE] = DS_ABSENT;
	assert_int_equal(ds_profile_reward(&p, v), 2000);
	v[DS_TERM_TESTS] = v[DS_TERM_ALL] = v[DS_TERM_CLEAN] = DS_WHOLE;
	assert_int_equal(ds_profile_reward(&p, v), DS_WHOLE);
	/* what has no weight is not missed, and what is weighed alone is */
	assert_int_equal(ds_profile_reward(&ds_profiles[1], v), DS_WHOLE);
	struct ds_profile alone = {.weights = {[DS_TERM_CLASS] = 1000}};
	assert_int_equal(ds_profile_reward(&alone, v), DS_ABSENT);
	v[DS_TERM_CLASS] = 0;
	assert_int_equal(ds_profile_reward(&alone, v), 0);
}

/* ---- what is hostile ---- */

static double cpu(void)
{
	return (double)clock() / CLOCKS_PER_SEC;
}

/* A megabyte of each takes about as long as reading it, and not its square. */
static void long_answers(void **state)
{
	static const char *const parts[] = {"<THOUGHT_START>", "<THOUGHT_START><THOUGHT_END>",
		"<think>", "</think>", "<think></think>", "ERROR_CLASS: ub\n", "/* * / * ", "<<<<",
		"<THOUGHT_START>ERROR_CLASS: ub\nCONFIDENCE: 0.5\n<THOUGHT_END>", "*/*/*/*/"};
	enum { SIZE = 1 << 20 };
	char *text = malloc(SIZE);
	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		size_t len = 0, part = strlen(parts[i]);
		while (len + part <= SIZE) {
			memcpy(text + len, parts[i], part);
			len += part;
		}
		double before = cpu();
		struct ds_stated s = ds_stated_read(fl_slice(text, len));
		if (cpu() - before > 1)
			fail_msg("\"%s\": %f s", parts[i], cpu() - before);
		assert_true(s.error_class == -1 || i == 8);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(statements),
		cmocka_unit_test(of_members),
		cmocka_unit_test(values),
		cmocka_unit_test(nothing_beats_honesty),
		cmocka_unit_test(no_constant_pays),
		cmocka_unit_test(absent_terms),
		cmocka_unit_test(long_answers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
