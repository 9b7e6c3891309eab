/* What counts when there are several signs of how a run ended. */
#include "fixtures.h"

static const struct fl_process_result passed = {.end = FL_END_EXIT, .exit_status = 0, .signal = -1};
static const struct fl_process_result aborted = {
	.end = FL_END_SIGNAL, .exit_status = -1, .signal = 6};

static const struct fl_process_result exit_one = {
	.end = FL_END_EXIT, .exit_status = 1, .signal = -1};

static enum san_outcome evidence(const struct fl_process_result *result, const char *text,
	struct fl_arena *a, struct san_report *r)
{
	enum san_outcome outcome = SAN_INFRA;
	fl_arena_init(a, 1 << 20);
	assert_int_equal(
		0, san_evidence_of(result, fl_slice_str(text), NULL, a, &outcome, r, NULL));
	return outcome;
}

static void check(const struct fl_process_result *result, const char *text, const char *kind,
	enum diag_class error_class, const char *message)
{
	struct fl_arena a;
	struct san_report r;
	assert_int_equal(SAN_FAILED, evidence(result, text, &a, &r));
	if (!fl_slice_eqs(r.kind, kind) || r.error_class != (int)error_class ||
		!fl_slice_eqs(r.message, message))
		fail_msg("%.*s %d: %.*s", FL_ARG(r.kind), r.error_class, FL_ARG(r.message));
	fl_arena_release(&a);
}

static void test_messages(void **state)
{
	(void)state;
	check(&aborted, "out\ndouble free or corruption (fasttop)\n", "double-free",
		DIAG_CLASS_LIFETIME, "double free or corruption (fasttop)");
	check(&aborted, "malloc(): unaligned tcache chunk detected\n", "heap-corruption",
		DIAG_CLASS_UB, "malloc(): unaligned tcache chunk detected");
	check(&aborted, "terminate called after throwing an instance of 'E'\n  what():  no\n",
		"uncaught-exception", DIAG_CLASS_LOGIC,
		"terminate called after throwing an instance of 'E': what():  no");
	check(&aborted, "/x/prog: a.c:6: f: Assertion `n' failed.\n", "assertion-failed",
		DIAG_CLASS_LOGIC, "a.c:6: f: Assertion `n' failed.");
}

/* Where an exception's what() ends in a log, in which other lines follow, and in a run's stderr. */
static void test_what_ends(void **state)
{
	static const struct {
		const char *lines, *of_log, *of_run;
	} rows[] = {
		{"x\n  at f\n\tat g\n", "x\n  at f\n\tat g", "x\n  at f\n\tat g"},
		{"x\nserver is ready\n", "x", "x\nserver is ready"},
		{"x\ny\nAborted (core dumped)\nz\n", "x\ny", "x\ny"},
		{"x\ny\n/bin/sh: line 1:    12 Aborted                 ./p\n", "x\ny", "x\ny"},
		{"x\n/bin/sh: line 1:    12 Aborted                 ./p\nmake: *** [t] Error 134\n",
			"x", "x"},
		{"x\n\n  y\nAborted\n", "x\n\n  y", "x\n\n  y"},
		{"x\n\ny\nAborted\n", "x", "x\n\ny"},
		{"x\nmake[2]: *** [Makefile:5: check] Error 134\nAborted\n", "x", "x"},
		{"x\nninja: build stopped: subcommand failed.\n", "x", "x"},
		{"x\n1/3 Test #1: unit ......   Passed    0.01 sec\n", "x", "x"},
		{"x\n    Start 2: other\n", "x", "x"},
		{"x\n[ RUN      ] Suite.test\nAborted\n", "x", "x"},
		{"x\n[12/40] Building C object a.o\n", "x", "x"},
		{"x\na.c:1:1: error: no\nAborted\n", "x", "x\na.c:1:1: error: no"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char text[512], want[512];
		for (int run = 0; run < 2; run++) {
			snprintf(text, sizeof text,
				"terminate called after throwing an instance of 'E'\n  what():  %s",
				rows[i].lines);
			snprintf(want, sizeof want,
				"terminate called after throwing an instance of 'E': what():  %s",
				run ? rows[i].of_run : rows[i].of_log);
			check(run ? &aborted : NULL, text, "uncaught-exception", DIAG_CLASS_LOGIC,
				want);
		}
	}
}

/* What a program said last may hold any byte. */
static void test_last_words(void **state)
{
	static const struct {
		struct fl_slice said, message;
	} rows[] = {
		{FL_LIT("one\ntwo\n"), FL_LIT("exit status 3: two")},
		{FL_LIT("e\0rror\n"), FL_LIT("exit status 3: e\0rror")},
		{FL_LIT("first\ne\0rror 7\0\n"), FL_LIT("exit status 3: e\0rror 7\0")},
		{FL_LIT("late\nAddressSanitizer:DEADLYSIGNAL\n"), FL_LIT("exit status 3: late")},
		{FL_LIT("==1==ERROR: AddressSanitizer: SEGV\n"), FL_LIT("exit status 3")},
		{FL_LIT(""), FL_LIT("exit status 3")},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_arena a;
		struct san_report r;
		fl_arena_init(&a, 1 << 16);
		fl_object_reset(&san_report_shape, &r);
		r.message = FL_S("exit status 3");
		san_add_last_words(&r, rows[i].said, &a);
		if (!fl_slice_eq(rows[i].message, r.message))
			fail_msg("row %zu: %.*s (%zu)", i, FL_ARG(r.message), r.message.len);
		fl_arena_release(&a);
	}
}

/* Messages that no program here can bring about, or of other versions and systems. */
static void test_other_messages(void **state)
{
	static const struct {
		const char *text, *kind;
		enum diag_class error_class;
		const char *message, *file;
		int line;
		const char *function;
	} rows[] = {
		{"*** Error in `./prog': double free or corruption (fasttop): 0x0000000001a2b010 "
		 "***\n",
			"double-free", DIAG_CLASS_LIFETIME,
			"double free or corruption (fasttop): <address> ***", "", 0, ""},
		{"Assertion failed: n > 0 (a.c: half: 6)\n", "assertion-failed", DIAG_CLASS_LOGIC,
			"Assertion failed: n > 0 (a.c: half: 6)", "a.c", 6, "half"},
		{"Assertion failed: (f(n) > 0), function half, file a.c, line 6.\n",
			"assertion-failed", DIAG_CLASS_LOGIC,
			"Assertion failed: (f(n) > 0), function half, file a.c, line 6.", "a.c", 6,
			"half"},
		{"assertion \"n\" failed: file \"a.c\", line 6, function: half\n",
			"assertion-failed", DIAG_CLASS_LOGIC,
			"assertion \"n\" failed: file \"a.c\", line 6, function: half", "a.c", 6,
			"half"},
		{"Fatal glibc error: pthread_mutex_lock.c:94 (___pthread_mutex_lock): assertion "
		 "failed: mutex->__data.__owner == 0\n",
			"pthread-assertion", DIAG_CLASS_CONCURRENCY,
			"Fatal glibc error: pthread_mutex_lock.c:94 (___pthread_mutex_lock): "
			"assertion failed: mutex->__data.__owner == 0",
			"", 0, ""},
		{"./prog: symbol lookup error: ./prog: undefined symbol: missing\n",
			"symbol-lookup-error", DIAG_CLASS_LINKER,
			"symbol lookup error: ./prog: undefined symbol: missing", "", 0, ""},
		{"libc++abi: terminating due to uncaught exception of type std::out_of_range: "
		 "vector\n",
			"uncaught-exception", DIAG_CLASS_LOGIC,
			"libc++abi: terminating due to uncaught exception of type "
			"std::out_of_range: vector",
			"", 0, ""},
		{"/usr/lib/llvm-19/bin/../include/c++/v1/vector:1393: assertion __n < size() "
		 "failed: vector[] index out of bounds\n",
			"libcxx-hardening", DIAG_CLASS_UB,
			"/usr/lib/llvm-19/bin/../include/c++/v1/vector:1393: assertion __n < "
			"size() failed: vector[] index out of bounds",
			"", 0, ""},
		{"/usr/include/c++/4.9/debug/vector:357:error: attempt to subscript container "
		 "with out-of-bounds index 3, but container only holds 3 elements.\n",
			"libstdcxx-debug", DIAG_CLASS_UB,
			"attempt to subscript container with out-of-bounds index 3, but container "
			"only holds 3 elements.",
			"", 0, ""},
		{"terminate called recursively\n", "terminate", DIAG_CLASS_LOGIC,
			"terminate called recursively", "", 0, ""},
		{"./run.sh: line 3:  1234 Segmentation fault      (core dumped) ./prog\n", "segv",
			DIAG_CLASS_UB, "Segmentation fault      (core dumped) ./prog", "", 0, ""},
		{"Floating point exception (core dumped)\n", "fpe", DIAG_CLASS_UB,
			"Floating point exception (core dumped)", "", 0, ""},
		{"free(): invalid size\nAborted (core dumped)\n", "heap-corruption", DIAG_CLASS_UB,
			"free(): invalid size", "", 0, ""},
		{"first: free(): invalid size\nlast: munmap_chunk(): invalid pointer\n",
			"invalid-pointer", DIAG_CLASS_RESOURCE, "munmap_chunk(): invalid pointer",
			"", 0, ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_arena a;
		struct san_report r;
		assert_int_equal(SAN_FAILED, evidence(NULL, rows[i].text, &a, &r));
		if (!fl_slice_eqs(r.kind, rows[i].kind) ||
			r.error_class != (int)rows[i].error_class ||
			!fl_slice_eqs(r.message, rows[i].message) ||
			!fl_slice_eqs(r.file, rows[i].file) || r.line != rows[i].line ||
			!fl_slice_eqs(r.function, rows[i].function))
			fail_msg("%s: %.*s %d: '%.*s' %.*s:%d", rows[i].text, FL_ARG(r.kind),
				r.error_class, FL_ARG(r.message), FL_ARG(r.file), (int)r.line);
		fl_arena_release(&a);
	}
}

/* What is only said about such things is no message of an abort. */
static void test_talk_is_no_message(void **state)
{
	static const char *const texts[] = {"All jobs Aborted by user request\n",
		"Killed by a dragon\n", "Error: cannot open file\n", "error: attempt to fly\n",
		"x: assertion made\n", "no Segmentation fault here\n"};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		check(&exit_one, texts[i], "exit-status", DIAG_CLASS_LOGIC, "exit status 1");
}

/* The sentence of several lines, without its wrapping; what() with all its lines, within limits. */
static void test_long_messages(void **state)
{
	struct fl_arena a;
	struct san_report r;
	struct fl_buf text;
	(void)state;
	check(&aborted,
		"/usr/include/c++/12/debug/vector:442:\nIn function:\n    f()\n\n"
		"Error: attempt to subscript container with out-of-bounds index 5, but \n"
		"container only holds 5 elements.\n\nObjects involved in the operation:\n",
		"libstdcxx-debug", DIAG_CLASS_UB,
		"Error: attempt to subscript container with out-of-bounds index 5, but container "
		"only holds 5 elements.");
	check(&aborted,
		"terminate called after throwing an instance of 'E'\n  what():  a\nb\n\n"
		"==2==ERROR: something else\n",
		"uncaught-exception", DIAG_CLASS_LOGIC,
		"terminate called after throwing an instance of 'E': what():  a\nb");
	fl_buf_init(&text, 4 << 20);
	fl_buf_str(&text, "terminate called after throwing an instance of 'E'\n  what():  ");
	for (int i = 0; i < 1 << 20; i++)
		fl_buf_char(&text, i % 80 ? 'x' : '\n');
	fl_buf_char(&text, 0);
	assert_int_equal(SAN_FAILED, evidence(&aborted, text.data, &a, &r));
	assert_true(fl_slice_eqs(r.kind, "uncaught-exception"));
	assert_in_range(r.message.len, 1000, 4096);
	fl_arena_release(&a);
	fl_buf_release(&text);
}

/* A report channel of its own: what the program says of its loader or sanitizer is talk. */
static void test_texts_apart(void **state)
{
	static const char said[] = "prog: error while loading shared libraries: liby.so\n"
				   "AddressSanitizer CHECK failed: here\n";
	struct san_texts texts = {.err = FL_S(said), .apart = true};
	struct fl_arena a;
	struct san_report r;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(SAN_FAILED, san_evidence(&exit_one, NULL, &texts, &a, &r));
	assert_true(fl_slice_eqs(r.kind, "exit-status"));
	texts.log = FL_S(said);
	assert_int_equal(SAN_INFRA, san_evidence(&exit_one, NULL, &texts, &a, &r));
	assert_true(fl_slice_eqs(r.message, "AddressSanitizer CHECK failed: here"));
	fl_arena_release(&a);
	assert_int_equal(SAN_INFRA, evidence(&exit_one, said, &a, &r));
	fl_arena_release(&a);
}

static void test_ends(void **state)
{
	struct fl_process_result r = {.end = FL_END_CPU, .exit_status = -1, .signal = -1};
	(void)state;
	check(&r, "", "timeout", DIAG_CLASS_LOGIC, "CPU time used up");
	r.end = FL_END_WALL;
	check(&r, "", "hang", DIAG_CLASS_CONCURRENCY, "time used up while waiting");
	r.end = FL_END_OUTPUT;
	check(&r, "", "output-limit", DIAG_CLASS_LOGIC, "output limit passed");
	r.end = FL_END_MEMORY;
	check(&r, "", "out-of-memory", DIAG_CLASS_RESOURCE, "memory limit passed");
	r.end = FL_END_SIGNAL;
	r.signal = 11;
	check(&r, "x\n", "segv", DIAG_CLASS_UB, "killed by signal 11 (SIGSEGV)");
	r.signal = 34;
	check(&r, "", "rt", DIAG_CLASS_LOGIC, "killed by signal 34");
	r.end = FL_END_EXIT;
	r.exit_status = 3;
	check(&r, "", "exit-status", DIAG_CLASS_LOGIC, "exit status 3");
	check(NULL, "", SAN_UNKNOWN, DIAG_CLASS_LOGIC, "nothing tells how it ended");
}

static void test_passed_whatever_it_says(void **state)
{
	struct fl_arena a;
	struct san_report r;
	(void)state;
	assert_int_equal(SAN_PASSED, evidence(&passed, "free(): a song\n", &a, &r));
	assert_true(fl_slice_eqs(r.kind, "none"));
	assert_int_equal(DIAG_CLASS_NONE, r.error_class);
	fl_arena_release(&a);
	/* a recovered error leaves exit status 0 */
	check(&passed, "a.c:3:4: runtime error: division by zero\n", "integer-divide-by-zero",
		DIAG_CLASS_UB, "division by zero");
}

static void test_the_sanitizers_own_trouble(void **state)
{
	static const char *const texts[] = {
		"==9==LeakSanitizer has encountered a fatal error.\n",
		"==9==MemorySanitizer CHECK failed: a.cpp:1 \"((x)) != (0)\" (0x0, 0x0)\n",
		"MemorySanitizer: CHECK failed: a.cpp:78 \"((x)) != (0)\" (0x0, 0x0) (tid=9)\n",
		"==9==ERROR: MemorySanitizer failed to allocate 0xf0000000000 (16492674416640) "
		"bytes at address 0x010000000000 (errno: 12)\n"
		"FATAL: MemorySanitizer can not mmap the shadow memory.\n",
		"FATAL: Code 0x401136 is out of application range. Non-PIE build?\n",
	};
	struct fl_process_result r = {.end = FL_END_EXIT, .exit_status = 1, .signal = -1};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct fl_arena a;
		struct san_report report;
		assert_int_equal(SAN_INFRA, evidence(&r, texts[i], &a, &report));
		assert_int_equal(DIAG_CLASS_NONE, report.error_class);
		fl_arena_release(&a);
	}
}

/* A report of an abort keeps its stack and takes the message's kind. */
static void test_report_and_message(void **state)
{
	static const char text[] =
		"free(): invalid pointer\n"
		"==9==ERROR: AddressSanitizer: ABRT on unknown address 0x1 (pc\n"
		"    #0 0x1 in abort stdlib/abort.c:79\n"
		"    #1 0x2 in drop /src/a.c:12\n\nSUMMARY: AddressSanitizer: ABRT\n";
	struct fl_process_result result = {.end = FL_END_EXIT, .exit_status = 99, .signal = -1};
	struct fl_arena a;
	struct san_report r;
	(void)state;
	assert_int_equal(SAN_FAILED, evidence(&result, text, &a, &r));
	assert_true(fl_slice_eqs(r.kind, "invalid-pointer"));
	assert_int_equal(SAN_TOOL_GLIBC, r.tool);
	assert_int_equal(12, r.line);
	assert_true(fl_slice_eqs(r.function, "drop"));
	assert_int_equal(1, r.stacks.len);
	fl_arena_release(&a);
}

/* Messages of a log, fed in chunks of each length: which are reports. */
static void test_messages_of_a_log(void **state)
{
	static const struct {
		const char *text, *kinds;
	} rows[] = {
		{"p: a.c:1: f: Assertion `x' failed.\np: a.c:2: f: Assertion `y' failed.\n",
			"assertion-failed assertion-failed "},
		{"terminate called recursively\nterminate called after throwing an instance of "
		 "'E'\n",
			"uncaught-exception "},
		{"p: a.c:1: f: Assertion `x' failed.\nAborted\nterminate called recursively\n",
			"assertion-failed terminate "},
		{"Error: no container\nfoo(): bar\nAssertion\n*** news ***\n", ""},
		{"In function:\n\nError: attempt to use a\nsingular iterator.\n\n",
			"libstdcxx-debug "},
		{"free(): invalid pointer\n==1==ERROR: AddressSanitizer: ABRT on unknown address "
		 "0x1\n"
		 "    #0 0x1 in f /src/a.c:3\n",
			"invalid-pointer "},
		{"free(): invalid pointer\n==1==ERROR: AddressSanitizer: SEGV on unknown address "
		 "0x1\n",
			"segv invalid-pointer "},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (size_t chunk = 1; chunk < 64; chunk++) {
			struct san_parse_opts opts = {.messages = true};
			struct san_reports reports;
			char kinds[128] = "";
			struct fl_arena a;
			fl_arena_init(&a, 1 << 20);
			struct san_parser *p = san_parser_new(&opts, &a);
			struct fl_slice rest = fl_slice_str(rows[i].text);
			for (; rest.len; rest = fl_slice_skip(rest, chunk))
				san_parser_feed(p, fl_slice_head(rest, chunk));
			assert_int_equal(0, san_parser_finish(p, &reports, NULL));
			const struct san_report *all = reports.list.items;
			for (size_t k = 0; k < reports.list.len; k++)
				snprintf(kinds + strlen(kinds), sizeof kinds - strlen(kinds),
					"%.*s ", FL_ARG(all[k].kind));
			assert_string_equal(rows[i].kinds, kinds);
			san_parser_free(p);
			fl_arena_release(&a);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_messages),
		cmocka_unit_test(test_what_ends),
		cmocka_unit_test(test_last_words),
		cmocka_unit_test(test_other_messages),
		cmocka_unit_test(test_talk_is_no_message),
		cmocka_unit_test(test_long_messages),
		cmocka_unit_test(test_messages_of_a_log),
		cmocka_unit_test(test_texts_apart),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_passed_whatever_it_says),
		cmocka_unit_test(test_the_sanitizers_own_trouble),
		cmocka_unit_test(test_report_and_message),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
