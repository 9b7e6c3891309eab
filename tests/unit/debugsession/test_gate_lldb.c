/*
 * The gate over the engine lldb-dap, with the names that the engine itself lists: the two lists that
 * tests/e2e/gate_engines.sh tries on a live session, and what is sent in a command's place.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/json.h"
#include "debugsession/adapter/cli.h"
#include "debugsession/gate/gate.h"

static int set_up(void **state)
{
	static struct dbg_gate *g;
	const struct dbg_gate_opts opts = {.on = true, .lldb = true};
	struct dbg_dap_engine *e = calloc(1, sizeof(*e));
	assert_non_null(e);
	fl_buf_init(&e->base.text, DBG_GATE_HELP_MAX);
	assert_int_equal(dbg_dap_help(e, FL_S("all"), NULL), 0);
	assert_int_equal(dbg_gate_new(&opts, fl_buf_view(&e->base.text), &g, NULL), 0);
	fl_buf_release(&e->base.text);
	free(e);
	*state = g;
	return 0;
}

static int tear_down(void **state)
{
	dbg_gate_free(*state);
	return 0;
}

/* What is sent for a command, or NULL when it is refused; err has the reason. */
static const char *sent(const struct dbg_gate *g, struct fl_slice command, struct fl_error *err)
{
	static char text[8192];
	struct fl_buf out;
	fl_buf_init(&out, DBG_GATE_LINE_MAX);
	int rc = dbg_gate_pass(g, command, &out, err);
	snprintf(text, sizeof(text), "%s", out.data);
	fl_buf_release(&out);
	if (rc)
		assert_int_equal(rc, FL_EREFUSED);
	return rc ? NULL : text;
}

/* Each line of the list is a JSON text; returns how many there were. */
static size_t each(const struct dbg_gate *g, const char *list, bool refused)
{
	char path[4096];
	struct fl_buf text;
	struct fl_slice rest, line;
	size_t n = 0, wrong = 0;
	snprintf(path, sizeof(path), "%s/tests/e2e/gate/%s", getenv("FL_SRC"), list);
	fl_buf_init(&text, 1 << 20);
	assert_int_equal(fl_buf_read_file(&text, path, NULL), 0);
	rest = fl_buf_view(&text);
	for (; fl_slice_line(&rest, &line); n++) {
		struct fl_arena a;
		const struct fl_json *v;
		struct fl_error err = {0};
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(fl_json_parse(line, &a, &v, &err), 0);
		bool passes = sent(g, fl_json_str(v), &err) != NULL;
		if (passes == refused && ++wrong)
			print_error("%.*s: %s\n", FL_ARG(line), passes ? "passes" : err.message);
		fl_arena_release(&a);
	}
	fl_buf_release(&text);
	assert_int_equal(wrong, 0);
	return n;
}

static void ways_around_are_refused(void **state)
{
	assert_true(each(*state, "lldb_refused.jsonl", true) >= 200);
}

static void everyday_commands_pass(void **state)
{
	assert_true(each(*state, "lldb_harmless.jsonl", false) >= 150);
}

static void the_engine_knows_what_is_sent(void **state)
{
	static const char *const pairs[][2] = {
		{"b main", "break main"},
		{"s", "step"},
		{"si", "stepi"},
		{"n 2", "next 2"},
		{"fg", "continue"},
		{"bt 3", "backtrace 3"},
		{"info stack", "backtrace"},
		{"i r rip", "info registers rip"},
		{"i lo", "info locals"},
		{"p/x $rip", "print/x $rip"},
		{"p(1)", "print (1)"},
		{"p&x", "print &x"},
		{"set var x = 1", "set variable x = 1"},
		{"set print pretty on", "set print pretty on"},
		{"7-break-list", "-break-list"},
		{"-interpreter-exec console \"p 1\"", "print 1"},
		{"# x\n  b main\n\n p 1\n", "break main\nprint 1\n"},
	};
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct fl_error err = {0};
		const char *got = sent(*state, fl_slice_str(pairs[i][0]), &err);
		if (!got)
			fail_msg("%s: %s", pairs[i][0], err.message);
		assert_string_equal(got, pairs[i][1]);
	}
}

static void expressions_have_limits(void **state)
{
	char text[8192] = "print ";
	struct fl_error err;
	memset(text + 6, '(', 64);
	text[70] = '1';
	memset(text + 71, ')', 64);
	text[135] = '\0';
	assert_non_null(sent(*state, fl_slice_str(text), &err));
	memset(text + 6, '(', 65);
	text[71] = '1';
	memset(text + 72, ')', 65);
	text[137] = '\0';
	assert_null(sent(*state, fl_slice_str(text), &err));
	memset(text + 6, '1', 5000);
	text[5006] = '\0';
	assert_null(sent(*state, fl_slice_str(text), &err));
	assert_non_null(strstr(err.message, "too long"));
}

static void the_words_of_others_do_not_pass(void **state)
{
	struct fl_error err;
	assert_int_equal(dbg_gate_words(*state, FL_S("i + 1"), &err), 0);
	assert_int_equal(dbg_gate_words(*state, FL_S("src/v.c"), &err), 0);
	assert_int_equal(dbg_gate_words(*state, FL_S("f(1)"), &err), FL_EREFUSED);
	assert_int_equal(dbg_gate_words(*state, FL_S("`f`"), &err), FL_EREFUSED);
	assert_int_equal(dbg_gate_words(*state, FL_S("a\nb"), &err), FL_EREFUSED);
	assert_int_equal(dbg_gate_debugger("lldb-dap-19", &err), 0);
	assert_int_equal(dbg_gate_debugger("lldb-dap", &err), 0);
	assert_int_equal(dbg_gate_debugger("/tmp/lldb-dap", &err), FL_EREFUSED);
	assert_int_equal(dbg_gate_debugger("lldb", &err), FL_EREFUSED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ways_around_are_refused),
		cmocka_unit_test(everyday_commands_pass),
		cmocka_unit_test(the_engine_knows_what_is_sent),
		cmocka_unit_test(expressions_have_limits),
		cmocka_unit_test(the_words_of_others_do_not_pass),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
