/* The MI parser, byte by byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "debugsession/console/mi.h"

/* Writes records as text, so that two ways of feeding can be compared. */
static void dump_value(struct fl_buf *out, const struct dbg_mi_value *v)
{
	static const char open[] = "\"{[", close[] = "\"}]";
	for (; v; v = v->next) {
		fl_buf_printf(out, "%.*s=%c%.*s", FL_ARG(v->name), open[v->type], FL_ARG(v->text));
		dump_value(out, v->child);
		fl_buf_printf(out, "%c%s", close[v->type], v->next ? "," : "");
	}
}

static int dump(void *ctx, struct dbg_mi_record *r)
{
	struct fl_buf *out = ctx;
	fl_buf_str(out, dbg_mi_kind_names[r->kind]);
	if (r->has_token)
		fl_buf_printf(out, " #%u", r->token);
	fl_buf_printf(out, " %.*s|%.*s|%s ", FL_ARG(r->name), FL_ARG(r->text), r->cut ? "cut" : "");
	dump_value(out, r->results);
	fl_buf_char(out, '\n');
	return 0;
}

static void feed(struct fl_slice text, size_t chunk, size_t line_max, struct fl_buf *out)
{
	struct dbg_mi mi;
	dbg_mi_init(&mi, line_max, dump, out);
	while (text.len) {
		struct fl_slice part = fl_slice_head(text, chunk);
		assert_int_equal(dbg_mi_push(&mi, part), 0);
		text = fl_slice_skip(text, part.len);
	}
	assert_int_equal(dbg_mi_end(&mi), 0);
	dbg_mi_release(&mi);
}

static void expect(const char *line, const char *wanted)
{
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	feed(fl_slice_str(line), SIZE_MAX, 0, &out);
	assert_string_equal(out.data, wanted);
	fl_buf_release(&out);
}

static void test_kinds(void **state)
{
	(void)state;
	expect("12^done\n", "result #12 done|| \n");
	expect("^error,msg=\"No symbol \\\"x\\\" in current context.\"\n",
		"result error|| msg=\"No symbol \"x\" in current context.\"\n");
	expect("*running,thread-id=\"all\"\r\n", "exec running|| thread-id=\"all\"\n");
	expect("+download,{section=\".text\"}\n", "status download|| ={section=\".text\"}\n");
	expect("=thread-group-added,id=\"i1\"\n", "notify thread-group-added|| id=\"i1\"\n");
	expect("~\"a\\tb\\n\"\n", "console |a\tb\n| \n");
	expect("@\"out\"\n", "target |out| \n");
	expect("&\"warning\\n\"\n", "log |warning\n| \n");
	expect("(gdb) \n", "prompt || \n");
	expect("(gdb)", "prompt || \n");
}

static void test_values(void **state)
{
	(void)state;
	expect("1^done,a=[],b={},c=[\"x\",\"y\"],d={e=\"\",f=[{g=\"1\"},{g=\"2\"}]}\n",
		"result #1 done|| "
		"a=[],b={},c=[=\"x\",=\"y\"],d={e=\"\",f=[={g=\"1\"},={g=\"2\"}]}\n");
	expect("^done,bkpt={number=\"1\"},{number=\"1.1\"}\n",
		"result done|| bkpt={number=\"1\"},={number=\"1.1\"}\n");
	expect("^done,value=\"caf\\303\\251 \\0012 \\\\ \\e \\x41\"\n",
		"result done|| value=\"caf\303\251 \0012 \\ \033 A\"\n");
}

static void test_garbage(void **state)
{
	static const char *const lines[] = {"hello", "", "^", "*", "^done,", "^done,a",
		"^done,a=", "^done,a=\"x", "^done,a={b=\"c\"", "^done,a=[\"b\"}", "^done,a=\"b\"x",
		"~\"open", "~\"a\"b", "~", "99999999999^done", "12", "^done,a=\"x\\",
		"out*stopped,reason=\"x\""};
	(void)state;
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		char line[128], wanted[128];
		snprintf(line, sizeof(line), "%s\n", lines[i]);
		snprintf(wanted, sizeof(wanted), "garbage |%s| \n", lines[i]);
		expect(line, wanted);
	}
}

static void test_nesting_is_bounded(void **state)
{
	struct fl_buf text, out;
	(void)state;
	fl_buf_init(&text, 1 << 20);
	fl_buf_init(&out, 1 << 20);
	fl_buf_str(&text, "^done,a=");
	fl_buf_fill(&text, '[', 100000);
	fl_buf_fill(&text, ']', 100000);
	fl_buf_char(&text, '\n');
	feed(fl_buf_view(&text), SIZE_MAX, 0, &out);
	assert_true(fl_slice_starts(fl_buf_view(&out), "garbage |^done,a=[["));
	fl_buf_release(&text);
	fl_buf_release(&out);
}

static void test_long_lines_are_cut(void **state)
{
	struct fl_buf out;
	(void)state;
	for (size_t chunk = 1; chunk < 40; chunk++) {
		fl_buf_init(&out, 4096);
		feed(FL_S("~\"0123456789\"\n~\"abc\"\n12345678\n123456789\n~\"z\"\n"), chunk, 8,
			&out);
		assert_string_equal(out.data, "garbage |~\"012345|cut \nconsole |abc| \n"
					      "garbage |12345678| \ngarbage |12345678|cut \n"
					      "console |z| \n");
		fl_buf_release(&out);
	}
}

/* What a real gdb said (tests/fuzz/debugsession/corpus/fuzz_mi), in chunks of every small size. */
static void test_chunks(void **state)
{
	char path[4096];
	struct fl_buf text, whole, parts;
	struct fl_error err;
	(void)state;
	fl_buf_init(&text, 1 << 20);
	fl_buf_init(&whole, 1 << 20);
	fl_buf_init(&parts, 1 << 20);
	snprintf(path, sizeof(path), "%s/tests/fuzz/debugsession/corpus/fuzz_mi/cpp_asan.mi",
		getenv("FL_SRC"));
	assert_int_equal(fl_buf_read_file(&text, path, &err), 0);
	feed(fl_buf_view(&text), SIZE_MAX, 0, &whole);
	assert_true(fl_slice_find(fl_buf_view(&whole), "exec stopped|| reason=\"signal") > 0);
	for (size_t chunk = 1; chunk <= 67; chunk += 3) {
		fl_buf_clear(&parts);
		feed(fl_buf_view(&text), chunk, 0, &parts);
		assert_true(fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&parts)));
	}
	fl_buf_release(&text);
	fl_buf_release(&whole);
	fl_buf_release(&parts);
}

static int count(void *ctx, struct dbg_mi_record *r)
{
	(void)r;
	++*(size_t *)ctx;
	return 0;
}

/* Doubling a line that comes one byte at a time must not cost four times as much. */
static double seconds_for(size_t len)
{
	struct dbg_mi mi;
	size_t records = 0;
	dbg_mi_init(&mi, 0, count, &records);
	clock_t start = clock();
	assert_int_equal(dbg_mi_push(&mi, FL_S("~\"")), 0);
	for (size_t i = 0; i < len; i++)
		assert_int_equal(dbg_mi_push(&mi, FL_S("x")), 0);
	assert_int_equal(dbg_mi_push(&mi, FL_S("\"\n")), 0);
	double s = (double)(clock() - start) / CLOCKS_PER_SEC;
	assert_int_equal(records, 1);
	dbg_mi_release(&mi);
	return s;
}

static void test_linear_time(void **state)
{
	(void)state;
	double small = seconds_for(250000), large = seconds_for(2000000);
	assert_true(large < 0.05 || large < small * 24);
}

static int keep_first(void *ctx, struct dbg_mi_record *r)
{
	struct dbg_mi_record *kept = ctx;
	if (!kept->name.len)
		dbg_mi_keep(r, kept);
	return 0;
}

static void test_keep(void **state)
{
	struct dbg_mi_record kept = {0};
	struct dbg_mi mi;
	(void)state;
	dbg_mi_init(&mi, 0, keep_first, &kept);
	assert_int_equal(
		dbg_mi_push(&mi,
			FL_S("7*stopped,line=\"42\",bad=\"4x\",neg=\"-3\","
			     "far=\"140731157599864\",past=\"9223372036854775808\",f={g=\"h\"}\n"
			     "8^done\n")),
		0);
	dbg_mi_release(&mi);
	assert_int_equal(kept.token, 7);
	assert_int_equal(dbg_mi_int(dbg_mi_result(&kept, "line"), -1), 42);
	assert_int_equal(dbg_mi_int(dbg_mi_result(&kept, "bad"), -1), -1);
	assert_int_equal(dbg_mi_int(dbg_mi_result(&kept, "neg"), 0), -3);
	assert_int_equal(dbg_mi_int(dbg_mi_result(&kept, "far"), 0), 140731157599864);
	assert_int_equal(dbg_mi_int(dbg_mi_result(&kept, "past"), -1), -1);
	assert_true(fl_slice_eqs(dbg_mi_str(dbg_mi_get(dbg_mi_result(&kept, "f"), "g")), "h"));
	assert_null(dbg_mi_get(dbg_mi_result(&kept, "nothing"), "g"));
	assert_int_equal(dbg_mi_str(NULL).len, 0);
	fl_arena_release(&kept.arena);
}

static int refuse(void *ctx, struct dbg_mi_record *r)
{
	(void)ctx;
	(void)r;
	return FL_EREFUSED;
}

static void test_sink_stops(void **state)
{
	struct dbg_mi mi;
	(void)state;
	dbg_mi_init(&mi, 0, refuse, NULL);
	assert_int_equal(dbg_mi_push(&mi, FL_S("^done\n^done\n")), FL_EREFUSED);
	dbg_mi_release(&mi);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_garbage),
		cmocka_unit_test(test_nesting_is_bounded),
		cmocka_unit_test(test_long_lines_are_cut),
		cmocka_unit_test(test_chunks),
		cmocka_unit_test(test_linear_time),
		cmocka_unit_test(test_keep),
		cmocka_unit_test(test_sink_stops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
