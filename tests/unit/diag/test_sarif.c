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
#include "diag/sarif.h"
#include "diag/uri.h"

enum { OUTPUT_MAX = 64 << 20 };

#define LOG(runs) "{\"$schema\": \"x\", \"version\": \"2.1.0\", \"runs\": [" runs "]}\n"
#define RUN(driver, results, more) \
	"{\"results\": [" results "], \"tool\": {\"driver\": {\"name\": \"" driver "\"" more "}}}"
#define PLACE(uri, region)                                               \
	"{\"physicalLocation\": {\"artifactLocation\": {\"uri\": \"" uri \
	"\"}, \"region\": {" region "}}}"
#define TEXT(message) "\"message\": {\"text\": \"" message "\"}"

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

static void expect(const char *text, const char *wanted)
{
	static const size_t chunks[] = {1, 3, 50, SIZE_MAX};
	for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
		struct fl_buf out;
		read_chunks(fl_slice_str(text), chunks[i], &out);
		assert_string_equal(out.data, wanted);
		fl_buf_release(&out);
	}
}

/* What the specification says of a result without any quirk; the tool stands behind it. */
static void test_plain(void **state)
{
	(void)state;
	expect(
		"before\n" LOG(RUN("Some Tool",
			"{\"ruleId\": \"R1\", \"level\": \"error\", " TEXT(
				"no") ", \"locations\": [" PLACE("a%20b.c",
				"\"startLine\": "
				"3, "
				"\"startColumn\""
				": 5, "
				"\"endColumn\": "
				"9") "]},"
				     "{" TEXT("u"
					      "s"
					      "u"
					      "a"
					      "l"
					      "l"
					      "y") ", \"locations\": [" PLACE("fi"
									      "le"
									      ":/"
									      "//"
									      "x/"
									      "y."
									      "c",
					     "\""
					     "st"
					     "ar"
					     "tL"
					     "in"
					     "e"
					     "\""
					     ": "
					     "7") "]},"
						  "{\"level\": \"note\", " TEXT(
							  "alone") "},"
								   "{\"level\": \"none\", "
								   "\"kind\": \"review\", " TEXT(
									   "look") "},"
										   "{\"kind\": "
										   "\"open\","
										   " " TEXT(
											   "perhap"
											   "s") "},"
												"{"
												"\""
												"ki"
												"nd"
												"\""
												": "
												"\""
												"pa"
												"ss"
												"\""
												","
												" " TEXT(
													"good") "},"
														"{\"baselineState\": \"absent\", " TEXT(
															"gone") "}",
			"")) "after\n",
		"rest: before\n"
		"a b.c:3:5 -3:9 error no [R1] Some Tool codepoint {3:5-3:9}\n"
		"/x/y.c:7:0 warning usually [] Some Tool \n"
		":0:0 note alone [] Some Tool \n"
		":0:0 remark look [] Some Tool \n"
		":0:0 remark perhaps [] Some Tool \n"
		"rest: after\n");
}

static void test_rules(void **state)
{
	(void)state;
	expect(LOG(RUN("T",
		       "{\"ruleIndex\": 1, \"message\": {\"id\": \"m\", \"arguments\": [\"x\", "
		       "\"y\"]}},"
		       "{\"ruleId\": \"A\", \"message\": {\"id\": \"g\"}},"
		       "{\"rule\": {\"index\": 0}, " TEXT(
			       "{{}} in {{0}}") "},"
						"{\"ruleId\": \"none such\", " TEXT(
							"as '{' it is") "}",
		       ", \"rules\": [{\"id\": \"A\", \"defaultConfiguration\": {\"level\": "
		       "\"error\"}}, {\"id\": \"B\", \"messageStrings\": {\"m\": {\"text\": "
		       "\"{1} and {0}{{}}{7}\"}}}], \"globalMessageStrings\": {\"g\": {\"text\": "
		       "\"global\"}}")),
		":0:0 warning y and x{} [B] T \n"
		":0:0 error global [A] T \n"
		":0:0 error {} in {0} [A] T \n"
		":0:0 warning as '{' it is [none such] T \n");
}

/* clang: the main location is the last one, notes are results, rules are numbers, 100 is fatal. */
static void test_clang(void **state)
{
	(void)state;
	expect(
		"\n" LOG(
			RUN("clang",
				"{\"level\": \"error\", \"ruleId\": \"17\", \"ruleIndex\": "
				"0, " TEXT("bad '{'") ", \"locations\": [" PLACE("file:///src/a.c",
					"\"startLine\": 2, \"startColumn\": 1, \"endLine\": 2, "
					"\"endColumn\": "
					"4") ", " PLACE("file:///src/a.c",
					"\"startLine\": 2, "
					"\"startColumn\": 3, "
					"\"endColumn\": 3") "]},"
							    "{\"level\": "
							    "\"note\", "
							    "\"ruleId\": "
							    "\"18\","
							    " " TEXT("cand"
								     "idat"
								     "e "
								     "func"
								     "tio"
								     "n") ", "
									  "\"locations\": [" PLACE(
										  "file:///src/b.h",
										  "\"startLine\": "
										  "1, "
										  "\"startColumn\":"
										  " "
										  "6, "
										  "\"endColumn\": "
										  "6") "]},"
										       "{\"level\":"
										       " \"error\","
										       " \"ruleId\""
										       ": \"19\", "
										       "\"ruleIndex"
										       "\": "
										       "1, " TEXT(
											       "gon"
											       "e") "}",
				", \"rules\": [{\"id\": \"17\", \"defaultConfiguration\": "
				"{\"level\": "
				"\"error\", "
				"\"rank\": 50}}, {\"id\": \"19\", \"defaultConfiguration\": "
				"{\"level\": "
				"\"error\", \"rank\": 100}}]")) "\n1 error generated.\n",
		"rest: \n"
		"/src/a.c:2:3 error bad '{' [] clang codepoint {2:1-2:4}\n"
		"  -1 /src/b.h:1:6 candidate candidate function\n"
		":0:0 fatal gone [] clang \n"
		"rest: \n");
}

/* gcc: rules are flags or levels, files stay relative, columns are cells where it does not say. */
static void test_gcc(void **state)
{
	(void)state;
	expect("{\"version\": \"2.1.0\", \"runs\": [{\"tool\": {\"driver\": {\"name\": \"GNU "
	       "C17\"}}, \"invocations\": [{\"toolExecutionNotifications\": [{\"level\": "
	       "\"error\", \"descriptor\": {\"id\": \"GCC INTERNAL COMPILER ERROR\"}, " TEXT(
		       "in f, at g.c:1") "}]}], \"originalUriBaseIds\": {\"PWD\": {\"uri\": "
					 "\"file:///home/x/\"}}, \"results\": [{\"ruleId\": "
					 "\"fatal error\", " TEXT(
						 "a.h: none") ", \"locations\": "
							      "[{\"physicalLocation\": "
							      "{\"artifactLocation\": {\"uri\": "
							      "\"a.c\", \"uriBaseId\": \"PWD\"}, "
							      "\"region\": "
							      "{\"startLine\": 1, \"startColumn\": "
							      "10, \"endColumn\": 15}, "
							      "\"contextRegion\": "
							      "{\"startLine\": 1, \"snippet\": "
							      "{\"text\": \"#include "
							      "<a.h>\\n\"}}}, "
							      "\"logicalLocations\": [{\"name\": "
							      "\"f\", \"kind\": \"function\"}]}]}, "
							      "{\"ruleId\": \"-Wx\", \"level\": "
							      "\"warning\", " TEXT("w") ", "
											"\"relatedL"
											"ocations\""
											": [{" TEXT("one") "}, {" TEXT(
												"tw"
												"o") ", \"properties\": "
												     "{\"nestingLevel\": 1}}, {" TEXT(
													     "three") ", \"properties\": {\"nestingLevel\": "
														      "2}}, {" TEXT(
															      "four") ", \"properties\": {\"nestingLevel\": 1}}], "
																      "\"codeFlows\": [{\"threadFlows\": [{\"locations\": [{\"location\": {" TEXT(
																	      "step") "}}]}]}]}]}]}\n",
		":0:0 fatal in f, at g.c:1 [] gcc \n"
		"a.c:1:10 -1:15 fatal a.h: none [] gcc display |#include <a.h>| {1:10-1:15}\n"
		"  -1 a.c:0:0 function In function 'f'\n"
		":0:0 warning w [-Wx] gcc \n"
		"  -1 :0:0 note one\n"
		"  0 :0:0 note two\n"
		"  1 :0:0 note three\n"
		"  0 :0:0 note four\n"
		"  -1 :0:0 event step\n");
}

/* Files by index and base, behind the results that need them; two runs; UTF-16 columns. */
static void test_run(void **state)
{
	(void)state;
	expect("{\"version\": \"2.1.0\", \"runs\": [{\"results\": [{" TEXT(
		       "m") ", \"locations\": "
			    "[{\"physicalLocation\": {\"artifactLocation\": {\"index\": 1}, "
			    "\"region\": "
			    "{\"startLine\": 4, \"startColumn\": 6, \"endColumn\": 7}, "
			    "\"contextRegion\": "
			    "{\"startLine\": 3, \"snippet\": {\"text\": "
			    "\"x\\r\\n\\u00e9\\ud83d\\ude00 = "
			    "1;\\r\\n\"}}}}]}, {" TEXT(
				    "n") ", \"locations\": [{\"physicalLocation\": "
					 "{\"artifactLocation\": {\"index\": 1}, \"region\": "
					 "{\"startLine\": 4, "
					 "\"startColumn\": 6}}}]}], \"columnKind\": "
					 "\"utf16CodeUnits\", "
					 "\"originalUriBaseIds\": {\"TOP\": {\"uri\": "
					 "\"file:///C:/w/\"}, \"SRC\": "
					 "{\"uri\": \"src/\", \"uriBaseId\": \"TOP\"}}, "
					 "\"artifacts\": [{}, "
					 "{\"location\": {\"uri\": \"a.c\", \"uriBaseId\": "
					 "\"SRC\"}}], \"tool\": "
					 "{\"driver\": {\"name\": \"T\"}}}, {\"tool\": "
					 "{\"driver\": {\"name\": \"U\"}}, "
					 "\"results\": [{" TEXT(
						 "o") ", \"locations\": [{\"physicalLocation\": "
						      "{\"artifactLocation\": {\"index\": "
						      "1}}}]}]}]}\n",
		"C:/w/src/a.c:4:5 -4:6 warning m [] T codepoint |\xc3\xa9\xf0\x9f\x98\x80 = 1;| "
		"{4:5-4:6}\n"
		"C:/w/src/a.c:4:6 warning n [] T utf16\n"
		":0:0 warning o [] U \n");
}

static void test_fixes(void **state)
{
	(void)state;
	static const char edit[] =
		"{\"artifactChanges\": [{\"artifactLocation\": {\"uri\": \"a.c\"}, "
		"\"replacements\": [{\"deletedRegion\": {\"startLine\": 2, \"startColumn\": 3, "
		"\"endColumn\": 5}, \"insertedContent\": {\"text\": \"%s\"}}, {\"deletedRegion\": "
		"{\"startLine\": 9, \"startColumn\": 1, \"endColumn\": 1}}]}]}";
	struct fl_buf text;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_buf_str(&text,
		"{\"version\": \"2.1.0\", \"runs\": [{\"results\": [{" TEXT("m") ", "
										 "\"fixes\": [");
	fl_buf_printf(&text, edit, "first"); /* NOLINT */
	fl_buf_str(&text, ", ");
	fl_buf_printf(&text, edit, "second"); /* NOLINT */
	fl_buf_str(&text, "]}]}]}\n");
	expect(text.data, ":0:0 warning m []   <a.c 2:3-2:5 first> <a.c 9:1-9:1 > (2)\n");
	fl_buf_release(&text);
}

/* What is no log is text; a log that breaks off gives what there is of it. */
static void test_cut(void **state)
{
	(void)state;
	expect("{\n\"a\": 1}\n{\"runs\": 1}\n{}\n{\"version\": \"2.1.0\"}\n",
		"rest: {\nrest: \"a\": 1}\nrest: {\"runs\": 1}\nrest: {}\n"
		"rest: {\"version\": \"2.1.0\"}\n");
	expect("{\"runs\": [{\"results\": [{" TEXT("m") "}, {\"level\": \"error\", " TEXT(
		       "n") ", \"loc",
		":0:0 warning m []  \n:0:0 error n []  \n"
		":0:0 fatal SARIF is cut short at byte 100 (line 1, column 101): the JSON ends "
		"before it is complete []  \n");
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
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_clang),
		cmocka_unit_test(test_gcc),
		cmocka_unit_test(test_run),
		cmocka_unit_test(test_fixes),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_own),
		cmocka_unit_test(test_uri),
		cmocka_unit_test(test_fixtures),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
