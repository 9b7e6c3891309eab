/* Shares of origins: they hold, whatever the order, and grow without throwing away. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "datasets/export/mix.h"
#include "record_sample.h"

enum { MOST = 400 };

struct set {
	struct fl_arena arena;
	struct ds_record *records[MOST];
};

static int setup(void **state)
{
	struct set *s = calloc(1, sizeof(*s));
	fl_arena_init(&s->arena, 256 << 20);
	for (unsigned i = 0; i < MOST; i++) {
		struct ds_record *r = s->records[i] = sample_record(&s->arena, i);
		r->provenance.origin = i % 4 ? DS_SYNTHETIC : DS_REAL;
		r->fault = fl_arena_printf(&s->arena, "fault %u", i / 8 * 8 + i % 4);
		r->id = fl_arena_printf(&s->arena, "record %u", i);
	}
	*state = s;
	return 0;
}

static int teardown(void **state)
{
	struct set *s = *state;
	fl_arena_release(&s->arena);
	free(s);
	return 0;
}

/* The mix of records a to b, in any order; takes[i] says which are in it. */
static int mix(const struct set *s, const char *text, unsigned a, unsigned b, int64_t rows,
	bool *takes, int64_t *counts)
{
	struct ds_mix *m;
	int64_t there;
	assert_int_equal(ds_mix_new(text, 1, &m, NULL), 0);
	for (unsigned i = b; i-- > a;)
		assert_int_equal(ds_mix_add(m, s->records[i], rows, NULL), 0);
	int rc = ds_mix_decide(m, NULL);
	for (unsigned i = 0; rc == 0 && i < MOST; i++)
		takes[i] = i >= a && i < b && ds_mix_takes(m, s->records[i]);
	for (int o = 0; o < DS_ORIGIN_COUNT; o++)
		ds_mix_counts(m, (enum ds_origin)o, &there, &counts[o]);
	ds_mix_free(m);
	return rc;
}

static unsigned count(const struct set *s, const bool *takes, int origin)
{
	unsigned n = 0;
	for (unsigned i = 0; i < MOST; i++)
		n += takes[i] && s->records[i]->provenance.origin == origin;
	return n;
}

static void shares_hold(void **state)
{
	static const struct {
		const char *text;
		int64_t synthetic, real; /* of 300 and 100 */
	} cases[] = {{"real:50,synthetic:50", 100, 100}, {"synthetic:1,real:1", 100, 100},
		{"real:10,synthetic:90", 300, 33}, {"real:30,synthetic:70", 233, 100},
		{"real:1", 0, 100}, {"synthetic:1000000", 300, 0}};
	struct set *s = *state;
	bool takes[MOST];
	int64_t counts[DS_ORIGIN_COUNT];
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(mix(s, cases[i].text, 0, MOST, 1, takes, counts), 0);
		assert_int_equal(counts[DS_SYNTHETIC], cases[i].synthetic);
		assert_int_equal(counts[DS_REAL], cases[i].real);
		assert_int_equal(count(s, takes, DS_SYNTHETIC), cases[i].synthetic);
		assert_int_equal(count(s, takes, DS_REAL), cases[i].real);
	}
	assert_int_equal(mix(s, "real:10,synthetic:90", 0, MOST, 2, takes, counts), 0);
	assert_int_equal(counts[DS_REAL], 66);
	assert_int_equal(count(s, takes, DS_REAL), 33);
}

/* Records of a fault stay together, but for the one at the edge. */
static void faults_are_whole(void **state)
{
	struct set *s = *state;
	bool takes[MOST];
	int64_t counts[DS_ORIGIN_COUNT];
	unsigned torn = 0;
	assert_int_equal(mix(s, "real:30,synthetic:70", 0, MOST, 1, takes, counts), 0);
	for (unsigned i = 0; i + 4 < MOST; i += i % 8 == 3 ? 5 : 1)
		torn += takes[i] != takes[i + 4];
	assert_true(torn <= 1);
}

static void more_of_the_scarcest_takes_nothing_away(void **state)
{
	struct set *s = *state;
	bool few[MOST], many[MOST];
	int64_t counts[DS_ORIGIN_COUNT];
	for (unsigned i = 200; i < MOST; i++)
		s->records[i]->provenance.origin = DS_REAL;
	assert_int_equal(mix(s, "real:60,synthetic:40", 0, 200, 1, few, counts), 0);
	assert_int_equal(mix(s, "real:60,synthetic:40", 0, 240, 1, many, counts), 0);
	assert_true(count(s, many, DS_SYNTHETIC) > count(s, few, DS_SYNTHETIC));
	for (unsigned i = 0; i < MOST; i++)
		assert_true(!few[i] || many[i]);
}

static void none_of_an_origin(void **state)
{
	struct set *s = *state;
	bool takes[MOST];
	int64_t counts[DS_ORIGIN_COUNT];
	for (unsigned i = 0; i < MOST; i++)
		s->records[i]->provenance.origin = DS_SYNTHETIC;
	assert_int_equal(mix(s, "real:1,synthetic:1", 0, MOST, 1, takes, counts), FL_EREFUSED);
}

static void texts_that_are_none(void **state)
{
	static const char *const texts[] = {"", "real", "real:", ":3", "real:0", "real:x",
		"real:3x", "real:1,", ",real:1", "real:1,real:2", "other:1", "real:1000001",
		"real:-1", "real:99999999999999999999"};
	struct ds_mix *m;
	struct fl_error err;
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		assert_int_equal(ds_mix_new(texts[i], 1, &m, &err), FL_EINVAL);
		assert_non_null(strstr(err.message, "is no share"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(shares_hold, setup, teardown),
		cmocka_unit_test_setup_teardown(faults_are_whole, setup, teardown),
		cmocka_unit_test_setup_teardown(
			more_of_the_scarcest_takes_nothing_away, setup, teardown),
		cmocka_unit_test_setup_teardown(none_of_an_origin, setup, teardown),
		cmocka_unit_test(texts_that_are_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
