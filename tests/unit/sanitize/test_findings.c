/* Which reports of several runs are one finding. The texts are of real runs, without libraries. */
#include "fixtures.h"

#include "sanitize/run/run.h"

static const char asan_read[] =
	"==27399==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010 at pc "
	"0x561989a41253 bp 0x7ffc8c62a000 sp 0x7ffc8c629ff8\n"
	"READ of size 4 at 0x602000000010 thread T0\n"
	"    #0 0x561989a41252 in main /box/uaf2.c:7\n"
	"\n"
	"0x602000000010 is located 0 bytes inside of 4-byte region "
	"[0x602000000010,0x602000000014)\n"
	"freed by thread T0 here:\n"
	"    #0 0x7f56e50b76a8 in __interceptor_free "
	"../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:52\n"
	"    #1 0x561989a4121b in main /box/uaf2.c:6\n"
	"\n"
	"SUMMARY: AddressSanitizer: heap-use-after-free /box/uaf2.c:7 in main\n";

#define MSAN_VALUE(line, words, freed)                                                 \
	"==27454==WARNING: MemorySanitizer: use-of-uninitialized-value\n"              \
	"    #0 0x564f54511ee4 in main /box/uaf2.c:" line ":6\n"                       \
	"\n"                                                                           \
	"  Uninitialized value was created by a heap " words "\n"                      \
	"    #0 0x564f544ad350 in free (/box/b+0x65350)\n"                             \
	"    #1 0x564f54511daa in main /box/uaf2.c:" freed ":2\n"                      \
	"\n"                                                                           \
	"SUMMARY: MemorySanitizer: use-of-uninitialized-value /box/uaf2.c:" line ":6 " \
	"in main\n"

static const char asan_overflow[] =
	"==2740==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7ffc8c62a000 at pc "
	"0x561989a41253 bp 0x7ffc8c62a000 sp 0x7ffc8c629ff8\n"
	"WRITE of size 24 at 0x7ffc8c62a000 thread T0\n"
	"    #0 0x561989a41252 in main /box/x.c:6\n"
	"\n"
	"SUMMARY: AddressSanitizer: stack-buffer-overflow /box/x.c:6 in main\n";

static const char asan_leak[] = "==2740==ERROR: LeakSanitizer: detected memory leaks\n"
				"\n"
				"Direct leak of 4 byte(s) in 1 object(s) allocated from:\n"
				"    #0 0x7f56e50b89cf in __interceptor_malloc "
				"../../../../src/libsanitizer/asan/asan_malloc_linux.cpp:69\n"
				"    #1 0x561989a411ca in main /box/x.c:4\n"
				"\n"
				"SUMMARY: AddressSanitizer: 4 byte(s) leaked in 1 allocation(s).\n";

#define MSAN_SEGV(frames)                                                                \
	"==2745==ERROR: MemorySanitizer: SEGV on unknown address (pc 0x561989a41252 bp " \
	"0x6f6c207972657620 sp 0x7ffc8c62a008 T2745)\n"                                  \
	"==2745==The signal is caused by a READ memory access.\n" frames                 \
	"SUMMARY: MemorySanitizer: SEGV (/box/b+0x65350)\n"

static const char msan_abort[] =
	"==2745==ERROR: MemorySanitizer: ABRT on unknown address 0x000000000ab9 (pc "
	"0x561989a41252 bp 0x6f6c207972657620 sp 0x7ffc8c62a008 T2745)\n"
	"    #0 0x561989a41252 in main /box/x.c:6\n"
	"SUMMARY: MemorySanitizer: ABRT (/box/b+0x65350)\n";

static const char exit_status[] = ""; /* no report: it ended with status 1 */

static void add(struct san_findings *f, const char *text, enum san_mode mode, struct fl_arena *a)
{
	const struct san_parse_opts opts = {.strip = STRIP};
	struct san_reports reports;
	if (text == exit_status) {
		const struct fl_process_result result = {.exit_status = 1};
		struct san_report r;
		struct san_texts none = {.apart = true};
		assert_int_equal(SAN_FAILED, san_evidence(&result, NULL, &none, a, &r));
		struct fl_list one = {&r, 1};
		assert_int_equal(0, san_findings_add(f, &one, mode, 1, NULL));
		return;
	}
	assert_int_equal(0, san_parse(fl_slice_str(text), &opts, a, &reports, NULL));
	assert_int_equal(1, reports.list.len);
	assert_int_equal(0, san_findings_add(f, &reports.list, mode, 1, NULL));
}

/* What stays of two reports, in either order: "kind:line kind:line" by the tools' names. */
static void check_pair(const char *asan, const char *other, const char *want)
{
	for (int order = 0; order < 2; order++) {
		struct san_findings f;
		struct fl_arena a;
		char got[256] = "";
		fl_arena_init(&a, 1 << 20);
		san_findings_init(&f);
		add(&f, order ? other : asan, order ? SAN_MODE_MEMORY : SAN_MODE_ADDRESS_UNDEFINED,
			&a);
		add(&f, order ? asan : other, order ? SAN_MODE_ADDRESS_UNDEFINED : SAN_MODE_MEMORY,
			&a);
		san_findings_settle(&f);
		for (size_t i = 0; i < f.found.len; i++) {
			bool back = order && f.found.len == 2;
			const struct san_finding *at = fl_vec_at(&f.found, back ? 1 - i : i);
			size_t len = strlen(got);
			snprintf(got + len, sizeof(got) - len, "%s%.*s:%d", i ? " " : "",
				FL_ARG(at->report.kind), (int)at->report.line);
		}
		assert_string_equal(want, got);
		san_findings_release(&f);
		fl_arena_release(&a);
	}
}

/* Of a fork bomb one run shows a place, another none: it is one fault. A second tool's is not. */
static void test_limit_with_and_without_place(void **state)
{
	struct san_report placed = {.tool = SAN_TOOL_SYSTEM,
		.kind = FL_S("timeout"),
		.file = FL_S("bomb.c"),
		.line = 2,
		.function = FL_S("main"),
		.hash = FL_S("1")};
	struct san_report bare = {
		.tool = SAN_TOOL_SYSTEM, .kind = FL_S("timeout"), .hash = FL_S("2")};
	struct san_report other = {
		.tool = SAN_TOOL_SYSTEM, .kind = FL_S("out-of-memory"), .hash = FL_S("3")};
	(void)state;
	for (int order = 0; order < 2; order++) {
		struct san_report both[] = {order ? bare : placed, order ? placed : bare, other};
		struct fl_list list = {both, 3};
		struct san_findings f;
		san_findings_init(&f);
		assert_int_equal(
			0, san_findings_add(&f, &list, SAN_MODE_ADDRESS_UNDEFINED, 1, NULL));
		assert_int_equal(3, f.found.len);
		san_findings_settle(&f);
		assert_int_equal(2, f.found.len);
		const struct san_finding *at = fl_vec_at(&f.found, 0);
		assert_int_equal(2, at->report.line);
		san_findings_release(&f);
	}
}

static void test_freed_memory(void **state)
{
	(void)state;
	/* the same place; where the value went; another block; nothing that was freed */
	check_pair(asan_read, MSAN_VALUE("7", "deallocation", "6"), "heap-use-after-free:7");
	check_pair(asan_read, MSAN_VALUE("9", "deallocation", "6"), "heap-use-after-free:7");
	check_pair(asan_read, MSAN_VALUE("9", "deallocation", "5"),
		"heap-use-after-free:7 use-of-uninitialized-value:9");
	check_pair(asan_read, MSAN_VALUE("7", "allocation", "4"),
		"heap-use-after-free:7 use-of-uninitialized-value:7");
}

/* A crash without a place comes of a fault that has one; of a leak it does not. */
static void test_crash_without_place(void **state)
{
	(void)state;
	check_pair(asan_overflow, MSAN_SEGV(""), "stack-buffer-overflow:6");
	check_pair(asan_overflow, MSAN_SEGV("    #0 0x561989a41252 in f /box/x.c:9\n"),
		"stack-buffer-overflow:6 segv:9");
	check_pair(asan_leak, MSAN_SEGV(""), "memory-leak:4 segv:0");
}

/* Where a sanitizer ended the program, its status in another build is the same event. */
static void test_same_event(void **state)
{
	(void)state;
	check_pair(asan_overflow, exit_status, "stack-buffer-overflow:6");
	check_pair(asan_leak, exit_status, "memory-leak:4 exit-status:0");
	check_pair(asan_overflow, msan_abort, "stack-buffer-overflow:6");
	check_pair(asan_leak, msan_abort, "memory-leak:4 abrt:6");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_limit_with_and_without_place),
		cmocka_unit_test(test_freed_memory),
		cmocka_unit_test(test_crash_without_place),
		cmocka_unit_test(test_same_event),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
