/* Long texts: both ends, the count of what is left out, and reading on gives the very same bytes. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/rng.h"
#include "debugsession/session/cut.h"

static void lines(struct fl_buf *b, int n)
{
	for (int i = 1; i <= n; i++)
		fl_buf_printf(b, "line %d\n", i);
}

static void test_short_text_is_whole(void **state)
{
	struct fl_buf text, out;
	struct dbg_cut how = {.max_lines = 10};
	struct dbg_cut_result r;
	(void)state;
	fl_buf_init(&text, 1 << 20);
	fl_buf_init(&out, 1 << 20);
	lines(&text, 10);
	dbg_cut_text(fl_buf_view(&text), &how, &out, &r);
	assert_true(fl_slice_eq(fl_buf_view(&text), fl_buf_view(&out)));
	assert_int_equal(0, r.omitted);
	assert_int_equal(0, r.next);
	fl_buf_release(&text);
	fl_buf_release(&out);
}

static void test_both_ends_are_kept(void **state)
{
	struct fl_buf text, out;
	struct dbg_cut how = {.max_lines = 10};
	struct dbg_cut_result r;
	(void)state;
	fl_buf_init(&text, 1 << 20);
	fl_buf_init(&out, 1 << 20);
	lines(&text, 30);
	dbg_cut_text(fl_buf_view(&text), &how, &out, &r);
	assert_string_equal("line 1\nline 2\nline 3\nline 4\n... [22 lines omitted] ...\n"
			    "line 27\nline 28\nline 29\nline 30\n",
		out.data);
	assert_int_equal(22, r.omitted);
	assert_int_equal(28, r.next);
	fl_buf_release(&text);
	fl_buf_release(&out);
}

/* Any text, any limits: the first part and all pages put together are the text. */
static void test_pages_make_the_text(void **state)
{
	struct fl_rng rng = fl_rng_new(7, FL_S("cut"), FL_S("pages"));
	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct fl_buf text, out, whole;
		struct dbg_cut how = {.max_lines = 1 + fl_rng_below(&rng, 12),
			.max_bytes = fl_rng_below(&rng, 3) ? 0 : 1 + fl_rng_below(&rng, 60)};
		struct dbg_cut_result r;
		fl_buf_init(&text, 1 << 16);
		fl_buf_init(&out, 1 << 16);
		fl_buf_init(&whole, 1 << 16);
		for (size_t n = fl_rng_below(&rng, 200); n; n--)
			fl_buf_char(&text, fl_rng_below(&rng, 6) ? 'x' : '\n');
		dbg_cut_text(fl_buf_view(&text), &how, &out, &r);
		if (!r.next) {
			assert_true(fl_slice_eq(fl_buf_view(&text), fl_buf_view(&out)));
		} else {
			fl_buf_slice(&whole, fl_slice_head(fl_buf_view(&text), r.next));
			while (r.next) {
				size_t before = r.next;
				how.cursor = r.next;
				fl_buf_clear(&out);
				dbg_cut_text(fl_buf_view(&text), &how, &out, &r);
				fl_buf_slice(&whole, fl_buf_view(&out));
				assert_true(!r.next || r.next > before);
			}
			assert_true(fl_slice_eq(fl_buf_view(&text), fl_buf_view(&whole)));
		}
		fl_buf_release(&text);
		fl_buf_release(&out);
		fl_buf_release(&whole);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_short_text_is_whole),
		cmocka_unit_test(test_both_ends_are_kept),
		cmocka_unit_test(test_pages_make_the_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
