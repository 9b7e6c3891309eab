/* What counts when there are several signs of how a run ended. */
#include "fixtures.h"

static const struct fl_process_result passed = {.end = FL_END_EXIT, .exit_status = 0, .signal = -1};
static const struct fl_process_result aborted = {
	.end = FL_END_SIGNAL, .exit_status = -1, .signal = 6};

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
	check(&r, "", "signal", DIAG_CLASS_LOGIC, "killed by signal 34");
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
	struct fl_process_result r = {.end = FL_END_EXIT, .exit_status = 1, .signal = -1};
	struct fl_arena a;
	struct san_report report;
	(void)state;
	assert_int_equal(SAN_INFRA,
		evidence(&r, "==9==LeakSanitizer has encountered a fatal error.\n", &a, &report));
	assert_int_equal(DIAG_CLASS_NONE, report.error_class);
	fl_arena_release(&a);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_messages),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_passed_whatever_it_says),
		cmocka_unit_test(test_the_sanitizers_own_trouble),
		cmocka_unit_test(test_report_and_message),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
