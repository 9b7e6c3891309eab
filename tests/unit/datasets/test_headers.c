/* Which headers a source begins with, and how workers share what they came to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "datasets/reward/headers.h"

static const struct {
	const char *source, *headers;
} cases[] = {
	{"#include <map>\nint x;\n", "#include <map>\n"},
	{"#include <map>", "#include <map>\n"},
	{"\n\t# include<map>// ordered\r\n\n#include <bits/stdc++.h>\n",
		"#include <map>\n#include <bits/stdc++.h>\n"},
	{"// one\n/* two\n#include <set>\n */\n#include <map>\nusing namespace std;\n#include "
	 "<set>\n",
		"#include <map>\n"},
	{"#include <bits/stdc++.h>\n#include <map>\n", "#include <bits/stdc++.h>\n"},
	/* what stands before them may change what they come to */
	{"#define NDEBUG\n#include <cassert>\n", ""},
	{"#pragma GCC target(\"avx2\")\n#include <map>\n", ""},
	{"#include \"mine.h\"\n#include <map>\n", ""},
	{"int x;\n#include <map>\n", ""},
	{"/* */ #define X\n#include <map>\n", ""},
	{"/* */ int x; /*\n*/\n#include <map>\n", ""},
	{"// goes on \\\n#include <set>\n#include <map>\n", ""},
	{"#include <map> int x;\n", ""},
	{"#include <map> // on \\\n#include <set>\n", ""},
	{"#include <map> /* on\n*/\n", ""},
	{"/* open\n#include <map>\n", ""},
	{"#include_next <map>\n", ""},
	/* none of the system's */
	{"#include </dev/urandom>\n", ""},
	{"#include <../x>\n", ""},
	{"#include <bits/../../x>\n", ""},
	{"#include <a b>\n", ""},
	{"#include <\"x>\n", ""},
	{"#include <>\n", ""},
	{"#include <map\n", ""},
	{"", ""},
};

static void beginnings(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_arena a;
		fl_arena_init(&a, 1 << 20);
		struct fl_slice got = ds_headers_of(fl_slice_str(cases[i].source), &a);
		if (!fl_slice_eqs(got, cases[i].headers))
			fail_msg("case %zu: \"%.*s\"", i, FL_ARG(got));
		fl_arena_release(&a);
	}
}

static const char *key(unsigned n)
{
	static char text[DS_HEADERS_KEY + 1];
	snprintf(text, sizeof(text), "%064u", n);
	return text;
}

static enum ds_headers_state ask(struct ds_headers *h, unsigned n, struct ds_headers_hold *hold)
{
	ds_headers_ask(h, key(n), true, hold);
	return hold->state;
}

/* Ask in a process of its own, and end it as it stands. */
static enum ds_headers_state ask_elsewhere(struct ds_headers *h, unsigned n, const char *made)
{
	struct ds_headers_hold hold;
	int status = 0;
	pid_t pid = fork();
	if (pid == 0) {
		bool same = ask(h, n, &hold) != DS_HEADERS_READY || fl_slice_eqs(hold.made, made);
		_exit(same ? (int)hold.state : 99);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return (enum ds_headers_state)WEXITSTATUS(status);
}

static void shared(void **state)
{
	struct ds_headers *h = NULL;
	struct ds_headers_hold hold;
	struct fl_error err;
	(void)state;
	assert_int_equal(ds_headers_new(&h, &err), 0);
	/* who was to make them ended: another one is to */
	assert_int_equal(ask_elsewhere(h, 1, ""), DS_HEADERS_MAKE);
	assert_int_equal(ask(h, 1, &hold), DS_HEADERS_MAKE);
	assert_int_equal(ask_elsewhere(h, 1, ""), DS_HEADERS_NONE);
	ds_headers_keep(h, &hold, FL_S("made"));
	assert_int_equal(hold.state, DS_HEADERS_READY);
	assert_true(fl_slice_eqs(hold.made, "made"));
	assert_int_equal(ask_elsewhere(h, 1, "made"), DS_HEADERS_READY);
	ds_headers_done(h, &hold);
	assert_int_equal(ask(h, 1, &hold), DS_HEADERS_READY);
	assert_true(fl_slice_eqs(hold.made, "made"));
	ds_headers_done(h, &hold);
	/* not made after all: the next one is asked to, though they were never asked for before */
	assert_int_equal(ask(h, 2, &hold), DS_HEADERS_MAKE);
	ds_headers_done(h, &hold);
	assert_int_equal(ask(h, 2, &hold), DS_HEADERS_MAKE);
	/* those that the compiler refuses are not tried again */
	ds_headers_keep(h, &hold, FL_S(""));
	assert_int_equal(hold.state, DS_HEADERS_NONE);
	assert_int_equal(ask(h, 2, &hold), DS_HEADERS_NONE);
	ds_headers_free(h);
}

/*
 * What nobody asked for before takes no other's place. Then the one that was not used for longest
 * goes, but for what is in use.
 */
static void bounded(void **state)
{
	struct ds_headers *h = NULL;
	struct ds_headers_hold hold, held;
	struct fl_error err;
	char made[16];
	(void)state;
	assert_int_equal(ds_headers_new(&h, &err), 0);
	for (unsigned n = 1; n <= DS_HEADERS_KEPT + 2; n++) {
		if (n > DS_HEADERS_KEPT)
			assert_int_equal(ask(h, n, &hold), DS_HEADERS_NONE);
		assert_int_equal(ask(h, n, &hold), DS_HEADERS_MAKE);
		snprintf(made, sizeof(made), "made %u", n);
		ds_headers_keep(h, &hold, fl_slice_str(made));
		ds_headers_done(h, &hold);
		/* the first one is used all the time */
		assert_int_equal(ask(h, 1, &held), DS_HEADERS_READY);
		assert_true(fl_slice_eqs(held.made, "made 1"));
		ds_headers_done(h, &held);
	}
	assert_int_equal(ask(h, 2, &hold), DS_HEADERS_MAKE); /* it was gone */
	ds_headers_done(h, &hold);
	assert_int_equal(ask(h, DS_HEADERS_KEPT + 2, &hold), DS_HEADERS_READY);
	ds_headers_done(h, &hold);
	ds_headers_free(h);
}

/* What is only asked for is nobody's to make; how often it was there is counted, as lines are. */
static void counted(void **state)
{
	struct ds_headers *h = NULL;
	struct ds_headers_hold hold;
	struct fl_error err;
	(void)state;
	assert_int_equal(ds_headers_new(&h, &err), 0);
	ds_headers_ask(h, key(1), false, &hold);
	assert_int_equal(hold.state, DS_HEADERS_NONE);
	assert_int_equal(ask(h, 1, &hold), DS_HEADERS_MAKE);
	ds_headers_keep(h, &hold, FL_S("made"));
	assert_int_equal(hold.uses, 0);
	ds_headers_done(h, &hold);
	for (unsigned n = 1; n <= 3; n++) {
		ds_headers_ask(h, key(1), n % 2, &hold);
		assert_int_equal(hold.state, DS_HEADERS_READY);
		assert_int_equal(hold.uses, n);
		ds_headers_note(h, &hold, n < 3 ? FL_S("a\nb\nc\n") : FL_S("c\nb\nd"));
		ds_headers_note(h, &hold, n < 3 ? FL_S("") : FL_S("c"));
		ds_headers_done(h, &hold);
	}
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ask(h, 1, &hold), DS_HEADERS_READY);
	assert_true(fl_slice_eqs(ds_headers_noted(h, &hold, &a), "c\nb\na\n"));
	ds_headers_done(h, &hold);
	assert_int_equal(ds_headers_noted(h, &hold, &a).len, 0);
	fl_arena_release(&a);
	ds_headers_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(beginnings),
		cmocka_unit_test(counted),
		cmocka_unit_test(shared),
		cmocka_unit_test(bounded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
