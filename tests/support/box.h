/* The sandbox of a test that runs programs. */
#ifndef FL_TESTS_BOX_H
#define FL_TESTS_BOX_H

#include "base/sandbox/sandbox.h"

/*
 * A box: 0, or -1 with the reason on stderr. Where there can be none (FL_EMISSING) the test is over
 * with status 77, "skipped", unless the environment has CI.
 */
int test_box_open(struct fl_box **ret_box);

/* What a test cannot do without is missing: the same. */
int test_needs(const char *what);

#endif
