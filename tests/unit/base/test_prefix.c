/* Prefixes: every form, stacks of them, what is none, lanes, chunks, limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/prefix/form.h"
#include "base/prefix/prefix.h"
#include "base/prefix/telling.h"

enum { OUT_MAX = 64 << 20 };

/* What came out: of lane 0, and of each other one behind its name. */
struct run {
	struct fl_prefix *p;
	struct fl_buf lanes[FL_PREFIX_LANES];
	struct fl_buf all; /* the lanes that ended */
	size_t ended;
	int refuse; /* what the sink returns */
};

static int take(void *ctx, size_t lane, struct fl_slice bytes)
{
	struct run *r = ctx;
	fl_buf_slice(&r->lanes[lane], bytes);
	return r->refuse;
}

static int end(void *ctx, size_t lane)
{
	struct run *r = ctx;
	fl_buf_printf(&r->all, "{%.*s}", FL_ARG(fl_prefix_lane(r->p, lane)));
	fl_buf_slice(&r->all, fl_buf_view(&r->lanes[lane]));
	fl_buf_clear(&r->lanes[lane]);
	r->ended++;
	return 0;
}

static void run_init(struct run *r, const char *what)
{
	*r = (struct run){.p = NULL};
	struct fl_prefix_sink sink = {.bytes = take, .end = end, .ctx = r};
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		fl_buf_init(&r->lanes[i], OUT_MAX);
	fl_buf_init(&r->all, OUT_MAX);
	assert_int_equal(0, fl_prefix_new(what, &sink, &r->p, NULL));
}

static void run_release(struct run *r)
{
	for (size_t i = 0; i < FL_PREFIX_LANES; i++)
		fl_buf_release(&r->lanes[i]);
	fl_buf_release(&r->all);
	fl_prefix_free(r->p);
}

static void feed(struct run *r, struct fl_slice text, size_t chunk)
{
	for (; text.len; text = fl_slice_skip(text, chunk))
		assert_int_equal(0, fl_prefix_feed(r->p, fl_slice_head(text, chunk), NULL));
}

static void expect(const char *what, const char *input, const char *want)
{
	static const size_t chunks[] = {1, 7, 1 << 20};
	for (size_t i = 0; i < sizeof(chunks) / sizeof(chunks[0]); i++) {
		struct run r;
		run_init(&r, what);
		feed(&r, fl_slice_str(input), chunks[i]);
		assert_int_equal(0, fl_prefix_finish(r.p, NULL));
		fl_buf_slice(&r.lanes[0], fl_buf_view(&r.all));
		assert_string_equal(want, r.lanes[0].data);
		run_release(&r);
	}
}

#define HEAD "a.c:3:1: error: expected ';'\n"
#define GUTTER "    3 | int x\n"

/* Each prefix before a headline and before a line that says nothing by itself. */
static const struct {
	const char *prefix, *name;
} forms[] = {
	{"2016-10-06T00:17:09.669794202Z stdout F ", "stdout"},
	{"2026-01-02T03:04:05.123456Z 00O ", "00O"},
	{"build (gcc, 12)\tRun make\t2026-01-02T03:04:05.1234567Z ", "build (gcc, 12) Run make"},
	{"error\t02-Jan-2026 03:04:05\t", "error"},
	{"02.01.2026 03:04:05 ", ""},
	{"[02/01/2026 03:04:05.123] ", ""},
	{"\x1b_bk;t=1767323045123\a", ""},
	{"Step #3 - \"build\": ", "build"},
	{"Step #3: ", "#3"},
	{"ERROR:root:", "root"},
	{"INFO:my.module:", "my.module"},
	{"[2026-01-02T03:04:05Z ERROR my_crate::build] ", "my_crate::build"},
	{"E0102 03:04:05.123456  1234 file.cc:10] ", "1234"},
	{"[1234:5678:0102/030405.123456:ERROR:file.cc(10)] ", "1234"},
	{"06-21 13:26:16.508 18780 18781 I wrap.sh : ", "18780 wrap.sh"},
	{"06-21 13:26:16.508 I/wrap.sh (18780): ", "wrap.sh 18780"},
	{"E/wrap.sh (  123): ", "wrap.sh 123"},
	{"2018-11-22 17:32:25.553 26638-26639/? I/wrap.sh: ", "26638 wrap.sh"},
	{"2023-01-02 03:04:05.123  1234-5678  wrap.sh                 com.example.app              "
	 "        E  ",
		"1234 wrap.sh com.example.app"},
	{"<13>1 2026-01-02T03:04:05.123456+00:00 host prog 123 - - ", "host prog 123"},
	{"<13>1 2026-01-02T03:04:05.123456+00:00 host prog 123 - [x a=\"b\"] ", "host prog 123"},
	{"<13>Jan  2 03:04:05 host prog[123]: ", "host prog 123"},
	{"<13>Jan  2 03:04:05 prog[123]: ", "prog 123"},
	{"<13>Jan  2 03:04:05 prog: ", "prog"},
	{"Jan  2 03:04:05 host prog[123]: ", "host prog 123"},
	{"Jan 12 03:04:05 host prog: ", "host prog"},
	{"2026-01-02T03:04:05+0000 host prog[123]: ", "host prog 123"},
	{"2026-01-02T03:04:05.123456+00:00 host prog: ", "host prog"},
	{"2019-12-07 17:33:17.634019-0500 netlib_test[43691:1803085] ", "netlib_test 43691"},
	{"2026-01-02T03:04:05.123456+00:00 app[web.1]: ", "app web.1"},
	{"[   12.345678] host prog[123]: ", "host prog 123"},
	{"1767322998.123456 host prog[123]: ", "host prog 123"},
	{"[  123.456789] ", ""},
	{"<4>[  123.456789] ", ""},
	{"[  123.456789][ T1234] ", ""},
	{"[Fri Jan  2 03:04:05 2026] ", ""},
	{"#12 3.456 ", "#12"},
	{"#31 1939. ", "#31"},
	{"111.9 ", ""},
	{"[   52s] ", ""},
	{"[1,0]<stderr>:", "1 0 stderr"},
	{"[1,0]<stderr>: ", "1 0 stderr"},
	{"Sun Nov 22 18:39:02 2026<stderr>:", "stderr"},
	{"Sun Nov 22 18:39:02 2026[1,0]<stderr>:", "1 0 stderr"},
	{"Fri 2026-01-02 03:03:18 UTC host prog[123]: ", "host prog 123"},
	{"a.cpp\t", "a.cpp"},
	{"[pod/web-5d9c/app] ", "web-5d9c/app"},
	{"[03:04:05]W:\t [Step 1/2] ", "Step 1/2"},
	{"[03:04:05][Step 1/2] ", "Step 1/2"},
	{"# | ", ""},
	{"2026-01-02T03:04:05.1234567Z ##[error]", ""},
	{"2026-01-02T03:04:05.1234567Z ", ""},
	{"2026/01/02 03:04:05 ", ""},
	{"[2026-01-02T03:04:05.123Z] ", ""},
	{"[03:04:05] ", ""},
	{"03:04:05 ", ""},
	{"Jan 02 03:04:05 ", ""},
	{"Fri Jan  2 03:04:05 2026 ", ""},
	{"[03:04:05] [Build on X] ", "Build on X"},
	{"[Build on X] ", "Build on X"},
	{"[2026-01-02T03:04:05.123Z] [build] ", "build"},
	{"2026-01-02 03:04:05,123 ERROR name: ", "name"},
	{"2026-01-02 03:04:05,123 - name - ERROR - ", "name"},
	{"2026-01-02 03:04:05,123 WARNING  ", ""},
	{"2026-01-02 03:04:05,123 INFO     ", ""},
	{"[2026-01-02 03:04:05.123] [name] [error] ", "name"},
	{"[2026-01-02 03:04:05.123] [error] ", ""},
	{"2026-01-02T03:04:05.123Z\terror\tname\t", "name"},
	{"03:04:05.123 [main] ERROR c.e.Main - ", "main c.e.Main"},
	{"03:04:05 E: ", "E"},
	{"10:02:03 PM ", ""},
	{"03:08:27  ", ""},
	{"[03:08:27]  ", ""},
	{"2026-01-02 03:25:11.123  ", ""},
	{"Jan  2 03:04:05  ", ""},
	{"2026-01-02T03:04:05.123456Z  INFO my::mod: ", "my::mod"},
	{"2026-01-02 03:04:05.123  INFO 4711 --- [main] c.e.App   : ", "main c.e.App"},
	{"03:04:05 web.1  | ", "web.1"},
	{"app-1  | ", "app-1"},
	{"app-1           | 2026-01-02T03:04:05.123456789Z ", "app-1"},
	{"\033[36mapp-1  | \033[0m", "app-1"},
	{"\033[36m[app]\033[0m ", "app"},
	{"0|app  | ", "app"},
	{"[build:L12:3s] ", "build"},
	{"[build:7] ", "build"},
	{"[0] ", "0"},
	{"     [exec] ", "exec"},
	{"[pkg]: ", "pkg"},
	{"warning: ring@0.17.8: ", "ring"},
	{"==> default: ", "default"},
	{"    default: ", "default"},
	{"node-1.example: ", "node-1.example"},
	{"pkg:build: ", "pkg:build"},
	{"wrap.sh : ", "wrap.sh"},
	{"packages/a build: ", "packages/a build"},
	{"hello> ", "hello"},
	{"input\t", "input"},
	{"2026-01-02T03:04:05.123Z #12 3.456 ", "#12"},
	{"12: ", "12"},
	{"    12\t", ""},
	{"> ", ""},
	{"       > ", ""},
	{"| ", ""},
	{"E   ", ""},
	{"E       ", ""},
	{"[03:04:05] :\t [Step 2/3] ", "Step 2/3"},
	{"npm ERR! ", ""},
	{"npm error ", ""},
	{"03:59:17:514\t", ""},
	{"11/22/2026 10:02:11 AM ", ""},
	{"1/2/2026, 10:02:11 PM ", ""},
	{"web-7d9f app ", "web-7d9f app"},
	{"{web-1} -> ", "web-1"},
	{"remote:        ", ""},
	{">> ", ""},
	{"  | ", ""},
};

static void test_every_form(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		struct fl_buf input, want;
		fl_buf_init(&input, OUT_MAX);
		fl_buf_init(&want, OUT_MAX);
		fl_buf_printf(&input, "plain\n%s" HEAD "%s" GUTTER "%s\n", forms[i].prefix,
			forms[i].prefix, forms[i].prefix);
		fl_buf_printf(&want, forms[i].name[0] ? "plain\n{%s}" : "plain\n%s", forms[i].name);
		fl_buf_str(&want, HEAD GUTTER "\n");
		expect(NULL, input.data, want.data);
		fl_buf_release(&input);
		fl_buf_release(&want);
	}
}

/* What tools print themselves is no prefix. */
static const char *const plain[] = {
	HEAD GUTTER "      | ^\n",
	"a.c: In function 'main':\na.c:3:1: error: x\na.c:4:1: note: y\n",
	"==123==ERROR: AddressSanitizer: heap-use-after-free\n    #0 0x55 in main a.c:3\n",
	"==123== Invalid read of size 4\n==123==    at 0x10: main (a.c:3)\n",
	"In file included from a.h:1,\n                 from b.c:2:\na.h:1:2: error: x\n",
	"/usr/bin/ld: a.o: in function `main':\n/usr/bin/ld: a.c:3: undefined reference to `f'\n",
	"ld: a.c:3: undefined reference to `f'\ncollect2: error: ld returned 1 exit status\n",
	"make[2]: a.c:3:1: error: x\nmake: a.c:3:1: error: x\n",
	"a.out: a.c:3: main: Assertion `0' failed.\n",
	"ld.lld: error: undefined symbol: f\n>>> referenced by a.c:3\n>>>               "
	"a.o:(main)\n",
	"12345 | a.c:3:1: error: x\n  345 | a.c:3:1: error: x\n",
	"clang: error: a.c:3:1: error: x\nerror: a.c:3:1: error: x\n",
	"a.cpp: b.cpp:3:1: error: x\nsrc/a.o: b.c:3:1: error: x\n",
	"[ 50%] Building C object\n[1/2] gcc -c a.c\n",
	"C:\\a b\\c.c:3:1: error: x\n",
	"no end",
	"\n\n\r\n \n",
	"",
};

static void test_plain_stays(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		expect(NULL, plain[i], plain[i]);
}

static void test_lanes(void **state)
{
	(void)state;
	expect(NULL,
		"web-1    | ready\ndb-1     | ready\n"
		"web-1    | " HEAD "db-1     | ==7==ERROR: AddressSanitizer: x\n"
		"web-1    | " GUTTER "db-1     |     #0 0x55 in f x.c:3\n"
		"cache-1  | hello\nweb-1    |       | ^\n",
		"web-1    | ready\ndb-1     | ready\n{web-1}" HEAD GUTTER "      | ^\n"
		"{db-1}==7==ERROR: AddressSanitizer: x\n    #0 0x55 in f x.c:3\n{cache-1}hello\n");
}

/* A logger writes its prefix once before a message of many lines. */
static void test_continuation(void **state)
{
	(void)state;
	expect(NULL,
		"Jan  2 03:04:05 h p[1]: " HEAD GUTTER "      | ^\nJan  2 03:04:06 h q[2]: x\ny\n",
		"{h p 1}" HEAD GUTTER "      | ^\n{h q 2}x\ny\n");
}

static void test_names_that_were_not_told(void **state)
{
	(void)state;
	expect(NULL, "host: " HEAD "host: " GUTTER "other: 3\nhost:       | ^\n",
		"other: 3\n{host}" HEAD GUTTER "      | ^\n");
}

static void test_counters(void **state)
{
	(void)state;
	expect(NULL, "1: x\n2: y\n3: z\n4: " HEAD "5: " GUTTER "6:       | ^\n",
		"1: x\n2: y\n3: z\n" HEAD GUTTER "      | ^\n");
	expect(NULL, "7: " HEAD "8: " GUTTER "9:       | ^\n", "{}" HEAD GUTTER "      | ^\n");
	expect(NULL, "7: " HEAD "9: " HEAD "7: " GUTTER "9: " GUTTER,
		"{7}" HEAD GUTTER "{9}" HEAD GUTTER);
}

static void test_pieces(void **state)
{
	(void)state;
	expect(NULL,
		"2026-01-02T03:04:05.1Z stderr P a.c:3:1: err\n"
		"2026-01-02T03:04:05.1Z stderr F or: x\n2026-01-02T03:04:05.1Z stderr F y\n",
		"{stderr}a.c:3:1: error: x\ny\n");
	expect(NULL,
		"2026-01-02T03:04:05.1Z 00E a.c:3:1: err\n2026-01-02T03:04:05.1Z 00E+or: x\n"
		"2026-01-02T03:04:05.1Z 00E y\n",
		"{00E}a.c:3:1: error: x\ny\n");
}

static void test_records(void **state)
{
	(void)state;
	expect(NULL,
		"{\"log\":\"a.c:3:1: "
		"er\",\"stream\":\"stderr\",\"time\":\"2026-01-02T03:04:05Z\"}\n"
		"{\"log\":\"ror: \\u003cx\\u003e\\n\",\"stream\":\"stderr\",\"time\":\"2026\"}\n"
		"{\"log\":\"y\\n\",\"stream\":\"stdout\",\"time\":\"2026\"}\n",
		"{stderr}a.c:3:1: error: <x>\n{stdout}y\n");
	expect(NULL,
		"{\"__CURSOR\":\"s=1\",\"_PID\":\"12\",\"MESSAGE\":\"a\",\"SYSLOG_IDENTIFIER\":"
		"\"cc\"}\n"
		"{\"_PID\":\"12\",\"SYSLOG_IDENTIFIER\":\"cc\",\"MESSAGE\":[98,27,99]}\n",
		"{cc 12}a\nb\033c\n");
	expect(NULL, "{\"level\":\"error\",\"ts\":1.5,\"msg\":\"a\\nb\",\"logger\":\"x\"}\n",
		"{x}a\nb\n");
	expect(NULL, "{\"kind\":\"error\",\"message\":\"x\",\"children\":[]}\n",
		"{\"kind\":\"error\",\"message\":\"x\",\"children\":[]}\n");
	expect(NULL, "{\"log\":\"x\n", "{\"log\":\"x\n");
	expect(NULL, "{\"version\": \"2.1.0\", \"runs\": []}\n",
		"{\"version\": \"2.1.0\", \"runs\": []}\n");
}

static void test_logfmt(void **state)
{
	(void)state;
	expect(NULL,
		"time=2026-11-22T10:00:00Z level=info container=web msg=\"a.c:3:1: error: "
		"\\u2018x\\u2019 \\\\ \\x41\"\n"
		"time=2026-11-22T10:00:00Z level=info container=web msg=\"    3 | \\\"y\\\"\"\n"
		"level=warn ts=1.5 msg=one\n",
		"one\n{web}a.c:3:1: error: \u2018x\u2019 \\ A\n    3 | \"y\"\n");
	static const char *const none[] = {"time=1 level=info msg=\"no end\n", "time=3s in all\n",
		"msg=\"alone\"\n", "level=info time=1 msg=\"\\q\"\n"};
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		expect(NULL, none[i], none[i]);
}

#define ASAN "==12==ERROR: AddressSanitizer: heap-use-after-free\n"
#define FRAME "    #0 0x55 in main a.c:3\n"

static void test_indent(void **state)
{
	(void)state;
	/* of any width, of tabs, behind a clock, before a clock of the kernel */
	expect(NULL, "    " ASAN "    READ\n    " FRAME "\n    x\n", ASAN "READ\n" FRAME "\nx\n");
	expect(NULL, "\t" ASAN "\t" FRAME, ASAN FRAME);
	expect(NULL, "  ==12== Invalid read\n  ==12==    at 0x1: f\n",
		"==12== Invalid read\n==12==    at 0x1: f\n");
	expect(NULL,
		"2026-11-22T10:00:00.1+01:00     [    6.1] BUG: KASAN: x\n"
		"2026-11-22T10:00:00.1+01:00     [    6.2]  f+0x1\n",
		"BUG: KASAN: x\n f+0x1\n");
	/* one that stands at the start again ends it */
	expect(NULL, "    " ASAN "    READ\n" ASAN FRAME "    x\n",
		ASAN "READ\n" ASAN FRAME "    x\n");
	/* what may be quoted, and what is a report's own */
	static const char *const none[] = {FRAME, "    " HEAD GUTTER, " " ASAN "  x\n",
		"      | " ASAN, "    3 | " ASAN, "                 " ASAN "  x\n"};
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		expect(NULL, none[i], none[i]);
}

static void test_asked_for(void **state)
{
	struct fl_prefix *p = NULL;
	struct fl_prefix_sink sink = {.bytes = take, .end = end};
	struct fl_error err;
	(void)state;
	expect("none", "app-1  | " HEAD, "app-1  | " HEAD);
	expect("auto", "app-1  | " HEAD, "{app-1}" HEAD);
	expect("compose", "app-1  | x\nb | y\n", "{app-1}x\n{b}y\n");
	expect("<([a-z]+)>[0-9]* ?", "<ab>1 x\n<cd>2y\nz\n", "{ab}x\n{cd}y\nz\n");
	expect("@@", "@@x\ny @@\n@@> " HEAD, "x\ny @@\n" HEAD);
	assert_int_equal(FL_EINVAL, fl_prefix_new("(", &sink, &p, &err));
	assert_null(p);
	assert_non_null(strstr(err.message, "\"(\""));
	assert_int_equal(FL_EINVAL, fl_prefix_new("docker-compose", &sink, &p, &err));
	assert_null(p);
	assert_non_null(strstr(err.message, " compose,"));
	expect("^zzz", "zzzx\ny\n", "x\ny\n");
}

/* A line that is too long to wait for goes on in pieces; bytes that are no lines stay. */
static void test_long_lines(void **state)
{
	struct run r;
	struct fl_buf text;
	(void)state;
	fl_buf_init(&text, OUT_MAX);
	fl_buf_fill(&text, 'x', 300000);
	fl_buf_str(&text, "\nend");
	run_init(&r, NULL);
	feed(&r, fl_buf_view(&text), 1000);
	assert_int_equal(0, fl_prefix_finish(r.p, NULL));
	assert_true(fl_slice_eq(fl_buf_view(&text), fl_buf_view(&r.lanes[0])));
	fl_buf_clear(&r.lanes[0]);
	feed(&r, FL_S("app-1 | " HEAD "app-1 | "), 1000);
	feed(&r, fl_buf_view(&text), 1000);
	assert_int_equal(0, fl_prefix_finish(r.p, NULL));
	assert_int_equal(0, r.lanes[0].len);
	assert_int_equal(strlen("{app-1}" HEAD) + text.len, r.all.len);
	fl_buf_release(&text);
	run_release(&r);
}

/* The lane that was silent for the longest ends where there are too many. */
static void test_many_lanes(void **state)
{
	enum { MANY = 1000 };
	struct run r;
	(void)state;
	run_init(&r, NULL);
	for (int i = 0; i < MANY; i++) {
		char line[100];
		int n = snprintf(line, sizeof(line), "app-%d | " HEAD "app-%d | " GUTTER, i, i);
		feed(&r, fl_slice(line, (size_t)n), 1000);
		assert_true(r.ended <= (size_t)i);
	}
	assert_int_equal(MANY - (FL_PREFIX_LANES - 1), r.ended);
	assert_true(
		fl_slice_starts(fl_buf_view(&r.all), "{app-0}" HEAD GUTTER "{app-1}" HEAD GUTTER));
	assert_int_equal(0, fl_prefix_finish(r.p, NULL));
	assert_int_equal(MANY, r.ended);
	run_release(&r);
}

/* A prefix that begins far into a stream of other lines, and ends again. */
static void test_late(void **state)
{
	struct run r;
	(void)state;
	run_init(&r, NULL);
	for (int i = 0; i < 20000; i++)
		feed(&r, FL_S("gcc -O2 -c some_file_of_the_project.c -o some_file.o\n"), 1000);
	for (int i = 0; i < 5000; i++)
		feed(&r, FL_S("[03:04:05] [job] " HEAD "[03:04:05] [job] " GUTTER), 1000);
	for (int i = 0; i < 10000; i++)
		feed(&r, FL_S(GUTTER), 1000);
	assert_int_equal(0, fl_prefix_finish(r.p, NULL));
	assert_true(fl_slice_find(fl_buf_view(&r.lanes[0]), "[job]") < 0);
	assert_int_equal(1, r.ended);
	assert_true(r.all.len >= 5000 * strlen(HEAD GUTTER));
	assert_true(r.all.len <= 5000 * strlen(HEAD GUTTER) + 300 * strlen(GUTTER));
	run_release(&r);
}

static void test_a_sink_may_refuse(void **state)
{
	struct run r;
	struct fl_error err;
	(void)state;
	run_init(&r, NULL);
	r.refuse = FL_ECLOSED;
	assert_int_equal(FL_ECLOSED, fl_prefix_feed(r.p, FL_S("x\n"), &err));
	assert_int_equal(FL_ECLOSED, fl_prefix_feed(r.p, FL_S("x\n"), &err));
	assert_int_equal(FL_ECLOSED, fl_prefix_finish(r.p, &err));
	assert_int_equal(2, r.lanes[0].len);
	run_release(&r);
}

static void test_telling(void **state)
{
	static const struct {
		const char *line;
		enum fl_telling want;
	} cases[] = {
		{"a.c:3:1: error: x", FL_TELLING_STRICT},
		{"a.c:3: warning: x", FL_TELLING_STRICT},
		{"a.c:3: something", FL_TELLING_LOOSE},
		{"a.cpp(3,5): error C2065: x", FL_TELLING_STRICT},
		{"a.c:(.text+0x5): undefined reference to `f'", FL_TELLING_STRICT},
		{"/usr/bin/ld: cannot find -lx", FL_TELLING_STRICT},
		{"clang: error: no input files", FL_TELLING_STRICT},
		{"error: x", FL_TELLING_LOOSE},
		{"a.cpp: In function 'int main()':", FL_TELLING_STRICT},
		{"==1==ERROR: AddressSanitizer: x", FL_TELLING_STRICT},
		{"    #0 0x55 in main", FL_TELLING_STRICT},
		{"12:34:56: x", FL_TELLING_NO},
		{"web | a.c:3:1: error: x", FL_TELLING_NO},
		{"host: a.c:3:1: error: x", FL_TELLING_NO},
		{"    3 | int x", FL_TELLING_NO},
		{"", FL_TELLING_NO},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (fl_telling(fl_slice_str(cases[i].line)) != cases[i].want)
			fail_msg("\"%s\" is %d", cases[i].line,
				(int)fl_telling(fl_slice_str(cases[i].line)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_every_form),
		cmocka_unit_test(test_plain_stays),
		cmocka_unit_test(test_lanes),
		cmocka_unit_test(test_continuation),
		cmocka_unit_test(test_names_that_were_not_told),
		cmocka_unit_test(test_counters),
		cmocka_unit_test(test_pieces),
		cmocka_unit_test(test_records),
		cmocka_unit_test(test_logfmt),
		cmocka_unit_test(test_indent),
		cmocka_unit_test(test_asked_for),
		cmocka_unit_test(test_long_lines),
		cmocka_unit_test(test_many_lanes),
		cmocka_unit_test(test_late),
		cmocka_unit_test(test_a_sink_may_refuse),
		cmocka_unit_test(test_telling),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
