#include "tests/support/box.h"

#include <stdio.h>
#include <stdlib.h>

int test_needs(const char *what)
{
	fprintf(stderr, "needs %s\n", what);
	if (!getenv("CI"))
		exit(77);
	return -1;
}

int test_box_open(struct fl_box **ret_box)
{
	struct fl_error err = {0};
	int rc = fl_box_new(NULL, ret_box, &err);
	if (rc == FL_EMISSING)
		return test_needs(err.message);
	if (rc)
		fprintf(stderr, "%s\n", err.message);
	return rc ? -1 : 0;
}
