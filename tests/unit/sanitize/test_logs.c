/*
 * Logs of other runtimes than those of the fixtures, cut ones, and ones with the program's own
 * output in the middle. The old forms are those of compiler-rt 3.1 and gcc 4.8.
 */
#include "fixtures.h"

static void parse(const char *log, struct fl_arena *a, struct san_reports *ret_reports)
{
	struct san_parse_opts opts = {.strip = STRIP};
	fl_arena_init(a, 8 << 20);
	assert_int_equal(0, san_parse(fl_slice_str(log), &opts, a, ret_reports, NULL));
}

static const struct {
	const char *headline, *kind;
	enum diag_class error_class;
} old[] = {
	{"==9442== ERROR: AddressSanitizer heap-use-after-free on address 0x7f7ddab8c084 at pc "
	 "0x403c8c bp 0x7fff87fb82d0 sp 0x7fff87fb82c8",
		"heap-use-after-free", DIAG_CLASS_LIFETIME},
	{"==9442== ERROR: AddressSanitizer: heap-use-after-free on address 0x602e0001fc64 at pc "
	 "0x417f6a bp 0x7fff54ca4aa0 sp 0x7fff54ca4a98",
		"heap-use-after-free", DIAG_CLASS_LIFETIME},
	{"==1== ERROR: AddressSanitizer stack-buffer-overflow on address 0x7fff at pc 0x1 bp 0x2",
		"stack-buffer-overflow", DIAG_CLASS_UB},
	{"==1== ERROR: AddressSanitizer attempting double-free on 0x7f0:", "double-free",
		DIAG_CLASS_LIFETIME},
	{"==1== ERROR: AddressSanitizer attempting free on address which was not malloc()-ed 0x1",
		"bad-free", DIAG_CLASS_RESOURCE},
	{"==1== ERROR: AddressSanitizer crashed on unknown address 0x0 (pc 0x1 sp 0x2 bp 0x3 T0)",
		"segv", DIAG_CLASS_UB},
	{"==1==ERROR: AddressSanitizer failed to allocate 0x2000 (8192) bytes of "
	 "LargeMmapAllocator (errno: 12)",
		"out-of-memory", DIAG_CLASS_RESOURCE},
	{"==1==ERROR: AddressSanitizer: allocator is out of memory trying to allocate 0x9 bytes",
		"out-of-memory", DIAG_CLASS_RESOURCE},
	{"==1==ERROR: MemorySanitizer: allocator exceeded the RSS limit", "rss-limit-exceeded",
		DIAG_CLASS_RESOURCE},
	{"==1==ERROR: ThreadSanitizer: SEGV on unknown address 0x0 (pc 0x1 bp 0x2 sp 0x3 T77)",
		"segv", DIAG_CLASS_UB},
	{"==1==ERROR: AddressSanitizer: wild-thing on address 0x12 at pc 0x1", "wild-thing",
		DIAG_CLASS_UB},
};

static void test_old_headlines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(old) / sizeof(*old); i++) {
		struct san_reports reports;
		struct fl_arena a;
		char log[512];
		snprintf(log, sizeof log, "ASAN:SIGSEGV\n%s\n    #0 0x1 in f /box/a.c:7\n",
			old[i].headline);
		parse(log, &a, &reports);
		if (reports.list.len != 1)
			fail_msg("%s: %zu reports", old[i].headline, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		assert_text(old[i].kind, r->kind);
		assert_int_equal(old[i].error_class, r->error_class);
		assert_int_equal(7, r->line);
		assert_int_equal(-1, fl_slice_find(r->message, " 0x7"));
		fl_arena_release(&a);
	}
}

/* The whole of an old report; there is no SUMMARY, ABORTING ends it. */
static void test_old_report(void **state)
{
	struct san_reports reports;
	struct fl_arena a;
	(void)state;
	parse("==10538== ERROR: AddressSanitizer stack-buffer-overflow on address 0x7fff at pc "
	      "0x4\n"
	      "READ of size 4 at 0x7fff5d8 thread T0\n"
	      "    #0 0x4009a5 in main /box/stack.c:4\n"
	      "    #1 0x7f8 (/lib/libc.so.6+0x1ec4c)\n"
	      "Address 0x7fff5d8 is located at offset 432 in frame <main> of T0's stack:\n"
	      "  This frame has 1 object(s):\n"
	      "    [32, 432) 'stack_array'\n"
	      "HINT: this may be a false positive if your program uses some custom stack unwind\n"
	      "==10538== ABORTING\n"
	      "    #9 0x1 in later /box/later.c:1\n",
		&a, &reports);
	assert_int_equal(1, reports.list.len);
	const struct san_report *r = report_at(&reports, 0);
	assert_int_equal(SAN_ACCESS_READ, r->access.type);
	assert_int_equal(1, r->stacks.len);
	assert_text("T0", stack_at(r, 0)->thread);
	assert_int_equal(1, stack_at(r, 0)->frames.len);
	assert_int_equal(1, r->variables.len);
	const struct san_variable *v = fl_list_at(&r->variables, &san_variable_shape, 0);
	assert_text("stack_array", v->name);
	assert_int_equal(400, v->size);
	fl_arena_release(&a);
}

/* What the runtimes say of themselves is no report. */
static void test_not_a_report(void **state)
{
	static const char *const logs[] = {
		"==1==ERROR: AddressSanitizer failed to allocate 0xdfff0001000 (15392894357504) "
		"bytes at address 2008fff7000 (errno: 12)\n",
		"==1==AddressSanitizer CHECK failed: asan_rtl.cpp:1 \"((0)) != (0)\"\n",
		"==1==WARNING: AddressSanitizer failed to allocate 0x7fffffff bytes\n",
		"==1==LeakSanitizer has encountered a fatal error.\n",
		"==1==ERROR: OtherSanitizer: heap-use-after-free on address 0x1\n",
		"Direct leak of 5 byte(s) in 1 object(s) allocated from:\n    #0 0x1 in f a.c:1\n",
	};
	(void)state;
	for (size_t i = 0; i < sizeof(logs) / sizeof(*logs); i++) {
		struct san_reports reports;
		struct fl_arena a;
		parse(logs[i], &a, &reports);
		if (reports.list.len)
			fail_msg("%s", logs[i]);
		fl_arena_release(&a);
	}
}

/* Output that ends without a newline stands before the runtime's own lines. */
static void test_output_on_the_same_line(void **state)
{
	struct san_reports reports;
	struct fl_arena a;
	(void)state;
	parse("50%==7==ERROR: AddressSanitizer: attempting double-free on 0x5 in thread T3:\n"
	      "60%    #0 0x1 in free (/box/prog+0x1)\n"
	      "==70%==    #1 0x2 in drop /box/a.c:4:2\n"
	      "80%\n"
	      "    #2 0x3 in main /box/a.c:9:1\n",
		&a, &reports);
	assert_int_equal(1, reports.list.len);
	const struct san_report *r = report_at(&reports, 0);
	assert_text("double-free", r->kind);
	assert_text("drop", r->function);
	assert_text("T3", stack_at(r, 0)->thread);
	assert_int_equal(3, stack_at(r, 0)->frames.len);
	fl_arena_release(&a);
}

/* The causes that HWAddressSanitizer finds only where it can tag the stack and globals. */
static void test_hwasan_causes(void **state)
{
	static const struct {
		const char *cause, *place, *kind, *region;
		int64_t offset;
	} rows[] = {
		{"stack tag-mismatch", "Address 0x7f is located in stack of thread T0",
			"stack-tag-mismatch", "", 0},
		{"stack-buffer-overflow",
			"0x7f is located 3 bytes after a 10-byte local variable buf [0x70,0x7c) in "
			"main /box/a.c",
			"stack-buffer-overflow", "local variable 'buf' of 10 bytes", 13},
		{"global-overflow",
			"0x7f is located 4 bytes before a 40-byte global variable days [0x83,0xab) "
			"in /box/prog",
			"global-overflow", "global variable 'days' of 40 bytes", -4},
		{"something New", "", "something-new", "", 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct san_reports reports;
		struct fl_arena a;
		char log[512];
		snprintf(log, sizeof log,
			"==1==ERROR: HWAddressSanitizer: tag-mismatch on address 0x7f at pc 0x1\n"
			"WRITE of size 1 at 0x7f tags: 1f/b4 (ptr/mem) in thread T0\n"
			"    #0 0x1 in f /box/a.c:3:4\n\nCause: %s\n%s\n\nCause: use-after-free\n",
			rows[i].cause, rows[i].place);
		parse(log, &a, &reports);
		assert_int_equal(1, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		assert_text(rows[i].kind, r->kind);
		assert_text(rows[i].region, r->access.region);
		assert_int_equal(rows[i].offset, r->access.offset);
		assert_int_equal(SAN_ACCESS_WRITE, r->access.type);
		assert_int_equal(3, r->line);
		fl_arena_release(&a);
	}
}

static size_t frames_of(const struct san_report *r)
{
	size_t n = r->variables.len;
	for (size_t i = 0; i < r->stacks.len; i++)
		n += stack_at(r, i)->frames.len;
	return n;
}

/* A log that ends at any byte keeps what was there: nothing goes that a shorter one had. */
static void test_cut_anywhere(void **state)
{
	static const char *const names[] = {"address/stack_buffer_overflow.gcc-12",
		"address/heap_use_after_free.clang-19", "address/leak_list.clang-14",
		"address/recover_fork.gcc-12", "hwaddress/use_after_free.clang-19"};
	struct san_parse_opts opts = {.strip = STRIP};
	(void)state;
	for (size_t n = 0; n < sizeof(names) / sizeof(*names); n++) {
		struct fl_buf text;
		size_t before = 0, reports_before = 0;
		fixture_named(&text, names[n]);
		for (size_t len = 0; len <= text.len; len++) {
			struct fl_arena a;
			struct san_reports reports;
			size_t frames = 0;
			/* between the lines, and at the bytes of the first ones */
			if (len > 1000 && len < text.len && text.data[len - 1] != '\n')
				continue;
			fl_arena_init(&a, 4 << 20);
			assert_int_equal(0, san_parse(fl_slice_head(fl_buf_view(&text), len), &opts,
						    &a, &reports, NULL));
			for (size_t i = 0; i < reports.list.len; i++) {
				assert_true(report_at(&reports, i)->kind.len > 0);
				frames += frames_of(report_at(&reports, i));
			}
			assert_true(reports.list.len >= reports_before);
			if (len == 0 || text.data[len - 1] == '\n') {
				assert_true(frames >= before);
				before = frames;
			}
			reports_before = reports.list.len;
			fl_arena_release(&a);
		}
		assert_true(before >= 4);
		fl_buf_release(&text);
	}
}

/* AddressSanitizer marks both neighbours of a gap: the nearer one is meant, at a tie the first. */
static void test_marked_variables(void **state)
{
	static const struct {
		const char *from, *region;
		int64_t offset;
	} rows[] = {
		{"56 overflows", "stack variable 'b' of 8 bytes", 8},
		{"68 overflows", "stack variable 'b' of 8 bytes", 20},
		{"76 overflows", "stack variable 'big' of 100 bytes", -4},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct san_reports reports;
		struct fl_arena a;
		char log[1024];
		snprintf(log, sizeof log,
			"==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7ffd18 "
			"at pc 0x1 bp 0x2 sp 0x3\nWRITE of size 4 at 0x7ffd18 thread T0\n"
			"    #0 0x1 in f /box/a.c:6\n\nAddress 0x7ffd18 is located in stack of "
			"thread T0 at offset %.2s in frame\n    #0 0x2 in f /box/a.c:3\n\n"
			"  This frame has 2 object(s):\n    [48, 56) 'b' (line 4) <== Memory "
			"access "
			"at offset %s this variable\n    [80, 180) 'big' (line 5) <== Memory "
			"access at offset %.2s underflows this variable\n",
			rows[i].from, rows[i].from, rows[i].from);
		parse(log, &a, &reports);
		assert_int_equal(1, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		assert_text(rows[i].region, r->access.region);
		assert_int_equal(rows[i].offset, r->access.offset);
		assert_int_equal(2, r->variables.len);
		fl_arena_release(&a);
	}
}

/* Where the words of a SUMMARY alone end and its place begins, relative or with blanks. */
static void test_summary_alone(void **state)
{
	static const struct {
		const char *text, *kind, *message, *file, *function;
		int64_t line;
	} rows[] = {
		{"ThreadSanitizer: data race f.c:47 in g", "data-race", "data race", "f.c", "g",
			47},
		{"ThreadSanitizer: data race on vptr (ctor/dtor vs virtual call) a/f.cc:5 in A::A",
			"data-race-on-vptr", "data race on vptr (ctor/dtor vs virtual call)",
			"a/f.cc", "A::A", 5},
		{"ThreadSanitizer: thread leak a b.c:3", "thread-leak", "thread leak", "a b.c", "",
			3},
		{"ThreadSanitizer: lock-order-inversion (potential deadlock) f.c:47",
			"lock-order-inversion", "lock-order-inversion (potential deadlock)", "f.c",
			"", 47},
		{"ThreadSanitizer: thread leak (/box/prog+0x61e91) (BuildId: f593454d) in run",
			"thread-leak", "thread leak", "", "run", 0},
		{"AddressSanitizer: heap-use-after-free a b/f.c:8:3 in main", "heap-use-after-free",
			"heap-use-after-free", "a b/f.c", "main", 8},
		{"AddressSanitizer: odr-violation: global 'x y' at f.c:5:5", "odr-violation",
			"odr-violation", "f.c", "", 5},
		{"UndefinedBehaviorSanitizer: signed-integer-overflow C:\\my dir\\f.c:8:3",
			"signed-integer-overflow", "signed-integer-overflow", "C:\\my dir\\f.c", "",
			8},
		{"libFuzzer: deadly signal", "deadly-signal", "deadly signal", "", "", 0},
		{"libFuzzer: out-of-memory (used: 45Mb; limit: 40Mb)", "out-of-memory",
			"out-of-memory", "", "", 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct san_reports reports;
		struct fl_arena a;
		char log[256];
		snprintf(log, sizeof log, "SUMMARY: %s\n", rows[i].text);
		parse(log, &a, &reports);
		if (reports.list.len != 1)
			fail_msg("%s: %zu reports", rows[i].text, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		assert_text(rows[i].kind, r->kind);
		assert_text(rows[i].message, r->message);
		assert_text(rows[i].file, r->file);
		assert_text(rows[i].function, r->function);
		assert_int_equal(rows[i].line, r->line);
		fl_arena_release(&a);
	}
}

/* Where gdb stopped: without an address, too, however long, and broken where gdb breaks lines. */
static void test_gdb_stop(void **state)
{
	static const char args[] =
		"this=0x555555570eb0, a=std::map with 1 element = {...}, b=std::vector of length 3,"
		" capacity 4 = {...}, c=std::map with 1 element = {...}, d=std::vector of length 3"
		", capacity 4 = {...}, e=std::map with 1 element = {...}, f=std::vector of length "
		"3, capacity 4 = {...}";
	static const struct {
		const char *before, *args, *after;
	} rows[] = {
		{"rd (", "p=0x0", ") at t.c:2\n2\tx\n"},
		{"rd (", args, ") at t.c:2\n2\tx\n"},
		{"0x0000555555555131 in rd (", args, ") at t.c:2\n2\tx\n"},
		{"rd (p=0x0,\n    ", args, ")\n    at t.c:2\n2\tx\n"},
		{"[Switching to Thread 0x7ffff7d8a6c0 (LWP 7)]\nwarning: no symbols\nrd (", "",
			") at t.c:2\n2\tx\n#0  rd () at t.c:2\n"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct san_reports reports;
		struct fl_arena a;
		char log[1024];
		snprintf(log, sizeof log,
			"\nProgram received signal SIGSEGV, Segmentation fault.\n%s%s%s",
			rows[i].before, rows[i].args, rows[i].after);
		parse(log, &a, &reports);
		assert_int_equal(1, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		assert_text("segv", r->kind);
		assert_text("t.c", r->file);
		assert_text("rd", r->function);
		assert_int_equal(2, r->line);
		assert_int_equal(1, r->stacks.len);
		assert_int_equal(1, stack_at(r, 0)->frames.len);
		fl_arena_release(&a);
	}
}

/* What the kernel's frames tell of their place, and that a frame is inlined. */
static void test_kernel_frames(void **state)
{
	static const struct {
		const char *text, *function, *file;
		int64_t line;
		bool inlined;
	} rows[] = {
		{"f+0x4f/0x66", "f", "", 0, false},
		{"f+0x4f/0x66 [mod]", "f", "", 0, false},
		{"f+0x4f/0x66 fs/f.c:12", "f", "fs/f.c", 12, false},
		{"f (fs/f.c:12)", "f", "fs/f.c", 12, false},
		{"f (fs/f.c:12) mod", "f", "fs/f.c", 12, false},
		{"f (include/x.h:3 fs/f.c:12)", "f", "fs/f.c", 12, false},
		{"f (include/x.h:3 (discriminator 1) fs/f.c:12 (discriminator 4))", "f", "fs/f.c",
			12, false},
		{"f fs/f.c:12 [inline]", "f", "fs/f.c", 12, true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct san_reports reports;
		struct fl_arena a;
		char log[512];
		snprintf(log, sizeof log,
			"BUG: KASAN: slab-out-of-bounds in f+0x4f/0x66\n"
			"Read of size 1 at addr ffff8801f44ec37b by task insmod/2760\n"
			"Call Trace:\n %s\n g+0x4f/0x66\n h+0x4f/0x66\n",
			rows[i].text);
		parse(log, &a, &reports);
		assert_int_equal(1, reports.list.len);
		const struct san_stack *s = stack_at(report_at(&reports, 0), 0);
		const struct san_frame *f = fl_list_at(&s->frames, &san_frame_shape, 0);
		assert_int_equal(3, s->frames.len);
		assert_text(rows[i].function, f->function);
		assert_text(rows[i].file, f->file);
		assert_int_equal(rows[i].line, f->line);
		assert_int_equal(rows[i].inlined, f->inlined);
		for (size_t k = 1; k < 3; k++) {
			f = fl_list_at(&s->frames, &san_frame_shape, k);
			assert_false(f->inlined);
		}
		fl_arena_release(&a);
	}
}

/* What stands before each line of a kernel's log. */
static void test_kernel_stamps(void **state)
{
	static const char *const stamps[] = {"", "[   12.345678] ", "<4>[   12.3][ T123] ",
		"[    0.000000] [pid:0,cpu0,swapper/0]", "[    0.000000] [pid:0,cpu0,swapper/0] "};
	(void)state;
	for (size_t i = 0; i < sizeof(stamps) / sizeof(*stamps); i++) {
		struct san_reports reports;
		struct fl_arena a;
		char log[512];
		const char *s = stamps[i];
		snprintf(log, sizeof log,
			"%sBUG: KASAN: slab-out-of-bounds in f+0x4f/0x66\n"
			"%sRead of size 1 at addr ffff8801f44ec37b by task insmod/2760\n"
			"%sCall Trace:\n%s f+0x4f/0x66\n%s g+0x4f/0x66\n",
			s, s, s, s, s);
		parse(log, &a, &reports);
		assert_int_equal(1, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		assert_text("slab-out-of-bounds", r->kind);
		assert_text("f", r->function);
		assert_int_equal(SAN_ACCESS_READ, r->access.type);
		assert_int_equal(2, stack_at(r, 0)->frames.len);
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_old_headlines),
		cmocka_unit_test(test_old_report),
		cmocka_unit_test(test_not_a_report),
		cmocka_unit_test(test_output_on_the_same_line),
		cmocka_unit_test(test_hwasan_causes),
		cmocka_unit_test(test_cut_anywhere),
		cmocka_unit_test(test_marked_variables),
		cmocka_unit_test(test_summary_alone),
		cmocka_unit_test(test_gdb_stop),
		cmocka_unit_test(test_kernel_frames),
		cmocka_unit_test(test_kernel_stamps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
