/* The XML reader: elements and texts, entities, what is passed over, any chunking. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "sanitize/valgrind/xml.h"

static void on_open(void *context, struct fl_slice name)
{
	fl_buf_printf(context, "(%.*s", FL_ARG(name));
}

static void on_close(void *context, struct fl_slice name, struct fl_slice text)
{
	fl_buf_printf(context, "%.*s:", FL_ARG(name));
	fl_buf_slice(context, text);
	fl_buf_char(context, ')');
}

/* What the events are, in one line: "(a(bb:text)a:)". */
static void read_in(const char *xml, size_t chunk, struct fl_buf *out)
{
	struct san_xml x;
	struct san_xml_sink sink = {.context = out, .open = on_open, .close = on_close};
	struct fl_slice rest = fl_slice_str(xml);
	fl_buf_clear(out);
	san_xml_init(&x, &sink);
	for (; rest.len; rest = fl_slice_skip(rest, chunk))
		assert_int_equal(0, san_xml_feed(&x, fl_slice_head(rest, chunk)));
	san_xml_release(&x);
}

static void test_events(void **state)
{
	static const struct {
		const char *xml, *events;
	} rows[] = {
		{"<a><b>text</b>\n</a>", "(a(bb:text)a:\n)"},
		{"<a>x &lt;y&gt; &amp;&quot;&apos;&#65;&#x42;</a>", "(aa:x <y> &\"'AB)"},
		{"<a>&no; & b &toolonganame; &#0;&#xZ;</a>",
			"(aa:&no; & b &toolonganame; &#0;&#xZ;)"},
		{"<a/><b c=\"d\"/><e f='g'>h</e>", "(aa:)(bb:)(ee:h)"},
		{"<?xml version=\"1.0\"?><!DOCTYPE a><!-- <b> - -- --><a>c</a>", "(aa:c)"},
		{"1 < 2 <3<a>4 <5</a>", "(aa:4 <5)"},
		{"<a>b<c>d</c>e</a>", "(a(cc:d)a:e)"},
		{"</a>", "a:)"},
		{"<a", ""},
		{"<aaaaaaaaaabbbbbbbbbbccccccccccdddddddddd>x</y>",
			"(aaaaaaaaaabbbbbbbbbbccccccccccdy:x)"},
		{"<a>&<b/>&&amp;</a>", "(a(bb:)a:&&)"},
	};
	struct fl_buf out;
	(void)state;
	fl_buf_init(&out, 1 << 20);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		for (size_t chunk = 1; chunk < 64; chunk++) {
			read_in(rows[i].xml, chunk, &out);
			if (!fl_slice_eqs(fl_buf_view(&out), rows[i].events))
				fail_msg("%s in chunks of %zu: %.*s", rows[i].xml, chunk,
					FL_ARG(fl_buf_view(&out)));
		}
	fl_buf_release(&out);
}

/* A text above the limit is cut, and the reader goes on. */
static void test_long_text(void **state)
{
	struct fl_buf xml, out;
	(void)state;
	fl_buf_init(&xml, 1 << 20);
	fl_buf_init(&out, 1 << 20);
	fl_buf_str(&xml, "<a>");
	fl_buf_fill(&xml, 'x', 2 * SAN_XML_TEXT_MAX);
	fl_buf_str(&xml, "&lt;</a><b>y</b>");
	fl_buf_char(&xml, 0);
	read_in(xml.data, 1000, &out);
	assert_int_equal(strlen("(aa:)(bb:y)") + SAN_XML_TEXT_MAX, out.len);
	assert_true(fl_slice_ends(fl_buf_view(&out), "x)(bb:y)"));
	fl_buf_release(&xml);
	fl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_long_text),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
