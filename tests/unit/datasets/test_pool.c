/* The pool: order, crashes, hangs, limits, stopping. timeout: 60 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "datasets/build/pool.h"

/* What the jobs do, by index. */
struct plan {
	size_t crash, hang, fail, flood, leave; /* units that misbehave; SIZE_MAX: none */
	size_t stop_after; /* collect has enough then */
	size_t next; /* collected so far */
	struct fl_buf log;
	volatile sig_atomic_t stop;
	bool bad_start;
};

static struct plan plan_new(void)
{
	struct plan p = {.crash = SIZE_MAX,
		.hang = SIZE_MAX,
		.fail = SIZE_MAX,
		.flood = SIZE_MAX,
		.leave = SIZE_MAX,
		.stop_after = SIZE_MAX};
	fl_buf_init(&p.log, 1 << 20);
	return p;
}

static int start(void *ctx, void **ret_state, struct fl_error *err)
{
	struct plan *p = ctx;
	if (p->bad_start)
		return fl_error_set(err, FL_EMISSING, "no sandbox here");
	*ret_state = malloc(1);
	return 0;
}

static void finish(void *ctx, void *state)
{
	(void)ctx;
	free(state);
}

static int job(void *ctx, void *state, size_t index, struct fl_buf *out, struct fl_error *err)
{
	struct plan *p = ctx;
	assert_non_null(state);
	if (index % 3 == 0)
		usleep(2000);
	if (index == p->crash) {
		signal(SIGSEGV, SIG_DFL); /* the test library has a handler */
		raise(SIGSEGV);
	}
	if (index == p->leave)
		_exit(7);
	while (index == p->hang)
		pause();
	if (index == p->fail)
		return fl_error_set(err, FL_EPARSE, "not this one");
	if (index == p->flood)
		fl_buf_fill(out, 'x', (size_t)DS_POOL_RESULT_MAX + 1);
	fl_buf_printf(out, "unit %zu %.*s", index, (int)(index * 997 % 5000),
		"................................................................................");
	return 0;
}

static int collect(void *ctx, size_t index, struct fl_slice result, const struct fl_error *failure,
	struct fl_error *err)
{
	struct plan *p = ctx;
	(void)err;
	assert_int_equal(index, p->next++);
	fl_buf_printf(&p->log, "%zu:", index);
	if (failure)
		fl_buf_printf(&p->log, "%d %s", failure->code, failure->message);
	else
		fl_buf_slice(&p->log, result);
	fl_buf_char(&p->log, '\n');
	return p->next == p->stop_after;
}

static void progress(void *ctx, size_t ended, size_t count)
{
	struct plan *p = ctx;
	assert_true(ended <= count);
	if (ended >= 3 && p->stop_after == 0)
		p->stop = 1;
}

static int run(struct plan *p, unsigned jobs, size_t count, unsigned wall_ms, struct fl_error *err)
{
	const struct ds_pool pool = {.jobs = jobs,
		.count = count,
		.wall_ms = wall_ms,
		.stop = &p->stop,
		.ctx = p,
		.start = start,
		.job = job,
		.finish = finish,
		.collect = collect,
		.progress = progress};
	int rc = ds_pool_run(&pool, err);
	/* No child is left, whatever happened. */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	return rc;
}

static void same_with_any_jobs(void **state)
{
	(void)state;
	static const unsigned jobs[] = {1, 2, 4, 9};
	struct fl_buf first;
	fl_buf_init(&first, 1 << 20);
	for (size_t i = 0; i < sizeof(jobs) / sizeof(jobs[0]); i++) {
		struct plan p = plan_new();
		p.crash = 5;
		p.fail = 11;
		p.leave = 50;
		p.flood = 70;
		assert_int_equal(run(&p, jobs[i], 100, 0, NULL), 0);
		assert_int_equal(p.next, 100);
		if (i == 0)
			fl_buf_slice(&first, fl_buf_view(&p.log));
		assert_string_equal(p.log.data, first.data);
		fl_buf_release(&p.log);
	}
	assert_non_null(strstr(first.data, "\n5:-12 its worker died of signal 11 "));
	assert_non_null(strstr(first.data, "\n11:-3 not this one\n"));
	assert_non_null(strstr(first.data, "\n50:-12 its worker left with status 7\n"));
	assert_non_null(strstr(first.data, "\n70:-2 the result passes its maximum"));
	assert_non_null(strstr(first.data, "\n99:unit 99 ."));
	fl_buf_release(&first);
}

static void hang_costs_its_unit(void **state)
{
	(void)state;
	struct plan p = plan_new();
	p.hang = 1;
	assert_int_equal(run(&p, 2, 20, 300, NULL), 0);
	assert_int_equal(p.next, 20);
	assert_non_null(strstr(p.log.data, "\n1:-8 it took more than 300 ms\n2:unit 2"));
	fl_buf_release(&p.log);
}

static void start_failure_ends_it(void **state)
{
	(void)state;
	struct plan p = plan_new();
	struct fl_error err;
	p.bad_start = true;
	assert_int_equal(run(&p, 3, 20, 0, &err), FL_EMISSING);
	assert_string_equal(err.message, "no sandbox here");
	assert_int_equal(p.next, 0);
	fl_buf_release(&p.log);
}

static void enough_and_stop(void **state)
{
	(void)state;
	struct plan p = plan_new();
	p.stop_after = 7;
	assert_int_equal(run(&p, 4, 1000, 0, NULL), 0);
	assert_int_equal(p.next, 7);
	fl_buf_release(&p.log);
	p = plan_new();
	p.stop_after = 0;
	assert_int_equal(run(&p, 2, 100000, 0, NULL), FL_ECLOSED);
	fl_buf_release(&p.log);
	p = plan_new();
	assert_int_equal(run(&p, 2, 0, 0, NULL), 0);
	assert_int_equal(run(&p, 0, 1, 0, NULL), FL_EINVAL);
}

/* When whoever runs the pool is killed, its workers die. */
static void workers_die_with_us(void **state)
{
	(void)state;
	int fds[2];
	assert_int_equal(pipe(fds), 0);
	pid_t pid = fork();
	if (pid == 0) {
		struct plan p = plan_new();
		p.hang = 2;
		run(&p, 3, 3, 0, NULL);
		_exit(0);
	}
	close(fds[1]);
	usleep(300000);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	/* Workers hold the pipe's other end: its end of file says that they are gone. */
	char c;
	assert_int_equal(read(fds[0], &c, 1), 0);
	close(fds[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_with_any_jobs),
		cmocka_unit_test(hang_costs_its_unit),
		cmocka_unit_test(start_failure_ends_it),
		cmocka_unit_test(enough_and_stop),
		cmocka_unit_test(workers_die_with_us),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
