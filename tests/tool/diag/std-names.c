/* The tables of diag/thought/stdnames.h as lines: "c++|c NAME HEADER SINCE GCC FEATURE" ("-" for none). */
#include <stdio.h>

#include "diag/thought/stdnames.h"

static int print(void *ctx, struct fl_slice name, const struct diag_std_name *about)
{
	(void)ctx;
	printf("%s %.*s %s %d %d %s\n", about->c ? "c" : "c++", FL_ARG(name), about->header,
		about->since, about->gcc, about->feature ? about->feature : "-");
	return 0;
}

int main(void)
{
	return diag_std_each(print, NULL);
}
