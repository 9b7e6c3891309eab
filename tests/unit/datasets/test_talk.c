/*
 * Dialogues as trainers of agents read them: every call that a dialogue makes is one of the tools,
 * and thoughts and markers go where that is asked for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/json.h"
#include "datasets/export/talk.h"
#include "datasets/turns/turns.h"

enum { TEXT_MAX = 1 << 20 };

#define CODE_TEXT "--- a/sum.c\n+++ b/sum.c\n@@ -1,1 +1,1 @@\n-int a;\n+int b;\n"
#define STOPPED \
	"<DEBUG_CONTEXT>\nstop_info(\"breakpoint\",0,\"\",\"sum.c\",1,\"sum\")\n<CODE_END>\n"
#define ENDED "<DEBUG_CONTEXT>\nstop_info(\"exit\",0,\"\",\"\",0,\"\",0)\n<CODE_END>\n"

static const struct ds_turns_opts all;
static struct fl_arena arena;
static struct fl_buf row;

static int set_up(void **state)
{
	(void)state;
	fl_arena_init(&arena, TEXT_MAX);
	fl_buf_init(&row, TEXT_MAX);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	fl_buf_release(&row);
	fl_arena_release(&arena);
	return 0;
}

static struct ds_sentence sentences[] = {{.text = FL_LIT("I run it.")},
	{.text = FL_LIT("It stops.")}, {.text = FL_LIT("It has to go.")},
	{.text = FL_LIT("It is gone.")}};

#define THOUGHT(kind_, n)                                                  \
	{                                                                  \
		.kind = DS_TURN_##kind_, .sentences = { &sentences[n], 1 } \
	}

/* A record of these turns; the call that its second turn makes. */
static struct ds_record record_of(const char *call)
{
	struct ds_turn turns[] = {THOUGHT(PLAN, 0),
		{.kind = DS_TURN_CALL, .text = fl_slice_str(call)},
		{.kind = DS_TURN_RESULT, .text = FL_LIT(STOPPED)}, THOUGHT(TRACE, 1),
		THOUGHT(FIX, 2), {.kind = DS_TURN_CODE},
		{.kind = DS_TURN_CALL, .text = FL_LIT("run()")},
		{.kind = DS_TURN_RESULT, .text = FL_LIT(ENDED)}, THOUGHT(VERIFY, 3)};
	const struct fl_list list = {turns, sizeof(turns) / sizeof(turns[0])};
	struct ds_record r = {.kind = DS_KIND_DEBUG_SESSION};
	struct fl_buf text;
	fl_buf_init(&text, TEXT_MAX);
	ds_turns_write(&text, &list);
	r.events = fl_arena_slice(&arena, fl_buf_view(&text));
	fl_buf_clear(&text);
	turns[5].text = FL_S(CODE_TEXT);
	ds_turns_text(&text, &list, 0, list.len);
	r.completion = fl_arena_slice(&arena, fl_buf_view(&text));
	fl_buf_release(&text);
	return r;
}

static const struct fl_json *messages_of(
	const struct ds_record *r, const struct ds_turns_opts *opts)
{
	const struct fl_json *json = NULL;
	struct fl_error err = {0};
	fl_buf_clear(&row);
	fl_buf_char(&row, '{');
	if (ds_talk_messages(r, opts, FL_S("Mend it."), NULL, &arena, &row, &err))
		fail_msg("%s", err.message);
	fl_buf_char(&row, '}');
	assert_int_equal(fl_json_parse(fl_buf_view(&row), &arena, &json, &err), 0);
	return fl_json_get(json, "messages");
}

static bool row_has(const char *text)
{
	return fl_slice_find(fl_buf_view(&row), text) >= 0;
}

/* All calls that policies make and that pasted sessions become. */
static void test_calls(void **state)
{
	static const struct {
		const char *call, *name, *arguments;
	} calls[] = {
		{"breakpoint(\"sum.c\", 1)", "breakpoint", "{\"file\":\"sum.c\",\"line\":1}"},
		{"breakpoint(\"sum\")", "breakpoint", "{\"function\":\"sum\"}"},
		{"run()", "run", "{}"},
		{"continue_exec()", "continue_exec", "{}"},
		{"next()", "next", "{}"},
		{"step()", "step", "{}"},
		{"finish()", "finish", "{}"},
		{"inspect()", "inspect", "{}"},
		{"inspect(2)", "inspect", "{\"frame\":2}"},
		{"eval(\"v[1]\")", "eval", "{\"expression\":\"v[1]\"}"},
		{"backtrace_get(4)", "backtrace_get", "{\"max_depth\":4}"},
		{"watchpoint(\"s\")", "watchpoint", "{\"expression\":\"s\"}"},
		{"threads()", "threads", "{}"},
		{"__AGENT_QUERY__(\"trace\", \"sum\")", "__AGENT_QUERY__",
			"{\"query\":\"trace\",\"function\":\"sum\"}"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		const struct ds_record r = record_of(calls[i].call);
		messages_of(&r, &all);
		struct fl_slice made =
			fl_arena_printf(&arena, "\"function\":{\"name\":\"%s\",\"arguments\":%s}",
				calls[i].name, calls[i].arguments);
		struct fl_slice tool = fl_arena_printf(
			&arena, "\"function\":{\"name\":\"%s\",\"description\":\"", calls[i].name);
		if (!row_has(made.ptr) || !row_has(tool.ptr))
			fail_msg("%s: %.*s", calls[i].call, FL_ARG(fl_buf_view(&row)));
	}
}

/* What no tool does is refused, and so is a command that was kept as a comment. */
static void test_no_calls(void **state)
{
	static const char *const none[] = {"/* gdb: up */", "compile(\"int a;\")", "frobnicate()"};
	(void)state;
	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		const struct ds_record r = record_of(none[i]);
		fl_buf_clear(&row);
		assert_int_equal(
			ds_talk_messages(&r, &all, FL_S("Mend it."), NULL, &arena, &row, NULL),
			FL_EREFUSED);
	}
}

static const struct fl_json *message(const struct fl_json *messages, size_t i)
{
	const struct fl_json *m = messages->child;
	while (m && i--)
		m = m->next;
	return m;
}

static struct fl_slice said(const struct fl_json *messages, size_t i)
{
	return fl_json_str(fl_json_get(message(messages, i), "content"));
}

static void expect(struct fl_slice is, const char *text)
{
	if (!fl_slice_eqs(is, text))
		fail_msg("%.*s", FL_ARG(is));
}

static void test_left_out(void **state)
{
	static const struct ds_turns_opts bare = {.no_reasoning = true},
					  plain = {.no_markers = true},
					  neither = {.no_reasoning = true, .no_markers = true};
	const struct ds_record r = record_of("run()");
	(void)state;
	const struct fl_json *m = messages_of(&r, &all);
	expect(said(m, 1), "<THINK_PLAN>\n/* I run it.\n */\n<THINK_END>\n");
	expect(said(m, 5), "<THINK_VERIFY>\n/* It is gone.\n */\n<THINK_END>\n");
	m = messages_of(&r, &plain);
	expect(said(m, 1), "/* I run it.\n */\n");
	expect(said(m, 2), STOPPED);
	expect(said(m, 3), "/* It stops.\n */\n/* It has to go.\n */\n" CODE_TEXT);
	m = messages_of(&r, &bare);
	assert_null(message(m, 5)); /* nothing is said behind the last answer */
	expect(said(m, 1), "");
	expect(said(m, 3), "<CODE_START>\n" CODE_TEXT "<CODE_END>\n");
	m = messages_of(&r, &neither);
	expect(said(m, 3), CODE_TEXT);
	expect(said(m, 4), ENDED);
}

/* As one text, too; and where the tools speak in that. */
static void test_bare(void **state)
{
	const struct ds_record r = record_of("run()");
	const struct ds_talk_part *parts = NULL;
	struct fl_slice text = {0};
	size_t count = 0;
	(void)state;
	assert_int_equal(ds_talk_bare(&r, &arena, &text, NULL), 0);
	expect(text, "<QUERY_TOOL> run() <CODE_END>\n" STOPPED "<CODE_START>\n" CODE_TEXT
		     "<CODE_END>\n<QUERY_TOOL> run() <CODE_END>\n" ENDED);
	assert_int_equal(ds_talk_parts(&r, text, &arena, &parts, &count, NULL), 0);
	assert_int_equal(count, 2);
	expect(fl_slice(text.ptr + parts[0].from, parts[0].to - parts[0].from), STOPPED);
	expect(fl_slice(text.ptr + parts[1].from, parts[1].to - parts[1].from), ENDED);
	assert_int_equal(parts[1].to, text.len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_calls, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_no_calls, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_left_out, set_up, tear_down),
		cmocka_unit_test_setup_teardown(test_bare, set_up, tear_down),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
