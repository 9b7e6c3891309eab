/*
 * What a live gdb knows, as shapes: order, bounds, and that asking changes nothing.
 * labels: needs-gdb
 * timeout: 180
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/process.h"
#include "debugsession/answer/facts.h"

static const char source[] = "#include <stdlib.h>\n"
			     "#include <string.h>\n"
			     "struct pair { int a, b; };\n"
			     "static char bytes[] = \"H\\x8b\\xf8 ok\";\n"
			     "static int deep(int n, const char *what)\n"
			     "{\n"
			     "	int outer = n + 1;\n"
			     "	struct pair both = {n, outer};\n"
			     "	char tail[600];\n"
			     "	memset(tail, 'x', sizeof(tail));\n"
			     "	if (n == 0) {\n"
			     "		int inner = 7;\n"
			     "		outer += inner + bytes[0] + both.a;\n"
			     "		return outer; /* 14 */\n"
			     "	}\n"
			     "	return deep(n - 1, what) + tail[0];\n"
			     "}\n"
			     "int main(int argc, char **argv)\n"
			     "{\n"
			     "	return deep(argc > 1 ? atoi(argv[1]) : 3, \"why\") & 1;\n"
			     "}\n";

struct world {
	char dir[64];
	struct dbg_loop loop;
	struct dbg_console *console;
	struct fl_arena arena;
};

#define OK(call)                                                         \
	do {                                                             \
		struct fl_error err_ = {0};                              \
		int rc_ = (call);                                        \
		if (rc_)                                                 \
			fail_msg("%s: %d %s", #call, rc_, err_.message); \
	} while (0)

static int sh(const char *command)
{
	const char *argv[] = {"/bin/sh", "-c", command, NULL};
	struct fl_process_spec spec = {.argv = argv};
	struct fl_process_result result;
	return fl_process_run(&spec, NULL, NULL, &result, NULL) || result.exit_status;
}

static void say(struct world *w, const char *command)
{
	struct dbg_reply reply;
	OK(dbg_console_run(w->console, fl_slice_str(command), 30000, &reply, &err_));
	if (!reply.result || fl_slice_eqs(reply.result->name, "error"))
		fail_msg("%s is refused", command);
}

static int start(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	const struct dbg_console_opts opts = {0};
	struct fl_error err;
	char path[256];
	*state = w;
	snprintf(w->dir, sizeof(w->dir), "/tmp/flfactsXXXXXX");
	if (!mkdtemp(w->dir))
		return -1;
	snprintf(path, sizeof(path), "%s/p.c", w->dir);
	FILE *f = fopen(path, "w");
	fputs(source, f);
	fclose(f);
	snprintf(path, sizeof(path), "gcc -g -O0 %s/p.c -o %s/p", w->dir, w->dir);
	if (sh(path))
		return -1;
	fl_arena_init(&w->arena, 1 << 24);
	dbg_loop_init(&w->loop);
	if (dbg_console_new(&w->loop, &opts, &w->console, &err)) {
		fprintf(stderr, "%s\n", err.message);
		return -1;
	}
	snprintf(path, sizeof(path), "file %s/p", w->dir);
	say(w, path);
	return 0;
}

static int finish(void **state)
{
	struct world *w = *state;
	char command[128];
	snprintf(command, sizeof(command), "rm -rf %s", w->dir);
	dbg_console_free(w->console);
	fl_arena_release(&w->arena);
	sh(command);
	free(w);
	return 0;
}

/* Run to line 14 with so many frames of deep(). */
static void run_to_end(struct world *w, const char *depth)
{
	char args[64];
	snprintf(args, sizeof(args), "set args %s", depth);
	const struct dbg_break where = {.file = "p.c", .line = 14};
	struct dbg_break_info info = {0};
	say(w, args);
	OK(dbg_facts_break_add(w->console, &where, &info, &err_));
	assert_int_equal(info.line, 14);
	say(w, "run");
}

static const struct dbg_variable *var(const struct dbg_frame_vars *v, size_t i)
{
	return fl_list_at(&v->locals, &dbg_variable_shape, i);
}

static void expect(struct fl_slice got, const char *wanted)
{
	if (!fl_slice_eqs(got, wanted))
		fail_msg("'%.*s', not '%s'", FL_ARG(got), wanted);
}

static void test_before_run(void **state)
{
	struct world *w = *state;
	struct fl_error err;
	struct dbg_stop stop;
	struct dbg_backtrace b;
	assert_int_equal(dbg_facts_stop(w->console, &w->arena, &stop, &err), FL_EREFUSED);
	assert_int_equal(dbg_facts_backtrace(w->console, 5, &w->arena, &b, &err), FL_EREFUSED);
	const struct dbg_break nowhere = {.file = "nosuch.c", .line = 3};
	struct dbg_break_info info;
	assert_int_equal(dbg_facts_break_add(w->console, &nowhere, &info, &err), FL_EREFUSED);
	assert_non_null(strstr(err.message, "nosuch.c"));
}

static void test_stop_and_frames(void **state)
{
	struct world *w = *state;
	struct dbg_stop stop;
	struct dbg_backtrace b;
	run_to_end(w, "9");
	OK(dbg_facts_stop(w->console, &w->arena, &stop, &err_));
	assert_int_equal(stop.reason, DBG_BREAKPOINT);
	assert_int_equal(stop.line, 14);
	OK(dbg_facts_backtrace(w->console, 4, &w->arena, &b, &err_));
	assert_int_equal(b.frames.len, 4);
	assert_int_equal(b.omitted, 7);
	OK(dbg_facts_backtrace(w->console, 11, &w->arena, &b, &err_));
	assert_int_equal(b.omitted, 0);
	const struct dbg_frame *last = fl_list_at(&b.frames, &dbg_frame_shape, 10);
	expect(last->function, "main");
	assert_int_equal(last->line, 20);
}

static void test_variables(void **state)
{
	struct world *w = *state;
	struct dbg_vars_wish wish = {.max = 100, .max_value = 20};
	struct dbg_frame_vars v;
	struct dbg_frame frame;
	run_to_end(w, "3");
	say(w, "frame 2");
	OK(dbg_facts_frame_vars(w->console, 0, &wish, &w->arena, &v, &err_));
	assert_int_equal(v.locals.len, 6);
	expect(v.function, "deep");
	static const char *const names[] = {"n", "what", "inner", "outer", "both", "tail"};
	for (size_t i = 0; i < 6; i++)
		expect(var(&v, i)->name, names[i]);
	expect(var(&v, 2)->value, "7");
	expect(var(&v, 4)->value, "{a = 0, b = 1}");
	expect(var(&v, 4)->type, "struct pair");
	assert_int_equal(var(&v, 5)->value.len, 23);
	assert_true(fl_slice_ends(var(&v, 5)->value, "..."));
	/* asking for frame 0 has not left frame 2, nor has asking for the stack */
	struct dbg_backtrace b;
	OK(dbg_facts_backtrace(w->console, 3, &w->arena, &b, &err_));
	OK(dbg_facts_frame(w->console, DBG_FRAME_SELECTED, &w->arena, &frame, &err_));
	assert_int_equal(frame.depth, 2);
	wish.max = 1;
	OK(dbg_facts_frame_vars(w->console, DBG_FRAME_SELECTED, &wish, &w->arena, &v, &err_));
	assert_int_equal(v.depth, 2);
	expect(var(&v, 0)->name, "n");
	expect(var(&v, 0)->value, "2");
	assert_int_equal(v.omitted, 4);
	wish = (struct dbg_vars_wish){.max = 10, .args_only = true};
	OK(dbg_facts_frame_vars(w->console, 1, &wish, &w->arena, &v, &err_));
	assert_int_equal(v.locals.len, 2);
	struct fl_error err;
	assert_int_equal(
		dbg_facts_frame_vars(w->console, 99, &wish, &w->arena, &v, &err), FL_EREFUSED);
}

static void test_values_and_memory(void **state)
{
	struct world *w = *state;
	struct fl_error err;
	struct fl_slice value;
	struct dbg_mem_dump dump;
	run_to_end(w, "3");
	OK(dbg_facts_evaluate(w->console, FL_S("outer * 6"), 64, &w->arena, &value, &err_));
	expect(value, "480");
	OK(dbg_facts_evaluate(w->console, FL_S("\"a\\\"b\""), 64, &w->arena, &value, &err_));
	expect(value, "\"a\\\"b\"");
	OK(dbg_facts_evaluate(w->console, FL_S("tail"), 10, &w->arena, &value, &err_));
	assert_int_equal(value.len, 13);
	assert_int_equal(
		dbg_facts_evaluate(w->console, FL_S("nosuch"), 64, &w->arena, &value, &err),
		FL_EREFUSED);
	OK(dbg_facts_memory(w->console, FL_S("&bytes"), 7, &w->arena, &dump, &err_));
	expect(dump.hex, "48 8b f8 20 6f 6b 00");
	expect(dump.ascii, "H.. ok.");
	assert_int_equal(dump.size, 7);
	assert_int_equal(
		dbg_facts_memory(w->console, FL_S("0"), 8, &w->arena, &dump, &err), FL_EREFUSED);
	assert_int_equal(
		dbg_facts_memory(w->console, FL_S("&bytes"), 0, &w->arena, &dump, &err), FL_EINVAL);
	/* the page ends before all of it: what is there is given */
	OK(dbg_facts_memory(w->console, FL_S("(char*)((unsigned long)&bytes | 4095) - 1"), 60000,
		&w->arena, &dump, &err_));
	assert_true(dump.size >= 2 && dump.size < 60000);
}

static void test_lists(void **state)
{
	struct world *w = *state;
	struct dbg_threads t;
	struct dbg_breakpoints b;
	int64_t number = 0;
	run_to_end(w, "3");
	say(w, "condition 1 n == 0");
	OK(dbg_facts_watch_add(w->console, FL_S("bytes[0]"), &number, &err_));
	assert_int_equal(number, 2);
	OK(dbg_facts_breakpoints(w->console, 10, &w->arena, &b, &err_));
	assert_int_equal(b.breakpoints.len, 2);
	const struct dbg_breakpoint *at = b.breakpoints.items;
	assert_int_equal(at[0].hits, 1);
	expect(at[0].condition, "n == 0");
	expect(at[1].expression, "bytes[0]");
	OK(dbg_facts_breakpoints(w->console, 1, &w->arena, &b, &err_));
	assert_int_equal(b.omitted, 1);
	OK(dbg_facts_threads(w->console, 10, &w->arena, &t, &err_));
	const struct dbg_thread *thread = t.threads.items;
	assert_int_equal(t.threads.len, 1);
	assert_true(thread->current);
	expect(thread->function, "deep");
	struct dbg_stop stop;
	say(w, "set var bytes[0] = 1");
	say(w, "watch outer");
	say(w, "up");
	say(w, "finish");
	OK(dbg_facts_stop(w->console, &w->arena, &stop, &err_));
	assert_int_equal(stop.reason, DBG_WATCHPOINT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_before_run, start, finish),
		cmocka_unit_test_setup_teardown(test_stop_and_frames, start, finish),
		cmocka_unit_test_setup_teardown(test_variables, start, finish),
		cmocka_unit_test_setup_teardown(test_values_and_memory, start, finish),
		cmocka_unit_test_setup_teardown(test_lists, start, finish),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
