/* Who has more sites than its count, where a lane falls short. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "datasets/build/lanes.h"

enum { OTHERS = 12, OWN = OTHERS, FOREIGN, COUNT };

/* Many programs of logic alone, and two with sites of lifetime; both may have more than two. */
static size_t share(size_t foreign_has, size_t *ret_own)
{
	struct ds_lanes lanes = {.quotas = {0}};
	struct ds_lanes_program programs[COUNT];
	memset(programs, 0, sizeof(programs));
	for (size_t i = 0; i < COUNT; i++) {
		programs[i].count = i < OTHERS ? 5 : 2;
		programs[i].has[DIAG_CLASS_LOGIC] = 100;
	}
	programs[OWN].has[DIAG_CLASS_LIFETIME] = 60;
	programs[FOREIGN].has[DIAG_CLASS_LIFETIME] = foreign_has;
	programs[OWN].open = programs[FOREIGN].open = programs[FOREIGN].foreign = true;
	for (int lane = 0; lane < DS_LANES; lane++)
		lanes.rates[lane] = 0.5;
	ds_lanes_share(&lanes, programs, COUNT);
	*ret_own = programs[OWN].extra[DIAG_CLASS_LIFETIME];
	return programs[FOREIGN].extra[DIAG_CLASS_LIFETIME];
}

static void projects_first(void **state)
{
	size_t own, foreign;
	(void)state;
	foreign = share(60, &own);
	assert_in_range(foreign, 5, DS_LANE_EXTRA);
	assert_int_equal(own, 0);
	foreign = share(4, &own);
	assert_in_range(foreign, 0, 4);
	assert_in_range(own, 1, DS_LANE_EXTRA);
	share(0, &own);
	assert_in_range(own, 5, DS_LANE_EXTRA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(projects_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
