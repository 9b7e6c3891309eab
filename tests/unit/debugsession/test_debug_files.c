/* What is known to do without libraries' debug files; which answers show that they were wanted. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "debugsession/console/debug_files.h"

static void test_need_of_commands(void **state)
{
	static const struct {
		const char *command;
		enum dbg_files_need need;
	} cases[] = {
		{"run", DBG_FILES_RUN},
		{"r < input.txt", DBG_FILES_RUN},
		{"-exec-run --start", DBG_FILES_RUN},
		{"file /bin/true", DBG_FILES_START},
		{"break main", DBG_FILES_ASK},
		{" b  src/a-b.cpp:12 ", DBG_FILES_ASK},
		{"break 12", DBG_FILES_ASK},
		{"break *0x401136", DBG_FILES_ASK},
		{"break abort", DBG_FILES_ALL},
		{"break file.c:12 if strcmp(a, b)", DBG_FILES_ALL},
		{"break file.c:abort", DBG_FILES_ALL},
		{"break file.c:", DBG_FILES_ALL},
		{"break :12", DBG_FILES_ALL},
		{"tbreak std::sort", DBG_FILES_ALL},
		{"-break-insert -t main", DBG_FILES_ASK},
		{"-break-insert -i 0 -t --source \"a.c\" --line 3", DBG_FILES_ASK},
		{"-break-insert -i 0 --function \"abort\"", DBG_FILES_ALL},
		{"-break-insert -i 0 -c \"f(x)\" --source \"a.c\" --line 3", DBG_FILES_ALL},
		{"bt", DBG_FILES_ASK},
		{"bt full 3", DBG_FILES_ASK},
		{"backtrace -frame-info source", DBG_FILES_ASK},
		{"info locals", DBG_FILES_ASK},
		{"info locals -t int", DBG_FILES_ALL},
		{"list", DBG_FILES_ASK},
		{"list 3,9", DBG_FILES_ASK},
		{"list main", DBG_FILES_ALL},
		{"frame", DBG_FILES_ASK},
		{"frame 1", DBG_FILES_ALL},
		{"print v", DBG_FILES_PEEK},
		{"p/x *node->next.value[3]", DBG_FILES_PEEK},
		{"print", DBG_FILES_ALL},
		{"print f(3)", DBG_FILES_ALL},
		{"print x = 3", DBG_FILES_ALL},
		{"print x++", DBG_FILES_ALL},
		{"print x--", DBG_FILES_ALL},
		{"print -pretty -- x", DBG_FILES_ALL},
		{"continue", DBG_FILES_NONE},
		{"c 3", DBG_FILES_NONE},
		{"continue &", DBG_FILES_ALL},
		{"step", DBG_FILES_ALL},
		{"next", DBG_FILES_ALL},
		{"finish", DBG_FILES_ALL},
		{"x/4i $pc", DBG_FILES_ALL},
		{"set args a b", DBG_FILES_NONE},
		{"-gdb-set width 0", DBG_FILES_NONE},
		{"-gdb-set may-call-functions off", DBG_FILES_START},
		{"-data-evaluate-expression \"a.b\"", DBG_FILES_PEEK},
		{"-gdb-set debug-file-directory /tmp", DBG_FILES_ALL},
		{"set debug-file-directory /tmp", DBG_FILES_ALL},
		{"set var x = 1", DBG_FILES_ALL},
		{"show args", DBG_FILES_NONE},
		{"-gdb-show args", DBG_FILES_NONE},
		{"run\nbt", DBG_FILES_ALL},
		{"python print(1)", DBG_FILES_ALL},
		{"", DBG_FILES_ALL},
		{"no-such-command", DBG_FILES_ALL},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (dbg_files_need(fl_slice_str(cases[i].command)) != cases[i].need)
			fail_msg("%s: %d", cases[i].command,
				(int)dbg_files_need(fl_slice_str(cases[i].command)));
}

static void test_peek(void **state)
{
	static const char *const cases[][2] = {
		{"print v", "-data-evaluate-expression \"v\""},
		{"p/x v", "-data-evaluate-expression \"v\""},
		{"p /x  v[1]", "-data-evaluate-expression \"v[1]\""},
		{"print a/b", "-data-evaluate-expression \"a/b\""},
		{"print m[\"x\"]", "-data-evaluate-expression \"m[\\\"x\\\"]\""},
		{"-data-evaluate-expression \"v\"", "-data-evaluate-expression \"v\""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct fl_buf line;
		fl_buf_init(&line, 1000);
		dbg_files_peek(fl_slice_str(cases[i][0]), &line);
		assert_string_equal(cases[i][1], line.data);
		fl_buf_release(&line);
	}
}

static void test_texts(void **state)
{
	static const struct {
		const char *text;
		bool wanted;
	} cases[] = {
		{"", false},
		{"x = 3, p = 0x0, q = 0x5555555592a0, s = 0x7fffffffe6a8", false},
		{"f = 0x401136 <f>, n = 0xffffffffffffffff, 0x", false},
		{"f = 0x555555555030 <puts@plt>, c = 0x9", false},
		{"#1  0x00007ffff7aa8eec in ?? () from /lib/x86_64-linux-gnu/libc.so.6", true},
		{"p = 0x155555330000", true},
		{"p = 0xf7d00000", true},
		{"f = 0x7ffff7fff000", true},
		{"f = 0x7ffff8000000", false},
		{"v = <error reading variable v>", true},
		{"$1 = <incomplete type>", true},
		{"{<text variable, no debug info>} 0x1", true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		if (dbg_files_text(fl_slice_str(cases[i].text)) != cases[i].wanted)
			fail_msg("%s", cases[i].text);
}

static int wanted_by(void *ctx, struct dbg_mi_record *r)
{
	*(bool *)ctx = dbg_files_record(r);
	return 0;
}

static void test_records(void **state)
{
	static const struct {
		const char *line;
		bool wanted;
	} cases[] = {
		{"1^done,stack=[frame={level=\"0\",addr=\"0x0000555555555136\"}]\n", false},
		{"1^done,stack=[frame={level=\"0\"},frame={addr=\"0x00007ffff7a00000\"}]\n", true},
		{"1^done,a=\"1\",b={c=[\"0x1\",\"<error: x>\"]}\n", true},
		{"1^error,msg=\"No symbol \\\"x\\\" in current context.\"\n", true},
		{"1^done\n", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct dbg_mi mi;
		bool wanted = !cases[i].wanted;
		dbg_mi_init(&mi, 0, wanted_by, &wanted);
		assert_int_equal(0, dbg_mi_push(&mi, fl_slice_str(cases[i].line)));
		dbg_mi_release(&mi);
		assert_int_equal(cases[i].wanted, wanted);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_need_of_commands),
		cmocka_unit_test(test_peek),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_records),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
