/*
 * Every stored run of gcc 12, clang 19 and clang 14 against expected.tsv, which a script worked out
 * from the programs and the tools' SUMMARY lines.
 */
#include "fixtures.h"

#include "base/json.h"
#include "sanitize/kinds/kinds.h"

/* The evidence of a row; the arena is the caller's. */
static enum san_outcome evidence_of(
	const struct row *row, struct fl_arena *a, struct san_report *ret_report)
{
	struct fl_buf text;
	struct san_parse_opts opts = {.strip = STRIP};
	struct fl_process_result result = row_result(row);
	enum san_outcome outcome = SAN_INFRA;
	fixture_report(&text, row);
	assert_int_equal(0,
		san_evidence_of(&result, fl_buf_view(&text), &opts, a, &outcome, ret_report, NULL));
	fl_buf_release(&text);
	return outcome;
}

static bool row_is_right(const struct row *row, const struct san_report *r)
{
	const char *class_name = diag_class_table[r->error_class].name;
	if (fl_slice_eqs(r->kind, row->kind) && !strcmp(class_name, row->error_class) &&
		r->line == row->line)
		return true;
	print_error("%s %s: want %s %s line %d, got %.*s %s line %d\n", row->name, row->family,
		row->kind, row->error_class, row->line, FL_ARG(r->kind), class_name, (int)r->line);
	return false;
}

static void test_every_run_has_kind_class_and_line(void **state)
{
	struct fl_buf table;
	struct row row;
	size_t wrong = 0, rows = 0;
	(void)state;
	fixture_rows(&table);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row)) {
		struct fl_arena a;
		struct san_report r;
		fl_arena_init(&a, 8 << 20);
		enum san_outcome outcome = evidence_of(&row, &a, &r);
		bool passed = !strcmp(row.kind, "none");
		assert_int_equal(passed ? SAN_PASSED : SAN_FAILED, outcome);
		wrong += !row_is_right(&row, &r);
		rows++;
		fl_arena_release(&a);
	}
	fl_buf_release(&table);
	assert_int_equal(0, wrong);
	assert_true(rows >= 200);
}

/* san_confidence() stands on counts; this counts again. */
static void test_measures_are_what_the_fixtures_say(void **state)
{
	struct san_measure counted[SAN_TOOL_COUNT] = {0};
	struct fl_buf table;
	struct row row;
	(void)state;
	fixture_rows(&table);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row)) {
		struct fl_arena a;
		struct san_report r;
		fl_arena_init(&a, 8 << 20);
		if (evidence_of(&row, &a, &r) == SAN_FAILED) {
			const char *got = diag_class_table[r.error_class].name;
			counted[r.tool].cases++;
			counted[r.tool].right += !strcmp(got, row.error_class);
		}
		fl_arena_release(&a);
	}
	fl_buf_release(&table);
	for (int t = SAN_TOOL_NONE + 1; t < SAN_TOOL_COUNT; t++)
		print_message("%s: %u of %u\n", san_tool_names.words[t], counted[t].right,
			counted[t].cases);
	for (int t = SAN_TOOL_NONE + 1; t < SAN_TOOL_COUNT; t++) {
		struct san_measure m = san_measured((enum san_tool)t);
		assert_int_equal(m.right, counted[t].right);
		assert_int_equal(m.cases, counted[t].cases);
		if (m.cases)
			assert_in_range(san_confidence((enum san_tool)t), 5000, 9999);
	}
}

/* The same fault has the same function and hash, whoever compiled the program. */
static void test_compilers_agree(void **state)
{
	struct fl_buf table;
	struct row row, first = {0};
	struct fl_arena a;
	struct san_report r, before = {0};
	size_t different = 0, pairs = 0;
	(void)state;
	fixture_rows(&table);
	fl_arena_init(&a, 64 << 20);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row)) {
		if (evidence_of(&row, &a, &r) != SAN_FAILED)
			continue;
		/* where the programs say that a compiler's report differs there is nothing to compare */
		if (strcmp(first.name, row.name) || first.line != row.line ||
			strcmp(first.kind, row.kind)) {
			first = row;
			before = r;
			continue;
		}
		pairs++;
		if (fl_slice_eq(before.hash, r.hash) && fl_slice_eq(before.function, r.function))
			continue;
		print_error("%s: %s %.*s %.*s, %s %.*s %.*s\n", row.name, first.family,
			FL_ARG(before.function), FL_ARG(before.hash), row.family,
			FL_ARG(r.function), FL_ARG(r.hash));
		different++;
	}
	fl_arena_release(&a);
	fl_buf_release(&table);
	assert_int_equal(0, different);
	assert_true(pairs >= 130);
}

/* Different faults have different hashes. */
static void test_hashes_tell_faults_apart(void **state)
{
	struct fl_buf table;
	struct row row;
	struct fl_arena a;
	struct san_report *reports = calloc(512, sizeof *reports);
	size_t n = 0;
	(void)state;
	assert_non_null(reports);
	fixture_rows(&table);
	fl_arena_init(&a, 64 << 20);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row))
		if (!strcmp(row.family, "clang-19") && row.line > 0 && n < 512 &&
			evidence_of(&row, &a, &reports[n]) == SAN_FAILED)
			n++;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < i; j++)
			if (!fl_slice_eq(reports[i].file, reports[j].file))
				assert_false(fl_slice_eq(reports[i].hash, reports[j].hash));
	assert_true(n >= 50);
	free(reports);
	fl_arena_release(&a);
	fl_buf_release(&table);
}

/* A number that could be an address: no size, nothing near the top, not the allocator's limit. */
static bool holds_address(struct fl_slice json)
{
	for (size_t i = 0; i + 2 < json.len; i++) {
		if (memcmp(json.ptr + i, "0x", 2))
			continue;
		char *end;
		unsigned long long v = strtoull(json.ptr + i, &end, 16);
		if (!strncmp(end, " bytes", strlen(" bytes")) ||
			(i >= 8 && !memcmp(json.ptr + i - 8, "size of ", 8)))
			continue;
		if (v >= 65536 && v < 1ULL << 47 && v != 1ULL << 40 && v != 1ULL << 33)
			return true;
	}
	return false;
}

static void test_nothing_holds_addresses_or_directories(void **state)
{
	struct fl_buf table, text, json;
	struct row row;
	(void)state;
	fixture_rows(&table);
	fl_buf_init(&json, 1 << 20);
	struct fl_slice rest = fl_buf_view(&table);
	while (row_next(&rest, &row)) {
		struct san_parse_opts opts = {.strip = STRIP};
		struct san_reports reports;
		struct fl_arena a;
		fl_arena_init(&a, 8 << 20);
		fixture_report(&text, &row);
		assert_int_equal(0, san_parse(fl_buf_view(&text), &opts, &a, &reports, NULL));
		for (size_t i = 0; i < reports.list.len; i++) {
			fl_buf_clear(&json);
			fl_json_object(&json, &san_report_shape,
				fl_list_at(&reports.list, &san_report_shape, i));
			assert_int_equal(0, json.failed);
			if (holds_address(fl_buf_view(&json)) || strstr(json.data, "/box"))
				fail_msg("%s %s: %s", row.name, row.family, json.data);
		}
		fl_buf_release(&text);
		fl_arena_release(&a);
	}
	fl_buf_release(&json);
	fl_buf_release(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_run_has_kind_class_and_line),
		cmocka_unit_test(test_measures_are_what_the_fixtures_say),
		cmocka_unit_test(test_compilers_agree),
		cmocka_unit_test(test_hashes_tell_faults_apart),
		cmocka_unit_test(test_nothing_holds_addresses_or_directories),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
