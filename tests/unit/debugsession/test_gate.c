/*
 * The gate with the names of the gdb that is here: what is refused, what passes, and what is sent
 * in its place. The two lists are those that tests/e2e/gate.sh tries on a live session.
 * labels: needs-gdb
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/process.h"
#include "debugsession/gate/gate.h"
#include "debugsession/console/words.h"

struct world {
	struct fl_buf help;
	struct dbg_gate *gate, *open; /* without and with a network, outside and inside of a box */
};

static bool is_register(void *ctx, struct fl_slice name)
{
	(void)ctx;
	return fl_slice_eqs(name, "rip") || fl_slice_eqs(name, "rdi");
}

static int set_up(void **state)
{
	static struct world w;
	const char *argv[] = {
		"gdb", "-nx", "-q", "-batch", "-ex", "set width 0", "-ex", "help all", NULL};
	struct fl_process_spec spec = {
		.argv = argv, .out_max = DBG_GATE_HELP_MAX, .wall_ms = 60000};
	struct fl_process_result result;
	struct dbg_gate_opts opts = {.on = true, .is_register = is_register};
	struct fl_error err;
	fl_buf_init(&w.help, DBG_GATE_HELP_MAX);
	int rc = fl_process_run(&spec, &w.help, NULL, &result, &err);
	if (rc == FL_EEXEC && !getenv("CI")) {
		puts("gdb is missing");
		exit(77);
	}
	assert_int_equal(rc, 0);
	assert_int_equal(dbg_gate_new(&opts, fl_buf_view(&w.help), &w.gate, &err), 0);
	opts.network = opts.boxed = true;
	assert_int_equal(dbg_gate_new(&opts, fl_buf_view(&w.help), &w.open, &err), 0);
	*state = &w;
	return 0;
}

static int tear_down(void **state)
{
	struct world *w = *state;
	dbg_gate_free(w->gate);
	dbg_gate_free(w->open);
	fl_buf_release(&w->help);
	return 0;
}

/* What is sent for a command, or NULL when it is refused; err has the reason. */
static const char *sent(const struct dbg_gate *g, const char *command, struct fl_error *err)
{
	static char text[4096];
	struct fl_buf out;
	fl_buf_init(&out, DBG_GATE_LINE_MAX);
	int rc = dbg_gate_pass(g, fl_slice_str(command), &out, err);
	snprintf(text, sizeof(text), "%s", out.data);
	fl_buf_release(&out);
	if (rc)
		assert_int_equal(rc, FL_EREFUSED);
	return rc ? NULL : text;
}

/* Each line of the list is a JSON text; returns how many there were. */
static size_t each(const struct world *w, const char *list, bool refused)
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
		const char *command = fl_arena_slice(&a, fl_json_str(v)).ptr;
		/* a comment never comes to the gate: the session does nothing with it */
		const char *passes = dbg_words_nothing(fl_slice_str(command))
					     ? command
					     : sent(w->gate, command, &err);
		/* a call through an expression is gdb's to refuse: may-call-functions is off */
		bool by_gdb = strstr(command, "((int (*)(const char *))") != NULL;
		if (refused && passes && !by_gdb && ++wrong)
			print_error("passes: %s\n", command);
		if (!refused && !passes && ++wrong)
			print_error("%s: %s\n", command, err.message);
		fl_arena_release(&a);
	}
	fl_buf_release(&text);
	assert_int_equal(wrong, 0);
	return n;
}

static void ways_around_are_refused(void **state)
{
	assert_true(each(*state, "refused.jsonl", true) >= 40);
}

static void everyday_commands_pass(void **state)
{
	assert_true(each(*state, "harmless.jsonl", false) >= 60);
}

static void whole_words_are_sent(void **state)
{
	static const char *const pairs[][2] = {
		{"b main", "break main"},
		{"i r rip", "info registers rip"},
		{"p/x $rip", "print/x $rip"},
		{"t a a -q p 1", "thread apply all -q print 1"},
		{"w p pretty -- p 1", "with print pretty -- print 1"},
		{"set p pr on", "set print pretty on"},
		{"-gdb-set p pr on", "-gdb-set print pretty on"},
		{"7-break-list", "-break-list"},
		{"-interpreter-exec console \"p 1\"", "print 1"},
		{"# x\n  b main\n\n comm 1\nsilent\nend", "break main\ncommands 1\nsilent\nend\n"},
	};
	const struct world *w = *state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(*pairs); i++) {
		struct fl_error err = {0};
		const char *got = sent(w->gate, pairs[i][0], &err);
		if (!got)
			fail_msg("%s: %s", pairs[i][0], err.message);
		assert_string_equal(got, pairs[i][1]);
	}
}

static void a_refusal_says_how_to_allow_it(void **state)
{
	const struct world *w = *state;
	struct fl_error err;
	assert_null(sent(w->gate, "shell ls", &err));
	assert_non_null(strstr(err.message, "refused by the gate: shell"));
	assert_non_null(strstr(err.message, "--unsafe"));
	assert_null(sent(w->gate, "target remote localhost:1", &err));
	assert_non_null(strstr(err.message, "--allow-network"));
}

static void more_with_a_network_and_in_a_box(void **state)
{
	const struct world *w = *state;
	struct fl_error err;
	assert_string_equal(sent(w->open, "target remote localhost:1234", &err),
		"target remote localhost:1234");
	assert_string_equal(sent(w->open, "tar ext example.org:99", &err),
		"target extended-remote example.org:99");
	assert_non_null(sent(w->open, "-target-select remote /run/stub.sock", &err));
	assert_null(sent(w->open, "target remote | sh", &err));
	assert_null(sent(w->open, "target remote /dev/ttyS0", &err));
	assert_null(sent(w->open, "target remote localhost:1 x", &err));
	assert_non_null(sent(w->open, "file /usr/bin/true", &err));
	assert_null(sent(w->open, "shell true", &err));
	assert_non_null(sent(w->open, "set environment LD_LIBRARY_PATH /libs", &err));
	assert_null(sent(w->open, "set environment LD_PRELOAD /libs/x.so", &err));
}

/* What a wall around gdb and its program holds, and nothing of gdb's own. */
static void in_a_box_the_program_may_be_used(void **state)
{
	static const char *const commands[] = {"print v.size()", "p *v.begin()", "call f(1)",
		"print x = 100000", "print x++", "jump 12", "generate-core-file", "gcore",
		"break f if v.size() > 3", "condition 1 g(i)", "checkpoint", "-exec-jump 12",
		"-data-evaluate-expression \"v.size()\"", "-var-assign v 3", "set var $pc = 0",
		"print (int)system(\"true\")"};
	static const char *const never[] = {"print $_shell(\"true\")", "shell true", "python 1",
		"set logging enabled on", "print $nobody_knows(1)", "source x", "dump memory x 0 1",
		"maintenance info sections", "monitor x", "pipe p 1 | sh", "make"};
	const struct world *w = *state;
	struct fl_error err;
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		if (!sent(w->open, commands[i], &err))
			fail_msg("%s: %s", commands[i], err.message);
		assert_null(sent(w->gate, commands[i], &err));
	}
	for (size_t i = 0; i < sizeof(never) / sizeof(*never); i++)
		assert_null(sent(w->open, never[i], &err));
}

static void names_of_files_with_blanks(void **state)
{
	const struct world *w = *state;
	struct fl_error err;
	assert_non_null(sent(w->gate, "file \"/home/me/my dir/a.out\"", &err));
	assert_non_null(sent(w->gate, "file /home/me/my\\ dir/a.out", &err));
	assert_null(sent(w->gate, "file /home/me/my dir/a.out", &err));
	assert_null(sent(w->gate, "file \"/usr/bin/touch\"", &err));
	assert_null(sent(w->gate, "file /usr\\/bin/touch", &err));
	assert_null(sent(w->gate, "file '/home/me", &err));
}

static void what_the_user_defined_is_refused(void **state)
{
	static const char help[] = "Command class: user-defined\n\nmine -- User-defined.\n"
				   "print -- User-defined.\n\nUnclassified commands\n\n"
				   "list, l -- List.\nstep, s -- Step.\nstepi, si -- Step.\n";
	const struct dbg_gate_opts opts = {.on = true};
	struct dbg_gate *g;
	struct fl_error err;
	(void)state;
	assert_int_equal(dbg_gate_new(&opts, fl_slice_str(help), &g, &err), 0);
	assert_null(sent(g, "mine", &err));
	assert_non_null(strstr(err.message, "defined by the user"));
	assert_null(sent(g, "print 1", &err));
	assert_null(sent(g, "ste", &err));
	assert_non_null(strstr(err.message, "several"));
	assert_string_equal(sent(g, "l 1", &err), "list 1");
	assert_null(sent(g, "set $x = 1", &err));
	dbg_gate_free(g);
}

static void bytes_that_hide_something(void **state)
{
	const struct world *w = *state;
	struct fl_buf out;
	struct fl_error err;
	fl_buf_init(&out, DBG_GATE_LINE_MAX);
	assert_int_equal(dbg_gate_pass(w->gate, fl_slice("print 1\0\nshell ls", 17), &out, &err),
		FL_EREFUSED);
	fl_buf_release(&out);
	assert_null(sent(w->gate, "print 1\vshell ls", &err));
	assert_null(sent(w->gate, "print 1 \\", &err));
	assert_null(sent(w->gate, "", &err));
}

static void debuggers_and_addresses(void **state)
{
	static const char *const local[] = {"localhost:1", ":1", "127.0.0.1:65535", "[::1]:9",
		"tcp:localhost:1", "/run/x.sock"};
	static const char *const remote[] = {"example.org:1", "10.0.0.1:1", "localhost", "| sh",
		"localhost:99999", "localhost:1 x", ""};
	struct fl_error err;
	(void)state;
	assert_int_equal(dbg_gate_debugger(NULL, &err), 0);
	assert_int_equal(dbg_gate_debugger("gdb", &err), 0);
	assert_int_equal(dbg_gate_debugger("gdb-multiarch", &err), 0);
	assert_int_equal(dbg_gate_debugger("/usr/bin/gdb", &err), 0);
	assert_int_equal(dbg_gate_debugger("/bin/sh", &err), FL_EREFUSED);
	assert_int_equal(dbg_gate_debugger("sh", &err), FL_EREFUSED);
	assert_int_equal(dbg_gate_debugger("/tmp/gdb", &err), FL_EREFUSED);
	for (size_t i = 0; i < sizeof(local) / sizeof(*local); i++)
		assert_true(dbg_gate_is_local(fl_slice_str(local[i])));
	for (size_t i = 0; i < sizeof(remote) / sizeof(*remote); i++)
		assert_false(dbg_gate_is_local(fl_slice_str(remote[i])));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ways_around_are_refused),
		cmocka_unit_test(everyday_commands_pass),
		cmocka_unit_test(whole_words_are_sent),
		cmocka_unit_test(a_refusal_says_how_to_allow_it),
		cmocka_unit_test(more_with_a_network_and_in_a_box),
		cmocka_unit_test(in_a_box_the_program_may_be_used),
		cmocka_unit_test(names_of_files_with_blanks),
		cmocka_unit_test(what_the_user_defined_is_refused),
		cmocka_unit_test(bytes_that_hide_something),
		cmocka_unit_test(debuggers_and_addresses),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
