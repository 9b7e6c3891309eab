/*
 * What has no processor to run on is not taken for what waits: programs on a CPU that many others
 * share. As each of these has a session of its own, the kernel gives none of them more than a part.
 * timeout: 120
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/sandbox/sandbox.h"
#include "sanitize/run/run.h"
#include "sanitize/run/still.h"

enum { OTHERS = 30, WALL_MS = 1000, CPU_MS = 700 };

/* ---- a CPU, and who shares it ---- */

static unsigned the_cpu(void)
{
	cpu_set_t mine;
	assert_int_equal(sched_getaffinity(0, sizeof(mine), &mine), 0);
	for (unsigned i = 0; i < CPU_SETSIZE; i++)
		if (CPU_ISSET(i, &mine))
			return i;
	fail_msg("there is no CPU");
	return 0;
}

static bool move_to(unsigned cpu)
{
	cpu_set_t set;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) == 0;
}

static pid_t others[OTHERS];

/* They end by themselves after these seconds. */
static void start_others(unsigned seconds)
{
	unsigned cpu = the_cpu();
	for (int i = 0; i < OTHERS; i++) {
		others[i] = fork();
		assert_true(others[i] >= 0);
		if (others[i])
			continue;
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		setsid();
		alarm(seconds);
		if (!move_to(cpu))
			_exit(1);
		for (volatile unsigned n = 0;; n++)
			;
	}
}

static void end_others(void)
{
	int status;
	for (int i = 0; i < OTHERS; i++) {
		kill(others[i], SIGKILL);
		assert_int_equal(waitpid(others[i], &status, 0), others[i]);
		assert_true(WIFSIGNALED(status));
	}
}

/* ---- programs; what they are given is their CPU ---- */

static void begin(struct fl_slice arg)
{
	unsigned cpu;
	memcpy(&cpu, arg.ptr, sizeof(cpu));
	if (!move_to(cpu))
		_exit(9);
}

static void *spin(void *arg)
{
	for (volatile unsigned n = 0;; n++)
		;
	return arg;
}

static int spins(struct fl_slice arg)
{
	begin(arg);
	spin(NULL);
	return 0;
}

/* Its first thread waits. */
static int spins_in_a_thread(struct fl_slice arg)
{
	pthread_t t;
	begin(arg);
	pthread_create(&t, NULL, spin, NULL);
	pthread_join(t, NULL);
	return 0;
}

/* It waits for its child. */
static int spins_in_a_child(struct fl_slice arg)
{
	begin(arg);
	pid_t pid = fork();
	if (pid == 0)
		spin(NULL);
	waitpid(pid, NULL, 0);
	return 0;
}

static int pauses(struct fl_slice arg)
{
	begin(arg);
	while (pause())
		;
	return 0;
}

/* On a CPU that others use it waits for that, too; so it gets that of its choice. */
static int polls(struct fl_slice arg)
{
	while (arg.len)
		usleep(100000);
	return 0;
}

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void *second_then_first(void *arg)
{
	pthread_mutex_lock(&second);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&first);
	return arg;
}

static int deadlocks(struct fl_slice arg)
{
	pthread_t t;
	begin(arg);
	pthread_barrier_init(&both, NULL, 2);
	pthread_create(&t, NULL, second_then_first, NULL);
	pthread_mutex_lock(&first);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&second);
	return 0;
}

static const struct {
	const char *name;
	fl_box_fn fn;
	bool waits;
} cases[] = {
	{"spins", spins, false},
	{"spins in a thread", spins_in_a_thread, false},
	{"spins in a child", spins_in_a_child, false},
	{"pauses", pauses, true},
	{"polls", polls, true},
	{"deadlocks", deadlocks, true},
};

static void judge(size_t i, const struct fl_process_result *r)
{
	struct san_texts none = {0};
	struct san_report report;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(san_evidence(r, NULL, &none, &a, &report), SAN_FAILED);
	bool hang = fl_slice_eqs(report.kind, "hang");
	bool starved = san_was_starved(r);
	/* it may yet have come to the end of its CPU time */
	bool limit = r->end == FL_END_WALL || (!cases[i].waits && r->end == FL_END_CPU);
	bool lost = cases[i].waits || r->end == FL_END_CPU || starved;
	if (hang != cases[i].waits || !limit || !lost || (cases[i].waits && starved) ||
		r->starved_ms > r->wall_ms)
		fail_msg("%s: %s, end %s, wall %u, CPU %u, starved %u", cases[i].name,
			report.kind.ptr, fl_end_names[r->end], r->wall_ms, r->cpu_ms,
			r->starved_ms);
	print_message("%s: wall %u ms, CPU %u, starved %u\n", cases[i].name, r->wall_ms, r->cpu_ms,
		r->starved_ms);
	fl_arena_release(&a);
}

static void only_who_waits_is_told_to(void **state)
{
	struct fl_box *box = *state;
	unsigned cpu = the_cpu();
	start_others(60);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct fl_run_spec spec = {.cpu_ms = CPU_MS,
			.wall_ms = WALL_MS,
			.stop_signal = SIGKILL,
			.idle_fn = san_is_still,
			.idle_ms = 300};
		struct fl_process_result r;
		struct fl_error err;
		assert_int_equal(
			fl_box_call(box, &spec, cases[i].fn,
				fl_slice((const char *)&cpu, sizeof(cpu)), NULL, NULL, &r, &err),
			0);
		judge(i, &r);
	}
	end_others();
}

/* What works all the time is not starved, nor what has threads on one CPU that take turns. */
static void who_works_is_not_starved(void **state)
{
	struct fl_process_result r = {.end = FL_END_WALL, .wall_ms = 2000};
	(void)state;
	assert_true(san_was_waiting(&r));
	r.cpu_ms = 500; /* it sleeps as well */
	assert_false(san_was_waiting(&r) || san_was_starved(&r));
	r.starved_ms = 1400;
	assert_true(san_was_starved(&r) && !san_was_waiting(&r));
	/* nearly all of it, though the host had little for it */
	r = (struct fl_process_result){
		.end = FL_END_WALL, .wall_ms = 2000, .cpu_ms = 20, .starved_ms = 900};
	assert_true(san_was_waiting(&r) && !san_was_starved(&r));
	r.cpu_ms = 150;
	assert_true(san_was_starved(&r) && !san_was_waiting(&r));
	/* nothing at all */
	r = (struct fl_process_result){.end = FL_END_WALL, .wall_ms = 2000, .starved_ms = 2000};
	assert_true(san_was_starved(&r) && !san_was_waiting(&r));
	r.starved_ms = 2010;
	assert_true(san_was_starved(&r) && !san_was_waiting(&r));
	r.idle = true;
	assert_true(san_was_waiting(&r) && !san_was_starved(&r));
	r = (struct fl_process_result){.end = FL_END_CPU, .wall_ms = 2000, .starved_ms = 1500};
	assert_false(san_was_starved(&r));
}

static const char endless[] = "#define _GNU_SOURCE\n#include <sched.h>\n#include <stdlib.h>\n"
			      "int main(int argc, char **argv)\n{\n"
			      "	cpu_set_t set;\n	CPU_ZERO(&set);\n"
			      "	CPU_SET(argc > 1 ? atoi(argv[1]) : 0, &set);\n"
			      "	sched_setaffinity(0, sizeof(set), &set);\n"
			      "	for (;;)\n		;\n}\n";

/* The CPU is its own when it is run again: then it is what it is, or nothing is known of it. */
static void a_starved_one_is_run_again(void **state)
{
	enum san_mode mode = SAN_MODE_NONE;
	struct san_file file = {.path = FL_S("a.c"), .content = fl_slice_str(endless)};
	char number[16];
	const char *const args[] = {number, NULL};
	struct san_program program = {
		.files = {&file, 1}, .tools = {SAN_GCC, {"gcc", "g++"}, NULL}, .args = args};
	const struct san_run_opts opts = {.cpu_ms = 400, .wall_ms = WALL_MS, .runs = 1};
	struct san_build build;
	struct san_findings f;
	struct fl_error err;
	struct fl_arena a;
	program.language = SAN_C;
	snprintf(number, sizeof(number), "%u", the_cpu());
	fl_arena_init(&a, 1 << 28);
	assert_int_equal(san_build_all(*state, &program, &mode, 1, 1, 30000, &a, &build, &err), 0);
	assert_true(build.ok);
	san_findings_init(&f);
	start_others(2);
	assert_int_equal(san_run_all(*state, &program, &build, &opts, &a, &f, &err), 0);
	end_others();
	assert_int_equal(f.found.len + f.infra.len, 1);
	if (f.found.len) {
		const struct san_finding *found = fl_vec_at(&f.found, 0);
		assert_true(fl_slice_eqs(found->report.kind, "timeout"));
		assert_int_equal(found->report.error_class, DIAG_CLASS_LOGIC);
	}
	assert_int_equal(f.stuck_ms, 0);
	san_findings_release(&f);
	fl_arena_release(&a);
}

static int setup(void **state)
{
	struct fl_error err;
	struct fl_box *box;
	if (fl_box_new(NULL, &box, &err))
		return -1;
	*state = box;
	return 0;
}

static int teardown(void **state)
{
	fl_box_free(*state);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(only_who_waits_is_told_to, setup, teardown),
		cmocka_unit_test(who_works_is_not_starved),
		cmocka_unit_test_setup_teardown(a_starved_one_is_run_again, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
