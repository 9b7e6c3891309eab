/*
 * What threads did in the program's own words, of real reports beside the programs that they are
 * of (tests/fixtures/sanitize/thread).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "sanitize/parse.h"
#include "tracegen/evidence/symptom.h"
#include "tracegen/program.h"

enum { ARENA_MAX = 64 << 20, FILE_MAX = 1 << 20 };

static const struct sample {
	const char *report, *source, *message;
	const char *lines[4]; /* of its first stacks; NULL: none, or shown before */
} samples[] = {
	{"data_race_mutexes.clang-14", "data_race_mutexes.cpp",
		"data race: write of size 4 by T1 (runs a lambda, holds for_adding), "
		"read of size 4 by T0 (holds for_reading)",
		{"value++;", "return value;", "std::thread adder([&c] { c.add(); });"}},
	{"data_race_lambda.clang-19", "data_race_lambda.cpp",
		"data race: write of size 4 by T1 (runs a lambda, holds no lock), "
		"read of size 4 by T0 (holds no lock)",
		{"squares[2] = 4;", "int sum = squares[2];", "std::vector<int> squares(4);",
			"std::thread writer([&squares] {"}},
	{"lock_order_inversion.clang-19", "lock_order_inversion.c",
		"lock-order-inversion (potential deadlock): T1 takes to while it holds from; "
		"T2 takes from while it holds to",
		{"pthread_mutex_lock(&to);", "pthread_mutex_lock(&from);",
			"pthread_mutex_lock(&from);", "pthread_mutex_lock(&to);"}},
	{"lock_order_inversion_three.gcc-12", "lock_order_inversion_three.cpp",
		"lock-order-inversion (potential deadlock): T1, T2, T3 each take forks[right] "
		"while they hold forks[left]",
		{"std::lock_guard<std::mutex> second(forks[right]);",
			"std::lock_guard<std::mutex> first(forks[left]);",
			"std::thread philosopher(eat, i, (i + 1) % 3);"}},
	{"heap_use_after_free.clang-19", "heap_use_after_free.c",
		"heap-use-after-free: write of size 4 by T1 (runs use, holds no lock), "
		"freed by T0 (holds no lock)",
		{"*(int *)value = 7;", "free(value);",
			"pthread_create(&thread, NULL, use, value);"}},
};

static struct fl_slice read_fixture(
	const char *folder, const char *name, const char *end, struct fl_arena *a)
{
	char path[4096];
	struct fl_buf text;
	struct fl_error err = {0};
	snprintf(path, sizeof(path), "%s/tests/fixtures/sanitize/thread/%s%s%s", getenv("FL_SRC"),
		folder, name, end);
	fl_buf_init(&text, FILE_MAX);
	if (fl_buf_read_file(&text, path, &err))
		fail_msg("%s", err.message);
	struct fl_slice copy = fl_arena_slice(a, fl_buf_view(&text));
	fl_buf_release(&text);
	return copy;
}

static void make(
	const struct sample *s, bool with_files, struct fl_arena *a, struct tg_symptom *ret)
{
	static const struct san_parse_opts opts = {.strip = FL_LIT("/box/")};
	struct fl_error err = {0};
	struct san_reports reports;
	struct tg_file file = {
		.path = fl_slice_str(s->source), .content = read_fixture("", s->source, "", a)};
	const struct fl_list files = {.items = &file, .len = 1};
	struct fl_slice log = read_fixture("reports/", s->report, ".txt", a);
	if (san_parse(log, &opts, a, &reports, &err) || !reports.list.len)
		fail_msg("%s: %s", s->report, err.message);
	struct tg_symptom_in in = {.report = reports.list.items,
		.exit_status = -1,
		.files = with_files ? &files : NULL};
	if (tg_symptom_make(&in, a, ret, &err))
		fail_msg("%s: %s", s->report, err.message);
}

static void each_is_told_by_the_source(void **state)
{
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, ARENA_MAX);
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		const struct sample *s = &samples[i];
		struct tg_symptom symptom;
		make(s, true, &a, &symptom);
		if (!fl_slice_eqs(symptom.message, s->message))
			fail_msg("%s: %.*s", s->report, FL_ARG(symptom.message));
		const struct tg_symptom_stack *k = symptom.stacks.items;
		for (size_t n = 0; n < 4 && s->lines[n]; n++)
			if (n >= symptom.stacks.len || !fl_slice_starts(k[n].source, s->lines[n]))
				fail_msg("%s: stack %zu is not at %s", s->report, n, s->lines[n]);
		assert_null(tg_symptom_lacks(&symptom));
	}
	fl_arena_release(&a);
}

/* Without the program's text a report says what its tool said. */
static void without_files_nothing_is_added(void **state)
{
	struct fl_arena a;
	struct tg_symptom symptom;
	(void)state;
	fl_arena_init(&a, ARENA_MAX);
	make(&samples[0], false, &a, &symptom);
	const struct tg_symptom_stack *k = symptom.stacks.items;
	assert_non_null(strstr(symptom.message.ptr, "by T1 (mutexes: write M0)"));
	for (size_t i = 0; i < symptom.stacks.len; i++)
		assert_int_equal(k[i].source.len, 0);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_told_by_the_source),
		cmocka_unit_test(without_files_nothing_is_added),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
