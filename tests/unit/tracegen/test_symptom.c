/*
 * Symptoms of programs that no sanitizer watches: each a small program that really ends so, judged
 * as a mutant is.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/literal/literal.h"
#include "sanitize/report/frame.h"
#include "tracegen/builds/build.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/verify.h"

enum { ARENA_MAX = 64 << 20 };

static const struct sample {
	const char *name, *compiler, *source, *kind;
	const char *says[4]; /* in its literal */
} samples[] = {
	{"assert", "gcc -xc",
		"#include <assert.h>\n"
		"static void check(int n)\n"
		"{\n"
		"	assert(n > 0);\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	check(0);\n"
		"}\n",
		"assertion-failed", {"n > 0"}},
	{"throw", "g++ -xc++",
		"#include <stdexcept>\n"
		"int main()\n"
		"{\n"
		"	throw std::out_of_range(\"no such row\");\n"
		"}\n",
		"uncaught-exception", {"std::out_of_range", "no such row"}},
	{"double free", "gcc -w -xc",
		"#include <stdlib.h>\n"
		"int main(void)\n"
		"{\n"
		"	char *p = malloc(8);\n"
		"	free(p);\n"
		"	free(p);\n"
		"}\n",
		"double-free", {"double free detected in tcache 2"}},
	{"lost unlock", "gcc -pthread -xc",
		"#include <pthread.h>\n"
		"static pthread_mutex_t rows = PTHREAD_MUTEX_INITIALIZER;\n"
		"static void *reader(void *arg)\n"
		"{\n"
		"	pthread_mutex_lock(&rows);\n"
		"	return arg;\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	pthread_t t;\n"
		"	pthread_mutex_lock(&rows);\n"
		"	pthread_create(&t, NULL, reader, NULL);\n"
		"	pthread_join(t, NULL);\n"
		"}\n",
		"hang",
		{"T1 waits for a mutex rows that T0 holds",
			".source = \"pthread_mutex_lock(&rows);\"",
			".function = \"reader\", .file = \"p.c\", .line = 5",
			".function = \"main\", .file = \"p.c\", .line = 13"}},
	{"lock order", "gcc -pthread -xc",
		"#include <pthread.h>\n"
		"static pthread_mutex_t rows = PTHREAD_MUTEX_INITIALIZER;\n"
		"static pthread_mutex_t cols = PTHREAD_MUTEX_INITIALIZER;\n"
		"static pthread_barrier_t both;\n"
		"static void *reader(void *arg)\n"
		"{\n"
		"	pthread_mutex_lock(&rows);\n"
		"	pthread_barrier_wait(&both);\n"
		"	pthread_mutex_lock(&cols);\n"
		"	return arg;\n"
		"}\n"
		"int main(void)\n"
		"{\n"
		"	pthread_t t;\n"
		"	pthread_barrier_init(&both, NULL, 2);\n"
		"	pthread_create(&t, NULL, reader, NULL);\n"
		"	pthread_mutex_lock(&cols);\n"
		"	pthread_barrier_wait(&both);\n"
		"	pthread_mutex_lock(&rows);\n"
		"}\n",
		"deadlock",
		{"T1 waits for a mutex cols that T0 holds",
			"T0 waits for a mutex rows that T1 holds",
			".function = \"reader\", .file = \"p.c\", .line = 9",
			".function = \"main\", .file = \"p.c\", .line = 19"}},
};

#define OK(call)                                                         \
	do {                                                             \
		struct fl_error err_ = {0};                              \
		int rc_ = (call);                                        \
		if (rc_)                                                 \
			fail_msg("%s: %d %s", #call, rc_, err_.message); \
	} while (0)

static void build(struct fl_box *box, const struct sample *s)
{
	struct fl_process_result result;
	struct fl_buf out, text;
	char command[200];
	snprintf(command, sizeof(command), "%s -g p.c -o " TG_BINARY, s->compiler);
	const char *argv[] = {"/bin/sh", "-c", command, NULL};
	struct fl_run_spec spec = {.argv = argv, .cpu_ms = 20000, .wall_ms = 60000};
	fl_buf_init(&out, 1 << 16);
	fl_buf_init(&text, 1 << 16);
	OK(fl_box_put(box, "p.c", fl_slice_str(s->source), 0644, &err_));
	OK(fl_box_run(box, &spec, &out, &text, &result, &err_));
	if (result.end != FL_END_EXIT || result.exit_status)
		fail_msg("%s: %s", s->name, text.data);
	fl_buf_release(&out);
	fl_buf_release(&text);
}

static const char *literal_of(const struct tg_symptom *symptom, struct fl_arena *a)
{
	struct fl_item item = {.shape = &tg_symptom_shape, .object = symptom};
	const struct fl_items items = {.at = &item, .len = 1};
	struct fl_buf b;
	fl_buf_init(&b, 1 << 16);
	fl_literal_write(&b, &items, FL_COMPACT, FL_MARK_NONE);
	const char *text = fl_arena_slice(a, fl_buf_view(&b)).ptr;
	fl_buf_release(&b);
	return text;
}

static void check(struct fl_box *box, const struct sample *s, struct fl_arena *a)
{
	static const struct tg_program program = {.language = TG_C};
	static const struct tg_baseline baseline = {.run.outcome = SAN_PASSED};
	struct tg_outcome o = {0};
	struct tg_symptom symptom;
	build(box, s);
	OK(tg_judge(box, &program, &baseline, NULL, NULL, a, &o, &err_));
	if (o.status != TG_OBSERVED)
		fail_msg("%s: status %d, %.*s", s->name, (int)o.status,
			FL_ARG(o.runs[0].evidence.kind));
	struct tg_file file = {.path = FL_S("p.c"), .content = fl_slice_str(s->source)};
	const struct fl_list files = {.items = &file, .len = 1};
	struct tg_symptom_in in = {.report = &o.evidence, .exit_status = -1, .files = &files};
	OK(tg_symptom_make(&in, a, &symptom, &err_));
	const char *text = literal_of(&symptom, a), *lacks = tg_symptom_lacks(&symptom);
	print_message("%s: %u ms\n%s\n", s->name, o.runs[0].result.wall_ms, text);
	assert_string_equal(symptom.kind.ptr, s->kind);
	if (lacks)
		fail_msg("%s: %s", s->name, lacks);
	for (size_t i = 0; i < 4 && s->says[i]; i++)
		if (!strstr(text, s->says[i]))
			fail_msg("%s does not say %s", s->name, s->says[i]);
}

static void each_says_what_went_wrong(void **state)
{
	struct fl_box *box;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, ARENA_MAX);
	OK(fl_box_new(&(struct fl_box_opts){0}, &box, &err_));
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++)
		check(box, &samples[i], &a);
	fl_box_free(box);
	fl_arena_release(&a);
}

/* Without what its row asks for, none of them passes. */
static void mute_symptoms_are_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		struct tg_symptom s = {.kind = fl_slice_str(samples[i].kind), .exit_status = -1};
		assert_non_null(tg_symptom_lacks(&s));
	}
}

static const char *lacks(const char *kind, const char *message, int64_t status, size_t stacks)
{
	static struct tg_symptom_stack stack;
	const struct tg_symptom s = {.kind = fl_slice_str(kind),
		.message = fl_slice_str(message),
		.exit_status = status,
		.stacks = {&stack, stacks}};
	return tg_symptom_lacks(&s);
}

/* A signal without a place says nothing; nor does the status with which sanitizers end a program. */
static void bare_ends_are_refused(void **state)
{
	static const char *const kinds[] = {
		"segv", "bus", "fpe", "ill", "trap", "sys", "abrt", "pipe", "killed", "rt"};
	(void)state;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		assert_non_null(lacks(kinds[i], "killed by signal 11 (SIGSEGV)", -1, 0));
		assert_null(lacks(kinds[i], "killed by signal 11 (SIGSEGV)", -1, 1));
	}
	assert_non_null(lacks("segv", "SEGV: address points to the zero page", -1, 0));
	assert_non_null(lacks("abrt", "ABRT", -1, 0));
	assert_null(lacks("abrt", "the table is full", -1, 0));
	assert_null(lacks("exit-status", "exit status 1", 1, 0));
	assert_string_equal(lacks("exit-status", "exit status 99", 99, 0),
		"the exit status is a sanitizer's own, and its report is lost");
}

static struct fl_slice message_of(struct fl_arena *a, const char *complaint, const char *usual)
{
	static const struct san_report ended = {.tool = SAN_TOOL_SYSTEM,
		.kind = FL_LIT("exit-status"),
		.message = FL_LIT("exit status 1")};
	struct tg_symptom_in in = {.report = &ended,
		.complaint = fl_slice_str(complaint),
		.usual = fl_slice_str(usual),
		.ended = true,
		.exit_status = 1};
	struct tg_symptom s;
	OK(tg_symptom_make(&in, a, &s, &err_));
	return s.message;
}

/* With the status stands what the program says on stderr, unless the right one says it as well. */
static void complaints_are_told(void **state)
{
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, ARENA_MAX);
	assert_true(fl_slice_eqs(message_of(&a, "hi\np: no file\nbye\n", "hi\nbye\n"),
		"exit status 1; stderr says: p: no file"));
	assert_true(fl_slice_eqs(message_of(&a, "hi\n", "hi\nbye\n"), "exit status 1"));
	assert_true(fl_slice_eqs(message_of(&a, "at 0x7ffe\n", ""), "exit status 1"));
	assert_true(fl_slice_eqs(message_of(&a, "12:04:11 bad\n", ""), "exit status 1"));
	assert_true(fl_slice_eqs(message_of(&a, "bad at 1764000000\n", ""), "exit status 1"));
	assert_true(fl_slice_eqs(message_of(&a, "", ""), "exit status 1"));
	fl_arena_release(&a);
}

static const struct {
	const char *expected, *actual; /* outputs */
	int64_t line;
	const char *should, *is; /* that line */
} outputs[] = {
	{"a\nb\n", "a\nc\n", 2, "b", "c"},
	{"a\nb\n", "a\n", 2, "b", "<end of output>"},
	{"a\n", "a\nb\n", 2, "<end of output>", "b"},
	{"total 15\n", "total 1", 1, "total 15", "total 1"},
	/* one that lacks but the end of a line */
	{"total 15\n", "total 15", 1, "total 15", "total 15<end of output>"},
	{"a\nb", "a\nb\nc\n", 2, "b<end of output>", "b"},
	{"", "\n", 1, "<end of output>", ""},
};

static void outputs_differ_as_they_are_told(void **state)
{
	static const struct san_report wrong = {.kind = FL_LIT("wrong-output")};
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, ARENA_MAX);
	for (size_t i = 0; i < sizeof(outputs) / sizeof(outputs[0]); i++) {
		struct tg_symptom_in in = {.report = &wrong,
			.expected = fl_slice_str(outputs[i].expected),
			.actual = fl_slice_str(outputs[i].actual),
			.ended = true,
			.exit_status = -1};
		struct tg_symptom s;
		OK(tg_symptom_make(&in, &a, &s, &err_));
		assert_int_equal(s.line, outputs[i].line);
		assert_true(fl_slice_eqs(s.expected, outputs[i].should));
		assert_true(fl_slice_eqs(s.actual, outputs[i].is));
		assert_null(tg_symptom_lacks(&s));
	}
	fl_arena_release(&a);
}

/* A long line is cut around what differs, whatever bytes it has. */
static void binary_lines_differ(void **state)
{
	static const struct san_report wrong = {.kind = FL_LIT("wrong-output")};
	char right[3 * TG_SYMPTOM_LINE] = {0}, got[sizeof(right)] = {0};
	struct tg_symptom s;
	struct fl_arena a;
	(void)state;
	right[2 * TG_SYMPTOM_LINE] = '\x80';
	got[2 * TG_SYMPTOM_LINE] = '\x81';
	fl_arena_init(&a, ARENA_MAX);
	struct tg_symptom_in in = {.report = &wrong,
		.expected = fl_slice(right, sizeof(right)),
		.actual = fl_slice(got, sizeof(got)),
		.ended = true,
		.exit_status = -1};
	OK(tg_symptom_make(&in, &a, &s, &err_));
	assert_in_range(s.actual.len, TG_SYMPTOM_LINE / 4, TG_SYMPTOM_LINE / 4 + 6);
	assert_memory_not_equal(s.actual.ptr, s.expected.ptr, s.expected.len);
	assert_null(tg_symptom_lacks(&s));
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(binary_lines_differ),
		cmocka_unit_test(outputs_differ_as_they_are_told),
		cmocka_unit_test(each_says_what_went_wrong),
		cmocka_unit_test(mute_symptoms_are_refused),
		cmocka_unit_test(bare_ends_are_refused),
		cmocka_unit_test(complaints_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
