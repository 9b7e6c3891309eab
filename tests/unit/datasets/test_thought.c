/* What answers say was observed, held to the evidence and the code of a record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "datasets/terms/thought.h"
#include "tracegen/program.h"

#define START "<THOUGHT_START>\n/* "
#define END "\n */\n<THOUGHT_END>\n"

/* Of the page on records: a file that could not be opened is written to. */
static const char code[] =
	"#include <stdio.h>\n\n/* Writes a sample. */\nstatic int write_sample("
	"const char *path)\n{\n\tFILE *f = fopen(path, \"w\"); /* a */\n\n"
	"\tfputs(\"The river.\\n\", f);\n\treturn fclose(f);\n}\n\n"
	"int main(void)\n{\n\treturn write_sample(\"no-such-directory/x\");\n}\n";
static const char context[] =
	"<DEBUG_CONTEXT>\n"
	"symptom(\"segv\",\"killed by signal 11 (SIGSEGV)\",{{\"access\",\"\",{{\"fputs\"},"
	"{\"write_sample\",8,\"index.c\"},{\"main\",14}}}})\n"
	"frame_vars(0,\"write_sample\",\"index.c\",8,{{\"path\",\"const char "
	"*\",\"\\\"no-such-directory/x\\\"\"},{\"f\",\"FILE *\",\"0x0\"}})\n"
	"<CODE_END>\n";
static const char own[] = START
	"OBSERVED: segv: killed by signal 11 (SIGSEGV)\n"
	" * OBSERVED: it happened in write_sample at index.c:8, called by main at index.c:14\n"
	" * OBSERVED: index.c:8 says `fputs(\"The river.\\n\", f);`, where f is 0x0\n"
	" * LINK: index.c:8 is where it happened" END;

static struct tg_file file = {.path = {"index.c", 7}, .content = {code, sizeof(code) - 1}};
static struct fl_list files = {.items = &file, .len = 1};

/* To be released, with the arena. */
static void know(struct ds_known *k, struct fl_arena *a)
{
	struct ds_record r = {.context = fl_slice_str(context)};
	fl_arena_init(a, 1 << 26);
	ds_known_init(k, &files);
	ds_known_record(k, &r, a);
	assert_false(ds_known_is_empty(k));
}

static struct ds_thought check(const char *answer, const struct ds_known *k, struct fl_arena *a)
{
	struct ds_thought t;
	assert_int_equal(
		ds_thought_check(fl_slice_str(answer), fl_slice_str(own), k, a, &t, NULL), 0);
	assert_int_equal(t.stated, t.matched + t.contradicted + t.unknown);
	assert_int_equal(t.stated, t.facts.len);
	const struct ds_fact *f = t.facts.items;
	for (size_t i = 0; i < t.facts.len; i++)
		assert_true(f[i].start >= 0 && f[i].start < f[i].end &&
			    f[i].end <= (int64_t)strlen(answer));
	return t;
}

/* What our own reasoning says is so, and its spans are where it stands. */
static void our_own(void **state)
{
	static const char *const spans[] = {"segv", "write_sample at index.c:8",
		"main at index.c:14", "index.c:8 says `fputs(\"The river.\\n\", f);", "f is 0x0"};
	struct ds_known k;
	struct fl_arena a;
	(void)state;
	know(&k, &a);
	struct ds_thought t = check(own, &k, &a);
	const struct ds_fact *f = t.facts.items;
	assert_int_equal(t.stated, 5);
	assert_int_equal(t.matched, 5);
	assert_int_equal(t.wanted, DS_FACTS_LEAST);
	assert_int_equal(ds_thought_score(&t), 10000);
	for (size_t i = 0; i < 5; i++) {
		struct fl_slice span = fl_slice(own + f[i].start, (size_t)(f[i].end - f[i].start));
		size_t len = strlen(spans[i]);
		if (!fl_slice_eq(fl_slice_head(span, len), fl_slice(spans[i], len)) ||
			span.len > len + 1)
			fail_msg("%zu: \"%.*s\"", i, FL_ARG(span));
	}
	ds_known_release(&k);
	fl_arena_release(&a);
}

static const struct {
	const char *said;
	int matched, contradicted, unknown;
} cases[] = {
	{"segv: killed by signal 11", 1, 0, 0},
	{"heap-use-after-free, a read of 4 bytes", 0, 1, 0},
	{"it happened in main at index.c:8", 0, 1, 0},
	{"it happened in write_sample at index.c:9", 0, 1, 0},
	{"it happened in other at index.c:3", 0, 0, 1},
	{"it happened at index.c:8", 1, 0, 0},
	{"it happened at index.c:9", 0, 0, 1},
	{"it happened at index.c:900", 0, 1, 0},
	{"it happened in f at other.c:3", 0, 0, 1},
	{"index.c:8 says `fputs(\"The river.\\n\", f);`", 1, 0, 0},
	{"index.c:8 says `fputs(\"The ...`", 1, 0, 0},
	{"index.c:8 says `fputs(path, f);`", 0, 1, 0},
	{"index.c:6 says `FILE *f = fopen(path, \"w\"); / * a * /`", 0, 0, 1},
	{"index.c:8 says `fputs(\"The ...`, where f is 0x0, path is \"no-such-directory/x\"", 3, 0,
		0},
	{"index.c:8 says `fputs(\"The ...`, where f is 0x10, path is \"x\", g is 1", 1, 2, 1},
	{"f is 0x0, written last in write_sample at index.c:8", 2, 0, 0},
	{"f is NULL", 0, 1, 0},
	{"called at index.c:8", 1, 0, 0},
	{"main called at index.c:8", 0, 1, 0},
	{"it is a pity", 0, 0, 0},
	{"the pointer is null and main is fine", 0, 0, 0},
	{"main::f, called at line 3", 0, 0, 0},
	{"line 3 of the output is `a` and should be `b`", 0, 0, 1},
	{"what is written is at http://x.y:80", 0, 0, 0},
	{"index.c:8: index.c:8 index.c:8, (index.c:8)", 1, 0, 0},
	{"", 0, 0, 0},
	{"`", 0, 0, 0},
	{"` index.c:8 `", 0, 0, 0},
	{"in at by at : :1 .:1 a.:1 ,", 0, 0, 0},
};

static void sentences(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_known k;
		struct fl_arena a;
		know(&k, &a);
		struct fl_slice text = fl_arena_printf(&a, START "OBSERVED: %s" END, cases[i].said);
		struct ds_thought t = check(text.ptr, &k, &a);
		if (t.matched != cases[i].matched || t.contradicted != cases[i].contradicted ||
			t.unknown != cases[i].unknown)
			fail_msg("\"%s\": %d, %d, %d", cases[i].said, (int)t.matched,
				(int)t.contradicted, (int)t.unknown);
		ds_known_release(&k);
		fl_arena_release(&a);
	}
}

static int64_t score(const char *answer)
{
	struct ds_known k;
	struct fl_arena a;
	know(&k, &a);
	struct ds_thought t = check(answer, &k, &a);
	ds_known_release(&k);
	fl_arena_release(&a);
	return ds_thought_score(&t);
}

/* Little, much, and the same again are no better than what is so. */
static void no_game(void **state)
{
	(void)state;
	assert_int_equal(score(START "OBSERVED: segv: x" END), 2500);
	assert_int_equal(score(START "OBSERVED: segv: x\nOBSERVED: segv: x\nOBSERVED: segv: x\n"
				     "OBSERVED: segv: x" END),
		2500);
	assert_int_equal(score(START "OBSERVED: segv: x\nOBSERVED: data-race" END), 0);
	assert_true(score(START "OBSERVED: segv: x\nOBSERVED: f is 0x0\nOBSERVED: at index.c:8\n"
				"OBSERVED: at index.c:14\nOBSERVED: g is 1\nOBSERVED: h is 1" END) <
		    10000);
	assert_int_equal(
		score(START "OBSERVED: f is 0x0\nOBSERVED: f is  0x0\nOBSERVED: f is 0x0...\n"
			    "OBSERVED: f is 0x..." END),
		2500);
	assert_int_equal(
		score(START "OBSERVED: in write_sample at index.c:8, in x::write_sample at "
			    "index.c:08, in ::write_sample at index.c:008" END),
		2500);
	assert_int_equal(score(START "OBSERVED: index.c:8 says `f...`\nOBSERVED: index.c:8 says "
				     "`fp...`\nOBSERVED: index.c:8 says `fputs...`\nOBSERVED: "
				     "index.c:8 says `  fputs(...`" END),
		2500);
	assert_int_equal(score("OBSERVED: segv: x\n"), 0);
	assert_int_equal(score(START "OBSERVED: segv: x\nOBSERVED: f is 0x0\n"), 0);
	assert_int_equal(score(START START "OBSERVED: segv: x" END), 0);
	assert_int_equal(score("<think>OBSERVED: segv: x</think>" START "LINK: x" END), 0);
	assert_int_equal(score("<think>OBSERVED: segv: x</think>"), 2500);
	assert_int_equal(score(""), 0);
}

/* A megabyte of lines takes about as long as reading it, and memory for the first facts alone. */
static void long_answers(void **state)
{
	static const char *const parts[] = {"OBSERVED: in f at a.c:1\n",
		"OBSERVED: ", "in f at a.c:1 ", "`", "OBSERVED: a.c:1 says `x`, where ", "a is b, ",
		", ,", " is ", "x:1 ", "OBSERVED: line 1 of the output is `", "<THOUGHT_START>"};
	enum { SIZE = 1 << 20 };
	char *text = malloc(SIZE + 64);
	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < 2 * sizeof(parts) / sizeof(parts[0]); i++) {
		const char *part = parts[i / 2];
		struct ds_known k;
		struct fl_arena a;
		struct ds_thought t;
		size_t len = strlen(START "OBSERVED: x.c:1 says `x`, where ");
		memcpy(text, START "OBSERVED: x.c:1 says `x`, where ", len);
		for (int n = 0; len + strlen(part) + 8 <= SIZE; n++) {
			memcpy(text + len, part, strlen(part));
			len += strlen(part);
			if (i % 2) /* each another */
				len += (size_t)sprintf(text + len, "%d", n);
		}
		strcpy(text + len, END);
		know(&k, &a);
		clock_t before = clock();
		assert_int_equal(
			ds_thought_check(fl_slice_str(text), FL_S(""), &k, &a, &t, NULL), 0);
		if (clock() - before > CLOCKS_PER_SEC)
			fail_msg("\"%s\": %f s", part, (double)(clock() - before) / CLOCKS_PER_SEC);
		assert_true(t.facts.len <= DS_FACTS_MAX);
		ds_known_release(&k);
		fl_arena_release(&a);
	}
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(our_own),
		cmocka_unit_test(sentences),
		cmocka_unit_test(no_game),
		cmocka_unit_test(long_answers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
