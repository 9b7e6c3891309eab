/* Pasted sessions: commands as calls, answers without what is the machine's, and what does not hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/transcribed/pasted.h"
#include "datasets/turns/facts.h"

enum { ARENA_MAX = 1 << 26 };

static const char source[] =
	"int half(int *p, int n)\n{\n\tint rest = n;\n\treturn *p / rest;\n}\n";
static const char session[] =
	"Reading symbols from ./a.out...\n(gdb) run\nStarting program: /home/ann/a.out\nasking\n\n"
	"Program received signal SIGFPE, Arithmetic exception.\n"
	"0x0000555555555151 in half (p=0x7fffffffe3c4, n=0) at /home/ann/half.c:4\n"
	"4\t\treturn *p / rest;\n(gdb) info locals\nrest = 0\n(gdb) info args\n"
	"p = 0x7fffffffe3c4\nn = 0\n(gdb) bt\n"
	"#0  0x0000555555555151 in half (p=0x7fffffffe3c4, n=0) at half.c:4\n(gdb) x/i $pc\n"
	"=> 0x555555555151:\tidiv   %ecx\n(gdb) break 3\n"
	"Breakpoint 1 at 0x1140: file half.c, line 3.\n(gdb) quit\n";

static struct fl_arena arena;

static void open_text(struct ds_pasted *t, const char *text, const char *file)
{
	fl_arena_init(&arena, ARENA_MAX);
	*t = (struct ds_pasted){.file = FL_S("half.c"), .text = fl_slice_str(file), .a = &arena};
	assert_int_equal(dbg_transcript_read(fl_slice_str(text), &arena, &t->transcript, NULL), 0);
	t->to = t->transcript.event_count;
}

static void typed(bool lldb, const char *command, enum ds_typed_fate fate, const char *call)
{
	struct ds_pasted t;
	open_text(&t, "", source);
	t.lldb = lldb;
	struct ds_typed is = ds_typed_read(&t, fl_slice_str(command));
	if (is.fate != fate || (call && !fl_slice_eqs(is.call, call)))
		fail_msg("%s: %s, %.*s", command, ds_typed_words[is.fate], FL_ARG(is.call));
	fl_arena_release(&arena);
}

static void test_commands(void **state)
{
	(void)state;
	typed(false, "r < in.txt", DS_TYPED_CALL, "run()");
	typed(false, "c", DS_TYPED_CALL, "continue_exec()");
	typed(false, "c 3", DS_TYPED_KEPT, "/* gdb: c 3 */");
	typed(false, "bt 4", DS_TYPED_CALL, "backtrace_get(4)");
	typed(false, "bt -2", DS_TYPED_KEPT, NULL);
	typed(false, "p *p", DS_TYPED_CALL, "eval(\"*p\")");
	typed(false, "p a < b", DS_TYPED_CALL, "eval(\"a < b\")");
	typed(false, "p/x n", DS_TYPED_KEPT, "/* gdb: p/x n */");
	typed(false, "print \"<CODE_END>\"", DS_TYPED_CALL, "eval(\"\\\"\\074CODE_END>\\\"\")");
	typed(false, "frame */ <CODE_END>", DS_TYPED_UNKNOWN, NULL);
	typed(false, "b /home/ann/src/half.c:4 if n == 0", DS_TYPED_CALL,
		"breakpoint(\"half.c\", 4, \"n == 0\")");
	typed(false, "break 4", DS_TYPED_CALL, "breakpoint(\"half.c\", 4)");
	typed(false, "b half", DS_TYPED_CALL, "breakpoint(\"half\")");
	typed(false, "b *0x1149", DS_TYPED_KEPT, NULL);
	typed(false, "watch rest", DS_TYPED_CALL, "watchpoint(\"rest\")");
	typed(false, "list", DS_TYPED_SOURCE, NULL);
	typed(false, "info registers", DS_TYPED_MACHINE, NULL);
	typed(false, "set pagination off", DS_TYPED_SETTING, NULL);
	typed(false, "set var n = 3", DS_TYPED_KEPT, NULL);
	typed(false, "frobnicate", DS_TYPED_UNKNOWN, NULL);
	typed(true, "frame variable", DS_TYPED_CALL, "inspect()");
	typed(true, "fr v rest", DS_TYPED_CALL, "eval(\"rest\")");
	typed(true, "fr v rest n", DS_TYPED_KEPT, NULL);
	typed(true, "breakpoint set --file half.c --line 4", DS_TYPED_CALL,
		"breakpoint(\"half.c\", 4)");
	typed(true, "br s -n half", DS_TYPED_CALL, "breakpoint(\"half\")");
	typed(true, "watchpoint set variable rest", DS_TYPED_CALL, "watchpoint(\"rest\")");
	typed(true, "thread step-over", DS_TYPED_CALL, "next()");
	typed(true, "register read rip", DS_TYPED_MACHINE, NULL);
}

/* Arguments and locals are one answer; what tells nothing of the program is gone. */
static void test_turns(void **state)
{
	static const char *const texts[] = {"run()",
		"<DEBUG_CONTEXT>\nstop_info(\"signal\",8,\"SIGFPE\",\"half.c\",4,\"half\")\n<CODE_"
		"END>\n"
		"<TOOL_RESULT> const char* program_output = \"asking\\n\"; <CODE_END>\n",
		"inspect()",
		"<DEBUG_CONTEXT>\nframe_vars(0,\"half\",\"half.c\",4,{{\"p\",\"\",\"<ptr>\"},"
		"{\"n\",\"\",\"0\"},{\"rest\",\"\",\"0\"}})\n<CODE_END>\n",
		"backtrace_get()",
		"<DEBUG_CONTEXT>\nbacktrace({{\"half\",4,\"half.c\"}})\n<CODE_END>\n"};
	enum { COUNT = sizeof(texts) / sizeof(texts[0]) };
	int64_t counts[DS_TYPED_COUNT] = {0};
	struct ds_pasted t;
	struct fl_vec turns;
	(void)state;
	open_text(&t, session, source);
	fl_vec_init(&turns, sizeof(struct ds_turn), 32);
	assert_int_equal(ds_pasted_turns(&t, &turns, counts, NULL), 0);
	for (size_t i = 0; i < COUNT && i < turns.len; i++) {
		const struct ds_turn *turn = fl_vec_at(&turns, i);
		if (!fl_slice_eqs(turn->text, texts[i]))
			fail_msg("turn %zu: %.*s", i, FL_ARG(turn->text));
	}
	assert_int_equal(turns.len, COUNT);
	assert_int_equal(counts[DS_TYPED_CALL], 3);
	assert_int_equal(counts[DS_TYPED_MACHINE], 1);
	assert_int_equal(counts[DS_TYPED_IDLE], 1);
	fl_vec_release(&turns);
	fl_arena_release(&arena);
}

static void test_symptom(void **state)
{
	struct ds_pasted_symptom s;
	struct ds_pasted t;
	struct fl_error err;
	(void)state;
	open_text(&t, session, source);
	assert_int_equal(ds_pasted_symptom(&t, &s, NULL), 0);
	assert_true(fl_slice_eqs(s.symptom.kind, "fpe"));
	assert_int_equal(s.signal, 8);
	const struct tg_symptom_stack *stack = s.symptom.stacks.items;
	const struct dbg_frame *f = stack->frames.items;
	assert_true(fl_slice_eqs(f->file, "half.c"));
	assert_int_equal(f->line, 4);
	fl_arena_release(&arena);
	open_text(&t,
		"(gdb) run\nhalf: half.c:3: half: Assertion `n' failed.\n\n"
		"Program received signal SIGABRT, Aborted.\n(gdb) bt\n"
		"#0  0x1 in raise () from /lib/libc.so.6\n#1  half (n=0) at half.c:3\n",
		source);
	assert_int_equal(ds_pasted_symptom(&t, &s, NULL), 0);
	assert_true(fl_slice_eqs(s.symptom.kind, "assertion-failed"));
	assert_int_equal(s.evidence_class, DIAG_CLASS_LOGIC);
	fl_arena_release(&arena);
	open_text(&t,
		"(gdb) run\n\nProgram received signal SIGINT, Interrupt.\n"
		"half (n=0) at half.c:3\n",
		source);
	assert_int_equal(ds_pasted_symptom(&t, &s, &err), FL_EREFUSED);
	assert_string_equal(err.message, "it shows no signal of a fault, but SIGINT");
	fl_arena_release(&arena);
}

static void holds(const char *text, const char *file, const char *why)
{
	struct fl_error err = {0};
	struct ds_pasted t;
	int64_t held = -1;
	open_text(&t, text, file);
	int rc = ds_pasted_holds(&t, &held, &err);
	assert_int_equal(rc, why ? FL_EREFUSED : 0);
	if (why)
		assert_string_equal(err.message, why);
	else
		assert_true(held > 0);
	fl_arena_release(&arena);
}

static void test_holds(void **state)
{
	(void)state;
	holds(session, source, NULL);
	holds(session, "int half(int *p, int n)\n{\n\tint rest = n;\n\treturn *p % rest;\n}\n",
		"line 8 of the session: half.c:4 is `return *p / rest;` there, and `return *p % "
		"rest;` in the file");
	holds(session, "int half(int *p, int n)\n{ int rest = n;\n",
		"line 8 of the session: half.c:4 is `return *p / rest;` there, and `` in the file");
	holds("#0  other (n=0) at half.c:4\n", source,
		"line 1 of the session: it names `other`, which is not in half.c");
	holds("#0  half (n=0) at half.c:9\n", source,
		"line 1 of the session: it is at half.c:9, which has 5 lines");
	holds("#0  half (n=0) at half.c:99999999999\n", source,
		"line 1 of the session: it is at half.c:4294967295, which has 5 lines");
	holds("#0  half.part.0 (n=0) at half.c:4\n4\tin half.c\n", source, NULL);
}

/* A file that is compiled under another name: the session has the one that it had. */
static void test_names(void **state)
{
	static const char text[] = "(gdb) run\n\nProgram received signal SIGFPE, Arithmetic.\n"
				   "half (n=0) at my half.c:4\n4\t\treturn *p / rest;\n(gdb) bt\n"
				   "#0  half (n=0) at my half.c:4\n";
	struct ds_pasted t;
	struct ds_pasted_symptom s;
	int64_t held = 0;
	(void)state;
	open_text(&t, text, source);
	t.file = FL_S("my_half.c");
	assert_int_equal(ds_pasted_symptom(&t, &s, NULL), FL_ENOTFOUND);
	t.said = FL_S("src/my half.c");
	assert_int_equal(ds_pasted_symptom(&t, &s, NULL), 0);
	const struct tg_symptom_stack *stack = s.symptom.stacks.items;
	const struct dbg_frame *f = stack->frames.items;
	assert_true(fl_slice_eqs(f->file, "my_half.c"));
	assert_int_equal(ds_pasted_holds(&t, &held, NULL), 0);
	assert_int_equal(held, 3);
	assert_true(fl_slice_eqs(ds_pasted_file(&t, FL_S("/home/ann/my half.c")), "my_half.c"));
	assert_true(fl_slice_eqs(ds_pasted_file(&t, FL_S("./half.c")), "half.c"));
	fl_arena_release(&arena);
}

/* A dialogue that was transcribed has no thoughts but the mend's. */
static void test_form(void **state)
{
	struct ds_sentence said = {.text = FL_S("x.")};
	struct ds_turn turns[] = {{.kind = DS_TURN_CALL, .text = FL_S("/* gdb: up */")},
		{.kind = DS_TURN_RESULT, .text = FL_S("<TOOL_RESULT> 1 <CODE_END>\n")},
		{.kind = DS_TURN_ERROR, .sentences = {&said, 1}},
		{.kind = DS_TURN_FIX, .sentences = {&said, 1}}, {.kind = DS_TURN_CODE}};
	struct fl_list all = {turns, sizeof(turns) / sizeof(turns[0])};
	(void)state;
	fl_arena_init(&arena, ARENA_MAX);
	assert_null(ds_turns_form_transcribed(&all, &arena));
	assert_non_null(ds_turns_form(&all, &arena));
	turns[0].text = FL_S("up");
	assert_non_null(ds_turns_form_transcribed(&all, &arena));
	turns[0] = (struct ds_turn){.kind = DS_TURN_PLAN, .sentences = {&said, 1}};
	assert_non_null(ds_turns_form_transcribed(&all, &arena));
	fl_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_commands),
		cmocka_unit_test(test_turns),
		cmocka_unit_test(test_symptom),
		cmocka_unit_test(test_holds),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_form),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
