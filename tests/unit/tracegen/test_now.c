/* What tells the time at which it was made, or the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <cmocka.h>

#include "tracegen/now.h"

static void forms(void **state)
{
	(void)state;
	const time_t now = 1795461619; /* Mon Nov 23 19:20:19 UTC 2026 */
	static const struct {
		const char *text;
		bool tells;
	} cases[] = {
		{"From foo@bar Mon Nov 23 19:20:19 2026\n", true},
		{"From foo@bar Mon Nov 23 19:20:21 2026\n", true}, /* two seconds later */
		{"at 19:20:18\n", false},
		{"log of 2026-11-23", true},
		{"Nov 23 2026: 3 visits", true},
		{"23 November 2026", true},
		{"stamp=1795461620;", true},
		{"stamp=1795461618;", false},
		{"2026", false},
		{"Nov 22 2026 and 23:19:20", false},
		{"", false},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (tg_tells_now(fl_slice_str(cases[i].text), now, now + 2) != cases[i].tells)
			fail_msg("%s", cases[i].text);
}

static void host(void **state)
{
	(void)state;
	struct utsname here;
	char text[sizeof(here.release) + 32];
	assert_int_equal(uname(&here), 0);
	snprintf(text, sizeof(text), "release = \"%s\"", here.release);
	assert_true(tg_tells_host(fl_slice_str(text)));
	assert_true(tg_tells_host(FL_S("{\"HOME=/box\"}")));
	assert_true(tg_tells_host(FL_S("/boxes and /box")));
	assert_false(tg_tells_host(FL_S("/boxes, Linux, a /bo")));
	assert_false(tg_tells_host(FL_S("")));
}

/* The next second begins within one, and is another one. */
static void seconds_pass(void **state)
{
	(void)state;
	struct timespec before, after;
	clock_gettime(CLOCK_REALTIME, &before);
	tg_next_second();
	clock_gettime(CLOCK_REALTIME, &after);
	assert_true(after.tv_sec > before.tv_sec);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(forms), cmocka_unit_test(host), cmocka_unit_test(seconds_pass)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
