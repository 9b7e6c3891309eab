/*
 * Reports of threads: both orders of one race are one report; what is where in it. The texts are in
 * the form of the stored ones, with the sides, the threads and the mutexes exchanged.
 */
#include "fixtures.h"

static void parse(const char *text, struct fl_arena *a, struct san_reports *reports)
{
	struct san_parse_opts opts = {.strip = STRIP, .addresses = true};
	assert_int_equal(0, san_parse(fl_slice_str(text), &opts, a, reports, NULL));
}

#define HEAD "==================\nWARNING: ThreadSanitizer: data race (pid=12)\n"
#define TAIL "SUMMARY: ThreadSanitizer: data race /box/a.c:9 in get\n==================\n"
#define FRAME(function, line) "    #0 " function " /box/a.c:" line " (prog+0x12)\n\n"

/* The same sides in both orders give the same report, be they write and read or two writes. */
static void assert_same_report(const char *one, const char *other)
{
	struct fl_arena a;
	struct san_reports first, second;
	fl_arena_init(&a, 1 << 20);
	parse(one, &a, &first);
	parse(other, &a, &second);
	assert_int_equal(1, first.list.len);
	assert_int_equal(1, second.list.len);
	assert_true(fl_object_eq(&san_report_shape, report_at(&first, 0), report_at(&second, 0)));
	fl_arena_release(&a);
}

static const char write_first[] = HEAD
	"  Write of size 4 at 0x7b0400000008 by thread T2 (mutexes: write M0, read M1):\n" FRAME(
		"set",
		"5") "  Previous read of size 8 at 0x7b0400000008 by thread T1:\n" FRAME("get",
		"3") "  As if synchronized via sleep:\n" FRAME("usleep",
		"1") "  Location is heap block of size 16 at 0x7b0400000000 allocated by main "
		     "thread:\n" FRAME("make", "2") "  Mutex M0 (0x7b08) created at:\n" FRAME(
			     "init", "20") "  Mutex M1 (0x7b09) created at:\n" FRAME("init",
			     "21") "  Thread T2 'b' (tid=4, running) created by main thread "
				   "at:\n" FRAME("main",
					   "31") "  Thread T1 (tid=3, finished) created by main "
						 "thread at:\n" FRAME("main", "30") TAIL;

static const char read_first[] = HEAD "  Read of size 8 at 0x7b0400000008 by thread T1:\n" FRAME(
	"get",
	"3") "  Previous write of size 4 at 0x7b0400000008 by thread T2 (mutexes: write "
	     "M1, read M0):\n" FRAME("set", "5") "  As if synchronized via sleep:\n" FRAME("usleep",
		     "1") "  Location is heap block of size 16 at 0x7b0400000000 allocated by "
			  "main thread:\n" FRAME(
				  "make", "2") "  Mutex M0 (0x7b09) created at:\n" FRAME("init",
				  "21") "  Mutex M1 (0x7b08) created at:\n" FRAME("init",
				  "20") "  Thread T1 (tid=3, finished) created by main thread "
					"at:\n" FRAME("main",
						"30") "  Thread T2 'b' (tid=4, running) created by "
						      "main thread at:\n" FRAME("main", "31") TAIL;

static void test_order_of_sides_does_not_matter(void **state)
{
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	assert_same_report(write_first, read_first);
	fl_arena_init(&a, 1 << 20);
	parse(read_first, &a, &reports);
	const struct san_report *r = report_at(&reports, 0);
	assert_text("data race: write of size 4 by T1 (mutexes: write M0, read M1), read of size 8 "
		    "by T2",
		r->message);
	assert_int_equal(5, r->line);
	assert_text("set", r->function);
	assert_int_equal(SAN_ACCESS_WRITE, r->access.type);
	assert_int_equal(4, r->access.size);
	assert_text("16-byte heap region", r->access.region);
	assert_int_equal(8, r->access.offset);
	static const struct {
		int role;
		const char *thread;
		int line;
	} stacks[] = {
		{SAN_ROLE_ACCESS, "T1", 5},
		{SAN_ROLE_PREVIOUS_ACCESS, "T2", 3},
		{SAN_ROLE_ALLOCATION, "T0", 2},
		{SAN_ROLE_MUTEX_CREATION, "", 20},
		{SAN_ROLE_MUTEX_CREATION, "", 21},
		{SAN_ROLE_THREAD_CREATION, "T1", 31},
		{SAN_ROLE_THREAD_CREATION, "T2", 30},
		{SAN_ROLE_OTHER, "", 1},
	};
	assert_int_equal(sizeof(stacks) / sizeof(*stacks), r->stacks.len);
	for (size_t i = 0; i < r->stacks.len; i++) {
		assert_int_equal(stacks[i].role, stack_at(r, i)->role);
		assert_text(stacks[i].thread, stack_at(r, i)->thread);
		assert_int_equal(stacks[i].line, frame_at(stack_at(r, i), 0)->line);
	}
	fl_arena_release(&a);
}

/* Two writes go by place, an atomic one after a plain one, equal places by thread. */
static void test_order_of_equal_sides(void **state)
{
	(void)state;
	assert_same_report(HEAD
		"  Write of size 4 at 0x7b08 by main thread:\n" FRAME("f",
			"9") "  Previous write of size 4 at 0x7b08 by thread T1:\n" FRAME("g", "8")
			TAIL,
		HEAD "  Write of size 4 at 0x7b08 by thread T1:\n" FRAME("g",
			"8") "  Previous write of size 4 at 0x7b08 by main thread:\n" FRAME("f",
			"9") TAIL);
	assert_same_report(HEAD
		"  Atomic write of size 4 at 0x7b08 by main thread:\n" FRAME("f",
			"2") "  Previous write of size 4 at 0x7b08 by thread T1:\n" FRAME("g", "8")
			TAIL,
		HEAD "  Write of size 4 at 0x7b08 by thread T1:\n" FRAME(
			"g", "8") "  Previous atomic write of size 4 at 0x7b08 by main "
				  "thread:\n" FRAME("f", "2") TAIL);
	assert_same_report(HEAD
		"  Write of size 4 at 0x7b08 by thread T4:\n" FRAME("f",
			"9") "  Previous write of size 4 at 0x7b08 by thread T3:\n" FRAME("f", "9")
			TAIL,
		HEAD "  Write of size 4 at 0x7b08 by thread T3:\n" FRAME("f",
			"9") "  Previous write of size 4 at 0x7b08 by thread T4:\n" FRAME("f", "9")
			TAIL);
}

/* A cycle of locks begins with its least place, whichever lock the report begins with. */
static void test_order_of_locks(void **state)
{
#define LOCKS                                                                           \
	"WARNING: ThreadSanitizer: lock-order-inversion (potential deadlock) (pid=1)\n" \
	"  Cycle in lock order graph: M0 (0x10) => M1 (0x20) => M0\n\n"
#define PAIR(one, two, line, before, thread)                                               \
	"  Mutex M" one " acquired here while holding mutex M" two " in thread " thread    \
	":\n" FRAME("lock", line) "  Mutex M" two                                          \
				  " previously acquired by the same thread here:\n" FRAME( \
					  "lock", before)
	(void)state;
	assert_same_report(LOCKS PAIR("1", "0", "9", "8", "T1") PAIR("0", "1", "18", "17", "T2")
				   TAIL,
		LOCKS PAIR("1", "0", "18", "17", "T1") PAIR("0", "1", "9", "8", "T2") TAIL);
#undef LOCKS
#undef PAIR
}

/* The stored reports of each compiler. */
static void test_fields(void **state)
{
	static const struct {
		const char *name, *message, *region;
		int offset, stacks, type, line;
	} rows[] = {
		{"data_race_heap", "data race: write of size 8 by T1, write of size 8 by T2",
			"16-byte heap region", 8, 5, SAN_ACCESS_WRITE, 11},
		{"data_race_global", "data race: write of size 4 by T1, read of size 4 by T0",
			"global variable 'visits' of 4 bytes", 0, 3, SAN_ACCESS_WRITE, 10},
		{"data_race_atomic",
			"data race: write of size 4 by T0, atomic write of size 4 by T1",
			"global variable 'shared_count' of 4 bytes", 0, 3, SAN_ACCESS_WRITE, 20},
		{"data_race_tls", "data race: write of size 8 by T1, read of size 8 by T0",
			"thread-local storage of a thread", 0, 3, SAN_ACCESS_WRITE, 16},
		{"heap_use_after_free", "heap-use-after-free: write of size 4 by T1, freed by T0",
			"", 0, 3, SAN_ACCESS_WRITE, 8},
		{"external_race", "race on index: write by T1, read by T0",
			"global variable 'index_storage' of 8 bytes", 0, 3, SAN_ACCESS_WRITE, 17},
	};
	static const char *const families[] = {"gcc-12", "clang-19", "clang-14"};
	(void)state;
	for (size_t i = 0; i < 3 * sizeof(rows) / sizeof(*rows); i++) {
		char name[128];
		struct fl_arena a;
		struct san_reports reports;
		fl_arena_init(&a, 1 << 20);
		snprintf(name, sizeof name, "thread/%s.%s", rows[i / 3].name, families[i % 3]);
		parse_file(name, &a, &reports);
		const struct san_report *r = report_at(&reports, 0);
		if (!fl_slice_eqs(r->message, rows[i / 3].message) ||
			!fl_slice_eqs(r->access.region, rows[i / 3].region) ||
			r->access.offset != rows[i / 3].offset ||
			r->access.type != rows[i / 3].type || r->line != rows[i / 3].line)
			fail_msg("%s: %.*s, %.*s at %d, line %d", name, FL_ARG(r->message),
				FL_ARG(r->access.region), (int)r->access.offset, (int)r->line);
		int stacks = 0;
		for (size_t k = 0; k < r->stacks.len; k++) /* a sleep is told of or not by chance */
			stacks += stack_at(r, k)->role != SAN_ROLE_OTHER;
		if (stacks != rows[i / 3].stacks)
			fail_msg("%s: %d stacks", name, stacks);
		fl_arena_release(&a);
	}
}

static void test_runtime_failures_are_not_the_programs(void **state)
{
	static const char *const texts[] = {
		"FATAL: ThreadSanitizer: unexpected memory mapping 0x5624-0x5625\n",
		"ThreadSanitizer: CHECK failed: tsan_rtl.cpp:1 \"((a)) == ((b))\" (0x1, 0x2)\n",
		"FATAL: ThreadSanitizer CHECK failed: tsan_rtl.cpp:1 \"0\"\n",
	};
	struct fl_process_result result = {.end = FL_END_EXIT, .exit_status = 66, .signal = -1};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct fl_arena a;
		enum san_outcome outcome = SAN_PASSED;
		struct san_report r;
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(0, san_evidence_of(&result, fl_slice_str(texts[i]), NULL, &a,
					    &outcome, &r, NULL));
		assert_int_equal(SAN_INFRA, outcome);
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order_of_sides_does_not_matter),
		cmocka_unit_test(test_order_of_equal_sides),
		cmocka_unit_test(test_order_of_locks),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_runtime_failures_are_not_the_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
