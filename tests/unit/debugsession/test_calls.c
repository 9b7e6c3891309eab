/* Calls in a model's text: what counts as one, C++'s literals, and what is said of mistakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "debugsession/calls/calls.h"

/*
 * The calls as text: "name(arg|arg)" for each, "variable=" before it, "!line:col error" instead of
 * the arguments, a blank between them.
 */
static void show(const struct fl_list *calls, struct fl_buf *out)
{
	const struct dbg_call *c = calls->items;
	for (size_t i = 0; i < calls->len; i++, c++) {
		fl_buf_printf(out, "%s%.*s%s%.*s", i ? " " : "", FL_ARG(c->variable),
			c->variable.len ? "=" : "", FL_ARG(c->name));
		if (c->error) {
			fl_buf_printf(out, "!%u:%u %s", c->line, c->col, c->error);
			assert_non_null(c->accepts);
			continue;
		}
		fl_buf_char(out, '(');
		for (size_t k = 0; k < c->count; k++) {
			bool number = dbg_call_rows[c->function].params[k] == DBG_PARAM_INT;
			fl_buf_str(out, k ? "|" : "");
			if (number)
				fl_buf_printf(out, "%llu", (unsigned long long)c->args[k].number);
			else
				fl_buf_slice(out, c->args[k].text);
		}
		fl_buf_char(out, ')');
	}
}

static void expect_slice(struct fl_slice text, const char *wanted)
{
	struct fl_arena a;
	struct fl_list calls;
	struct fl_buf out;
	struct fl_error err;
	fl_arena_init(&a, 64 << 20);
	fl_buf_init(&out, 1 << 20);
	if (dbg_calls_parse(text, &a, &calls, &err))
		fail_msg("%.*s: %s", FL_ARG(text), err.message);
	show(&calls, &out);
	if (strcmp(out.data, wanted))
		fail_msg("%.*s\n\tis   %s\n\tnot  %s", FL_ARG(text), out.data, wanted);
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void expect(const char *text, const char *wanted)
{
	expect_slice(fl_slice_str(text), wanted);
}

static void test_bare(void **state)
{
	(void)state;
	expect("", "");
	expect("step()", "step()");
	expect("step(); next() ; finish()", "step() next() finish()");
	expect("int bp = breakpoint(\"f.cpp\", 42);", "bp=breakpoint(f.cpp|42)");
	expect("breakpoint(\"f.cpp\", 1'18, \"size > 4096\");",
		"breakpoint(f.cpp|118|size > 4096)");
	expect("struct frame backtrace[] = backtrace_get(/*max_depth=*/10);",
		"backtrace=backtrace_get(10)");
	expect("struct s { const char *r; int n[2]; } stop = continue_exec();",
		"stop=continue_exec()");
	expect("struct s\n{\n\tint line = 3;\n} stop\n\t= continue_exec();",
		"stop=continue_exec()");
	expect("x = eval(\"a\"), y", "");
	expect("frames[4] = backtrace_get(2);", "frames=backtrace_get(2)");
	expect("f()->x = eval(\"a\");", "x=eval(a)");
	expect("run(); continue_exec();\nthreads();\ninspect();",
		"run() continue_exec() threads() inspect()");
}

static void test_around(void **state)
{
	(void)state;
	expect("I'd like to step() here, or \"next();\" there.\nstep();\nIt's done", "step()");
	expect("// step();\n/* next(); */\nstring s = \"finish();\";\n", "");
	expect("step() shows it", "");
	expect("/* no end\nstep();", "step()");
	expect("void f() { step(); }\nnext();", "next()");
	expect("a lonely { brace\nnext();", "next()");
	expect("a smiley :) and (a note\nnext();", "next()");
	expect("```cpp\nstep();\n```\n", "step()");
	expect("#include <step()>\nstep();", "step()");
	expect("tool.step();\ntool::step();\nreturn step();\n", "");
	expect("if (step()) next();\n", "");
	expect("<CODE_START>\nresize(16);\nstep();\n<CODE_END>\nnext();", "next()");
	expect("<THINK_TRACE>\nstep();\n<THINK_END>\nnext();", "next()");
	expect("helper(3);", "helper!1:1 there is no such function");
	expect("helper(3) and more", "");
	expect("auto r = helper(\"x\");\nstep();",
		"r=helper!1:10 there is no such function step()");
	expect("while (x);\nsizeof(int);", "");
}

static void test_queries(void **state)
{
	(void)state;
	expect("<QUERY_TOOL> eval(\"this->capacity_\") <CODE_END>", "eval(this->capacity_)");
	expect("step();\n<QUERY_TOOL>\nint n = eval(\"n\");\nstep()\n<CODE_END>\nnext();",
		"n=eval(n) step()");
	expect("<QUERY_TOOL> nosuch(1) <CODE_END>", "nosuch!1:14 there is no such function");
	expect("<QUERY_TOOL> please <CODE_END>", "<QUERY_TOOL>!1:1 there is no call in this block");
	expect("<QUERY_TOOL> eval(\"x\")", "eval(x)");
	expect("<QUERY_TOOL> compile(\"a<CODE_END>b\") <CODE_END>", "compile(a<CODE_END>b)");
	expect("see __AGENT_QUERY__(\"trace\", \"HandleRequest\") now",
		"__AGENT_QUERY__(trace|HandleRequest)");
	expect("<QUERY_TOOL>step()<CODE_END> __AGENT_QUERY__(\"trace\", \"f\")",
		"step() __AGENT_QUERY__(trace|f)");
	expect("__AGENT_QUERY__(\"tracks\", \"f\");",
		"__AGENT_QUERY__!1:17 the only query there is is \"trace\"");
	expect("std::vector<T> v; x = a<B>(c);", "");
}

static void test_strings(void **state)
{
	(void)state;
	expect("eval(\"a\\\"b\\\\c\\t\\x41\\101\\u00e9\")", "eval(a\"b\\c\tAA\303\251)");
	expect("eval(\"\\u{1F600}\\x{42}\\o{103}\\?\\'\")", "eval(\360\237\230\200BC?')");
	expect("eval(\"a\" \"b\"\n\t\"c\")", "eval(abc)");
	expect("eval(u8\"a\" L\"b\" U\"c\")", "eval(abc)");
	expect("eval(R\"(a\"b\\n)\" \"c\")", "eval(a\"b\\nc)");
	expect("compile(R\"x(int a[] = {1};\n)\" )x\")", "compile(int a[] = {1};\n)\" )");
	expect("eval(\"a\\\nb\")", "eval(ab)");
	expect("eval(\"print(\\\"x, y\\\", (1))\")", "eval(print(\"x, y\", (1)))");
	expect("eval(\"it's // no comment /* nor this */\")",
		"eval(it's // no comment /* nor this */)");
	expect("eval(\"\\q\")",
		"eval!1:7 an unknown escape in a string: double the backslash to mean one");
	expect("eval(\"a\\x100\")", "eval!1:8 \\x needs digits of at most ff");
	expect("eval(\"\\ud800\")",
		"eval!1:7 a universal character name has 4 (\\u) or 8 (\\U) digits of a character");
	expect("eval(\"no end)\nstep();", "eval!1:6 the quote has no end on its line step()");
	expect("eval(\"x\"\nstep();", "eval!1:5 the call has no closing parenthesis step()");
	expect_slice(FL_S("eval(\"a\0b\")"), "eval!1:6 a NUL byte has no place here");
}

static void test_arguments(void **state)
{
	(void)state;
	expect("eval(this->f(a, b<c>, x[1]))", "eval(this->f(a, b<c>, x[1]))");
	expect("eval(n /* the count */ + 1)", "eval(n + 1)");
	expect("read_memory(0x7ffd2340, 64)", "read_memory(0x7ffd2340|64)");
	expect("read_memory(&v[0] + f(1, 2), 0b1000)", "read_memory(&v[0] + f(1, 2)|8)");
	expect("read_memory(\"&x\", 0x1'0u)", "read_memory(&x|16)");
	expect("read_memory(p, 010)", "read_memory(p|8)");
	expect("breakpoint(\"main\")", "breakpoint(main)");
	expect("breakpoint(\"f.cpp\", \"42\")",
		"breakpoint!1:21 a number without a sign is needed here");
	expect("breakpoint(f.cpp, 42)", "breakpoint!1:12 a string in quotes is needed here");
	expect("breakpoint(\"f.cpp\", -1)",
		"breakpoint!1:21 a number without a sign is needed here");
	expect("backtrace_get(1.5)", "backtrace_get!1:15 this is no integer");
	expect("backtrace_get(99999999999999999999)",
		"backtrace_get!1:15 the number does not fit into 64 bits");
	expect("backtrace_get(08)", "backtrace_get!1:15 this is no integer");
	expect("read_memory(p)", "read_memory!1:14 an argument is missing here");
	expect("read_memory(p,)", "read_memory!1:14 an argument is missing here");
	expect("read_memory(,4)", "read_memory!1:13 an argument is missing here");
	expect("step(1)", "step!1:6 this is an argument too many");
	expect("breakpoint(\"f\", 1, \"c\", 2)", "breakpoint!1:25 this is an argument too many");
	expect("eval()", "eval!1:6 an argument is missing here");
	expect("eval(\" \")", "eval!1:6 an empty text means nothing here");
}

static void test_limits(void **state)
{
	struct fl_buf text;
	struct fl_arena a;
	struct fl_list calls;
	struct fl_error err;
	(void)state;
	fl_buf_init(&text, 4 << 20);
	fl_arena_init(&a, 256 << 20);
	for (int i = 0; i < DBG_CALL_LIST_MAX; i++)
		fl_buf_str(&text, "step();\n");
	assert_int_equal(dbg_calls_parse(fl_buf_view(&text), &a, &calls, &err), 0);
	assert_int_equal(calls.len, DBG_CALL_LIST_MAX);
	fl_buf_str(&text, "step();\n");
	assert_int_equal(dbg_calls_parse(fl_buf_view(&text), &a, &calls, &err), FL_ELIMIT);
	fl_buf_clear(&text);
	fl_buf_fill(&text, 'x', (1 << 20) + 1);
	assert_int_equal(dbg_calls_parse(fl_buf_view(&text), &a, &calls, &err), FL_ELIMIT);
	/* what could cost more than its length */
	static const char *const hard[] = {"{", "R\"x(", "/*", "'", "\"", "({[", "eval(", "}"};
	for (size_t i = 0; i < sizeof(hard) / sizeof(*hard); i++) {
		fl_buf_clear(&text);
		while (text.len < 200000)
			fl_buf_str(&text, hard[i]);
		dbg_calls_parse(fl_buf_view(&text), &a, &calls, &err);
		fl_arena_release(&a);
	}
	fl_buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bare),
		cmocka_unit_test(test_around),
		cmocka_unit_test(test_queries),
		cmocka_unit_test(test_strings),
		cmocka_unit_test(test_arguments),
		cmocka_unit_test(test_limits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
