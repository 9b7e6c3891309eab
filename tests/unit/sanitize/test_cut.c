/*
 * Reports that UBSan's lines cut: both come out whole, as they are read apart, UBSan's after the
 * report in which they stood.
 */
#include "fixtures.h"

static void parse(struct fl_slice text, struct fl_arena *a, struct san_reports *reports)
{
	struct san_parse_opts opts = {.strip = STRIP, .reports_max = 20000};
	fl_arena_init(a, 256 << 20);
	assert_int_equal(0, san_parse(text, &opts, a, reports, NULL));
}

/* The lines of UBSan's, or the others. */
static void pick(struct fl_slice log, bool ubsans, struct fl_buf *ret)
{
	struct fl_slice line;
	fl_buf_init(ret, 16 << 20);
	while (fl_slice_line(&log, &line))
		if ((fl_slice_find(line, ": runtime error: ") >= 0) == ubsans) {
			fl_buf_slice(ret, line);
			fl_buf_char(ret, '\n');
		}
}

/* Whose reports are to come, one letter each. */
static void expected_order(struct fl_slice log, struct fl_buf *ret)
{
	struct fl_slice line;
	size_t inside = 0;
	bool open = false;
	fl_buf_init(ret, 1 << 20);
	while (fl_slice_line(&log, &line)) {
		bool ubsans = fl_slice_find(line, ": runtime error: ") >= 0;
		inside += ubsans && open;
		if (ubsans && !open)
			fl_buf_char(ret, 'u');
		if (fl_slice_find(line, "ERROR: AddressSanitizer: ") >= 0)
			open = true;
		if (!fl_slice_starts(line, "SUMMARY: "))
			continue;
		fl_buf_char(ret, 'a');
		for (open = false; inside; inside--)
			fl_buf_char(ret, 'u');
	}
}

static void test_real_log(void **state)
{
	struct fl_buf log, ubsans, others, order;
	struct fl_arena a, ua, oa;
	struct san_reports got, want_ubsans, want_others;
	size_t u = 0, o = 0;
	(void)state;
	fixture_read(&log, "cut/threads.gcc-12.txt");
	pick(fl_buf_view(&log), true, &ubsans);
	pick(fl_buf_view(&log), false, &others);
	expected_order(fl_buf_view(&log), &order);
	parse(fl_buf_view(&log), &a, &got);
	parse(fl_buf_view(&ubsans), &ua, &want_ubsans);
	parse(fl_buf_view(&others), &oa, &want_others);
	assert_int_equal(24, want_ubsans.list.len);
	assert_int_equal(3, want_others.list.len);
	assert_int_equal(order.len, got.list.len);
	for (size_t i = 0; i < got.list.len; i++) {
		bool is_ubsan = fl_buf_view(&order).ptr[i] == 'u';
		const struct san_report *want =
			is_ubsan ? report_at(&want_ubsans, u++) : report_at(&want_others, o++);
		if (!fl_object_eq(&san_report_shape, want, report_at(&got, i)))
			fail_msg("report %zu: %.*s, line %lld", i, FL_ARG(report_at(&got, i)->kind),
				(long long)report_at(&got, i)->line);
	}
	fl_arena_release(&a);
	fl_arena_release(&ua);
	fl_arena_release(&oa);
	fl_buf_release(&log);
	fl_buf_release(&ubsans);
	fl_buf_release(&others);
	fl_buf_release(&order);
}

#define UBSAN(line) "a.c:" line ":3: runtime error: division by zero\n"
#define FRAME(depth, function, line) \
	"    #" depth " 0x1" depth line " in " function " /box/a.c:" line "\n"
#define HEAD                                                                                       \
	"==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000018 at pc 0x55 " \
	"bp 0x7f sp 0x7f\nWRITE of size 1 at 0x602000000018 thread T2\n"
#define REGION                                                                                   \
	"\n0x602000000018 is located 0 bytes to the right of 8-byte region [0x602000000010,0x60" \
	"2000000018)\nallocated by thread T2 here:\n"
#define TAIL "\nSUMMARY: AddressSanitizer: heap-buffer-overflow /box/a.c:45 in put\n"

static void assert_frames(const struct san_report *r, size_t stack, const char *const *functions)
{
	const struct san_stack *s = stack_at(r, stack);
	size_t n = 0;
	for (; functions[n]; n++)
		assert_text(functions[n], frame_at(s, n)->function);
	assert_int_equal(n, s->frames.len);
}

/* Stacks of both between each other's frames, with UBSan's SUMMARY. */
static void test_stacks(void **state)
{
	static const char *const put[] = {"put", "fill", "run", NULL};
	static const char *const make[] = {"make", "run", NULL};
	static const char *const divide[] = {"divide", "work", NULL};
	static const char *const again[] = {"again", "work", NULL};
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	parse(FL_S(HEAD FRAME("0", "put", "45") UBSAN("7") FRAME("0", "divide", "7") FRAME(
		      "1", "work", "9") FRAME("1", "fill",
		      "50") "\nSUMMARY: UndefinedBehaviorSanitizer: float-divide-by-zero "
			    "a.c:7:3\n" FRAME("2", "run", "60") REGION FRAME("0", "make", "44")
				    UBSAN("8") FRAME("1", "run", "61") FRAME("0", "again", "8")
					    TAIL FRAME("1", "work", "9")),
		&a, &reports);
	assert_int_equal(3, reports.list.len);
	const struct san_report *asan = report_at(&reports, 0);
	assert_int_equal(45, asan->line);
	assert_text("8-byte heap region", asan->access.region);
	assert_int_equal(2, asan->stacks.len);
	assert_frames(asan, 0, put);
	assert_frames(asan, 1, make);
	assert_text("float-divide-by-zero", report_at(&reports, 1)->kind);
	assert_frames(report_at(&reports, 1), 0, divide);
	assert_text("integer-divide-by-zero", report_at(&reports, 2)->kind);
	assert_frames(report_at(&reports, 2), 0, again);
	fl_arena_release(&a);
}

/* Of a line with both faults the stack is that of the report which waits for one. */
static void test_one_line_of_both(void **state)
{
	static const char *const put[] = {"put", "run", NULL};
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	parse(FL_S(HEAD UBSAN("45") FRAME("0", "put", "45") FRAME("1", "run", "60") TAIL), &a,
		&reports);
	assert_int_equal(2, reports.list.len);
	assert_frames(report_at(&reports, 0), 0, put);
	assert_int_equal(0, report_at(&reports, 1)->stacks.len);
	fl_arena_release(&a);
}

/* A report without an end, then the next one: UBSan's stand between them. */
static void test_next_headline(void **state)
{
	static const char *const leak =
		"==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 8 byte(s) in 1 "
		"object(s) allocated from:\n";
	struct fl_arena a;
	struct san_reports reports;
	struct fl_buf log;
	(void)state;
	fl_buf_init(&log, 1 << 16);
	fl_buf_printf(&log, "%s%s%s%s%s%s", HEAD UBSAN("7") FRAME("0", "put", "45"), leak,
		UBSAN("8"), FRAME("0", "make", "44"), "Direct leak of 9 byte(s) in 1 object(s)\n",
		FRAME("0", "make", "46"));
	parse(fl_buf_view(&log), &a, &reports);
	assert_int_equal(5, reports.list.len);
	static const int lines[] = {45, 7, 44, 8, 46};
	for (size_t i = 0; i < 5; i++)
		assert_int_equal(lines[i], report_at(&reports, i)->line);
	fl_arena_release(&a);
	fl_buf_release(&log);
}

/* Above the limit of what is kept nothing is lost; the open report ends there. */
static void test_more_than_is_kept(void **state)
{
	enum { COUNT = 12000 };
	static const char tail[] = FRAME("0", "make", "44") TAIL;
	struct fl_arena a;
	struct san_reports reports;
	struct fl_buf log;
	(void)state;
	fl_buf_init(&log, 4 << 20);
	fl_buf_str(&log, HEAD FRAME("0", "put", "45"));
	for (int i = 0; i < COUNT; i++)
		fl_buf_printf(&log,
			"a.c:%d:3: runtime error: signed integer overflow: 2147483647 + %d cannot "
			"be represented in type 'int'\n",
			i + 100, i);
	fl_buf_str(&log, tail);
	parse(fl_buf_view(&log), &a, &reports);
	assert_int_equal(COUNT + 1, reports.list.len);
	assert_int_equal(45, report_at(&reports, 0)->line);
	for (size_t i = 0; i < COUNT; i++)
		assert_int_equal(i + 100, report_at(&reports, i + 1)->line);
	fl_arena_release(&a);
	fl_buf_release(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_real_log),
		cmocka_unit_test(test_stacks),
		cmocka_unit_test(test_one_line_of_both),
		cmocka_unit_test(test_next_headline),
		cmocka_unit_test(test_more_than_is_kept),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
