/* SARIF in, by the specification and with the quirks of its producers; out and in again; URIs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdlib.h>

#include "base/json.h"
#include "diag/parse.h"
#include "diag/json/sarif.h"
#include "diag/json/uri.h"

enum { OUTPUT_MAX = 64 << 20 };

static void show_place(struct fl_buf *out, struct fl_slice file, int64_t line, int64_t col)
{
	fl_buf_printf(out, "%.*s:%d:%d ", FL_ARG(file), (int)line, (int)col);
}

static int show(void *ctx, const struct diag_diagnostic *d)
{
	const struct diag_note *notes = d->notes.items;
	const struct diag_range *ranges = d->ranges.items;
	const struct diag_fixit *fixits = d->fixits.items;
	show_place(ctx, d->file, d->line, d->col);
	if (d->end_line)
		fl_buf_printf(ctx, "-%d:%d ", (int)d->end_line, (int)d->end_col);
	fl_buf_printf(ctx, "%s %.*s [%.*s] %.*s %.*s", diag_level_names.words[d->level],
		FL_ARG(d->message), FL_ARG(d->code), FL_ARG(d->tool), FL_ARG(d->col_unit));
	if (d->source_line.len)
		fl_buf_printf(ctx, " |%.*s|", FL_ARG(d->source_line));
	for (size_t i = 0; i < d->ranges.len; i++)
		fl_buf_printf(ctx, " {%d:%d-%d:%d}", (int)ranges[i].line, (int)ranges[i].col,
			(int)ranges[i].end_line, (int)ranges[i].end_col);
	for (size_t i = 0; i < d->fixits.len; i++)
		fl_buf_printf(ctx, " <%.*s %d:%d-%d:%d %.*s>", FL_ARG(fixits[i].file),
			(int)fixits[i].line, (int)fixits[i].col, (int)fixits[i].end_line,
			(int)fixits[i].end_col, FL_ARG(fixits[i].text));
	if (d->omitted)
		fl_buf_printf(ctx, " (%d)", (int)d->omitted);
	fl_buf_char(ctx, '\n');
	for (size_t i = 0; i < d->notes.len; i++) {
		fl_buf_printf(ctx, "  %d ", (int)notes[i].parent);
		show_place(ctx, notes[i].file, notes[i].line, notes[i].col);
		fl_buf_printf(ctx, "%s %.*s\n", diag_note_kind_names.words[notes[i].kind],
			FL_ARG(notes[i].message));
	}
	return 0;
}

static int show_rest(void *ctx, struct fl_slice line)
{
	fl_buf_printf(ctx, "rest: %.*s\n", FL_ARG(line));
	return 0;
}

static void read_chunks(struct fl_slice text, size_t chunk, struct fl_buf *out)
{
	struct diag_sink sink = {.diagnostic = show, .rest = show_rest, .ctx = out};
	struct diag_parser *p;
	fl_buf_init(out, OUTPUT_MAX);
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	for (; text.len; text = fl_slice_skip(text, chunk))
		assert_int_equal(diag_parser_feed(p, fl_slice_head(text, chunk), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	diag_parser_free(p);
}

static void read_file(const char *name, struct fl_buf *ret_text)
{
	const char *src = getenv("FL_SRC");
	struct fl_buf path;
	fl_buf_init(&path, 4096);
	fl_buf_printf(&path, "%s/tests/fixtures/sarif/spec/%s", src ? src : ".", name);
	fl_buf_init(ret_text, OUTPUT_MAX);
	assert_int_equal(fl_buf_read_file(ret_text, path.data, NULL), 0);
	fl_buf_release(&path);
}

/*
 * spec/NAME.in gives NAME.out, in any chunks:
 *   plain  what the specification says of a result without any quirk; its tool stands behind it
 *   rules  levels, ids and messages of the rules
 *   clang  the main location is the last one, notes are results, rules numbers, rank 100 is fatal
 *   gcc    rules are flags or levels, files stay relative, columns are cells where it does not say
 *   run    files by index and base, behind the results that need them; two runs; UTF-16 columns
 *   fixes  alternatives
 *   text   what is no log
 *   cut    a log that breaks off
 *   mark   a byte order mark, and half of one
 */
static void test_spec(void **state)
{
	(void)state;
	static const char *const names[] = {
		"plain", "rules", "clang", "gcc", "run", "fixes", "text", "cut", "mark"};
	static const size_t chunks[] = {1, 3, 50, SIZE_MAX};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct fl_buf name, in, wanted;
		fl_buf_init(&name, 64);
		fl_buf_printf(&name, "%s.in", names[i]);
		read_file(name.data, &in);
		fl_buf_clear(&name);
		fl_buf_printf(&name, "%s.out", names[i]);
		read_file(name.data, &wanted);
		for (size_t k = 0; k < sizeof(chunks) / sizeof(chunks[0]); k++) {
			struct fl_buf out;
			read_chunks(fl_buf_view(&in), chunks[k], &out);
			assert_string_equal(out.data, wanted.data);
			fl_buf_release(&out);
		}
		fl_buf_release(&name);
		fl_buf_release(&in);
		fl_buf_release(&wanted);
	}
}

/* Of a log of ours the property bag is believed, unless its indices lead astray. */
static void test_own(void **state)
{
	(void)state;
	static const char sound[] = "\"note\":-1,\"file\":\"\"",
			  astray[] = "\"note\":7,\"file\":\"\"";
	struct fl_arena a;
	struct fl_list list;
	struct fl_buf out, back;
	fl_arena_init(&a, OUTPUT_MAX);
	fl_buf_init(&out, OUTPUT_MAX);
	assert_int_equal(
		diag_parse(FL_S("a.c:1:2: error: no {x}\nfix-it:\"a.c\":{1:2-1:2}:\"}\"\n"),
			DIAG_FROM_AUTO, &a, &list, NULL),
		0);
	struct fl_items items = diag_items(&a, &list);
	diag_sarif_write(&out, &items);
	read_chunks(fl_buf_view(&out), SIZE_MAX, &back);
	assert_string_equal(back.data, "a.c:1:2 error no {x} []   < 1:2-1:2 }>\n");
	fl_buf_release(&back);
	char *at = strstr(out.data, sound);
	assert_non_null(at);
	memcpy(at, astray, sizeof(astray) - 1);
	at[sizeof(astray) - 1] = ' ';
	at[sizeof(sound) - 2] = ' ';
	read_chunks(fl_buf_view(&out), SIZE_MAX, &back);
	assert_string_equal(
		back.data, "a.c:1:2 error no {x} [] diag2struct codepoint < 1:2-1:2 }>\n");
	fl_buf_release(&back);
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void assert_uri(const char *file, const char *uri)
{
	struct fl_buf out;
	struct fl_arena a;
	fl_buf_init(&out, OUTPUT_MAX);
	fl_arena_init(&a, OUTPUT_MAX);
	diag_uri_write(&out, fl_slice_str(file));
	assert_string_equal(out.data, uri);
	struct fl_slice back = diag_uri_file(&a, fl_buf_view(&out));
	assert_int_equal(back.len, strlen(file));
	assert_memory_equal(back.ptr, file, back.len);
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void test_uri(void **state)
{
	(void)state;
	struct fl_arena a;
	assert_uri("a.c", "a.c");
	assert_uri("../x y/\xc3\xa4\xff.c", "../x%20y/%C3%A4%FF.c");
	assert_uri("/usr/include/c++/12/x", "file:///usr/include/c++/12/x");
	assert_uri("C:/a b.c", "file:///C:/a%20b.c");
	assert_uri("C:\\a.c", "file:///C:%5Ca.c");
	assert_uri("/C:/a.c", "file:///C%3A/a.c");
	assert_uri("//server/a.c", "file://server/a.c");
	assert_uri("///a", "file://///a");
	assert_uri("a:b#c?d%20", "a%3Ab%23c%3Fd%2520");
	assert_uri("<stdin>", "%3Cstdin%3E");
	fl_arena_init(&a, OUTPUT_MAX);
	assert_true(fl_slice_eqs(diag_uri_file(&a, FL_S("file://localhost/a%2")), "/a%2"));
	assert_true(fl_slice_eqs(diag_uri_file(&a, FL_S("file:/a%zz")), "/a%zz"));
	assert_true(fl_slice_eqs(diag_uri_file(&a, FL_S("https://x/a%20b")), "https://x/a%20b"));
	fl_arena_release(&a);
}

/* What clang and gcc wrote: no line of it is left over but text, in any chunks. */
static void test_fixtures(void **state)
{
	(void)state;
	const char *src = getenv("FL_SRC");
	struct fl_buf path;
	glob_t found;
	fl_buf_init(&path, 4096);
	fl_buf_printf(&path, "%s/tests/fixtures/sarif/out/*.sarif", src ? src : ".");
	assert_int_equal(glob(path.data, 0, NULL, &found), 0);
	assert_true(found.gl_pathc > 50);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct fl_buf text, whole, parts;
		fl_buf_init(&text, OUTPUT_MAX);
		assert_int_equal(fl_buf_read_file(&text, found.gl_pathv[i], NULL), 0);
		read_chunks(fl_buf_view(&text), SIZE_MAX, &whole);
		read_chunks(fl_buf_view(&text), 7, &parts);
		assert_string_equal(whole.data, parts.data);
		assert_null(strstr(whole.data, "rest: {"));
		assert_null(strstr(whole.data, "cut short"));
		fl_buf_release(&text);
		fl_buf_release(&whole);
		fl_buf_release(&parts);
	}
	globfree(&found);
	fl_buf_release(&path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spec),
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_uri),
		cmocka_unit_test(test_fixtures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
