/*
 * Valgrind's text against its XML of the same program, and what is only in one of them: plain base
 * names, several processes, times in the prefix, remarks among the XML.
 */
#include "fixtures.h"

#include "sanitize/report/text.h"

#define assert_text(want, slice) assert_true(fl_slice_eqs((slice), (want)))

static void parse(const char *text, struct fl_arena *a, struct san_reports *reports)
{
	struct san_parse_opts opts = {.strip = STRIP};
	assert_int_equal(0, san_parse(fl_slice_str(text), &opts, a, reports, NULL));
}

/*
 * Helgrind's XML leaves out which locks were held and the first lock of an observed order, so of
 * its reports only what does not depend on these is compared.
 */
static bool agree(const struct san_report *a, const struct san_report *b)
{
	if (a->tool == SAN_TOOL_MEMCHECK)
		return fl_object_eq(&san_report_shape, a, b);
	return a->tool == b->tool && a->error_class == b->error_class && a->line == b->line &&
	       fl_slice_eq(a->kind, b->kind) && fl_slice_eq(a->file, b->file) &&
	       fl_slice_eq(a->function, b->function) && fl_slice_eq(a->hash, b->hash) &&
	       fl_slice_eq(a->cwe, b->cwe) &&
	       fl_object_eq(&san_access_shape, &a->access, &b->access) &&
	       fl_object_eq(&san_stack_shape, a->stacks.items, b->stacks.items);
}

static void test_text_and_xml_agree(void **state)
{
	struct fl_buf table;
	struct row row;
	size_t compared = 0, wrong = 0;
	(void)state;
	fixture_rows(&table);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row)) {
		struct fl_arena a;
		struct san_reports text, xml;
		char name[128];
		if (strcmp(row.group, "memcheck") && strcmp(row.group, "helgrind"))
			continue;
		fl_arena_init(&a, 8 << 20);
		snprintf(name, sizeof name, "%s/%s.%s", row.group, row.name, row.family);
		parse_file(name, &a, &text);
		snprintf(name, sizeof name, "%s_xml/%s.%s", row.group, row.name, row.family);
		parse_file(name, &a, &xml);
		if (text.list.len != xml.list.len) {
			print_error("%s: %zu and %zu reports\n", name, text.list.len, xml.list.len);
			wrong++;
		}
		for (size_t i = 0; i < text.list.len && i < xml.list.len; i++, compared++)
			if (!agree(report_at(&text, i), report_at(&xml, i))) {
				print_error("%s: report %zu\n", name, i);
				wrong++;
			}
		fl_arena_release(&a);
	}
	fl_buf_release(&table);
	assert_int_equal(0, wrong);
	assert_true(compared >= 120);
}

static void test_fields(void **state)
{
	static const struct {
		const char *name, *message, *cwe, *region;
		int offset, type, size, roles[4], stacks;
	} rows[] = {
		{"invalid_read", "Invalid read of size 4", "CWE-125", "40-byte heap region", 40,
			SAN_ACCESS_READ, 4, {SAN_ROLE_ACCESS, SAN_ROLE_ALLOCATION}, 2},
		{"underflow", "Invalid write of size 8", "CWE-787", "24-byte heap region", -8,
			SAN_ACCESS_WRITE, 8, {SAN_ROLE_ACCESS, SAN_ROLE_ALLOCATION}, 2},
		{"invalid_read_freed", "Invalid read of size 8", "CWE-416", "16-byte heap region",
			0, SAN_ACCESS_READ, 8,
			{SAN_ROLE_ACCESS, SAN_ROLE_FREE, SAN_ROLE_ALLOCATION}, 3},
		{"double_free", "Invalid free() / delete / delete[] / realloc()", "CWE-415",
			"8-byte heap region", 0, SAN_ACCESS_UNKNOWN, 0,
			{SAN_ROLE_ACCESS, SAN_ROLE_FREE, SAN_ROLE_ALLOCATION}, 3},
		{"null_write", "Invalid write of size 4: address points to the zero page",
			"CWE-476", "", 0, SAN_ACCESS_WRITE, 4, {SAN_ROLE_ACCESS}, 1},
		{"uninit_condition", "Conditional jump or move depends on uninitialised value(s)",
			"CWE-457", "", 0, SAN_ACCESS_UNKNOWN, 0, {SAN_ROLE_ACCESS, SAN_ROLE_ORIGIN},
			2},
		{"leak_definite", "40 bytes in 1 blocks are definitely lost", "CWE-401", "", 0,
			SAN_ACCESS_UNKNOWN, 40, {SAN_ROLE_ALLOCATION}, 1},
		{"syscall_param", "Syscall param write(buf) points to uninitialised byte(s)",
			"CWE-457", "8-byte heap region", 1, SAN_ACCESS_UNKNOWN, 0,
			{SAN_ROLE_ACCESS, SAN_ROLE_ALLOCATION, SAN_ROLE_ORIGIN}, 3},
	};
	static const char *const families[] = {"gcc-12", "clang-19", "clang-14"};
	(void)state;
	for (size_t i = 0; i < 3 * sizeof(rows) / sizeof(*rows); i++) {
		char name[128];
		struct fl_arena a;
		struct san_reports reports;
		fl_arena_init(&a, 1 << 20);
		snprintf(name, sizeof name, "memcheck/%s.%s", rows[i / 3].name, families[i % 3]);
		parse_file(name, &a, &reports);
		const struct san_report *r = report_at(&reports, 0);
		if (!fl_slice_eqs(r->message, rows[i / 3].message) ||
			!fl_slice_eqs(r->cwe, rows[i / 3].cwe) ||
			!fl_slice_eqs(r->access.region, rows[i / 3].region) ||
			r->access.offset != rows[i / 3].offset ||
			r->access.type != rows[i / 3].type || r->access.size != rows[i / 3].size)
			fail_msg("%s: %.*s, %.*s, %.*s at %d, %d bytes", name, FL_ARG(r->message),
				FL_ARG(r->cwe), FL_ARG(r->access.region), (int)r->access.offset,
				(int)r->access.size);
		assert_int_equal(rows[i / 3].stacks, r->stacks.len);
		for (size_t k = 0; k < r->stacks.len; k++)
			assert_int_equal(rows[i / 3].roles[k], stack_at(r, k)->role);
		fl_arena_release(&a);
	}
}

/* Without --fullpath-after= only the address tells a library's file from the program's own. */
static void test_base_names(void **state)
{
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	parse("==7== Memcheck, a memory error detector\n"
	      "==7== Invalid read of size 1\n"
	      "==7==    at 0x4852A44: strlen (vg_replace_strmem.c:494)\n"
	      "==7==    by 0x49A4D30: __vfprintf_internal (vfprintf-internal.c:1517)\n"
	      "==7==    by 0x109177: show (a.c:4)\n"
	      "==7==    by 0x109190: main (a.c:9)\n"
	      "==7== \n",
		&a, &reports);
	const struct san_report *r = report_at(&reports, 0);
	assert_text("a.c", r->file);
	assert_text("show", r->function);
	assert_int_equal(4, r->line);
	fl_arena_release(&a);
}

/* What calls libstdc++ is at fault, also where its headers have no directory. */
static void test_library_names(void **state)
{
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	parse("==7== Memcheck, a memory error detector\n"
	      "==7== Invalid read of size 2\n"
	      "==7==    at 0x484B400: memmove (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-"
	      "linux.so)\n"
	      "==7==    by 0x10A76F: int* std::__copy_move<false, true, "
	      "std::random_access_iterator_"
	      "tag>::__copy_m<int>(int const*, int const*, int*) (stl_algobase.h:431)\n"
	      "==7==    by 0x10962C: std::vector<int, std::allocator<int> >::vector<int*, "
	      "void>(int*,"
	      " int*, std::allocator<int> const&) (stl_vector.h:706)\n"
	      "==7==    by 0x1092DB: main (vs.cpp:3)\n"
	      "==7== \n",
		&a, &reports);
	assert_int_equal(1, reports.list.len);
	assert_text("vs.cpp", report_at(&reports, 0)->file);
	assert_text("main", report_at(&reports, 0)->function);
	assert_int_equal(3, report_at(&reports, 0)->line);
	fl_arena_release(&a);
}

/* Of --track-fds=yes with -q: what the program opened, not what it was given. */
static void test_descriptors(void **state)
{
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	parse("==27907== FILE DESCRIPTORS: 5 open (3 std) at exit.\n"
	      "==27907== Open file descriptor 3: a.c\n"
	      "==27907==    at 0x4941011: open (open64.c:41)\n"
	      "==27907==    by 0x48CA9C1: _IO_file_open (fileops.c:188)\n"
	      "==27907==    by 0x48BF258: __fopen_internal (iofopen.c:75)\n"
	      "==27907==    by 0x10919A: count (a.c:7)\n"
	      "==27907==    by 0x1091E8: main (a.c:17)\n"
	      "==27907== \n"
	      "==27907== Open file descriptor 251:\n"
	      "==27907==    <inherited from parent>\n"
	      "==27907== \n"
	      "==27907== \n",
		&a, &reports);
	assert_int_equal(1, reports.list.len);
	assert_text("descriptor-leak", report_at(&reports, 0)->kind);
	assert_text("CWE-775", report_at(&reports, 0)->cwe);
	assert_text("a.c", report_at(&reports, 0)->file);
	assert_int_equal(7, report_at(&reports, 0)->line);
	fl_arena_release(&a);
}

/* Lines of other processes are no part of a report; a time may stand before the number. */
static void test_prefixes(void **state)
{
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	parse("==00:00:00:00.150 7== Invalid write of size 4\n"
	      "==00:00:00:00.150 7==    at 0x109177: set (/box/a.c:4)\n"
	      "==00:00:00:00.151 8== \n"
	      "==00:00:00:00.151 8==    at 0x109188: other (/box/b.c:5)\n"
	      "==00:00:00:00.151 7==    by 0x109190: main (/box/a.c:9)\n"
	      "==00:00:00:00.151 7== \n"
	      "==00:00:00:00.151 7==    by 0x109190: late (/box/a.c:9)\n"
	      "==8== Use of uninitialised value of size 8\n"
	      "==8==    at 0x109188: other (/box/b.c:5)\n"
	      "==a== Invalid read of size 4\n"
	      "=== Invalid read of size 4\n",
		&a, &reports);
	assert_int_equal(2, reports.list.len);
	assert_int_equal(2, stack_at(report_at(&reports, 0), 0)->frames.len);
	assert_text("set", report_at(&reports, 0)->function);
	assert_text("uninit-value", report_at(&reports, 1)->kind);
	assert_int_equal(5, report_at(&reports, 1)->line);
	fl_arena_release(&a);
}

/* Each line of Valgrind's twice, the second time as another process's. */
static void write_twice(struct fl_buf *out, struct fl_slice log)
{
	while (log.len) {
		ptrdiff_t end = fl_slice_chr(log, '\n');
		struct fl_slice line = fl_slice_head(log, end < 0 ? log.len : (size_t)end);
		struct fl_slice after = fl_slice_skip(line, 2);
		log = fl_slice_skip(log, line.len + 1);
		fl_buf_printf(out, "%.*s\n", FL_ARG(line));
		if (fl_slice_starts(line, "==") && san_skip_past(&after, "=="))
			fl_buf_printf(out, "==77==%.*s\n", FL_ARG(after));
	}
}

static size_t count_equal(const struct san_reports *in, const struct san_report *r)
{
	size_t n = 0;
	for (size_t i = 0; i < in->list.len; i++)
		n += fl_object_eq(&san_report_shape, report_at(in, i), r);
	return n;
}

/* Two processes that write line by line in turn are read as each of them alone. */
static void test_two_processes(void **state)
{
	struct fl_buf table;
	struct row row;
	size_t compared = 0;
	(void)state;
	fixture_rows(&table);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row)) {
		struct fl_arena a;
		struct san_reports one, two;
		struct fl_buf log, twice;
		char name[128];
		if ((strcmp(row.group, "memcheck") && strcmp(row.group, "helgrind")) ||
			strcmp(row.family, "gcc-12"))
			continue;
		fl_arena_init(&a, 8 << 20);
		snprintf(name, sizeof name, "%s/%s.%s", row.group, row.name, row.family);
		parse_file(name, &a, &one);
		fixture_named(&log, name);
		fl_buf_init(&twice, 4 << 20);
		write_twice(&twice, fl_buf_view(&log));
		fl_buf_char(&twice, 0);
		parse(twice.data, &a, &two);
		if (two.list.len != 2 * one.list.len)
			fail_msg("%s: %zu and %zu reports", name, one.list.len, two.list.len);
		for (size_t i = 0; i < one.list.len; i++, compared++)
			if (count_equal(&two, report_at(&one, i)) <
				2 * count_equal(&one, report_at(&one, i)))
				fail_msg("%s: report %zu", name, i);
		fl_buf_release(&log);
		fl_buf_release(&twice);
		fl_arena_release(&a);
	}
	fl_buf_release(&table);
	assert_true(compared >= 30);
}

/* A process that stops within its report holds up the others for some lines only. */
static void test_one_that_does_not_go_on(void **state)
{
	enum { REPORTS = 2000, PROCESSES = 40 };
	struct san_parse_opts opts = {.reports_max = 2 * REPORTS};
	struct fl_arena a;
	struct san_reports reports;
	struct fl_buf log;
	(void)state;
	fl_arena_init(&a, 64 << 20);
	fl_buf_init(&log, 4 << 20);
	fl_buf_str(&log, "==7== Invalid write of size 4\n==7==    at 0x109177: f (a.c:4)\n");
	for (int i = 0; i < REPORTS; i++)
		fl_buf_printf(&log,
			"==%d== Invalid read of size 1\n==%d==    at 0x109177: g (b.c:%d)\n"
			"==%d== \n",
			100 + i % PROCESSES, 100 + i % PROCESSES, i + 1, 100 + i % PROCESSES);
	assert_int_equal(0, san_parse(fl_buf_view(&log), &opts, &a, &reports, NULL));
	assert_int_equal(REPORTS + 1, reports.list.len);
	assert_int_equal(1, report_at(&reports, 0)->omitted);
	for (size_t i = 0; i < reports.list.len; i++)
		assert_true(report_at(&reports, i)->line > 0);
	fl_buf_release(&log);
	fl_arena_release(&a);
}

/* Tools that are not known, kinds that are not known, a document that breaks off. */
static void test_unknown(void **state)
{
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	parse("==7== drd, a thread error detector\n"
	      "==7== Invalid write of size 4\n"
	      "==7== Memcheck, a memory error detector\n"
	      "==7== Invalid write of nothing\n",
		&a, &reports);
	assert_int_equal(0, reports.list.len);
	parse("<?xml version=\"1.0\"?>\n<valgrindoutput>\n"
	      "<protocoltool>memcheck</protocoltool>\n"
	      "  <error>\n <kind>Strange_NewKind</kind>\n <what>It is &lt;odd&gt;</what>\n"
	      "the program says <hello>\n"
	      "a.c:3:4: runtime error: division by zero\n"
	      " <stack><frame><ip>0x109177</ip><fn>f</fn><dir>/box</dir><file>a.c</file>"
	      "<line>8</line></frame>\n",
		&a, &reports);
	assert_int_equal(2, reports.list.len);
	assert_text("strange-new-kind", report_at(&reports, 0)->kind);
	assert_text("It is <odd>", report_at(&reports, 0)->message);
	assert_text("integer-divide-by-zero", report_at(&reports, 1)->kind);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text_and_xml_agree),
		cmocka_unit_test(test_fields),
		cmocka_unit_test(test_base_names),
		cmocka_unit_test(test_library_names),
		cmocka_unit_test(test_prefixes),
		cmocka_unit_test(test_two_processes),
		cmocka_unit_test(test_one_that_does_not_go_on),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_descriptors),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
