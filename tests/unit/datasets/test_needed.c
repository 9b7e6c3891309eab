/* What of a mend is needed: the edits that are left, and how many questions it took. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "datasets/import/mend/needed.h"

enum { MOST = 64 };

/* By edit: 'x' is needed, '.' is not, nor 'c', which changes comments alone. */
static const struct {
	const char *edits;
	const char *likely; /* by edit: '!' where errors are; NULL: not known */
	size_t tries, asked_most;
	const char *kept; /* by edit: 'k' */
} cases[] = {
	{"x", NULL, 48, 0, "k"},
	{"x", "!", 48, 0, "k"},
	{"x.", NULL, 48, 2, "k "},
	{".x", NULL, 48, 2, " k"},
	{"xx", NULL, 48, 2, "kk"},
	{"...x....x.", NULL, 48, 12, "   k    k "},
	/* what the errors point at is asked about first, and is enough */
	{"...x....x.", "   !    ! ", 48, 3, "   k    k "},
	{"............x...................", "            !                   ", 48, 1,
		"            k                   "},
	/* more of them than are needed; fewer */
	{"...x....x.", "!! !    ! ", 48, 7, "   k    k "},
	{"...x....x.", "   !      ", 48, 13, "   k    k "},
	{"..x.", "!!!!", 48, 4, "  k "},
	/* the errors point at nothing that was changed */
	{"..x.", "    ", 48, 4, "  k "},
	/* comments are left out at once, and never all that there is */
	{"cxcc", NULL, 48, 1, " k  "},
	{".cxcc", NULL, 48, 3, "  k  "},
	{"c.xc", "! ! ", 48, 4, "  k "},
	/* where questions run out, edits stay; what is kept suffices */
	{"...x....x.", NULL, 0, 0, "kkkkkkkkkk"},
	{"........x.", NULL, 2, 2, "     kkkkk"},
};

struct asked {
	const char *edits;
	size_t times;
};

static int suffices(void *ctx, const bool *keep, bool *ret_does, struct fl_error *err)
{
	struct asked *q = ctx;
	bool any = false;
	(void)err;
	q->times++;
	*ret_does = true;
	for (size_t i = 0; q->edits[i]; i++) {
		*ret_does &= keep[i] || q->edits[i] != 'x';
		any |= keep[i];
	}
	assert_true(any); /* that none do not suffice is known */
	return 0;
}

static void leaves_out(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct asked asked = {.edits = cases[i].edits};
		struct ds_needed_ask q = {.count = strlen(cases[i].edits),
			.tries = cases[i].tries,
			.suffices = suffices,
			.ctx = &asked};
		bool likely[MOST], idle[MOST], keep[MOST];
		char kept[MOST + 1] = "";
		for (size_t k = 0; k < q.count; k++)
			idle[k] = cases[i].edits[k] == 'c';
		q.idle = idle;
		for (size_t k = 0; k < q.count; k++)
			likely[k] = cases[i].likely && cases[i].likely[k] == '!';
		q.likely = cases[i].likely ? likely : NULL;
		assert_int_equal(ds_needed(&q, keep, NULL), 0);
		for (size_t k = 0; k < q.count; k++)
			kept[k] = keep[k] ? 'k' : ' ';
		assert_string_equal(kept, cases[i].kept);
		assert_in_range(asked.times, 0, cases[i].asked_most);
	}
}

static int fails(void *ctx, const bool *keep, bool *ret_does, struct fl_error *err)
{
	(void)keep;
	++*(size_t *)ctx;
	*ret_does = false;
	return fl_error_set(err, FL_EHOST, "too busy");
}

static void ends_with_an_error(void **state)
{
	(void)state;
	size_t times = 0;
	bool keep[4];
	struct fl_error err;
	const struct ds_needed_ask q = {.count = 4, .tries = 48, .suffices = fails, .ctx = &times};
	assert_int_equal(ds_needed(&q, keep, &err), FL_EHOST);
	assert_int_equal(times, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leaves_out),
		cmocka_unit_test(ends_with_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
