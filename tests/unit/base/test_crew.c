/* Workers that are asked: in order and as they come, answers of any size, deaths that cost a question. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/crew.h"

enum { QUESTIONS = 40, LONG = 300000 };

struct seen {
	uint64_t next; /* that has to be collected, in order */
	bool any_order;
	unsigned answers, failures;
	bool told[QUESTIONS];
	char lost[512]; /* why the last one failed */
};

/* "N…": the same again; "die": no answer; "no": an error. */
static int answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	(void)ctx;
	(void)state;
	if (fl_slice_eqs(question, "die"))
		raise(SIGKILL);
	if (fl_slice_eqs(question, "no"))
		return fl_error_set(err, FL_EREFUSED, "it says no");
	if (question.len && question.ptr[0] == '0')
		usleep(50000); /* the first is the last to come */
	fl_buf_slice(out, question);
	return 0;
}

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	struct seen *s = ctx;
	(void)err;
	assert_true(number < QUESTIONS && !s->told[number]);
	s->told[number] = true;
	if (!s->any_order)
		assert_int_equal(number, s->next++);
	if (failure) {
		s->failures++;
		assert_true(fl_slice_eqs(question, failure->code == FL_EREFUSED ? "no" : "die"));
		snprintf(s->lost, sizeof(s->lost), "%s", failure->message);
		return 0;
	}
	s->answers++;
	assert_int_equal(strtoull(text.ptr, NULL, 10), number);
	assert_int_equal(text.len, number % 7 == 3 ? LONG : 2);
	return 0;
}

static struct fl_crew *crew_of(struct seen *s, unsigned jobs)
{
	struct fl_crew *c = NULL;
	struct fl_crew_opts opts = {.jobs = jobs,
		.bytes_max = 1 << 20,
		.as_they_come = s->any_order,
		.ctx = s,
		.answer = answer,
		.collect = collect};
	assert_int_equal(fl_crew_new(&opts, &c, NULL), 0);
	return c;
}

/* Ask when there is room. */
static void ask(struct fl_crew *c, struct fl_slice question)
{
	while (!fl_crew_has_room(c))
		assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
	assert_int_equal(fl_crew_ask(c, question, NULL), 0);
}

static void ask_all(struct fl_crew *c)
{
	static char text[LONG];
	memset(text, ' ', sizeof(text));
	for (unsigned i = 0; i < QUESTIONS; i++) {
		char head[8];
		snprintf(head, sizeof(head), "%-2u", i);
		memcpy(text, head, 2);
		ask(c, fl_slice(text, i % 7 == 3 ? LONG : 2));
	}
	while (fl_crew_collected(c) < QUESTIONS)
		assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
}

static void all_answers(void **state)
{
	(void)state;
	for (unsigned jobs = 1; jobs <= 3; jobs++) {
		for (int any = 0; any < 2; any++) {
			struct seen s = {.any_order = any};
			struct fl_crew *c = crew_of(&s, jobs);
			ask_all(c);
			assert_int_equal(s.answers, QUESTIONS);
			fl_crew_end(c, true);
		}
	}
}

static void a_loss_costs_its_question(void **state)
{
	(void)state;
	for (int any = 0; any < 2; any++) {
		struct seen s = {.any_order = any};
		struct fl_crew *c = crew_of(&s, 2);
		ask(c, FL_S("0 "));
		ask(c, FL_S("die"));
		ask(c, FL_S("2 "));
		while (fl_crew_collected(c) < 3)
			assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
		assert_int_equal(s.answers, 2);
		assert_string_equal(s.lost, "its worker died of signal 9 (Killed)");
		ask(c, FL_S("no"));
		while (fl_crew_collected(c) < 4)
			assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
		assert_string_equal(s.lost, "it says no");
		fl_crew_end(c, false);
	}
}

static void limits(void **state)
{
	struct seen s = {.any_order = true};
	struct fl_error err;
	struct fl_crew *c = NULL;
	struct fl_crew_opts none = {.jobs = 0};
	(void)state;
	assert_int_equal(fl_crew_new(&none, &c, &err), FL_EINVAL);
	c = crew_of(&s, 1);
	ask(c, FL_S("0 "));
	assert_int_equal(fl_crew_ask(c, FL_S("1 "), &err), FL_EINVAL);
	while (!fl_crew_has_room(c))
		assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
	static char text[2 << 20];
	assert_int_equal(fl_crew_ask(c, fl_slice(text, sizeof(text)), &err), FL_ELIMIT);
	assert_int_equal(fl_crew_asked(c), 1);
	assert_true(fl_crew_has_room(c));
	fl_crew_end(c, true);
	fl_crew_end(NULL, true);
}

/* Not the whole crew when the host has no process for another worker: it comes when there is one. */
static int outlives_the_host(void)
{
	struct seen seen = {.any_order = true};
	struct rlimit none = {0, 4096}, many = {4096, 4096};
	if (geteuid() == 0 && (setgid(12346) || setuid(12346)))
		return 2;
	struct fl_crew *c = crew_of(&seen, 2);
	ask(c, FL_S("00"));
	while (fl_crew_collected(c) < 1)
		assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
	if (setrlimit(RLIMIT_NPROC, &none))
		return 3;
	ask(c, FL_S("die"));
	while (fl_crew_collected(c) < 2)
		assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
	ask(c, FL_S("02"));
	while (fl_crew_collected(c) < 3)
		assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
	ask(c, FL_S("die"));
	for (int i = 0; i < 5; i++)
		assert_int_equal(fl_crew_turn(c, 100, NULL), 0);
	if (fl_crew_has_room(c) || setrlimit(RLIMIT_NPROC, &many))
		return 4;
	ask(c, FL_S("04"));
	while (fl_crew_collected(c) < 5)
		assert_int_equal(fl_crew_turn(c, 1000, NULL), 0);
	fl_crew_end(c, true);
	return seen.answers == 3 && seen.failures == 2 ? 0 : 5;
}

static void a_short_host_is_waited_for(void **state)
{
	int status;
	(void)state;
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		alarm(15); /* who waits for the host meanwhile does not answer */
		_exit(outlives_the_host());
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_answers),
		cmocka_unit_test(a_loss_costs_its_question),
		cmocka_unit_test(limits),
		cmocka_unit_test(a_short_host_is_waited_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
