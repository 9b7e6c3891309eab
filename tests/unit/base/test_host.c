/* A host that is out of processes or descriptors: wait, try again, then say so.
 * timeout: 120 */
#include "box.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "base/host.h"

enum { USER = 54321, MOST = 40 };

static void tells_shortage_from_other_errors(void **state)
{
	(void)state;
	struct fl_error e;
	fl_error_sys(&e, FL_EIO, EAGAIN, "cannot make a process");
	assert_true(fl_host_short(&e));
	assert_int_equal(fl_error_exit(&e), 3);
	assert_int_equal(fl_host_error(&e), FL_EHOST);
	assert_int_equal(fl_error_exit(&e), 3);
	assert_non_null(strstr(e.message, "the host is out of processes"));
	fl_error_sys(&e, FL_EIO, ENOENT, "cannot open it");
	assert_false(fl_host_short(&e));
	assert_int_equal(fl_error_exit(&e), 3);
	fl_error_set(&e, FL_ENOTFOUND, "it is not there");
	assert_int_equal(fl_error_exit(&e), 3);
	fl_error_sys(&e, FL_EPARSE, ENOMEM, "it is of another form");
	assert_false(fl_host_short(&e));
	assert_true(fl_host_short_said(
		FL_S("x.c:1:1: warning: w\n"
		     "gcc-12: fatal error: cannot execute 'cc1': vfork: Resource temporarily "
		     "unavailable\ncompilation terminated.\n")));
	assert_true(fl_host_short_said(FL_S("clang-19: error: unable to execute command: "
					    "posix_spawn failed: Cannot allocate memory\n")));
	/* what a source makes the compiler say */
	assert_false(fl_host_short_said(FL_S(
		"x.c:1:2: error: #error gcc: fatal error: cannot execute 'cc1': vfork: Resource "
		"temporarily unavailable\n    1 | #error gcc: fatal error: cannot execute: vfork: "
		"Resource temporarily unavailable\nIn file included from gcc: cannot execute: "
		"Too many open files\n")));
	assert_true(fl_host_cpu_said(FL_S("g++: fatal error: CPU time limit exceeded signal "
					  "terminated program cc1plus\n")));
	assert_false(fl_host_cpu_said(FL_S("a.c:1:2: error: #error CPU time limit exceeded\n")));
}

/*
 * As many processes as our user may still have, for 300 ms: in a process that collects them, as
 * dead ones count until somebody has. Returns when they are there.
 */
static pid_t use_up(void)
{
	static pid_t pids[MOST];
	int ready[2];
	char byte = 0;
	if (pipe(ready))
		return -1;
	pid_t holder = fork();
	if (holder == 0) {
		size_t n = 0;
		while (n < MOST && (pids[n] = fork()) > 0)
			n++;
		if (n < MOST && pids[n] == 0) {
			pause();
			_exit(0);
		}
		if (write(ready[1], &byte, 1) == 1)
			pause_ms(300);
		for (size_t i = 0; i < n; i++)
			kill(pids[i], SIGKILL);
		while (wait(NULL) > 0)
			;
		_exit(0);
	}
	if (read(ready[0], &byte, 1) != 1)
		holder = -1;
	close(ready[0]);
	close(ready[1]);
	return holder;
}

static void set_soft(int what, rlim_t most)
{
	struct rlimit limit;
	assert_int_equal(getrlimit((__rlimit_resource_t)what, &limit), 0);
	limit.rlim_cur = most;
	assert_int_equal(setrlimit((__rlimit_resource_t)what, &limit), 0);
}

/* A process, a box and a run in it are had as soon as the host has processes again. */
static int waits_for_processes(void)
{
	struct fl_box *box = NULL, *other = NULL;
	struct fl_error err = {.code = FL_OK};
	struct fl_process_result r;
	const char *const argv[] = {"true", NULL};
	const struct fl_process_spec process = {.argv = argv};
	const struct fl_run_spec run = {.argv = argv};
	int bad = 0;
	if (fl_box_new(NULL, &box, &err))
		return 40;
	set_soft(RLIMIT_NPROC, MOST);
	for (int round = 0; round < 3; round++) {
		pid_t holder = use_up();
		int64_t start = fl_clock_ms();
		int rc = round == 0   ? fl_process_run(&process, NULL, NULL, &r, &err)
			 : round == 1 ? fl_box_new(NULL, &other, &err)
				      : fl_box_run(box, &run, NULL, NULL, &r, &err);
		if (rc || holder < 0 || (round != 1 && r.exit_status)) {
			fprintf(stderr, "round %d: %s\n", round, err.message);
			bad = 41 + round;
		}
		if (fl_clock_ms() - start < 200 && round < 2) {
			fprintf(stderr, "round %d: nothing was missing\n", round);
			bad = 50 + round;
		}
		waitpid(holder, NULL, 0);
	}
	fl_box_free(other);
	fl_box_free(box);
	return bad;
}

/* Without any descriptor left, and nobody who gives some back: an error of its own, soon. */
static int says_what_is_missing(void)
{
	struct fl_box *box = NULL, *other = NULL;
	struct fl_error err = {.code = FL_OK};
	struct fl_process_result r;
	const char *const argv[] = {"true", NULL};
	const struct fl_run_spec spec = {.argv = argv};
	if (fl_box_new(NULL, &box, &err))
		return 60;
	set_soft(RLIMIT_NOFILE, 20);
	while (open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0)
		;
	int rc = fl_box_run(box, &spec, NULL, NULL, &r, &err);
	if (rc != FL_EHOST || !strstr(err.message, "descriptors") || fl_error_exit(&err) != 3)
		return 61;
	rc = fl_process_run(&(struct fl_process_spec){.argv = argv}, NULL, NULL, &r, &err);
	if (rc != FL_EHOST || !strstr(err.message, "descriptors"))
		return 62;
	rc = fl_box_new(NULL, &other, &err);
	if (rc != FL_EHOST)
		return 63;
	for (int fd = 15; fd < 20; fd++)
		close(fd);
	for (int fd = 10; fd < 15; fd++)
		close(fd);
	/* the box has not suffered */
	rc = fl_box_run(box, &spec, NULL, NULL, &r, &err);
	fl_box_free(box);
	return rc || r.exit_status ? 64 : 0;
}

static int as_user(int (*fn)(void))
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		if (geteuid() == 0 && (setgid(USER) || setuid(USER)))
			_exit(99);
		int rc = fn();
		fflush(NULL);
		_exit(rc);
	}
	int status;
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

static void a_lack_of_processes_passes(void **state)
{
	(void)state;
	/* Others' processes of our own user would count. */
	if (geteuid() != 0 || !user_namespaces())
		skip();
	assert_int_equal(as_user(waits_for_processes), 0);
}

static void a_lack_of_descriptors_is_told(void **state)
{
	(void)state;
	if (!user_namespaces())
		skip();
	assert_int_equal(as_user(says_what_is_missing), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tells_shortage_from_other_errors),
		cmocka_unit_test(a_lack_of_processes_passes),
		cmocka_unit_test(a_lack_of_descriptors_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
