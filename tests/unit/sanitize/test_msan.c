/* MSan's reports: where the value came from and the way it took. */
#include "fixtures.h"

#include "sanitize/write/thought.h"

static const char *const families[] = {"clang-19", "clang-14"};

static void first_of(
	const char *program, size_t family, struct fl_arena *a, struct san_report *ret_report)
{
	char name[128];
	struct san_reports reports;
	fl_arena_init(a, 1 << 20);
	snprintf(name, sizeof name, "memory/%s.%s", program, families[family]);
	parse_file(name, a, &reports);
	*ret_report = *report_at(&reports, 0);
}

/* Stores stand in the order of the report, the last before the use first; then where it began. */
static void test_stores_and_origin(void **state)
{
	static const int lines[] = {23, 12, 7};
	static const char *const functions[] = {"main", "pass_on", "keep"};
	(void)state;
	for (size_t family = 0; family < 2; family++) {
		struct fl_arena a;
		struct san_report r;
		first_of("stored_twice", family, &a, &r);
		assert_int_equal(SAN_TOOL_MSAN, r.tool);
		assert_text("CWE-457", r.cwe);
		assert_int_equal(23, r.line);
		assert_int_equal(4, r.stacks.len);
		assert_int_equal(SAN_ROLE_ACCESS, stack_at(&r, 0)->role);
		assert_int_equal(SAN_ROLE_STORE, stack_at(&r, 1)->role);
		assert_int_equal(SAN_ROLE_STORE, stack_at(&r, 2)->role);
		assert_int_equal(SAN_ROLE_ORIGIN, stack_at(&r, 3)->role);
		for (size_t i = 0; i < 3; i++) {
			assert_int_equal(lines[i], frame_at(stack_at(&r, i), 0)->line);
			assert_text(functions[i], frame_at(stack_at(&r, i), 0)->function);
		}
		assert_int_equal(1, r.variables.len);
		const struct san_variable *v = fl_list_at(&r.variables, &san_variable_shape, 0);
		assert_text("values", v->name);
		assert_true(v->accessed);
		assert_int_equal(0, v->size);
		fl_arena_release(&a);
	}
}

static void test_origins(void **state)
{
	static const struct {
		const char *program, *says, *cwe;
		size_t stacks;
		int line; /* of the origin's first frame with one */
	} rows[] = {
		{"heap_value", "; Uninitialized value was created by a heap allocation", "CWE-457",
			2, 16},
		{"freed_value", "; Uninitialized value was created by a heap deallocation",
			"CWE-416", 2, 12},
		{"marked", "; Memory was marked as uninitialized", "CWE-457", 2, 9},
		{"realloc_tail", "; Uninitialized value was created by a heap allocation",
			"CWE-457", 2, 7},
		{"no_origins", "", "CWE-457", 1, 14},
	};
	(void)state;
	for (size_t i = 0; i < 2 * sizeof(rows) / sizeof(*rows); i++) {
		struct fl_arena a;
		struct san_report r;
		char message[128];
		first_of(rows[i / 2].program, i % 2, &a, &r);
		snprintf(message, sizeof message, "use-of-uninitialized-value%s", rows[i / 2].says);
		assert_text(message, r.message);
		assert_text(rows[i / 2].cwe, r.cwe);
		assert_int_equal(rows[i / 2].stacks, r.stacks.len);
		const struct san_stack *last = stack_at(&r, r.stacks.len - 1);
		assert_int_equal(r.stacks.len > 1 ? SAN_ROLE_ORIGIN : SAN_ROLE_ACCESS, last->role);
		size_t at = 0;
		while (!frame_at(last, at)->line)
			at++;
		assert_int_equal(rows[i / 2].line, frame_at(last, at)->line);
		fl_arena_release(&a);
	}
}

/* What to do about it depends on where the value came from. */
static void test_fix(void **state)
{
	const char *life = diag_class_table[DIAG_CLASS_LIFETIME].fix;
	const char *const rows[][2] = {{"heap_value", "initialise the variable"},
		{"freed_value", life}, {"destroyed_vptr", life}};
	(void)state;
	for (size_t i = 0; i < 6; i++) {
		struct fl_arena a;
		struct fl_buf out;
		struct san_report r;
		char want[256];
		first_of(rows[i / 2][0], i % 2, &a, &r);
		fl_buf_init(&out, 1 << 16);
		san_thought_write(&out, &r, false);
		snprintf(want, sizeof want, "FIX_STRATEGY: %s", rows[i / 2][1]);
		assert_true(fl_slice_find(fl_buf_view(&out), want) > 0);
		fl_buf_release(&out);
		fl_arena_release(&a);
	}
}

/* clang 14 words a destructor's mark like any other. */
static void test_destroyed_objects(void **state)
{
	static const char *const programs[] = {"destroyed_member", "destroyed_vptr"};
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		struct fl_arena a;
		struct san_report r;
		first_of(programs[i / 2], i % 2, &a, &r);
		assert_text("CWE-416", r.cwe);
		assert_int_equal(DIAG_CLASS_LIFETIME, r.error_class);
		assert_text("__sanitizer_dtor_callback",
			fl_slice_head(frame_at(stack_at(&r, 1), 0)->function, 25));
		fl_arena_release(&a);
	}
}

/* What stands before the headline belongs to it, and to no other. */
static void test_bytes_of_an_argument(void **state)
{
	(void)state;
	for (size_t family = 0; family < 2; family++) {
		struct fl_arena a;
		struct san_reports reports;
		char name[64];
		fl_arena_init(&a, 1 << 20);
		snprintf(name, sizeof name, "memory/many.%s", families[family]);
		parse_file(name, &a, &reports);
		assert_int_equal(3, reports.list.len);
		for (size_t i = 0; i < 3; i++) {
			static const int lines[] = {18, 21, 24};
			const struct san_report *r = report_at(&reports, i);
			assert_int_equal(lines[i], r->line);
			assert_int_equal(
				i == 2 ? SAN_ACCESS_READ : SAN_ACCESS_UNKNOWN, r->access.type);
			assert_text(i == 2 ? "2-byte range" : "", r->access.region);
			assert_int_equal(i == 2, r->access.offset);
		}
		assert_true(
			fl_slice_find(report_at(&reports, 2)->message,
				"; Uninitialized bytes in strlen at offset 1 inside [<address>, "
				"2)") > 0);
		fl_arena_release(&a);
	}
}

/* A line that only looks like the start of a report, or is cut off, harms nothing. */
static void test_stray_leads(void **state)
{
	static const char text[] =
		"Uninitialized bytes in my soup at offset much\n"
		"==1==WARNING: MemorySanitizer: use-of-uninitialized-value\n"
		"    #0 0x1 in f /a/b.c:3:4\n"
		"  Uninitialized value was created by an allocation of '\n"
		"    #0 0x2 in g /a/b.c:5\n"
		"Uninitialized bytes in strlen at offset 4294967296 inside [0x70, 3)\n"
		"==1==WARNING: MemorySanitizer: something new\n"
		"    #0 0x1 in f /a/b.c:7:4\n";
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(0, san_parse(fl_slice_str(text), NULL, &a, &reports, NULL));
	assert_int_equal(2, reports.list.len);
	assert_int_equal(3, report_at(&reports, 0)->line);
	assert_int_equal(2, report_at(&reports, 0)->stacks.len);
	assert_int_equal(0, report_at(&reports, 0)->variables.len);
	assert_int_equal(7, report_at(&reports, 1)->line);
	assert_int_equal(0, report_at(&reports, 1)->access.region.len);
	assert_text("use-of-uninitialized-value", report_at(&reports, 1)->kind);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stores_and_origin),
		cmocka_unit_test(test_origins),
		cmocka_unit_test(test_fix),
		cmocka_unit_test(test_destroyed_objects),
		cmocka_unit_test(test_bytes_of_an_argument),
		cmocka_unit_test(test_stray_leads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
