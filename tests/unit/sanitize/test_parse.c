/* The report parser: fields of real reports, logs with several, any chunking, limits, frames. */
#include "fixtures.h"

#include "sanitize/report/frame.h"

static void test_use_after_free(void **state)
{
	static const char *const files[] = {"address/heap_use_after_free.gcc-12",
		"address/heap_use_after_free.clang-19", "address/heap_use_after_free.clang-14"};
	(void)state;
	for (size_t i = 0; i < 3; i++) {
		struct fl_arena a;
		struct san_reports reports;
		fl_arena_init(&a, 1 << 20);
		parse_file(files[i], &a, &reports);
		assert_int_equal(1, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		assert_int_equal(SAN_TOOL_ASAN, r->tool);
		assert_text("heap-use-after-free", r->message);
		assert_text("CWE-416", r->cwe);
		assert_text("heap_use_after_free.c", r->file);
		assert_text("balance_of", r->function);
		assert_int_equal(SAN_ACCESS_READ, r->access.type);
		assert_int_equal(4, r->access.size);
		assert_int_equal(4, r->access.offset);
		assert_text("8-byte heap region", r->access.region);
		assert_int_equal(3, r->stacks.len);
		assert_int_equal(SAN_ROLE_ACCESS, stack_at(r, 0)->role);
		assert_int_equal(SAN_ROLE_FREE, stack_at(r, 1)->role);
		assert_int_equal(SAN_ROLE_ALLOCATION, stack_at(r, 2)->role);
		assert_text("T0", stack_at(r, 1)->thread);
		assert_int_equal(2, stack_at(r, 1)->frames.len);
		assert_text("free", frame_at(stack_at(r, 1), 0)->function);
		assert_int_equal(20, frame_at(stack_at(r, 1), 1)->line);
		assert_int_equal(16, frame_at(stack_at(r, 2), 1)->line);
		fl_arena_release(&a);
	}
}

/* Offsets in all wordings: inside, after (to the right of), before (to the left of). */
static void test_regions(void **state)
{
	static const struct {
		const char *name, *region;
		int offset;
		int type;
	} rows[] = {
		{"heap_buffer_overflow_write", "40-byte heap region", 40, SAN_ACCESS_WRITE},
		{"heap_buffer_underflow", "32-byte heap region", -4, SAN_ACCESS_READ},
		{"stack_buffer_overflow", "stack variable 'text' of 8 bytes", 8, SAN_ACCESS_WRITE},
		{"stack_buffer_underflow", "stack variable 'values' of 16 bytes", -4,
			SAN_ACCESS_READ},
		{"global_buffer_overflow", "global variable 'days' of 48 bytes", 48,
			SAN_ACCESS_READ},
		{"stack_use_after_scope", "stack variable 'square' of 4 bytes", 0, SAN_ACCESS_READ},
	};
	static const char *const families[] = {"gcc-12", "clang-19", "clang-14"};
	(void)state;
	for (size_t i = 0; i < 3 * sizeof(rows) / sizeof(*rows); i++) {
		char name[128];
		struct fl_arena a;
		struct san_reports reports;
		fl_arena_init(&a, 1 << 20);
		snprintf(name, sizeof name, "address/%s.%s", rows[i / 3].name, families[i % 3]);
		parse_file(name, &a, &reports);
		const struct san_report *r = report_at(&reports, 0);
		if (!fl_slice_eqs(r->access.region, rows[i / 3].region) ||
			r->access.offset != rows[i / 3].offset ||
			r->access.type != rows[i / 3].type)
			fail_msg("%s: %.*s at %d", name, FL_ARG(r->access.region),
				(int)r->access.offset);
		fl_arena_release(&a);
	}
}

static void test_several_reports_among_output(void **state)
{
	struct fl_buf log, part;
	struct fl_arena a;
	struct san_reports reports;
	struct san_parse_opts opts = {.strip = STRIP};
	static const char *const parts[] = {"undefined/null_load.clang-19",
		"address/heap_use_after_free.gcc-12", "undefined/divide_by_zero.gcc-12",
		"address/leak_list.clang-19", "undefined/shift_base.gcc-12"};
	static const char *const kinds[] = {"null-pointer-use", "heap-use-after-free",
		"integer-divide-by-zero", "memory-leak", "indirect-leak", "invalid-shift-base"};
	(void)state;
	fl_buf_init(&log, 1 << 20);
	fl_arena_init(&a, 8 << 20);
	for (size_t i = 0; i < 5; i++) {
		fixture_named(&part, parts[i]);
		fl_buf_str(
			&log, "loading #1 of 3\r\n\n  #2 0x is no frame\nDirect leak of water\n");
		fl_buf_slice(&log, fl_buf_view(&part));
		fl_buf_release(&part);
	}
	fl_buf_str(&log, "bye\nSUMMARY: of the day\n    #0 0x12 in nowhere /a.c:1\n");
	assert_int_equal(0, san_parse(fl_buf_view(&log), &opts, &a, &reports, NULL));
	assert_int_equal(6, reports.list.len);
	for (size_t i = 0; i < 6; i++)
		assert_text(kinds[i], report_at(&reports, i)->kind);
	assert_int_equal(1, report_at(&reports, 0)->stacks.len);
	fl_buf_release(&log);
	fl_arena_release(&a);
}

static void feed_in(
	struct fl_slice log, size_t chunk, struct fl_arena *a, struct san_reports *reports)
{
	struct san_parse_opts opts = {.strip = STRIP};
	struct san_parser *p = san_parser_new(&opts, a);
	assert_non_null(p);
	for (; log.len; log = fl_slice_skip(log, chunk))
		san_parser_feed(p, fl_slice_head(log, chunk));
	assert_int_equal(0, san_parser_finish(p, reports, NULL));
	san_parser_free(p);
}

/* Every stored report byte by byte and in chunks of 7 gives what it gives as a whole. */
static void test_any_chunking(void **state)
{
	struct fl_buf table, text;
	struct row row;
	size_t compared = 0;
	(void)state;
	fixture_rows(&table);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row)) {
		struct fl_arena a;
		struct san_reports whole, bytes, sevens;
		fl_arena_init(&a, 32 << 20);
		fixture_report(&text, &row);
		feed_in(fl_buf_view(&text), text.len + 1, &a, &whole);
		feed_in(fl_buf_view(&text), 1, &a, &bytes);
		feed_in(fl_buf_view(&text), 7, &a, &sevens);
		assert_int_equal(whole.list.len, bytes.list.len);
		assert_int_equal(whole.list.len, sevens.list.len);
		for (size_t i = 0; i < whole.list.len; i++, compared++) {
			const struct san_report *r = report_at(&whole, i);
			assert_true(fl_object_eq(&san_report_shape, r, report_at(&bytes, i)));
			assert_true(fl_object_eq(&san_report_shape, r, report_at(&sevens, i)));
		}
		fl_buf_release(&text);
		fl_arena_release(&a);
	}
	fl_buf_release(&table);
	assert_true(compared >= 180);
}

static void test_limits(void **state)
{
	struct fl_arena a;
	struct fl_buf log;
	struct san_reports reports;
	struct fl_error err;
	struct san_parse_opts opts = {.reports_max = 2, .frames_max = 3};
	(void)state;
	fl_buf_init(&log, 1 << 20);
	for (int i = 0; i < 4; i++)
		fl_buf_str(&log, "a.c:3:4: runtime error: division by zero\n");
	fl_buf_str(&log, "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0\n");
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(0, san_parse(fl_buf_view(&log), &opts, &a, &reports, NULL));
	assert_int_equal(2, reports.list.len);
	assert_int_equal(3, reports.dropped);
	fl_buf_clear(&log);
	fl_buf_str(&log, "==1==ERROR: AddressSanitizer: stack-overflow on address 0x1 (pc\n");
	for (int i = 0; i < 10; i++)
		fl_buf_printf(&log, "    #%d 0x1%d in f /a.c:%d\n", i, i, i + 1);
	assert_int_equal(0, san_parse(fl_buf_view(&log), &opts, &a, &reports, NULL));
	assert_int_equal(3, stack_at(report_at(&reports, 0), 0)->frames.len);
	assert_int_equal(7, report_at(&reports, 0)->omitted);
	fl_arena_release(&a);
	fl_arena_init(&a, 300);
	assert_int_equal(FL_ELIMIT, san_parse(fl_buf_view(&log), &opts, &a, &reports, &err));
	fl_arena_release(&a);
	fl_buf_release(&log);
}

static void test_frame_lines(void **state)
{
	static const struct {
		const char *line, *function, *file;
		int line_number, col;
		const char *module;
	} rows[] = {
		{"    #0 0x55 in get /tmp/u.c:3", "get", "/tmp/u.c", 3, 0, ""},
		{"    #1 0x55 in m::at(int, int) const /b/m.cpp:9:10", "m::at(int, int) const",
			"/b/m.cpp", 9, 10, ""},
		{"#2 0x5 in operator new(unsigned long) (/b/p+0x10f) (BuildId: 0e9f)",
			"operator new(unsigned long)", "", 0, 0, "/b/p"},
		{"#3 0x5 in f ../../src/a.cpp:12", "f", "../../src/a.cpp", 12, 0, ""},
		{"#4 0x5  (/lib/libc.so.6+0x27249)", "", "", 0, 0, "/lib/libc.so.6"},
		{"#5 0x5 in main /a dir/my file.c:4:5", "main", "/a dir/my file.c", 4, 5, ""},
		{"#6 0x5 in _start ??:?", "_start", "", 0, 0, ""},
		{"#7 0x5  (<unknown module>)", "", "", 0, 0, ""},
		{"#8 0x5 in operator delete(void*)", "operator delete(void*)", "", 0, 0, ""},
		{"#9 0x5 in f(std::vector<int, std::allocator<int> >&) ../my src/u.cpp:2",
			"f(std::vector<int, std::allocator<int> >&)", "../my src/u.cpp", 2, 0, ""},
		{"#10 0x5 in main ../my src/u.cpp:3", "main", "../my src/u.cpp", 3, 0, ""},
		{"#11 0x5 in main my src/u.c:3:7", "main", "my src/u.c", 3, 7, ""},
		{"#12 0x5 in void put<int>(int) const my src/u b.cpp:3", "void put<int>(int) const",
			"my src/u b.cpp", 3, 0, ""},
		{"#13 0x5 in (anonymous namespace)::g(int) old (1)/u.cpp:3",
			"(anonymous namespace)::g(int)", "old (1)/u.cpp", 3, 0, ""},
		{"#14 0x5 in name[abi:cxx11](int) [clone .part.0] src/u.cpp:3",
			"name[abi:cxx11](int) [clone .part.0]", "src/u.cpp", 3, 0, ""},
		{"#15 0x5 in main::{lambda(int)#1}::operator()(int) const ./a b.cpp:3",
			"main::{lambda(int)#1}::operator()(int) const", "./a b.cpp", 3, 0, ""},
		{"#16 0x5 in printf_common(void*, char const*, __va_list_tag*) "
		 "asan_interceptors.cpp.o",
			"printf_common(void*, char const*, __va_list_tag*)",
			"asan_interceptors.cpp", 0, 0, ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct san_frame f;
		assert_true(san_frame_parse(fl_slice_str(rows[i].line), &f));
		assert_int_equal(i, f.depth);
		assert_text(rows[i].function, f.function);
		assert_text(rows[i].file, f.file);
		assert_int_equal(rows[i].line_number, f.line);
		assert_int_equal(rows[i].col, f.col);
		assert_text(rows[i].module, f.module);
	}
	struct san_frame f;
	assert_false(san_frame_parse(FL_S("#include <a>"), &f));
	assert_false(san_frame_parse(FL_S("#1 0x"), &f));
	assert_false(san_frame_parse(FL_S(""), &f));
}

static void test_bare_names(void **state)
{
	static const char *const rows[][2] = {
		{"main", "main"},
		{"size_of(shape*)", "size_of"},
		{"long total<long>(long const*, int)", "total"},
		{"matrix::at(int, int) const", "matrix::at"},
		{"std::vector<int, std::allocator<int> >::at(unsigned long)", "std::vector::at"},
		{"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
		{"operator new(unsigned long)", "operator new"},
		{"bool operator< <int>(a const&, b)", "operator< <int>"},
		{"a::operator()(int) const", "a::operator()"},
		{"void f(int) [clone .isra.0]", "f"},
		{"foo[abi:cxx11](int)", "foo"},
		{"", ""},
	};
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 16);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_slice bare = san_function_bare(fl_slice_str(rows[i][0]), &a);
		if (!fl_slice_eqs(bare, rows[i][1]))
			fail_msg("%s: %.*s", rows[i][0], FL_ARG(bare));
	}
	fl_arena_release(&a);
}

static void test_paths(void **state)
{
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 16);
	assert_text("/usr/include/c++/12/vector",
		san_path_clean(
			FL_S("/usr/lib/gcc/x/12/../../../../include/c++/12/vector"), FL_S(""), &a));
	assert_text("src/a.c", san_path_clean(FL_S("/box/./src/a.c"), STRIP, &a));
	assert_text("../a.c", san_path_clean(FL_S("../a.c"), STRIP, &a));
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_use_after_free),
		cmocka_unit_test(test_regions),
		cmocka_unit_test(test_several_reports_among_output),
		cmocka_unit_test(test_any_chunking),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_frame_lines),
		cmocka_unit_test(test_bare_names),
		cmocka_unit_test(test_paths),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
