/* What the tests of the sandbox share: a box for each test, and short ways to run things in it. */
#ifndef TESTS_UNIT_BASE_BOX_H
#define TESTS_UNIT_BASE_BOX_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/sandbox/sandbox.h"

struct answer {
	int rc;
	struct fl_process_result res;
	struct fl_error err;
	struct fl_buf out, errs;
};

static inline int box_setup(void **state)
{
	struct fl_error err = {0};
	struct fl_box *box;
	if (fl_box_new(NULL, &box, &err)) {
		fprintf(stderr, "fl_box_new: %s\n", err.message);
		return -1;
	}
	*state = box;
	return 0;
}

static inline int box_teardown(void **state)
{
	fl_box_free(*state);
	return 0;
}

#define BOX_TEST(f) cmocka_unit_test_setup_teardown(f, box_setup, box_teardown)

static inline void release(struct answer *a)
{
	fl_buf_release(&a->out);
	fl_buf_release(&a->errs);
}

static inline void run_spec(struct fl_box *box, struct answer *a, const struct fl_run_spec *spec)
{
	fl_buf_init(&a->out, 64 << 20);
	fl_buf_init(&a->errs, 64 << 20);
	a->err.message[0] = '\0';
	a->rc = fl_box_run(box, spec, &a->out, &a->errs, &a->res, &a->err);
	if (a->rc)
		fprintf(stderr, "fl_box_run: %s\n", a->err.message);
}

static inline void run_shell(struct fl_box *box, struct answer *a, const char *script)
{
	const char *const argv[] = {"sh", "-c", script, NULL};
	run_spec(box, a, &(struct fl_run_spec){.argv = argv, .cpu_ms = 20000, .wall_ms = 60000});
	assert_int_equal(a->rc, 0);
}

/* Write a C program into the box, compile it there to FL_BOX_DIR/prog with the further flag. */
static inline void compile(struct fl_box *box, const char *source, const char *flag)
{
	struct answer a;
	struct fl_error err;
	assert_int_equal(fl_box_put(box, "prog.c", fl_slice_str(source), 0644, &err), 0);
	const char *const argv[] = {"gcc", "-g", "-pthread", flag, "prog.c", "-o", "prog", NULL};
	run_spec(box, &a, &(struct fl_run_spec){.argv = argv, .cpu_ms = 60000});
	if (a.res.exit_status)
		fprintf(stderr, "%s", a.errs.data);
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.exit_status, 0);
	release(&a);
}

/* True while any process's command line (that we may see) holds the word. */
static inline bool lives(const char *word)
{
	bool found = false;
	DIR *d = opendir("/proc");
	assert_non_null(d);
	for (struct dirent *e; (e = readdir(d));) {
		char path[300];
		struct fl_buf text;
		snprintf(path, sizeof(path), "/proc/%s/cmdline", e->d_name);
		fl_buf_init(&text, 1 << 20);
		if (atoi(e->d_name) > 0 && atoi(e->d_name) != getpid() &&
			fl_buf_read_file(&text, path, NULL) == 0)
			found = found || fl_slice_find(fl_buf_view(&text), word) >= 0;
		fl_buf_release(&text);
	}
	closedir(d);
	return found;
}

static inline void pause_ms(unsigned ms)
{
	nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000},
		NULL);
}

/* False in a chroot, where the kernel gives nobody one. Root's box works all the same. */
static inline bool user_namespaces(void)
{
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0)
		_exit(unshare(CLONE_NEWUSER) ? 1 : 0);
	int status;
	return waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The tests again as somebody without privileges, when we are root. 0 when all passed. */
static inline int again_unprivileged(int (*tests)(void))
{
	if (geteuid() != 0)
		return 0;
	if (!user_namespaces()) {
		fprintf(stderr, "no user namespaces here: not run again without privileges\n");
		return 0;
	}
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		if (setgid(12345) || setuid(12345))
			_exit(1);
		int rc = tests();
		fflush(NULL);
		_exit(rc);
	}
	int status;
	if (waitpid(pid, &status, 0) != pid)
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

#endif
