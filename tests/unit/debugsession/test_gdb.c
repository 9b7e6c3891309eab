/*
 * The GDB/MI engine on real programs.
 * labels: needs-gdb
 * timeout: 180
 */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/process.h"
#include "tests/unit/debugsession/gdb_pipes.h"

struct world {
	char dir[64], old[PATH_MAX];
	struct gdb_pipes pipes;
	struct dbg_engine *engine;
	struct fl_arena arena;
};

static void sh(const char *command)
{
	const char *argv[] = {"/bin/sh", "-c", command, NULL};
	struct fl_process_spec spec = {.argv = argv};
	struct fl_process_result result;
	struct fl_error err;
	assert_int_equal(fl_process_run(&spec, NULL, NULL, &result, &err), 0);
	if (result.exit_status != 0)
		fail_msg("%s exits with %d", command, result.exit_status);
}

static void build(const char *name, const char *source)
{
	char command[256];
	snprintf(command, sizeof(command), "%s.c", name);
	FILE *f = fopen(command, "w");
	assert_non_null(f);
	fputs(source, f);
	fclose(f);
	snprintf(command, sizeof(command), "gcc -g -O0 -pthread %s.c -o %s", name, name);
	sh(command);
}

static const char loop_source[] = "#include <stdio.h>\n"
				  "#include <stdlib.h>\n"
				  "static int add(int *to, int n)\n"
				  "{\n"
				  "	int i;\n"
				  "	for (i = 0; i < n; i++)\n"
				  "		*to += i;\n"
				  "	return *to;\n"
				  "}\n"
				  "int main(int argc, char **argv)\n"
				  "{\n"
				  "	int sum = argc;\n"
				  "	char line[64] = \"\";\n"
				  "	if (fgets(line, sizeof(line), stdin))\n"
				  "		printf(\"got %s\", line);\n"
				  "	printf(\"%s|%s|%s\\n\", argc > 1 ? argv[1] : \"-\",\n"
				  "		getenv(\"VAR\") ? getenv(\"VAR\") : \"-\",\n"
				  "		getenv(\"LINES\") ? \"lines\" : \"clean\");\n"
				  "	add(&sum, 5);\n"
				  "	return sum;\n"
				  "}\n";

static int start(void **state)
{
	struct world *w = calloc(1, sizeof(*w));
	struct fl_error err;
	*state = w;
	snprintf(w->dir, sizeof(w->dir), "/tmp/flgdbXXXXXX");
	if (!getcwd(w->old, sizeof(w->old)) || !mkdtemp(w->dir) || chdir(w->dir))
		return -1;
	fl_arena_init(&w->arena, 1 << 22);
	if (gdb_pipes_start(&w->pipes))
		return -1;
	struct dbg_gdb_opts opts = {.tty_name = w->pipes.tty_name};
	if (dbg_gdb_new(&w->pipes.link, &opts, &w->engine, &err)) {
		fprintf(stderr, "%s\n", err.message);
		return -1;
	}
	return 0;
}

static int finish(void **state)
{
	struct world *w = *state;
	char command[128];
	dbg_engine_free(w->engine);
	gdb_pipes_end(&w->pipes);
	fl_arena_release(&w->arena);
	snprintf(command, sizeof(command), "rm -rf %s", w->dir);
	sh(command);
	int rc = chdir(w->old);
	free(w);
	return rc;
}

#define OK(call)                                                         \
	do {                                                             \
		struct fl_error err_ = {0};                              \
		int rc_ = (call);                                        \
		if (rc_)                                                 \
			fail_msg("%s: %d %s", #call, rc_, err_.message); \
	} while (0)

static struct dbg_stop wait_stop(struct world *w)
{
	struct dbg_stop stop = {0};
	OK(dbg_wait(w->engine, 20000, &w->arena, &stop, &err_));
	return stop;
}

static void expect_output(struct world *w, const char *wanted)
{
	bool cut;
	struct fl_slice out = dbg_output(w->engine, &cut);
	if (!fl_slice_eqs(out, wanted))
		fail_msg("output is %.*s", FL_ARG(out));
	assert_false(cut);
}

/* Hits, frames, variables, evaluation and assignment at the third hit of line 7. */
static void inspect(struct world *w, int64_t breakpoint)
{
	int64_t hits = 0;
	OK(dbg_break_hits(w->engine, breakpoint, &hits, &err_));
	assert_int_equal(hits, 3);
	struct fl_list frames, vars;
	OK(dbg_backtrace(w->engine, 10, &w->arena, &frames, &err_));
	assert_int_equal(frames.len, 2);
	const struct dbg_frame *f = frames.items;
	assert_true(fl_slice_eqs(f[1].function, "main"));
	assert_int_equal(f[1].line, 19);
	OK(dbg_variables(w->engine, 0, 100, &w->arena, &vars, &err_));
	const struct dbg_variable *v = vars.items;
	assert_int_equal(vars.len, 3);
	assert_true(fl_slice_eqs(v[0].name, "to") && v[0].arg);
	assert_true(fl_slice_eqs(v[1].value, "5") && v[1].arg);
	assert_true(fl_slice_eqs(v[2].value, "2") && !v[2].arg);
	OK(dbg_variables(w->engine, 1, 2, &w->arena, &vars, &err_));
	assert_int_equal(vars.len, 2);
	struct fl_slice value;
	OK(dbg_evaluate(w->engine, 1, FL_S("line"), 100, &w->arena, &value, &err_));
	assert_true(fl_slice_eqs(value, "\"\""));
	OK(dbg_evaluate(w->engine, 1, FL_S("argv[1]"), 20, &w->arena, &value, &err_));
	assert_int_equal(value.len, 23);
	assert_true(fl_slice_ends(value, "..."));
	OK(dbg_assign(w->engine, 0, FL_S("*to"), FL_S("100"), &err_));
	struct fl_error err;
	assert_int_equal(dbg_evaluate(w->engine, 0, FL_S("nosuch"), 9, &w->arena, &value, &err),
		FL_EREFUSED);
	assert_non_null(strstr(err.message, "nosuch"));
}

/* Breakpoint, frames, variables, evaluation, assignment, steps, exit; then a second run. */
static void test_session(void **state)
{
	static const char *const args[] = {"it's \"a\" $HOME", NULL};
	static const char *const env[] = {"VAR=v = 1", NULL};
	struct world *w = *state;
	struct dbg_break_info info;
	struct dbg_run run = {.args = args, .env = env};
	struct fl_error err;
	build("loop", loop_source);
	OK(dbg_load(w->engine, "loop", &err_));
	struct dbg_break where = {.file = "loop.c", .line = 7, .ignore = 2};
	OK(dbg_break_add(w->engine, &where, &info, &err_));
	assert_int_equal(info.line, 7);
	assert_int_equal(info.places, 1);
	OK(dbg_run(w->engine, &run, &err_));
	struct dbg_stop stop = wait_stop(w);
	assert_int_equal(stop.reason, DBG_BREAKPOINT);
	assert_int_equal(stop.breakpoint, info.id);
	assert_int_equal(stop.line, 7);
	assert_true(fl_slice_eqs(stop.file, "loop.c"));
	assert_true(fl_slice_eqs(stop.function, "add"));
	assert_int_equal(stop.exit_code, -1);

	inspect(w, info.id);
	OK(dbg_resume(w->engine, DBG_STEP_OVER, &err_));
	stop = wait_stop(w);
	assert_int_equal(stop.reason, DBG_STEP);
	assert_int_equal(stop.line, 6);
	OK(dbg_break_clear(w->engine, info.id, &err_));
	OK(dbg_resume(w->engine, DBG_FINISH, &err_));
	stop = wait_stop(w);
	assert_true(fl_slice_eqs(stop.function, "main"));
	OK(dbg_resume(w->engine, DBG_CONTINUE, &err_));
	stop = wait_stop(w);
	assert_int_equal(stop.reason, DBG_EXIT);
	assert_false(stop.alive);
	assert_int_equal(stop.exit_code, 109); /* 100 + 2 + 3 + 4: octal 0155 for gdb */
	expect_output(w, "it's \"a\" $HOME|v = 1|clean\r\n");
	assert_int_equal(dbg_resume(w->engine, DBG_CONTINUE, &err), FL_EREFUSED);
	assert_int_equal(dbg_wait(w->engine, 10, &w->arena, &stop, &err), FL_EINVAL);

	sh("echo hello > input");
	run = (struct dbg_run){.stdin_path = "input", .randomize = true};
	OK(dbg_run(w->engine, &run, &err_));
	stop = wait_stop(w);
	assert_int_equal(stop.exit_code, 11);
	expect_output(w, "got hello\r\n-|-|clean\r\n");
}

/* Temporary and conditional breakpoints, breakpoints by function, and those that cannot be set. */
static void test_breakpoints(void **state)
{
	struct world *w = *state;
	struct dbg_run run = {0};
	struct dbg_break_info info;
	struct fl_error err;
	build("loop", loop_source);
	OK(dbg_load(w->engine, "loop", &err_));
	struct dbg_break where = {.function = "add", .temporary = true};
	OK(dbg_break_add(w->engine, &where, &info, &err_));
	where = (struct dbg_break){.file = "loop.c", .line = 7, .condition = "i == 3"};
	OK(dbg_break_add(w->engine, &where, &info, &err_));
	where = (struct dbg_break){.file = "other.c", .line = 7};
	assert_int_equal(dbg_break_add(w->engine, &where, &info, &err), FL_EREFUSED);
	where = (struct dbg_break){0};
	assert_int_equal(dbg_break_add(w->engine, &where, &info, &err), FL_EINVAL);
	OK(dbg_run(w->engine, &run, &err_));
	assert_int_equal(wait_stop(w).line, 6);
	OK(dbg_resume(w->engine, DBG_CONTINUE, &err_));
	assert_int_equal(wait_stop(w).line, 7);
	struct fl_slice value;
	OK(dbg_evaluate(w->engine, 0, FL_S("i"), 100, &w->arena, &value, &err_));
	assert_true(fl_slice_eqs(value, "3"));
	OK(dbg_break_clear(w->engine, 0, &err_));
	OK(dbg_resume(w->engine, DBG_CONTINUE, &err_));
	assert_int_equal(wait_stop(w).reason, DBG_EXIT);
}

/* Signals that are faults stop, others are the program's own; death by a signal is told. */
static void test_signals(void **state)
{
	struct world *w = *state;
	struct dbg_run run = {0};
	build("crash", "#include <signal.h>\n"
		       "static void on(int s)\n"
		       "{\n"
		       "	(void)s;\n"
		       "}\n"
		       "int main(void)\n"
		       "{\n"
		       "	signal(SIGUSR1, on);\n"
		       "	raise(SIGUSR1);\n"
		       "	*(volatile int *)0 = 1;\n"
		       "}\n");
	OK(dbg_load(w->engine, "crash", &err_));
	OK(dbg_run(w->engine, &run, &err_));
	struct dbg_stop stop = wait_stop(w);
	assert_int_equal(stop.reason, DBG_SIGNAL);
	assert_int_equal(stop.signal, SIGSEGV);
	assert_true(fl_slice_eqs(stop.signal_name, "SIGSEGV"));
	assert_int_equal(stop.line, 10);
	assert_true(stop.alive);
	OK(dbg_resume(w->engine, DBG_CONTINUE, &err_));
	stop = wait_stop(w);
	assert_int_equal(stop.reason, DBG_EXIT);
	assert_int_equal(stop.signal, SIGSEGV);
	assert_int_equal(stop.exit_code, -1);
	assert_false(stop.alive);
}

/* A loop is interrupted; one that blocks every signal is killed; the session goes on. */
static void test_interrupt(void **state)
{
	struct world *w = *state;
	struct dbg_run run = {0};
	struct dbg_stop stop;
	struct fl_error err;
	build("spin", "#include <signal.h>\n"
		      "volatile unsigned long n;\n"
		      "int main(int argc, char **argv)\n"
		      "{\n"
		      "	sigset_t all;\n"
		      "	(void)argv;\n"
		      "	sigfillset(&all);\n"
		      "	if (argc > 1)\n"
		      "		sigprocmask(SIG_BLOCK, &all, 0);\n"
		      "	for (;;)\n"
		      "		n++;\n"
		      "}\n");
	OK(dbg_load(w->engine, "spin", &err_));
	OK(dbg_run(w->engine, &run, &err_));
	assert_int_equal(dbg_wait(w->engine, 1000, &w->arena, &stop, &err), FL_ETIMEOUT);
	assert_int_equal(dbg_resume(w->engine, DBG_CONTINUE, &err), FL_EREFUSED);
	OK(dbg_interrupt(w->engine, &err_));
	stop = wait_stop(w);
	assert_int_equal(stop.reason, DBG_INTERRUPT);
	assert_int_equal(stop.signal, 0);
	assert_true(stop.line == 10 || stop.line == 11);
	OK(dbg_resume(w->engine, DBG_CONTINUE, &err_));
	assert_int_equal(dbg_wait(w->engine, 20, &w->arena, &stop, &err), FL_ETIMEOUT);
	OK(dbg_kill(w->engine, &err_));
	OK(dbg_kill(w->engine, &err_));

	static const char *const block[] = {"block", NULL};
	run.args = block;
	OK(dbg_run(w->engine, &run, &err_));
	assert_int_equal(dbg_wait(w->engine, 100, &w->arena, &stop, &err), FL_ETIMEOUT);
	OK(dbg_kill(w->engine, &err_));
	run = (struct dbg_run){.cpu_s = 1};
	OK(dbg_run(w->engine, &run, &err_));
	stop = wait_stop(w);
	assert_int_equal(stop.reason, DBG_SIGNAL);
	assert_true(fl_slice_eqs(stop.signal_name, "SIGXCPU"));
}

/* A program that prints for ever is drained, what is kept of it is bounded, and it can be ended. */
static void test_flood(void **state)
{
	struct world *w = *state;
	struct dbg_run run = {0};
	struct dbg_stop stop;
	struct fl_error err;
	bool cut = false;
	build("flood", "#include <stdio.h>\n"
		       "#include <unistd.h>\n"
		       "int main(int argc, char **argv)\n"
		       "{\n"
		       "	(void)argv;\n"
		       "	if (argc > 1) {\n"
		       "		close(0), close(1), close(2);\n"
		       "		return 3;\n"
		       "	}\n"
		       "	for (;;)\n"
		       "		puts(\"^done,reason=\\\"no\\\"\");\n"
		       "}\n");
	OK(dbg_load(w->engine, "flood", &err_));
	OK(dbg_run(w->engine, &run, &err_));
	assert_int_equal(dbg_wait(w->engine, 500, &w->arena, &stop, &err), FL_ETIMEOUT);
	assert_int_equal(dbg_output(w->engine, &cut).len, 65536);
	assert_true(cut);
	OK(dbg_interrupt(w->engine, &err_));
	assert_int_equal(wait_stop(w).reason, DBG_INTERRUPT);
	OK(dbg_kill(w->engine, &err_));
	static const char *const closes[] = {"close", NULL};
	run.args = closes;
	OK(dbg_run(w->engine, &run, &err_));
	assert_int_equal(wait_stop(w).exit_code, 3);
	assert_int_equal(dbg_output(w->engine, &cut).len, 0);
	assert_false(cut);
}

/* Threads and forks: one program to follow, the others run on. */
static void test_threads_and_forks(void **state)
{
	struct world *w = *state;
	struct dbg_run run = {0};
	build("many", "#include <pthread.h>\n"
		      "#include <sys/wait.h>\n"
		      "#include <unistd.h>\n"
		      "static void *work(void *p)\n"
		      "{\n"
		      "	return p;\n"
		      "}\n"
		      "int main(void)\n"
		      "{\n"
		      "	pthread_t t;\n"
		      "	int status;\n"
		      "	pthread_create(&t, 0, work, 0);\n"
		      "	pthread_join(t, 0);\n"
		      "	if (fork() == 0)\n"
		      "		_exit(4);\n"
		      "	wait(&status);\n"
		      "	return WEXITSTATUS(status);\n"
		      "}\n");
	OK(dbg_load(w->engine, "many", &err_));
	struct dbg_break where = {.function = "work"};
	OK(dbg_break_add(w->engine, &where, NULL, &err_));
	OK(dbg_run(w->engine, &run, &err_));
	struct dbg_stop stop = wait_stop(w);
	assert_int_equal(stop.thread, 2);
	struct fl_list vars;
	OK(dbg_variables(w->engine, 0, 10, &w->arena, &vars, &err_));
	assert_int_equal(vars.len, 1);
	OK(dbg_resume(w->engine, DBG_CONTINUE, &err_));
	assert_int_equal(wait_stop(w).exit_code, 4);
}

/* A program that kills its debugger ends the session with FL_ECLOSED, not with us. */
static void test_debugger_killed(void **state)
{
	struct world *w = *state;
	struct dbg_run run = {0};
	struct dbg_stop stop;
	struct fl_error err;
	build("killer", "#include <signal.h>\n"
			"#include <unistd.h>\n"
			"int main(void)\n"
			"{\n"
			"	kill(getppid(), SIGKILL);\n"
			"	return 0;\n"
			"}\n");
	OK(dbg_load(w->engine, "killer", &err_));
	OK(dbg_run(w->engine, &run, &err_));
	assert_int_equal(dbg_wait(w->engine, 20000, &w->arena, &stop, &err), FL_ECLOSED);
	assert_int_equal(dbg_load(w->engine, "killer", &err), FL_ECLOSED);
	assert_int_equal(dbg_kill(w->engine, &err), FL_ECLOSED);
}

/* What is no program is refused. */
static void test_no_program(void **state)
{
	struct world *w = *state;
	struct dbg_run run = {0};
	struct fl_error err;
	assert_int_equal(dbg_load(w->engine, "nothing there", &err), FL_EREFUSED);
	assert_int_equal(dbg_run(w->engine, &run, &err), FL_EREFUSED);
	assert_int_equal(dbg_interrupt(w->engine, &err), FL_EREFUSED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_session, start, finish),
		cmocka_unit_test_setup_teardown(test_breakpoints, start, finish),
		cmocka_unit_test_setup_teardown(test_signals, start, finish),
		cmocka_unit_test_setup_teardown(test_interrupt, start, finish),
		cmocka_unit_test_setup_teardown(test_flood, start, finish),
		cmocka_unit_test_setup_teardown(test_threads_and_forks, start, finish),
		cmocka_unit_test_setup_teardown(test_debugger_killed, start, finish),
		cmocka_unit_test_setup_teardown(test_no_program, start, finish),
	};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
