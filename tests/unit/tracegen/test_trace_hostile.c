/*
 * The trace recorder against programs that fight.
 * labels: needs-gdb slow
 * timeout: 300
 */
#include "tests/unit/tracegen/trace_world.h"

/* Programs that fight: each ends in an error or a trace, and a new gdb works in the same box. */
static void test_hostile(void **state)
{
	static const struct {
		const char *body;
		int code;
	} cases[] = {
		{"kill(getppid(), SIGKILL);", FL_ECLOSED},
		{"kill(-1, SIGKILL);", FL_ECLOSED},
		{"for (;;) if (write(1, \"xxxxxxxxxxxxxxxx\", 16) < 0) n++;", FL_EREFUSED},
		{"sigset_t a; sigfillset(&a); sigprocmask(SIG_BLOCK, &a, 0); for (;;) n++;",
			FL_EREFUSED},
		{"close(0); close(1); close(2); setsid(); abort();", 0},
		{"for (n = 0; n < 5; n++) if (fork() == 0) for (;;) pause(); abort();", 0},
	};
	static const struct tg_decl decls[] = {{FL_LIT("foe.c"), FL_LIT("main"), 5, 8, true}};
	struct world *w = *state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char source[512];
		struct tg_evidence t;
		struct fl_error err = {0};
		snprintf(source, sizeof(source),
			"#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n"
			"static volatile int n;\nint main(void)\n{\n\t%s\n}\n",
			cases[i].body);
		build(w, "foe", "c", source);
		struct tg_evidence_spec spec = {.binary = "/box/foe",
			.seen = {.report = &aborted},
			.decls = decls,
			.decl_count = 1,
			.env = env,
			.cpu_s = 1,
			/* its second of CPU takes long beside other work */
			.wall_ms = 100000};
		int rc = tg_evidence_make(w->engine, &spec, &w->arena, &t, &err);
		if (rc != cases[i].code && !(cases[i].code == FL_EREFUSED && rc == 0))
			fail_msg("%s: %d %s", cases[i].body, rc, err.message);
		close_gdb(w);
		open_gdb(w);
	}
}

/* When we are killed, gdb and its program die with the box. */
static void test_no_orphan(void **state)
{
	struct world *w = *state;
	int gone[2];
	build(w, "spin", "c", "int main(void)\n{\n\tfor (;;)\n\t\t;\n}\n");
	struct fl_buf binary;
	fl_buf_init(&binary, 16 << 20);
	OK(fl_box_get(w->box, "spin", &binary, &err_));
	assert_int_equal(pipe(gone), 0);
	pid_t pid = fork();
	if (pid == 0) {
		/* Every process of the new box holds the pipe's end unless it is closed: the box
		   closes what it was not given, so a byte says that all is up, and the end of our
		   own process is seen by its exit. */
		struct world own = {0};
		struct dbg_run run = {0};
		struct fl_error err;
		struct fl_run_spec limits = {.cpu_ms = 60000, .wall_ms = 120000};
		if (fl_box_new(&(struct fl_box_opts){0}, &own.box, &err) ||
			fl_box_put(own.box, "orphan_of_trace", fl_buf_view(&binary), 0755, &err) ||
			dbg_gdb_open(own.box, &limits, &own.child, &own.engine, &err) ||
			dbg_load(own.engine, "/box/orphan_of_trace", &err) ||
			dbg_run(own.engine, &run, &err)) {
			fprintf(stderr, "%s\n", err.message);
			_exit(1);
		}
		if (write(gone[1], "x", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	char byte;
	close(gone[1]);
	assert_int_equal(read(gone[0], &byte, 1), 1);
	assert_int_equal(system("pgrep -f '^/box/orphan_of_trac[e]' >/dev/null"), 0);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	int alive = 1;
	for (int i = 0; i < 50 && alive; i++) {
		usleep(100000);
		alive = system("pgrep -f '^/box/orphan_of_trac[e]' >/dev/null") == 0;
	}
	assert_int_equal(alive, 0);
	close(gone[0]);
	fl_buf_release(&binary);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_hostile, start, finish),
		cmocka_unit_test_setup_teardown(test_no_orphan, start, finish),
	};
	if (access("/usr/bin/gdb", X_OK) && !getenv("CI"))
		return 77;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
