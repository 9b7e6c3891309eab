/* UBSan's reports: what the sentence, its notes and the SUMMARY say, and where they end. */
#include "fixtures.h"

#include "sanitize/kinds/kinds.h"

static const char *const families[] = {"gcc-12", "clang-19", "clang-14"};

struct expected {
	const char *name, *message;
};

static void check_messages(const struct expected *rows, size_t count, size_t from, size_t to)
{
	for (size_t i = 0; i < count; i++)
		for (size_t family = from; family < to; family++) {
			char name[128];
			struct fl_arena a;
			struct san_reports reports;
			fl_arena_init(&a, 1 << 20);
			snprintf(name, sizeof name, "undefined/%s.%s", rows[i].name,
				families[family]);
			parse_file(name, &a, &reports);
			assert_int_equal(1, reports.list.len);
			if (!fl_slice_eqs(report_at(&reports, 0)->message, rows[i].message))
				fail_msg("%s: %.*s", name, FL_ARG(report_at(&reports, 0)->message));
			fl_arena_release(&a);
		}
}

/* Operands and types stay whole; addresses go. */
static void test_messages_keep_the_operands(void **state)
{
	static const struct expected both[] = {
		{"signed_add_overflow", "signed integer overflow: 2147483647 + 1 cannot be "
					"represented in type 'int'"},
		{"int128_overflow", "signed integer overflow: 0x40000000000000000000000000000000 "
				    "* 4 cannot be represented in type '__int128'"},
		{"misaligned_load", "load of misaligned address <address> for type 'const "
				    "unsigned int', which requires 4 byte alignment"},
		{"pointer_overflow", "pointer index expression with base <address> overflowed to "
				     "0x00000000000b"},
		{"shift_negative", "shift exponent -1 is negative"},
	};
	(void)state;
	check_messages(both, sizeof(both) / sizeof(*both), 0, 3);
}

/* What a note says follows the sentence, with its place. */
static void test_notes_join_the_message(void **state)
{
	static const struct expected both[] = {
		{"object_call",
			"member call on address <address> which does not point to an object "
			"of type 'shape'; object is of type 'animal'"},
		{"object_subobject",
			"member access within address <address> which does not point to an object "
			"of type 'shape'; object is base class subobject at offset 16 within "
			"object of type 'square'; vptr for 'named' base class of 'square'"},
		{"object_invalid_vptr",
			"member access within address <address> which does not point to an object "
			"of type 'shape'; object has invalid vptr"},
	};
	static const struct expected clang[] = {
		{"null_argument",
			"null pointer passed as argument 1, which is declared to never be "
			"null; nonnull attribute specified here (null_argument.c:3)"},
		{"nullability_return",
			"null pointer returned from function declared to never return null; "
			"_Nonnull return type annotation specified here (nullability_return.c:5)"},
		{"alignment_attribute",
			"assumption of 64 byte alignment (with offset of 8 byte) for pointer of "
			"type 'char *' failed; alignment assumption was specified here "
			"(alignment_attribute.c:6); offset address is 1 aligned, misalignment "
			"offset is 57 bytes"},
		{"cfi_vcall", "control flow integrity check for type 'shape' failed during virtual "
			      "call (vtable address <address>); vtable is of type 'animal'"},
		{"cfi_icall", "control flow integrity check for type 'int (long)' failed during "
			      "indirect function call; twice defined here (cfi_icall.c:7)"},
		{"function_type",
			"call to function twice(int) through pointer to incorrect function type "
			"'int (*)(double)'; twice(int) defined here (function_type.cpp:6)"},
	};
	(void)state;
	check_messages(both, sizeof(both) / sizeof(*both), 0, 3);
	check_messages(clang, sizeof(clang) / sizeof(*clang), 1, 3);
}

/* SUMMARY lines from a file of their own, behind all reports: each has the place that it is of. */
static void test_summaries_behind(void **state)
{
	static const char text[] =
		"a.c:2:27: runtime error: signed integer overflow: 2147483647 + 1 cannot be "
		"represented in type 'int'\n"
		"a.c:3:44: runtime error: division by zero\n"
		"SUMMARY: UndefinedBehaviorSanitizer: signed-integer-overflow a.c:2:27 in \n"
		"SUMMARY: UndefinedBehaviorSanitizer: float-divide-by-zero a.c:3:44 in \n";
	struct san_reports reports;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(0, san_parse(fl_slice_str(text), NULL, &a, &reports, NULL));
	assert_int_equal(2, reports.list.len);
	assert_text("signed-integer-overflow", report_at(&reports, 0)->kind);
	assert_text("float-divide-by-zero", report_at(&reports, 1)->kind);
	fl_arena_release(&a);
}

/* Without print_stacktrace there is a place and nothing else; a program that goes on says more. */
static void test_many_without_stacks(void **state)
{
	static const char *const kinds[] = {"signed-integer-overflow", "invalid-shift-base",
		"out-of-bounds-index", "insufficient-object-size", "signed-integer-overflow"};
	(void)state;
	for (size_t family = 0; family < 3; family++) {
		char name[64];
		struct fl_arena a;
		struct san_reports reports;
		fl_arena_init(&a, 1 << 20);
		snprintf(name, sizeof name, "standalone/many.%s", families[family]);
		parse_file(name, &a, &reports);
		size_t got = 0;
		for (size_t i = 0; i < 5; i++) {
			const struct san_report *r = report_at(&reports, got);
			/* gcc alone knows the size of a static array at -O0 */
			if (i == 3 && !fl_slice_eqs(r->kind, kinds[i]))
				continue;
			assert_text(kinds[i], r->kind);
			assert_text("many.c", r->file);
			assert_int_equal(0, r->stacks.len);
			assert_int_equal(0, r->function.len);
			assert_true(r->line > 0 && r->col > 0);
			got++;
		}
		assert_int_equal(reports.list.len, got);
		fl_arena_release(&a);
	}
}

static void parse_text(const char *text, struct fl_arena *a, struct san_reports *reports)
{
	struct san_parse_opts opts = {.strip = STRIP};
	fl_arena_init(a, 1 << 20);
	assert_int_equal(0, san_parse(fl_slice_str(text), &opts, a, reports, NULL));
}

static void test_places(void **state)
{
	static const struct {
		const char *text, *file;
		int line, col;
	} rows[] = {
		{"a.c:3:4: runtime error: division by zero\n", "a.c", 3, 4},
		{"a.c:3: runtime error: division by zero\n", "a.c", 3, 0},
		{"sum: a.c:3:4: runtime error: division by zero\n", "a.c", 3, 4},
		{"<unknown>: runtime error: division by zero\n    #0 0x1 in f /box/b.c:7:8\n",
			"b.c", 7, 8},
		{"(/box/prog+0x12ab): runtime error: 1e+20 is outside the range of representable "
		 "values of type 'int'\n    #0 0x1 in f /box/b.c:7:8\n",
			"b.c", 7, 8},
		{"0x55555555: runtime error: division by zero\n", "", 0, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_arena a;
		struct san_reports reports;
		parse_text(rows[i].text, &a, &reports);
		const struct san_report *r = report_at(&reports, 0);
		assert_text(rows[i].file, r->file);
		assert_int_equal(rows[i].line, r->line);
		assert_int_equal(rows[i].col, r->col);
		fl_arena_release(&a);
	}
}

/* The SUMMARY's word counts where the sentence is open, else the sentence does. */
static void test_summary(void **state)
{
	static const struct {
		const char *sentence, *summary, *kind;
	} rows[] = {
		{"division by zero", "float-divide-by-zero", "float-divide-by-zero"},
		{"division by zero", "undefined-behavior", "integer-divide-by-zero"},
		{"load of value 5, which is not a valid value for type 'volatile _Bool'",
			"invalid-enum-load", "invalid-bool-load"},
		{"load of value 5, which is not a valid value for type 'mybool'",
			"invalid-enum-load", "invalid-enum-load"},
		{"implicit conversion from type 'unsigned int' of value 200 (32-bit, unsigned) to "
		 "type 'signed char' changed the value to -56 (8-bit, signed)",
			"implicit-integer-sign-change", "implicit-integer-sign-change"},
		{"implicit conversion from type 'long' of value 20 (64-bit, signed) to type 'int' "
		 "changed the value to 4 (4-bit bitfield, signed)",
			"undefined-behavior", "implicit-signed-integer-truncation"},
		{"implicit conversion from (32-bit, nothing", "undefined-behavior",
			"undefined-behavior"},
		{"something quite new", "null-pointer-use", "null-pointer-use"},
		{"something quite new", "something-new", "something-new"},
		{"something quite new", "(/box/prog+0x12)", "undefined-behavior"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct fl_arena a;
		struct san_reports reports;
		char text[512];
		snprintf(text, sizeof text,
			"a.c:3:4: runtime error: %s\nSUMMARY: UndefinedBehaviorSanitizer: %s "
			"a.c:3:4 in \nb.c:1: note: object is mine\n",
			rows[i].sentence, rows[i].summary);
		parse_text(text, &a, &reports);
		assert_int_equal(1, reports.list.len);
		assert_text(rows[i].kind, report_at(&reports, 0)->kind);
		assert_text(rows[i].sentence, report_at(&reports, 0)->message);
		fl_arena_release(&a);
	}
}

static void test_minimal_runtime(void **state)
{
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	parse_text("ubsan: too many errors\nubsan: is a tool\nubsan: add-overflow by 0x00005555\n"
		   "a.c:1: note: object is mine\nubsan: cfi-check-fail\n",
		&a, &reports);
	assert_int_equal(2, reports.list.len);
	assert_text("add-overflow", report_at(&reports, 0)->kind);
	assert_text("add-overflow", report_at(&reports, 0)->message);
	assert_text("cfi-bad-type", report_at(&reports, 1)->kind);
	fl_arena_release(&a);
}

/* Notes without end do not make a message without end. */
static void test_notes_are_bounded(void **state)
{
	struct fl_buf log;
	struct fl_arena a;
	struct san_reports reports;
	(void)state;
	fl_buf_init(&log, 1 << 20);
	fl_buf_str(&log, "a.c:3:4: runtime error: division by zero\n");
	for (int i = 0; i < 1000; i++)
		fl_buf_printf(&log, "0x%x: note: object is of type 'number%d'\n", i, i);
	fl_arena_init(&a, 1 << 22);
	assert_int_equal(0, san_parse(fl_buf_view(&log), NULL, &a, &reports, NULL));
	const struct san_report *r = report_at(&reports, 0);
	assert_int_equal(992, r->omitted);
	assert_true(fl_slice_ends(r->message, "; object is of type 'number7'"));
	fl_arena_release(&a);
	fl_buf_release(&log);
}

/* Without a stack of its own a report takes none of another's that stands behind it. */
static void test_foreign_frames(void **state)
{
	static const struct {
		const char *frames;
		size_t count;
	} rows[] = {
		{"    #0 0x1 in f /box/x.c:9:2\n    #1 0x2 in main /box/x.c:20\n", 2},
		{"    #0 0x1 in f (/box/prog+0x12)\n    #1 0x2 in main /box/x.c:20\n", 2},
		{"    #0 0x1 in g /box/y.c:9:2\n    #1 0x2 in main /box/x.c:20\n", 0},
		{"    #0 0x1 in f /box/x.c:8\n    #1 0x2 in main /box/x.c:20\n", 0},
		{"    #1 0x2 in main /box/x.c:20\n    #2 0x3 in other /box/x.c:9\n", 0},
		{"    #0 0x1 in f /box/x.c:9:2\n\n    #0 0x1 in g /box/y.c:7\n"
		 "    #1 0x2 in main /box/x.c:20\n",
			1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct san_parse_opts opts = {.strip = STRIP};
		struct san_reports reports;
		struct fl_arena a;
		char log[512];
		snprintf(log, sizeof log,
			"/box/x.c:9:2: runtime error: index 5 out of bounds for type 'int [4]'\n%s",
			rows[i].frames);
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(0, san_parse(fl_slice_str(log), &opts, &a, &reports, NULL));
		assert_int_equal(1, reports.list.len);
		const struct san_report *r = report_at(&reports, 0);
		size_t n = 0;
		for (size_t k = 0; k < r->stacks.len; k++)
			n += stack_at(r, k)->frames.len;
		assert_int_equal(rows[i].count, n);
		assert_int_equal(9, r->line);
		if (!n)
			assert_text("", r->function);
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_messages_keep_the_operands),
		cmocka_unit_test(test_notes_join_the_message),
		cmocka_unit_test(test_many_without_stacks),
		cmocka_unit_test(test_summaries_behind),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_minimal_runtime),
		cmocka_unit_test(test_notes_are_bounded),
		cmocka_unit_test(test_foreign_frames),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
