/* DAP's framing: any chunks, bounds, and what cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "debugsession/dap/protocol.h"
#include "debugsession/answer/answer.h"

static int dump(void *ctx, struct dbg_dap_message *m)
{
	struct fl_buf *out = ctx;
	if (m->root)
		dbg_answer_tree(out, m->root);
	else
		fl_buf_printf(out, "no JSON: %.*s", FL_ARG(m->body));
	fl_buf_char(out, '\n');
	return 0;
}

static int feed(
	struct fl_slice text, size_t chunk, size_t max, struct fl_buf *out, struct fl_error *err)
{
	struct dbg_dap d;
	int rc = 0;
	dbg_dap_init(&d, max, dump, out);
	while (rc == 0 && text.len) {
		struct fl_slice part = fl_slice_head(text, chunk);
		rc = dbg_dap_push(&d, part, err);
		text = fl_slice_skip(text, part.len);
	}
	if (rc == 0)
		rc = dbg_dap_end(&d, err);
	dbg_dap_release(&d);
	return rc;
}

static void test_messages_in_any_chunks(void **state)
{
	static const char wanted[] = "{\"seq\":1,\"type\":\"event\"}\n{}\nno JSON: [1]\n"
				     "no JSON: {\"a\":}\n{\"text\":\"caf\303\251\"}\n";
	struct fl_buf text, out;
	(void)state;
	fl_buf_init(&text, 4096);
	fl_buf_init(&out, 4096);
	dbg_dap_frame(&text, FL_S("{\"seq\":1,\"type\":\"event\"}"));
	fl_buf_str(&text, "content-LENGTH:2\nContent-Type: application/json\n\n{}");
	dbg_dap_frame(&text, FL_S("[1]"));
	dbg_dap_frame(&text, FL_S("{\"a\":}"));
	dbg_dap_frame(&text, FL_S("{\"text\":\"caf\303\251\"}"));
	for (size_t chunk = 1; chunk <= text.len; chunk++) {
		fl_buf_clear(&out);
		assert_int_equal(feed(fl_buf_view(&text), chunk, 0, &out, NULL), 0);
		assert_string_equal(out.data, wanted);
	}
	fl_buf_release(&text);
	fl_buf_release(&out);
}

static void test_what_cannot_be_read(void **state)
{
	static const struct {
		const char *text;
		int code;
	} rows[] = {
		{"Content-Length: x\r\n\r\n", FL_EPARSE},
		{"Content-Length:\r\n\r\n", FL_EPARSE},
		{"Content-Length: -1\r\n\r\n", FL_EPARSE},
		{"Content-Length: 99999999999\r\n\r\n", FL_EPARSE},
		{"Content-Length: 65\r\n\r\n", FL_ELIMIT},
		{"Length: 2\r\n\r\n{}", FL_EPARSE},
		{"Content-Length: 2\r\n\r\n{", FL_ECLOSED},
		{"Content-Length: 2\r\n", FL_ECLOSED},
		{"", 0},
	};
	struct fl_buf out;
	(void)state;
	fl_buf_init(&out, 4096);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (size_t chunk = 1; chunk < 50; chunk++) {
			struct fl_error err = {0};
			assert_int_equal(feed(fl_slice_str(rows[i].text), chunk, 64, &out, &err),
				rows[i].code);
			assert_int_equal(err.code, rows[i].code);
		}
	assert_int_equal(out.len, 0);
	fl_buf_fill(&out, 'a', 4096);
	for (size_t chunk = 1; chunk < 5000; chunk += 499) {
		struct fl_buf text;
		fl_buf_init(&text, 1 << 20);
		fl_buf_fill(&text, 'a', DBG_DAP_HEADER_MAX + 1);
		assert_int_equal(feed(fl_buf_view(&text), chunk, 0, &out, NULL), FL_ELIMIT);
		fl_buf_release(&text);
	}
	fl_buf_release(&out);
}

static int stop_at_once(void *ctx, struct dbg_dap_message *m)
{
	struct fl_arena *kept = ctx;
	dbg_dap_keep(m, kept);
	return FL_EREFUSED;
}

static void test_a_sink_keeps_and_stops(void **state)
{
	struct fl_arena kept;
	struct fl_buf text;
	struct dbg_dap d;
	(void)state;
	fl_buf_init(&text, 4096);
	dbg_dap_frame(&text, FL_S("{\"seq\":7}"));
	dbg_dap_init(&d, 0, stop_at_once, &kept);
	assert_int_equal(dbg_dap_push(&d, fl_buf_view(&text), NULL), FL_EREFUSED);
	dbg_dap_release(&d);
	assert_true(kept.used > 0);
	fl_arena_release(&kept);
	fl_buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_messages_in_any_chunks),
		cmocka_unit_test(test_what_cannot_be_read),
		cmocka_unit_test(test_a_sink_keeps_and_stops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
