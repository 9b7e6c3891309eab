/*
 * The XML reader on any bytes, whole and in chunks (the first byte is their size): the same events,
 * within its limits; and the report parser on the bytes as a document of Valgrind's.
 */
#include <stdlib.h>

#include "base/json.h"
#include "sanitize/parse.h"
#include "sanitize/valgrind/xml.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_MAX = 64 << 20 };

static void require(bool holds)
{
	if (!holds)
		abort();
}

static void on_open(void *context, struct fl_slice name)
{
	require(name.len > 0 && name.len <= SAN_XML_NAME_MAX);
	fl_buf_char(context, '(');
	fl_buf_slice(context, name);
}

static void on_close(void *context, struct fl_slice name, struct fl_slice text)
{
	require(name.len > 0 && text.len <= SAN_XML_TEXT_MAX);
	fl_buf_slice(context, name);
	fl_buf_char(context, ':');
	fl_buf_slice(context, text);
	fl_buf_char(context, ')');
}

static void read_in(struct fl_slice xml, size_t chunk, struct fl_buf *out)
{
	struct san_xml x;
	struct san_xml_sink sink = {.context = out, .open = on_open, .close = on_close};
	san_xml_init(&x, &sink);
	for (; xml.len; xml = fl_slice_skip(xml, chunk))
		require(san_xml_feed(&x, fl_slice_head(xml, chunk)) == 0);
	san_xml_release(&x);
}

static void check_reports(struct fl_slice bytes)
{
	static const struct san_parse_opts opts = {.strip = FL_LIT("/box/")};
	struct fl_arena a;
	struct fl_buf log, out;
	struct san_reports reports;
	fl_arena_init(&a, ARENA_MAX);
	fl_buf_init(&log, ARENA_MAX);
	fl_buf_init(&out, ARENA_MAX);
	fl_buf_str(&log, "<valgrindoutput>\n<error>\n <kind>InvalidRead</kind>\n");
	fl_buf_slice(&log, bytes);
	if (!san_parse(fl_buf_view(&log), &opts, &a, &reports, NULL))
		for (size_t i = 0; i < reports.list.len; i++) {
			const struct san_report *r =
				fl_list_at(&reports.list, &san_report_shape, i);
			require(r->kind.len > 0 && r->hash.len == 16 && r->error_class > 0);
			fl_buf_clear(&out);
			fl_json_object(&out, &san_report_shape, r);
		}
	fl_buf_release(&out);
	fl_buf_release(&log);
	fl_arena_release(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice xml = fl_slice((const char *)data, size);
	struct fl_buf whole, chunked;
	fl_buf_init(&whole, ARENA_MAX);
	fl_buf_init(&chunked, ARENA_MAX);
	read_in(xml, size + 1, &whole);
	read_in(xml, size ? (size_t)data[0] % 64 + 1 : 1, &chunked);
	require(fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&chunked)));
	check_reports(xml);
	fl_buf_release(&whole);
	fl_buf_release(&chunked);
	return 0;
}
