/* Attempts to get out of a box, to outrun its limits, or to falsify what it reports.
 * timeout: 300 */
#include "box.h"

#include <signal.h>
#include <sys/prctl.h>

static void nothing_gets_out(void **state)
{
	struct answer a;
	struct fl_error err;
	struct fl_buf source;
	const char *root = getenv("FL_SRC");
	char path[4096];
	snprintf(path, sizeof(path), "%s/tests/fixtures/base/escape.c", root ? root : ".");
	fl_buf_init(&source, 1 << 20);
	if (fl_buf_read_file(&source, path, &err))
		fail_msg("%s", err.message);
	compile(*state, source.data, "-w");
	fl_buf_release(&source);
	const char *const argv[] = {"./prog", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv});
	assert_int_equal(a.rc, 0);
	assert_string_equal(a.out.data, "");
	assert_int_equal(a.res.exit_status, 42);
	release(&a);
}

/* Its parent is the reaper, which is thereby made its tracer. */
static void asks_to_be_traced(void **state)
{
	struct answer a;
	compile(*state,
		"#include <signal.h>\n#include <stdlib.h>\n#include <sys/ptrace.h>\n"
		"#include <unistd.h>\nstatic void on(int s) { (void)s; }\n"
		"int main(int c, char **v) { signal(SIGUSR1, on);\n"
		"if (ptrace(PTRACE_TRACEME, 0, 0, 0)) return 9; raise(SIGUSR1);\n"
		"if (c == 3) execlp(\"sh\", \"sh\", \"-c\", \"exit 6\", (char *)0);\n"
		"raise(atoi(v[1])); return 5; }\n",
		"-w");
	static const int signals[] = {SIGSEGV, SIGTRAP, SIGABRT, SIGKILL};
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		char number[16];
		snprintf(number, sizeof(number), "%d", signals[i]);
		const char *const argv[] = {"./prog", number, NULL};
		run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .wall_ms = 5000});
		assert_int_equal(a.res.end, FL_END_SIGNAL);
		assert_int_equal(a.res.signal, signals[i]);
		release(&a);
	}
	run_shell(*state, &a, "exec ./prog 10 exec");
	assert_int_equal(a.res.exit_status, 6);
	release(&a);
}

/* Orphans come as fast as several processes can make them: the limits hold all the same. */
static void keeps_the_reaper_busy(void **state)
{
	struct answer a;
	compile(*state,
		"#include <unistd.h>\nint main(void) { for (int i = 0; i < 12; i++) if (!fork())\n"
		"for (;;) if (!vfork()) { if (!vfork()) _exit(0); _exit(0); }\n"
		"for (;;) pause(); }\n",
		"-w");
	const char *const argv[] = {"./prog", NULL};
	run_spec(*state, &a, &(struct fl_run_spec){.argv = argv, .cpu_ms = 60000, .wall_ms = 1000});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_in_range(a.res.wall_ms, 1000, 4000);
	release(&a);
}

/* A process whose first thread has ended shows no memory of its own. */
static void hides_memory(void **state)
{
	(void)state;
	struct answer a;
	struct fl_box *box;
	struct fl_error err;
	const struct fl_box_opts opts = {.memory_max = 128 << 20, .disk_max = 32 << 20};
	assert_int_equal(fl_box_new(&opts, &box, &err), 0);
	compile(box,
		"#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
		"#include <sys/syscall.h>\n#include <unistd.h>\nstatic void *eat(void *x) {\n"
		"usleep(100000); for (int i = 0; i < 600; i++) { char *p = malloc(1 << 20);\n"
		"memset(p, 1, 1 << 20); usleep(1000); } exit(0); return x; }\n"
		"int main(void) { pthread_t t; pthread_create(&t, 0, eat, 0);\n"
		"syscall(SYS_exit, 0); return 0; }\n",
		"-O0");
	const char *const argv[] = {"./prog", NULL};
	run_spec(box, &a, &(struct fl_run_spec){.argv = argv});
	assert_int_equal(a.res.end, FL_END_MEMORY);
	release(&a);
	/* Nor does memory that is not mapped: it is counted, or not to be had. */
	compile(box,
		"#define _GNU_SOURCE\n#include <sys/mman.h>\n#include <sys/shm.h>\n"
		"#include <string.h>\n#include <unistd.h>\nstatic char b[1 << 20];\n"
		"int main(void) { int fd = memfd_create(\"x\", 0); if (fd < 0) return 3;\n"
		"for (int i = 0; i < 300; i++) if (write(fd, b, sizeof(b)) <= 0) return 4;\n"
		"return 0; }\n",
		"-O0");
	run_spec(box, &a, &(struct fl_run_spec){.argv = argv, .file_max = (size_t)1 << 30});
	assert_true(a.res.end == FL_END_MEMORY || a.res.exit_status == 3);
	release(&a);
	fl_box_free(box);
}

/* A lease lets the file's owner hold up whoever opens it. */
static void holds_up_a_reader(void **state)
{
	struct answer a;
	struct fl_error err;
	struct fl_child child;
	struct fl_buf text;
	fl_buf_init(&text, 1000);
	compile(*state,
		"#define _GNU_SOURCE\n#include <fcntl.h>\n#include <signal.h>\n#include "
		"<unistd.h>\n"
		"int main(void) { signal(SIGIO, SIG_IGN); int fd = open(\"leased\", O_CREAT | "
		"O_RDWR,\n"
		"0600); if (fcntl(fd, F_SETLEASE, F_WRLCK)) return 1; write(1, \"x\", 1);\n"
		"for (;;) pause(); }\n",
		"-w");
	const char *const argv[] = {"./prog", NULL};
	const struct fl_run_spec spec = {.argv = argv};
	assert_int_equal(fl_box_spawn(*state, &spec, false, &child, &err), 0);
	char byte = 0;
	for (int i = 0; i < 500 && read(child.out, &byte, 1) != 1; i++)
		pause_ms(10);
	assert_int_equal(byte, 'x');
	struct timespec before, after;
	clock_gettime(CLOCK_MONOTONIC, &before);
	assert_int_equal(fl_box_get(*state, "leased", &text, &err), FL_EIO);
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert_in_range(after.tv_sec - before.tv_sec, 0, 3);
	assert_int_equal(fl_child_end(&child, NULL, &err), 0);
	assert_int_equal(fl_box_get(*state, "leased", &text, &err), 0);
	run_shell(*state, &a, "echo fine");
	assert_string_equal(a.out.data, "fine\n");
	release(&a);
	fl_buf_release(&text);
}

/* A program that ends at once, and one whose output nobody would expect, report what they did. */
static void forges_a_report(void **state)
{
	struct answer a;
	run_shell(*state, &a,
		"for fd in 3 4 5 6 7 8 9; do printf '\\001\\000\\000\\000aaaaaaaaaaaa' >&$fd; done"
		" 2> /dev/null; (exec 2> /dev/null; printf x > /proc/1/fd/3); exit 8");
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_int_equal(a.res.exit_status, 8);
	release(&a);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		BOX_TEST(nothing_gets_out),
		BOX_TEST(asks_to_be_traced),
		BOX_TEST(keeps_the_reaper_busy),
		cmocka_unit_test(hides_memory),
		BOX_TEST(holds_up_a_reader),
		BOX_TEST(forges_a_report),
	};
	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(void)
{
	return tests() | again_unprivileged(tests);
}
