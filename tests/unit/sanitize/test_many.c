/* Logs with more reports than anybody keeps: counted, or handed over, in little memory. */
#include "fixtures.h"

#include "base/json.h"

enum { COPIES = 3000, ARENA_SMALL = 1 << 18 };

static const char *const logs[] = {"address/heap_use_after_free.gcc-12",
	"address/stack_buffer_overflow.clang-19", "undefined/null_load.gcc-12",
	"address/leak_list.clang-14"};
enum { LOGS = sizeof(logs) / sizeof(*logs) };

/* All fixtures of `logs`, COPIES times; returns how many reports are in it. */
static size_t feed_all(struct san_parser *p)
{
	struct fl_buf text[LOGS];
	size_t reports = 0;
	for (size_t i = 0; i < LOGS; i++) {
		struct fl_arena a;
		struct san_reports found;
		fixture_named(&text[i], logs[i]);
		fl_arena_init(&a, 8 << 20);
		assert_int_equal(0, san_parse(fl_buf_view(&text[i]), NULL, &a, &found, NULL));
		assert_true(found.list.len > 0);
		reports += found.list.len;
		fl_arena_release(&a);
	}
	for (int n = 0; n < COPIES; n++)
		for (size_t i = 0; i < LOGS; i++)
			san_parser_feed(p, fl_buf_view(&text[i]));
	for (size_t i = 0; i < LOGS; i++)
		fl_buf_release(&text[i]);
	return reports * COPIES;
}

static void test_what_is_over_the_maximum_is_counted(void **state)
{
	struct san_parse_opts opts = {.reports_max = 3};
	struct san_reports reports;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, ARENA_SMALL);
	struct san_parser *p = san_parser_new(&opts, &a);
	size_t all = feed_all(p);
	assert_int_equal(0, san_parser_finish(p, &reports, NULL));
	assert_int_equal(3, reports.list.len);
	assert_int_equal(all - 3, reports.dropped);
	san_parser_free(p);
	fl_arena_release(&a);
}

struct taken {
	size_t reports, calls, stop_at;
	struct fl_buf first; /* JSON of the reports of the first round */
	bool same; /* every round's are the same */
};

static int take(void *ctx, struct san_reports *reports, struct fl_error *err)
{
	struct taken *t = ctx;
	struct fl_buf json;
	fl_buf_init(&json, 1 << 20);
	for (size_t i = 0; i < reports->list.len; i++)
		fl_json_object(
			&json, &san_report_shape, fl_list_at(&reports->list, &san_report_shape, i));
	if (!t->calls)
		fl_buf_slice(&t->first, fl_buf_view(&json));
	t->same = t->same && fl_slice_eq(fl_buf_view(&json), fl_buf_view(&t->first));
	fl_buf_release(&json);
	t->reports += reports->list.len;
	t->calls++;
	return t->calls == t->stop_at ? fl_error_set(err, FL_EIO, "stop") : 0;
}

static int stream(struct taken *t, size_t round, size_t *ret_all, struct fl_error *err)
{
	struct san_parse_opts opts = {.reports_max = round, .take = take, .ctx = t};
	struct san_reports rest = {0};
	struct fl_arena a;
	fl_arena_init(&a, ARENA_SMALL);
	struct san_parser *p = san_parser_new(&opts, &a);
	*ret_all = feed_all(p);
	int rc = san_parser_finish(p, &rest, err);
	assert_int_equal(0, rest.dropped);
	t->reports += rest.list.len;
	san_parser_free(p);
	fl_arena_release(&a);
	return rc;
}

static void test_all_are_handed_over(void **state)
{
	struct taken t = {.same = true};
	struct fl_error err = {0};
	size_t all;
	(void)state;
	fl_buf_init(&t.first, 1 << 20);
	assert_int_equal(0, stream(&t, 7, &all, &err));
	assert_int_equal(all, t.reports);
	assert_int_equal(all / 7, t.calls);
	fl_buf_release(&t.first);

	/* in rounds of one copy each all rounds are alike */
	size_t round = all / COPIES;
	t = (struct taken){.same = true};
	fl_buf_init(&t.first, 1 << 20);
	assert_int_equal(0, stream(&t, round, &all, &err));
	assert_true(t.same && t.calls == COPIES);
	fl_buf_release(&t.first);
}

static void test_who_takes_them_may_stop(void **state)
{
	struct taken t = {.stop_at = 2};
	struct fl_error err = {0};
	size_t all;
	(void)state;
	fl_buf_init(&t.first, 1 << 20);
	assert_int_equal(FL_EIO, stream(&t, 5, &all, &err));
	assert_string_equal("stop", err.message);
	assert_int_equal(2, t.calls);
	fl_buf_release(&t.first);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_over_the_maximum_is_counted),
		cmocka_unit_test(test_all_are_handed_over),
		cmocka_unit_test(test_who_takes_them_may_stop),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
