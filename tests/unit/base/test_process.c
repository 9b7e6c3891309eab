/* Trusted commands: results, caps, deadlines, and that nothing of theirs is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"

struct answer {
	int rc;
	struct fl_process_result res;
	struct fl_error err;
	struct fl_buf out, errs;
};

static void run_spec(struct answer *a, const struct fl_process_spec *spec)
{
	fl_buf_init(&a->out, 8 << 20);
	fl_buf_init(&a->errs, 8 << 20);
	a->rc = fl_process_run(spec, &a->out, &a->errs, &a->res, &a->err);
}

static void run_shell(struct answer *a, const char *script, unsigned wall_ms)
{
	const char *const argv[] = {"sh", "-c", script, NULL};
	run_spec(a, &(struct fl_process_spec){.argv = argv, .wall_ms = wall_ms});
}

static void release(struct answer *a)
{
	fl_buf_release(&a->out);
	fl_buf_release(&a->errs);
}

static void gives_output_and_status(void **state)
{
	(void)state;
	struct answer a;
	run_shell(&a, "echo out; echo err >&2; exit 7", 0);
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_int_equal(a.res.exit_status, 7);
	assert_int_equal(a.res.signal, -1);
	assert_string_equal(a.out.data, "out\n");
	assert_string_equal(a.errs.data, "err\n");
	release(&a);
}

static void gives_signal(void **state)
{
	(void)state;
	struct answer a;
	run_shell(&a, "kill -SEGV $$", 0);
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_SIGNAL);
	assert_int_equal(a.res.signal, SIGSEGV);
	assert_int_equal(a.res.exit_status, -1);
	release(&a);
}

static void feeds_more_than_a_pipe_holds(void **state)
{
	(void)state;
	struct answer a;
	size_t len = 3 << 20;
	char *bytes = malloc(len);
	assert_non_null(bytes);
	for (size_t i = 0; i < len; i++)
		bytes[i] = (char)(i * 7);
	const char *const argv[] = {"cat", NULL};
	run_spec(&a, &(struct fl_process_spec){
			     .argv = argv, .input = fl_slice(bytes, len), .out_max = 4 << 20});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.out.len, len);
	assert_memory_equal(a.out.data, bytes, len);
	free(bytes);
	release(&a);
}

/* A reader that does not read must not end us by SIGPIPE, nor leave a SIGPIPE pending. */
static void survives_a_reader_that_leaves(void **state)
{
	(void)state;
	struct answer a;
	static char bytes[1 << 20];
	const char *const argv[] = {"true", NULL};
	run_spec(&a,
		&(struct fl_process_spec){.argv = argv, .input = fl_slice(bytes, sizeof(bytes))});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.exit_status, 0);
	sigset_t pending;
	sigpending(&pending);
	assert_false(sigismember(&pending, SIGPIPE));
	release(&a);
}

static void cuts_output_and_goes_on(void **state)
{
	(void)state;
	struct answer a;
	const char *const argv[] = {"sh", "-c", "head -c 300000 /dev/zero; echo end >&2", NULL};
	run_spec(&a, &(struct fl_process_spec){.argv = argv, .out_max = 1000});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_int_equal(a.out.len, 1000);
	assert_true(a.res.out_cut);
	assert_false(a.res.err_cut);
	assert_string_equal(a.errs.data, "end\n");
	release(&a);
}

static void ends_what_ignores_term(void **state)
{
	(void)state;
	struct answer a;
	run_shell(&a, "trap '' TERM; echo on; while :; do sleep 1; done", 200);
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_string_equal(a.out.data, "on\n");
	assert_in_range(a.res.wall_ms, 200, 5000);
	release(&a);
}

static void lets_term_be_handled(void **state)
{
	(void)state;
	struct answer a;
	const char *const argv[] = {
		"sh", "-c", "trap 'echo bye; exit 3' TERM; while :; do sleep 0.02; done", NULL};
	run_spec(&a, &(struct fl_process_spec){.argv = argv, .wall_ms = 300, .grace_ms = 5000});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_WALL);
	assert_string_equal(a.out.data, "bye\n");
	release(&a);
}

/* True while a process of ours lives whose command line holds the word. */
static bool lives(const char *word)
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

static void kills_what_it_leaves(void **state)
{
	(void)state;
	struct answer a;
	char script[100], word[40];
	snprintf(word, sizeof(word), "77001.%d", (int)getpid());
	snprintf(script, sizeof(script), "sleep %s & echo gone", word);
	run_shell(&a, script, 20000);
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.end, FL_END_EXIT);
	assert_string_equal(a.out.data, "gone\n");
	assert_in_range(a.res.wall_ms, 0, 5000);
	for (int i = 0; i < 200 && lives(word); i++)
		nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
	assert_false(lives(word));
	release(&a);
}

/* It left our group and holds stdout open: not ours to kill, and nothing to wait for. */
static void does_not_wait_for_a_daemon(void **state)
{
	(void)state;
	struct answer a;
	run_shell(&a, "setsid sleep 3 & echo gone", 20000);
	assert_int_equal(a.rc, 0);
	assert_string_equal(a.out.data, "gone\n");
	assert_in_range(a.res.wall_ms, 0, 2500);
	release(&a);
}

static void tells_that_it_cannot_start(void **state)
{
	(void)state;
	struct answer a;
	const char *const argv[] = {"no-such-program-anywhere", NULL};
	a.res.end = FL_END_COUNT;
	run_spec(&a, &(struct fl_process_spec){.argv = argv});
	assert_int_equal(a.rc, FL_EEXEC);
	assert_int_equal(a.err.sys, ENOENT);
	assert_non_null(strstr(a.err.message, "no-such-program-anywhere"));
	assert_int_equal(a.res.end, FL_END_COUNT); /* untouched */
	release(&a);
	const char *const directory[] = {"/usr", NULL};
	run_spec(&a, &(struct fl_process_spec){.argv = directory});
	assert_int_equal(a.rc, FL_EEXEC);
	assert_int_equal(a.err.sys, EACCES);
	release(&a);
	const char *const fine[] = {"true", NULL};
	run_spec(&a, &(struct fl_process_spec){.argv = fine, .cwd = "/nowhere"});
	assert_int_equal(a.rc, FL_EEXEC);
	release(&a);
}

static void gives_directory_and_environment(void **state)
{
	(void)state;
	struct answer a;
	const char *const argv[] = {"sh", "-c", "pwd; echo $A; echo ${HOME-none}", NULL};
	const char *const env[] = {"A=b c", NULL};
	run_spec(&a, &(struct fl_process_spec){.argv = argv, .env = env, .cwd = "/usr"});
	assert_int_equal(a.rc, 0);
	assert_string_equal(a.out.data, "/usr\nb c\nnone\n");
	release(&a);
}

/* Only 0, 1 and 2, and no signal ignored or blocked, whatever we have. */
static void hands_nothing_down(void **state)
{
	(void)state;
	struct answer a;
	int extra = dup(1);
	sigset_t set, old;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, &old);
	signal(SIGUSR2, SIG_IGN);
	run_shell(&a, "ls /proc/$$/fd; grep -E 'Sig(Blk|Ign)' /proc/self/status", 0);
	signal(SIGUSR2, SIG_DFL);
	sigprocmask(SIG_SETMASK, &old, NULL);
	close(extra);
	assert_string_equal(
		a.out.data, "0\n1\n2\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
	release(&a);
}

static size_t count_fds(void)
{
	size_t n = 0;
	DIR *d = opendir("/proc/self/fd");
	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n;
}

static void leaks_no_descriptor(void **state)
{
	(void)state;
	struct answer a;
	size_t before = count_fds();
	const char *const bad[] = {"no-such-program-anywhere", NULL};
	for (int i = 0; i < 50; i++) {
		run_shell(&a, "exec true", 0);
		release(&a);
		run_spec(&a, &(struct fl_process_spec){.argv = bad});
		release(&a);
	}
	assert_int_equal(count_fds(), before);
}

/* With share_out it writes where we do. */
static void shares_its_output(void **state)
{
	(void)state;
	struct answer a;
	char text[16] = "";
	int ends[2], kept = dup(1);
	const char *const argv[] = {"sh", "-c", "echo shared; echo err >&2; exit 4", NULL};
	assert_int_equal(pipe(ends), 0);
	fflush(stdout);
	assert_true(dup2(ends[1], 1) >= 0);
	run_spec(&a, &(struct fl_process_spec){.argv = argv, .share_out = true});
	assert_true(dup2(kept, 1) >= 0);
	close(kept);
	close(ends[1]);
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.exit_status, 4);
	assert_int_equal(a.out.len, 0);
	assert_string_equal(a.errs.data, "err\n");
	assert_int_equal(read(ends[0], text, sizeof(text) - 1), 7);
	assert_string_equal(text, "shared\n");
	close(ends[0]);
	release(&a);
}

/* What moved to a session of its own and writes without end is not waited for, nor read to it. */
static void does_not_wait_for_a_flood(void **state)
{
	(void)state;
	struct answer a;
	const char *const argv[] = {"sh", "-c", "setsid timeout 5 yes & sleep 0.1; exit 3", NULL};
	run_spec(&a, &(struct fl_process_spec){.argv = argv, .out_max = 100000});
	assert_int_equal(a.rc, 0);
	assert_int_equal(a.res.exit_status, 3);
	assert_true(a.res.out_cut);
	assert_in_range(a.res.wall_ms, 0, 3000);
	release(&a);
}

static void says_that_it_cannot_wait(void **state)
{
	(void)state;
	struct answer a;
	const char *const argv[] = {"true", NULL};
	signal(SIGCHLD, SIG_IGN);
	run_spec(&a, &(struct fl_process_spec){.argv = argv});
	signal(SIGCHLD, SIG_DFL);
	assert_int_equal(a.rc, FL_EINVAL);
	release(&a);
}

static void tells_cpu_time(void **state)
{
	(void)state;
	struct answer a;
	run_shell(&a, "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done", 0);
	assert_int_equal(a.rc, 0);
	assert_in_range(a.res.cpu_ms, 10, 30000);
	assert_in_range(a.res.max_rss_kb, 300, 1 << 20);
	release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(gives_output_and_status),
		cmocka_unit_test(gives_signal),
		cmocka_unit_test(feeds_more_than_a_pipe_holds),
		cmocka_unit_test(survives_a_reader_that_leaves),
		cmocka_unit_test(cuts_output_and_goes_on),
		cmocka_unit_test(ends_what_ignores_term),
		cmocka_unit_test(lets_term_be_handled),
		cmocka_unit_test(kills_what_it_leaves),
		cmocka_unit_test(does_not_wait_for_a_daemon),
		cmocka_unit_test(tells_that_it_cannot_start),
		cmocka_unit_test(gives_directory_and_environment),
		cmocka_unit_test(hands_nothing_down),
		cmocka_unit_test(leaks_no_descriptor),
		cmocka_unit_test(shares_its_output),
		cmocka_unit_test(does_not_wait_for_a_flood),
		cmocka_unit_test(says_that_it_cannot_wait),
		cmocka_unit_test(tells_cpu_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
