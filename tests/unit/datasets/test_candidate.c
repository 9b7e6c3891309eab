/* Candidates as trainers send them, and those that are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>
#include <sys/utsname.h>

#include "datasets/reward/candidate.h"
#include "datasets/terms/profile.h"
#include "tracegen/program.h"

static const struct {
	const char *json, *message;
} refused[] = {
	{"[]", "a candidate is a JSON object"},
	{"{", "not JSON"},
	{"{}", "one of \"code\", \"files\" and \"completion\""},
	{"{\"code\":1}", "\"code\" is an integer"},
	{"{\"code\":\"\",\"completion\":\"\"}", "one of"},
	{"{\"code\":\"\",\"test\":[]}", "no member \"test\""},
	{"{\"code\":\"\",\"tests\":[{\"stdn\":\"\"}]}", "tests[0]: a test has no member \"stdn\""},
	{"{\"code\":\"\",\"tests\":[1]}", "tests[0]"},
	{"{\"code\":\"\",\"language\":\"rust\"}", "c or cpp"},
	{"{\"code\":\"\",\"flags\":[\"-fplugin=x.so\"]}", "is not taken"},
	{"{\"code\":\"\",\"flags\":[\"-Wl,-rpath,x\"]}", "is not taken"},
	{"{\"code\":\"\",\"flags\":[\"-include\",\"/etc/passwd\"]}", "is not taken"},
	{"{\"code\":\"\",\"flags\":[\"@x\"]}", "is not taken"},
	{"{\"code\":\"\",\"std\":\"c17; id\"}", "no language standard"},
	{"{\"code\":\"\",\"flags\":[\"-std=c17 $(id)\"]}", "no language standard"},
	{"{\"code\":\"\",\"sanitizers\":[\"address\",\"thread\"]}", "do not work in one program"},
	{"{\"code\":\"\",\"sanitizers\":[\"x\"]}", "no sanitizer \"x\""},
	{"{\"code\":\"\",\"limits\":{\"cpu_ms\":0}}", "has to be 10 to"},
	{"{\"code\":\"\",\"limits\":{\"cpu\":9}}", "no limit \"cpu\""},
	{"{\"code\":\"\",\"compare\":\"fuzzy\"}", "has to be tokens"},
	{"{\"files\":{\"../a.c\":\"\"}}", "no name of a file"},
	{"{\"files\":{\"/a.c\":\"\"}}", "no name of a file"},
	{"{\"files\":{\"a/.//b.c\":\"\"}}", "no name of a file"},
	{"{\"files\":{\".report/x\":\"\"}}", "no name of a file"},
	{"{\"files\":{\"-o.c\":\"\"}}", "no name of a file"},
	{"{\"files\":{\"a.h\":\"\"}}", "none of the files is a source"},
	{"{\"code\":\"\",\"checker\":1}", "\"checker\" is an integer"},
	{"{\"code\":\"\",\"checker\":{}}", "\"checker\" has no source"},
	{"{\"code\":\"\",\"checker\":{\"testlib.h\":\"\"}}", "\"checker\" has no source"},
	{"{\"code\":\"\",\"checker\":{\"../c.cpp\":\"\"}}", "no name of a file"},
	{"{\"record\":{}}", "record"},
	{"{\"code\":\"\",\"tests\":[]}", "\"tests\" is empty"},
	{"{\"code\":\"\",\"tests\":[{\"stdout\":\"x\",\"weight\":0}]}", "has a weight"},
	{"{\"code\":\"\",\"platform\":1}", "\"platform\" has to be a text"},
	{"{\"code\":\"\",\"platform\":\"x86_64\"}", "\"platform\" is no platform header"},
	{"{\"code\":\"\",\"platform\":\"// os: linux\\n// cpu: z80\\n\"}", "\"platform\": "},
	{"{\"code\":\"\",\"platform\":\"// arch: z80\\n\"}", "this machine is no \"z80\""},
	{"{\"code\":\"\",\"platform\":\"// platform: z80-none-elf\\n\"}",
		"this machine is no \"z80\""},
	{"{\"code\":\"\",\"platform\":\"// os: windows\\n\"}", "nothing for \"windows\""},
	{"{\"code\":\"\",\"platform\":\"// mode: kernel\\n\"}", "nothing of mode \"kernel\""},
	{"{\"code\":\"\",\"platform\":\"// features: warp\\n\"}", "this machine has no \"warp\""},
	{"{\"code\":\"\",\"platform\":\"// standard: z\\n\"}", "\"z\" is no language standard"},
	{"{\"code\":\"\",\"function\":{\"name\":\"f\",\"args\":[\"int\"],\"returns\":\"int\"}}",
		"needs \"tests\""},
};

static void none(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		struct fl_arena a;
		struct ds_candidate c;
		struct fl_error err = {0};
		fl_arena_init(&a, 1 << 24);
		if (ds_candidate_read(fl_slice_str(refused[i].json), &a, &c, &err) == 0 ||
			!strstr(err.message, refused[i].message))
			fail_msg("%s: %s", refused[i].json, err.message);
		fl_arena_release(&a);
	}
}

/* A harness is run also where no tests are told; the mark at a file's start is no fault. */
static void harness_alone(void **state)
{
	static const char json[] = "\xef\xbb\xbf{\"code\":\"\",\"harness\":\"int main(){}\"}";
	struct fl_arena a;
	struct ds_candidate c;
	(void)state;
	fl_arena_init(&a, 1 << 24);
	assert_int_equal(ds_candidate_read(fl_slice_str(json), &a, &c, NULL), 0);
	assert_int_equal(c.tests.len, 1);
	const struct ds_trial *t = c.tests.items;
	assert_true(fl_slice_eqs(t->name, "1") && t->weight && !t->has_expected);
	fl_arena_release(&a);
}

static void whole(void **state)
{
	static const char json[] =
		"{\"id\":\"x\",\"files\":{\"a.c\":\"int f;\",\"b.h\":\"\"},\"std\":\"c11\","
		"\"flags\":[\"-DX\",\"-std=c17\",\"-lm\"],\"compare\":\"lines\",\"group\":\"g\","
		"\"tests\":[{\"stdin\":\"1\",\"stdout\":\"2\"},{\"input\":\"3\",\"output\":\"4\","
		"\"compare\":\"exact\",\"weight\":0.5,\"exit_status\":3,\"args\":[\"-v\"],"
		"\"name\":\"n\"},{}],"
		"\"limits\":{\"cpu_ms\":100,\"memory_mb\":64},\"sanitizers\":[]}";
	struct fl_arena a;
	struct ds_candidate c;
	(void)state;
	fl_arena_init(&a, 1 << 24);
	assert_int_equal(ds_candidate_read(fl_slice_str(json), &a, &c, NULL), 0);
	const struct ds_trial *t = c.tests.items;
	assert_true(fl_slice_eqs(c.id, "x") && fl_slice_eqs(c.group, "g"));
	assert_int_equal(c.language, SAN_C);
	assert_true(fl_slice_eqs(c.std, "c17"));
	assert_int_equal(c.flags.len, 2);
	assert_int_equal(c.mode, SAN_MODE_NONE);
	assert_int_equal(c.limits.cpu_ms, 100);
	assert_int_equal(c.limits.output_max, DS_OUTPUT_MAX);
	assert_int_equal(c.tests.len, 3);
	assert_true(fl_slice_eqs(t[0].name, "1") && fl_slice_eqs(t[1].name, "n"));
	assert_int_equal(t[0].compare.how, DS_COMPARE_LINES);
	assert_int_equal(t[1].compare.how, DS_COMPARE_EXACT);
	assert_true(fl_slice_eqs(t[1].input, "3") && fl_slice_eqs(t[1].expected, "4"));
	assert_int_equal(t[1].weight, 5000);
	assert_int_equal(t[1].exit_status, 3);
	assert_true(t[0].has_expected && !t[2].has_expected);
	fl_arena_release(&a);
}

static void answers(void **state)
{
	struct fl_arena a;
	struct ds_candidate c;
	(void)state;
	fl_arena_init(&a, 1 << 24);
	assert_int_equal(ds_candidate_read(FL_S("{\"completion\":\"no\"}"), &a, &c, NULL), 0);
	assert_int_equal(c.refusal, DS_REFUSED_EXTRACT);
	assert_int_equal(ds_candidate_read(FL_S("{\"completion\":\"```c\\nint a;\\n```\","
						"\"language\":\"c\"}"),
				 &a, &c, NULL),
		0);
	const struct tg_file *f = c.files.items;
	assert_true(fl_slice_eqs(f->path, "main.c") && fl_slice_eqs(f->content, "int a;\n"));
	fl_arena_release(&a);
}

/* What a header says of a candidate that says less itself; it is of this machine. */
static void of_a_platform(void **state)
{
	struct utsname here;
	struct fl_arena a;
	struct ds_candidate c;
	struct fl_error err = {0};
	(void)state;
	fl_arena_init(&a, 1 << 24);
	uname(&here);
	struct fl_slice json = fl_arena_printf(&a,
		"{\"code\":\"\",\"flags\":[\"-O1\"],\"platform\":\"// compiler: gcc 99\\n"
		"// standard: c11\\n// mode: user\\n// os: linux\\n// arch: %s\\n%s\"}",
		here.machine, strcmp(here.machine, "x86_64") == 0 ? "// features: sse2\\n" : "");
	if (ds_candidate_read(json, &a, &c, &err))
		fail_msg("%s", err.message);
	const struct fl_slice *flags = c.flags.items;
	assert_true(fl_slice_eqs(c.std, "c11"));
	assert_int_equal(c.language, SAN_C);
	assert_true(fl_slice_eqs(flags[0], "-O1"));
	if (strcmp(here.machine, "x86_64") == 0)
		assert_true(c.flags.len == 2 && fl_slice_eqs(flags[1], "-msse2"));
	assert_int_equal(ds_candidate_read(FL_S("{\"code\":\"\",\"std\":\"c++20\",\"platform\":"
						"\"// standard: c11\"}"),
				 &a, &c, &err),
		0);
	assert_true(fl_slice_eqs(c.std, "c++20"));
	assert_int_equal(c.language, SAN_CXX);
	fl_arena_release(&a);
}

static void rewards(void **state)
{
	int64_t values[DS_TERM_COUNT] = {
		[DS_TERM_EXTRACT] = DS_WHOLE, [DS_TERM_COMPILE] = DS_WHOLE, [DS_TERM_TESTS] = 5000};
	struct ds_profile p = ds_profiles[0];
	(void)state;
	assert_int_equal(ds_profile_reward(&p, values), 2500);
	assert_int_equal(ds_profile_reward(&ds_profiles[1], values), 5000);
	assert_int_equal(ds_profile_reward(&ds_profiles[2], values), 0);
	assert_int_equal(ds_profile_reward(&ds_profiles[3], values), 6000);
	for (int i = 0; ds_profile_words[i]; i++)
		assert_string_equal(ds_profile_words[i], ds_profiles[i].name);
	assert_true(ds_profile_set(&p, "compile=1"));
	assert_true(ds_profile_set(&p, "extract=0.5"));
	assert_int_equal(ds_profile_reward(&p, values), DS_WHOLE);
	assert_false(ds_profile_set(&p, "compile=2"));
	assert_false(ds_profile_set(&p, "compile="));
	assert_false(ds_profile_set(&p, "compile"));
	assert_false(ds_profile_set(&p, "comp=1"));
	assert_false(ds_profile_set(&p, "tests=1x"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none),
		cmocka_unit_test(whole),
		cmocka_unit_test(harness_alone),
		cmocka_unit_test(answers),
		cmocka_unit_test(of_a_platform),
		cmocka_unit_test(rewards),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
