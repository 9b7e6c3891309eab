/* Option tables: parsing, errors and the generated texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "base/opts.h"

enum { OPT_FROM, OPT_JOBS, OPT_MAX, OPT_QUIET, OPT_ALL, OPT_INC, OPT_STD, OPT_COUNT };

static const char *const formats[] = {"auto", "text", "json", NULL};
static const struct fl_opt options[] = {
	[OPT_FROM] = {"from", 'f', FL_OPT_WORD, "FORMAT", .words = formats, .fallback = "text",
		.help = "what the input is"},
	[OPT_JOBS] = {"jobs", 'j', FL_OPT_NUMBER, "N", .min = 1, .max = 256, .fallback = "4",
		.help = "run N at once"},
	[OPT_MAX] = {"max-bytes", 0, FL_OPT_SIZE, "SIZE", .help = "stop after so much"},
	[OPT_QUIET] = {"quiet", 'q', FL_OPT_FLAG, .help = "no progress", .section = "Output"},
	[OPT_ALL] = {"all", 'a', FL_OPT_FLAG, .help = "don't leave anything out"},
	[OPT_INC] = {"include", 'I', FL_OPT_TEXT, "DIR", .help = "search DIR", .only = "build"},
	[OPT_STD] = {"std", 0, FL_OPT_TEXT, "STANDARD", .flat = true, .help = "use it"},
};
static const char *const synopsis[] = {"[OPTIONS] [FILE…]", "[OPTIONS] -- COMMAND", NULL};
static const char *const see_also[] = {"gcc(1)", NULL};
static const struct fl_opt_pair examples[] = {
	{"demo -j2 'a.c'", "does it twice"},
	{NULL, NULL},
};
static const struct fl_tool tool = {.name = "demo",
	.summary = "show what tables do",
	.synopsis = synopsis,
	.description = ".Dots and \\slashes stay what they are, however long the line is; this one "
		       "wraps.\n\n'A second paragraph.",
	.options = options,
	.option_count = OPT_COUNT,
	.examples = examples,
	.see_also = see_also};
static const struct fl_opt_pair commands[] = {
	{"build", "make it"},
	{"stats", "count it"},
	{NULL, NULL},
};

/* The parsed texts stay in static memory until the next call. */
static int parse(
	const struct fl_tool *t, const char *const *args, struct fl_opts *o, struct fl_error *err)
{
	static char store[16][64];
	char *argv[16] = {0};
	int argc = 0;
	for (; args[argc]; argc++)
		argv[argc] = strcpy(store[argc], args[argc]);
	return fl_opts_parse(t, argc, argv, o, err);
}

#define ARGS(...) ((const char *const[]){"demo", __VA_ARGS__, NULL})

static void test_defaults(void **state)
{
	(void)state;
	struct fl_opts o;
	assert_int_equal(parse(&tool, (const char *const[]){"demo", NULL}, &o, NULL), 0);
	assert_int_equal(fl_opt_word(&o, OPT_FROM), 1);
	assert_int_equal(fl_opt_number(&o, OPT_JOBS), 4);
	assert_false(fl_opt_given(&o, OPT_JOBS));
	assert_null(fl_opt_text(&o, OPT_MAX));
	assert_int_equal(o.operand_count, 0);
	assert_false(o.has_dash);
	fl_opts_release(&o);
}

static void test_spellings(void **state)
{
	(void)state;
	struct fl_opts o;
	static const char *const ways[][6] = {
		{"demo", "--from=json", "--jobs=7", "-qa", "x", NULL},
		{"demo", "x", "--from", "json", "-qaj7", NULL},
		{"demo", "-aqfjson", "x", "-j", "7", NULL},
	};
	for (size_t i = 0; i < 3; i++) {
		assert_int_equal(parse(&tool, ways[i], &o, NULL), 0);
		assert_int_equal(fl_opt_word(&o, OPT_FROM), 2);
		assert_string_equal(fl_opt_text(&o, OPT_FROM), "json");
		assert_int_equal(fl_opt_number(&o, OPT_JOBS), 7);
		assert_true(fl_opt_given(&o, OPT_QUIET) && fl_opt_given(&o, OPT_ALL));
		assert_int_equal(o.operand_count, 1);
		assert_string_equal(o.operands[0], "x");
		fl_opts_release(&o);
	}
}

static void test_flat(void **state)
{
	(void)state;
	struct fl_opts o;
	struct fl_error err;
	const char *const args[] = {
		"demo", "-std", "c11", "-std=c17", "-stdc23", "--std", "c99", "-qa", NULL};
	static const char *const wanted[] = {"c11", "c17", "c23", "c99"};
	assert_int_equal(parse(&tool, args, &o, NULL), 0);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(fl_opt_text_at(&o, OPT_STD, i), wanted[i]);
	assert_int_equal(fl_opt_count(&o, OPT_STD), 4);
	assert_true(fl_opt_given(&o, OPT_QUIET) && fl_opt_given(&o, OPT_ALL));
	fl_opts_release(&o);
	assert_int_equal(parse(&tool, ARGS("-std"), &o, &err), FL_EINVAL);
	assert_string_equal(err.message, "option --std needs a value STANDARD");
}

static void test_dash_and_repeats(void **state)
{
	(void)state;
	struct fl_opts o;
	const char *const args[] = {
		"demo", "-Ia", "a", "-", "--include=b", "-qq", "--", "--jobs", "-x", NULL};
	assert_int_equal(parse(&tool, args, &o, NULL), 0);
	assert_int_equal(fl_opt_count(&o, OPT_INC), 2);
	assert_string_equal(fl_opt_text_at(&o, OPT_INC, 0), "a");
	assert_string_equal(fl_opt_text_at(&o, OPT_INC, 1), "b");
	assert_null(fl_opt_text_at(&o, OPT_INC, 2));
	assert_int_equal(fl_opt_count(&o, OPT_QUIET), 2);
	assert_true(o.has_dash);
	assert_int_equal(o.dash, 2);
	assert_int_equal(o.operand_count, 4);
	assert_string_equal(o.operands[1], "-");
	assert_string_equal(o.operands[2], "--jobs");
	assert_null(o.operands[4]);
	fl_opts_release(&o);
}

static void test_sizes(void **state)
{
	(void)state;
	struct fl_opts o;
	static const struct {
		const char *text;
		int64_t value; /* -1: refused */
	} rows[] = {{"0", 0}, {"10", 10}, {"2K", 2048}, {"3m", 3 << 20}, {"1G", 1 << 30}, {"", -1},
		{"K", -1}, {"5 ", -1}, {"1KB", -1}, {"-1", -1}, {"1T", -1}, {"99999999999G", -1},
		{"99999999999999999999", -1}, {" 1", -1}, {"1.5M", -1}};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int rc = parse(&tool, ARGS("--max-bytes", rows[i].text), &o, NULL);
		assert_int_equal(rc, rows[i].value < 0 ? FL_EINVAL : 0);
		if (rc)
			continue;
		assert_int_equal(fl_opt_number(&o, OPT_MAX), rows[i].value);
		fl_opts_release(&o);
	}
}

static void test_errors(void **state)
{
	(void)state;
	static const struct {
		const char *args[4];
		const char *message;
	} rows[] = {
		{{"demo", "--fron=json"}, "unknown option --fron (did you mean --from?)"},
		{{"demo", "--jbos", "3"}, "unknown option --jbos (did you mean --jobs?)"},
		{{"demo", "--zzzzzz"}, "unknown option --zzzzzz"},
		{{"demo", "-z"}, "unknown option -z"},
		{{"demo", "--jobs=x"}, "option --jobs needs a number from 1 to 256, not 'x'"},
		{{"demo", "-j0"}, "option --jobs needs a number from 1 to 256, not '0'"},
		{{"demo", "-j257"}, "option --jobs needs a number from 1 to 256, not '257'"},
		{{"demo", "--jobs"}, "option --jobs needs a value N"},
		{{"demo", "-qj"}, "option --jobs needs a value N"},
		{{"demo", "--quiet=1"}, "option --quiet takes no value"},
		{{"demo", "--help=1"}, "option --help takes no value"},
		{{"demo", "--generate=pdf"}, "option --generate needs a value man or completion"},
		{{"demo", "--from=xml"}, "option --from needs auto, text or json, not 'xml'"},
		{{"demo", "--max-bytes=x"},
			"option --max-bytes needs a size in bytes (K, M, G allowed) from 0, not "
			"'x'"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_opts o;
		struct fl_error err;
		assert_int_equal(parse(&tool, rows[i].args, &o, &err), FL_EINVAL);
		assert_string_equal(err.message, rows[i].message);
	}
}

static void test_commands(void **state)
{
	(void)state;
	struct fl_tool with = tool;
	struct fl_opts o;
	struct fl_error err;
	with.commands = commands;
	assert_int_equal(parse(&with, ARGS("-q", "stats", "x"), &o, NULL), 0);
	assert_int_equal(fl_opts_command(&o), 1);
	fl_opts_release(&o);
	assert_int_equal(parse(&with, ARGS("-q"), &o, &err), FL_EINVAL);
	assert_int_equal(parse(&with, ARGS("biuld"), &o, &err), FL_EINVAL);
	assert_string_equal(err.message, "unknown command 'biuld' (did you mean build?)");
	assert_int_equal(parse(&with, ARGS("build", "-Ix"), &o, NULL), 0);
	fl_opts_release(&o);
	assert_int_equal(parse(&with, ARGS("stats", "-Ix"), &o, &err), FL_EINVAL);
	assert_string_equal(err.message, "option --include does not go with 'stats'");
	assert_int_equal(parse(&with, ARGS("--help"), &o, NULL), 0);
	fl_opts_release(&o);
}

static void test_begin(void **state)
{
	(void)state;
	struct fl_opts o;
	struct fl_reply r;
	char *version[] = {strdup("demo"), strdup("--version"), NULL};
	assert_false(fl_opts_begin(&tool, 2, version, &o, &r));
	assert_string_equal(r.text.data, "demo (Faultline) " FL_VERSION "\n");
	assert_int_equal(r.fd, 1);
	assert_int_equal(r.status, 0);
	fl_buf_release(&r.text);
	free(version[1]);
	version[1] = strdup("-j0");
	assert_false(fl_opts_begin(&tool, 2, version, &o, &r));
	assert_string_equal(r.text.data, "demo: option --jobs needs a number from 1 to 256, not "
					 "'0'\nTry 'demo --help'.\n");
	assert_int_equal(r.fd, 2);
	assert_int_equal(r.status, 2);
	fl_buf_release(&r.text);
	free(version[1]);
	assert_true(fl_opts_begin(&tool, 1, version, &o, &r));
	fl_opts_release(&o);
	free(version[0]);
}

static void test_help(void **state)
{
	(void)state;
	struct fl_buf b;
	fl_buf_init(&b, 1 << 16);
	fl_opts_help(&tool, &b);
	const char *const parts[] = {
		"Usage: demo [OPTIONS] [FILE…]\n  or:  demo [OPTIONS] -- COMMAND\n",
		"\nOptions:\n  -f, --from=FORMAT       what the input is: auto, text or json "
		"(default: "
		"text)\n",
		"  -j, --jobs=N            run N at once (1 to 256) (default: 4)\n",
		"\nOutput:\n  -q, --quiet             no progress\n",
		"  -std, --std=STANDARD    use it\n",
		"      --version           show the version and exit\n",
		"\nExit status:\n  0           done\n",
		"  demo -j2 'a.c'\n      does it twice\n",
	};
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!strstr(b.data, parts[i]))
			fail_msg("help lacks:\n%s\nit is:\n%s", parts[i], b.data);
	struct fl_slice rest = fl_buf_view(&b), line;
	while (fl_slice_line(&rest, &line))
		assert_true(line.len <= 82);
	fl_buf_release(&b);
}

static int pipe_to(const char *command, const struct fl_buf *b)
{
	FILE *p = popen(command, "w");
	assert_non_null(p);
	fwrite(b->data, 1, b->len, p);
	return pclose(p);
}

static void test_man(void **state)
{
	(void)state;
	struct fl_buf b;
	struct fl_tool with = tool;
	with.commands = commands;
	fl_buf_init(&b, 1 << 16);
	fl_opts_man(&with, &b);
	assert_non_null(strstr(b.data, ".TH DEMO 1 \"\" \"faultline " FL_VERSION));
	assert_non_null(strstr(b.data, "\n\\&.Dots and \\eslashes"));
	assert_non_null(strstr(b.data, "\n.PP\n\\&\\(aqA second"));
	for (size_t i = 0; i < b.len; i++)
		assert_true((unsigned char)b.data[i] < 0x80);
	if (system("command -v groff >/dev/null 2>&1") == 0)
		assert_int_equal(pipe_to("test -z \"$(groff -man -ww -Tutf8 -z 2>&1)\"", &b), 0);
	fl_buf_release(&b);
}

static void test_completion(void **state)
{
	(void)state;
	struct fl_buf b;
	struct fl_tool with = tool;
	with.commands = commands;
	fl_buf_init(&b, 1 << 16);
	fl_opts_completion(&with, &b);
	fl_buf_str(&b, "compopt() { :; }\n"
		       "try() { COMP_WORDS=(demo \"$@\"); COMP_CWORD=$#; _demo; }\n"
		       "try --from t; [[ ${COMPREPLY[*]} == text ]] || exit 1\n"
		       "try --from = j; [[ ${COMPREPLY[*]} == json ]] || exit 2\n"
		       "try --j; [[ ${COMPREPLY[*]} == --jobs= ]] || exit 3\n"
		       "try b; [[ ${COMPREPLY[*]} == build ]] || exit 4\n");
	assert_int_equal(pipe_to("bash", &b), 0);
	fl_buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_spellings),
		cmocka_unit_test(test_flat),
		cmocka_unit_test(test_dash_and_repeats),
		cmocka_unit_test(test_sizes),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_begin),
		cmocka_unit_test(test_help),
		cmocka_unit_test(test_man),
		cmocka_unit_test(test_completion),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
