/* Requests of other runners' clients: what they are refused for, how long they may take. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/http/http_priv.h"
#include "datasets/serve/foreign.h"

static struct ds_executor *executor;

static int set_up(void **state)
{
	struct ds_exec_opts opts = {0};
	(void)state;
	return ds_executor_new(&opts, &executor, NULL);
}

static int tear_down(void **state)
{
	(void)state;
	ds_executor_free(executor);
	return 0;
}

/* The answer's status; its text has to hold what is wanted. */
static void check(
	int (*answer)(struct ds_foreign *f), const char *body, unsigned status, const char *wanted)
{
	struct fl_arena a;
	struct fl_buf text;
	struct ds_work_reply reply = {0};
	struct fl_error err;
	fl_arena_init(&a, 1 << 24);
	fl_buf_init(&text, 1 << 24);
	struct ds_foreign f = {.executor = executor,
		.body = fl_slice_str(body),
		.a = &a,
		.reply = &reply,
		.text = &text,
		.err = &err};
	assert_int_equal(answer(&f), 0);
	if (reply.status != status || fl_slice_find(fl_buf_view(&text), wanted) < 0)
		fail_msg("%s\n%u: %s\nin place of %u: %s", body, reply.status, text.data, status,
			wanted);
	fl_buf_release(&text);
	fl_arena_release(&a);
}

static void test_run_code(void **state)
{
	static const struct {
		const char *body, *wanted;
	} cases[] = {
		{"", "\"loc\":[\"body\"]"},
		{"[]", "JSON object"},
		{"{}", "\"language\""},
		{"{\"language\":\"python\",\"code\":\"\"}", "--language-override=cpp"},
		{"{\"language\":7,\"code\":\"\"}", "\"language\""},
		{"{\"language\":\"cpp\"}", "\"code\""},
		{"{\"language\":\"cpp\",\"code\":null}", "\"code\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"stdin\":3}", "\"stdin\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"run_timeout\":\"3\"}", "\"run_timeout\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"run_timeout\":0}", "\"run_timeout\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"run_timeout\":-1e9}", "\"run_timeout\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"compile_timeout\":1e9}",
			"\"compile_timeout\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"memory_limit_MB\":1.5}",
			"\"memory_limit_MB\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"files\":[]}", "\"files\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"files\":{\"a\":\"?\"}}", "\"files\""},
		{"{\"language\":\"cpp\",\"code\":\"\",\"files\":{\"../a\":\"\"}}", "../a"},
		{"{\"language\":\"cpp\",\"code\":\"\",\"files\":{\"/etc/a\":\"\"}}", "/etc/a"},
		{"{\"language\":\"cpp\",\"code\":\"\",\"files\":{\"-o\":\"\"}}", "-o"},
		{"{\"language\":\"cpp\",\"code\":\"\",\"fetch_files\":[\"/etc/passwd\"]}",
			"/etc/passwd"},
		{"{\"language\":\"cpp\",\"code\":\"\",\"fetch_files\":[1]}", "fetch_files"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check(ds_foreign_run_code, cases[i].body, 422, cases[i].wanted);
}

#define C "{\"language\":\"c\",\"version\":\"*\","
static void test_piston(void **state)
{
	static const struct {
		const char *body, *wanted;
	} cases[] = {
		{"", "message"},
		{"[]", "language is required as a string"},
		{"{\"language\":1}", "language is required as a string"},
		{"{\"language\":\"c\",\"version\":\"*\",\"files\":{}}",
			"files is required as an array"},
		{C "\"files\":[]}", "at least one utf8"},
		{C "\"files\":[{\"content\":1}]}", "files[0].content is required as a string"},
		{C "\"files\":[1]}", "files[0].content is required as a string"},
		{C "\"files\":[{\"name\":\"/x\",\"content\":\"\"}]}", "/x"},
		{C "\"files\":[{\"name\":\"@x\",\"content\":\"\"}]}", "@x"},
		{C "\"files\":[{\"content\":\"zz\",\"encoding\":\"hex\"}]}", "is not hex"},
		{C "\"files\":[{\"content\":\"?\",\"encoding\":\"base64\"}]}", "is not base64"},
		{C "\"files\":[{\"content\":\"\"}],\"args\":[1]}", "args"},
		{C "\"files\":[{\"content\":\"\"}],\"run_timeout\":\"x\"}",
			"If specified, run_timeout must be a number"},
		{C "\"files\":[{\"content\":\"\"}],\"compile_cpu_time\":1e99}",
			"compile_cpu_time cannot exceed the configured limit of"},
		{C "\"files\":[{\"content\":\"\"}],\"run_timeout\":-4}", "must be non-negative"},
		{"{\"language\":\"d\",\"version\":\"*\",\"files\":[{\"content\":\"\"}]}",
			"d-* runtime is unknown"},
		{"{\"language\":\"c\",\"version\":\"1.2\",\"files\":[{\"content\":\"\"}]}",
			"c-1.2 runtime is unknown"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check(ds_foreign_piston, cases[i].body, 400, cases[i].wanted);
}
#undef C

static void test_patience(void **state)
{
	static const struct {
		enum ds_face face;
		const char *body;
		int64_t ms;
	} cases[] = {
		{DS_FACE_RUN_CODE, "{\"compile_timeout\":5,\"run_timeout\":1.5}", 14500},
		{DS_FACE_RUN_CODE, "{}", 28000},
		{DS_FACE_RUN_CODE, "{\"run_timeout\":1e99}", 28000},
		{DS_FACE_RUN_CODE, "{\"run_timeout\":-3,\"x\":{\"compile_timeout\":1}}", 28000},
		{DS_FACE_RUN_CODE, "{\"run_timeout\":1,\"cut", 19000},
		{DS_FACE_RUN_CODE, "no", 28000},
		{DS_FACE_PISTON, "{\"run_timeout\":500,\"compile_timeout\":1000}", 9500},
		{DS_FACE_PISTON, "[[[", 21000},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(ds_foreign_patience(cases[i].face, fl_slice_str(cases[i].body)),
			cases[i].ms);
}

static void test_text(void **state)
{
	struct fl_buf text;
	(void)state;
	fl_buf_init(&text, 1000);
	ds_foreign_text(&text, FL_S("a\"\\\n\t\r\x01\x00\xff\xc3\xa4\xe2\x82 z"));
	assert_string_equal(text.data, "\"a\\\"\\\\\\n\\t\\r\\u0001\\u0000\xef\xbf\xbd\xc3\xa4\xef"
				       "\xbf\xbd\xef\xbf\xbd z\"");
	fl_buf_release(&text);
}

static void test_token(void **state)
{
	static const struct {
		const char *header;
		bool ok;
	} cases[] = {
		{NULL, false},
		{"", false},
		{"Bearer", false},
		{"Bearer ", false},
		{"Bearer t0ken", true},
		{"bearer  t0ken ", true},
		{"Bearer t0ke", false},
		{"Bearer t0kenn", false},
		{"Bearer T0ken", false},
		{"Basic eDp0MGtlbg==", true}, /* x:t0ken */
		{"Basic OnQwa2Vu", true}, /* :t0ken */
		{"Basic dDBrZW4=", false}, /* t0ken */
		{"Basic eDp0MGtl", false},
		{"Basic ?", false},
		{"t0ken", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (ds_http_is_authorized(cases[i].header, "t0ken") != cases[i].ok)
			fail_msg("%s", cases[i].header);
}

static void test_address(void **state)
{
	static const struct {
		const char *address;
		int rc;
		bool local;
	} cases[] = {
		{"127.0.0.1:80", 0, true},
		{"127.9.9.9:0", 0, true},
		{"localhost:80", 0, true},
		{"[::1]:80", 0, true},
		{"0.0.0.0:80", 0, false},
		{"[::]:80", 0, false},
		{"10.1.2.3:80", 0, false},
		{"[::ffff:10.1.2.3]:80", 0, false},
		{"127.0.0.1", FL_EINVAL, false},
		{"127.0.0.1:", FL_EINVAL, false},
		{":80", FL_EINVAL, false},
		{"::1:80", FL_EINVAL, false},
		{"example.org:80", FL_EINVAL, false},
		{"127.0.0.1:http", FL_EINVAL, false},
		{"", FL_EINVAL, false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		bool local = false;
		int rc = ds_http_is_local(cases[i].address, &local, NULL);
		if (rc != cases[i].rc || local != cases[i].local)
			fail_msg("%s: %d %d", cases[i].address, rc, local);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_run_code),
		cmocka_unit_test(test_piston),
		cmocka_unit_test(test_patience),
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_token),
		cmocka_unit_test(test_address),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
