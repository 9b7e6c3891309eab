/* gcc's JSON in a stream: cut short, between text, several arrays, other JSON, memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/json_push.h"
#include "diag/parse.h"

enum { OUTPUT_MAX = 64 << 20 };

/* An array as gcc 12 writes it: an error with a fix-it and a note, and a warning. */
static const char array[] =
	"[{\"kind\": \"error\", \"column-origin\": 1, \"children\": [{\"kind\": \"note\", "
	"\"locations\": [{\"caret\": {\"line\": 2, \"file\": \"a.c\", \"column\": 5}}], "
	"\"message\": \"to match\"}], \"fixits\": [{\"next\": {\"line\": 3, \"file\": \"a.c\", "
	"\"column\": 8}, \"string\": \";\", \"start\": {\"line\": 3, \"file\": \"a.c\", "
	"\"column\": 8}}], \"locations\": [{\"finish\": {\"line\": 3, \"file\": \"a.c\", "
	"\"column\": 7}, \"caret\": {\"line\": 3, \"file\": \"a.c\", \"column\": 6}}], "
	"\"message\": \"expected ';'\"}, {\"kind\": \"warning\", \"locations\": [{\"caret\": "
	"{\"line\": 9, \"file\": \"a.c\", \"column\": 1}}], \"option\": \"-Wx\", \"message\": "
	"\"unused\"}]";

static int show(void *ctx, const struct diag_diagnostic *d)
{
	const struct diag_note *notes = d->notes.items;
	fl_buf_printf(ctx, "%.*s:%d:%d %s %.*s %.*s\n", FL_ARG(d->file), (int)d->line, (int)d->col,
		diag_level_names.words[d->level], FL_ARG(d->message), FL_ARG(d->code));
	for (size_t i = 0; i < d->notes.len; i++)
		fl_buf_printf(ctx, "  %.*s\n", FL_ARG(notes[i].message));
	return 0;
}

static int show_rest(void *ctx, struct fl_slice line)
{
	fl_buf_printf(ctx, "rest: %.*s\n", FL_ARG(line));
	return 0;
}

static void read_chunks(struct fl_slice text, size_t chunk, enum diag_from from, struct fl_buf *out)
{
	struct diag_sink sink = {.diagnostic = show, .rest = show_rest, .ctx = out};
	struct diag_parser *p;
	fl_buf_init(out, OUTPUT_MAX);
	assert_int_equal(diag_parser_new(from, &sink, &p, NULL), 0);
	for (; text.len; text = fl_slice_skip(text, chunk))
		assert_int_equal(diag_parser_feed(p, fl_slice_head(text, chunk), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	diag_parser_free(p);
}

/* In any chunks the text gives what is wanted. */
static void expect(struct fl_slice text, enum diag_from from, const char *wanted)
{
	static const size_t chunks[] = {1, 2, 3, 7, 64, SIZE_MAX};
	for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
		struct fl_buf out;
		read_chunks(text, chunks[i], from, &out);
		assert_string_equal(out.data, wanted);
		fl_buf_release(&out);
	}
}

#define ERROR "a.c:3:6 error expected ';' \n  to match\n"
#define WARNING "a.c:9:1 warning unused -Wx\n"

static void test_whole(void **state)
{
	(void)state;
	struct fl_buf text;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_buf_printf(&text, "make: start\n%s\nx.c:1:2: error: no\n[]\n%s%s\r\nmake: end\n", array,
		array, array);
	expect(fl_buf_view(&text), DIAG_FROM_AUTO,
		"rest: make: start\n" ERROR WARNING
		"x.c:1:2 error no \n" ERROR WARNING ERROR WARNING "rest: make: end\n");
	expect(fl_buf_view(&text), DIAG_FROM_GCC_JSON,
		"rest: make: start\n" ERROR WARNING
		"rest: x.c:1:2: error: no\n" ERROR WARNING ERROR WARNING "rest: make: end\n");
	fl_buf_release(&text);
}

/* Cut anywhere: what stands before the cut comes out, and word of the cut. */
static void test_every_cut(void **state)
{
	(void)state;
	const size_t len = sizeof(array) - 1;
	const size_t known = strlen("[{\"kind\": \"error\"");
	const size_t first = (size_t)(strstr(array, "}, {\"kind\": \"warning\"") - array) + 1;
	for (size_t n = 1; n <= len; n++) {
		struct fl_buf one, parts;
		read_chunks(fl_slice(array, n), SIZE_MAX, DIAG_FROM_AUTO, &one);
		read_chunks(fl_slice(array, n), 5, DIAG_FROM_AUTO, &parts);
		assert_string_equal(one.data, parts.data);
		bool cut = strstr(one.data, "fatal gcc's JSON is cut short at byte ") != NULL;
		assert_int_equal(cut, n >= known && n < len);
		assert_int_equal(strncmp(one.data, "rest: [", 7) == 0, n < known);
		assert_true(n < first || strncmp(one.data, ERROR, strlen(ERROR)) == 0);
		fl_buf_release(&one);
		fl_buf_release(&parts);
	}
}

static void test_crash(void **state)
{
	(void)state;
	struct fl_buf text;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_buf_printf(&text,
		"%.*sg++: fatal error: Killed signal terminated program cc1plus\n"
		"compilation terminated.\n%s\n",
		(int)(strlen(array) - 5), array, array);
	expect(fl_buf_view(&text), DIAG_FROM_AUTO,
		ERROR "a.c:9:1 warning  -Wx\n:0:0 fatal gcc's JSON is cut short at byte 613 (line "
		      "1, column 614): a control character within a text \n"
		      ":0:0 fatal Killed signal terminated program cc1plus \n" ERROR WARNING);
	fl_buf_clear(&text);
	fl_buf_printf(&text, "%.*s cc1plus: out of memory allocating 65536 bytes\n%s\n",
		(int)(strstr(array, ", {\"kind\": \"warning\"") - array), array, array);
	expect(fl_buf_view(&text), DIAG_FROM_AUTO,
		ERROR ":0:0 fatal gcc's JSON is cut short at byte 434 (line 1, column 435): a "
		      "comma is missing \n"
		      ":0:0 fatal out of memory allocating 65536 bytes \n" ERROR WARNING);
	fl_buf_release(&text);
}

/* What stands behind the break in its line starts no other JSON; what stands in the next one may. */
static void test_broken_line(void **state)
{
	(void)state;
	static const char level[] = "[{\"kind\":\"error\",\"message\":\"m\",\"children\":";
	const size_t half = FL_JSON_DEPTH / 2; /* an array and an object each */
	struct fl_buf text, wanted;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_buf_init(&wanted, OUTPUT_MAX);
	for (size_t i = 0; i < 1000; i++)
		fl_buf_str(&text, level);
	fl_buf_printf(&text, "\n%s", array);
	fl_buf_printf(&wanted,
		":0:0 error m \n:0:0 error m \n"
		":0:0 fatal gcc's JSON is cut short at byte %zu (line 1, column %zu): the JSON has "
		"too many levels \nrest: ",
		half * strlen(level), half * strlen(level) + 1);
	for (size_t i = half; i < 1000; i++)
		fl_buf_str(&wanted, level);
	fl_buf_str(&wanted, "\n" ERROR WARNING);
	expect(fl_buf_view(&text), DIAG_FROM_AUTO, wanted.data);
	fl_buf_release(&text);
	fl_buf_release(&wanted);
}

/* JSON that is not gcc's is text; elements that are none of gcc's are passed over. */
static void test_other_json(void **state)
{
	(void)state;
	expect(FL_S("[1, 2]\n[\n]\n[{}]\n[{\"a\": [{\"kind\": \"error\"}]}]\n[[{\"kind\": "
		    "\"error\"}]]\n{\n}\n"),
		DIAG_FROM_AUTO,
		"rest: [1, 2]\nrest: [{}]\nrest: [{\"a\": [{\"kind\": \"error\"}]}]\n"
		"rest: [[{\"kind\": \"error\"}]]\nrest: {\nrest: }\n");
	expect(FL_S("[{\"kind\": \"error\", \"message\": \"m\"}, 7, null, [], {}, {\"kind\": "
		    "\"note\", \"message\": \"n\"}]"),
		DIAG_FROM_AUTO, ":0:0 error m \n  n\n");
	expect(FL_S("[{\"kind\": \"error\", \"message\": \"m\"}]"), DIAG_FROM_TEXT,
		"rest: [{\"kind\": \"error\", \"message\": \"m\"}]\n");
}

/* What a diagnostic is not needed for is not kept: an endless array takes no more memory. */
static int count(void *ctx, const struct diag_diagnostic *d)
{
	(void)d;
	++*(size_t *)ctx;
	return 0;
}

static void test_long_unsure(void **state)
{
	(void)state;
	struct fl_buf text;
	size_t found = 0;
	struct diag_sink sink = {.diagnostic = count, .ctx = &found};
	struct diag_parser *p;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_buf_str(&text, "[{\"x\": [");
	for (int i = 0; i < 300000; i++)
		fl_buf_str(&text, "1,\n 2, ");
	fl_buf_str(&text, "3], \"kind\": \"error\", \"message\": \"late\"}]\n");
	for (size_t chunk = 1000; chunk < 10000000; chunk *= 10) {
		struct fl_slice rest = fl_buf_view(&text);
		assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
		for (; rest.len; rest = fl_slice_skip(rest, chunk))
			assert_int_equal(diag_parser_feed(p, fl_slice_head(rest, chunk), NULL), 0);
		assert_int_equal(diag_parser_finish(p, NULL), 0);
		assert_int_equal(found, 0);
		assert_int_equal(diag_parser_stats(p)->rest, 300001);
		diag_parser_free(p);
	}
	fl_buf_release(&text);
}

/* The trees of JSON that was none of ours leave room for what is. */
static void test_much_other(void **state)
{
	(void)state;
	enum { ARRAYS = 4000, MEMBERS = 100 };
	struct fl_buf text;
	size_t found = 0;
	struct diag_sink sink = {.diagnostic = count, .ctx = &found};
	struct diag_parser *p;
	fl_buf_init(&text, OUTPUT_MAX);
	for (int i = 0; i < ARRAYS; i++) {
		fl_buf_str(&text, "[{\"x\":0");
		for (int k = 0; k < MEMBERS; k++)
			fl_buf_str(&text, ",\"x\":0");
		fl_buf_str(&text, "}]\n");
	}
	fl_buf_str(&text, array);
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	assert_int_equal(diag_parser_feed(p, fl_buf_view(&text), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	assert_int_equal(found, 2);
	assert_int_equal(diag_parser_stats(p)->rest, ARRAYS);
	diag_parser_free(p);
	fl_buf_release(&text);
}

static int note_size(void *ctx, const struct diag_diagnostic *d)
{
	fl_buf_printf(ctx, "%d %.*s %d %d\n", (int)d->line, FL_ARG(d->message), d->notes.len > 1000,
		d->omitted > 0);
	return 0;
}

/* One that is too large comes out as far as it fits, and so do those behind it. */
static void test_large(void **state)
{
	(void)state;
	struct fl_buf text, out;
	struct diag_sink sink = {.diagnostic = note_size, .ctx = &out};
	struct diag_parser *p;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_buf_init(&out, OUTPUT_MAX);
	fl_buf_str(&text, "[{\"kind\": \"error\", \"locations\": [{\"caret\": {\"file\": \"a\", "
			  "\"line\": 3}}], \"children\": [");
	for (int i = 0; i < 200000; i++)
		fl_buf_printf(&text, "%s{\"kind\": \"note\", \"message\": \"n\"}", i ? ", " : "");
	fl_buf_str(&text, "], \"message\": \"lost\"}, {\"kind\": \"error\", \"message\": \"m\"}]");
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	assert_int_equal(diag_parser_feed(p, fl_buf_view(&text), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	assert_string_equal(out.data, "3  1 1\n0 m 0 0\n");
	diag_parser_free(p);
	fl_buf_release(&text);
	fl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_every_cut),
		cmocka_unit_test(test_crash),
		cmocka_unit_test(test_broken_line),
		cmocka_unit_test(test_other_json),
		cmocka_unit_test(test_long_unsure),
		cmocka_unit_test(test_much_other),
		cmocka_unit_test(test_large),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
