#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int table_rows;

double table_round(double value, int digits)
{
	double scale = pow(10, digits);
	return floor(value * scale + 0.5) / scale;
}

void table_row(const char *name, double value)
{
	int dots = TABLE_WIDTH - (int)strlen(name);
	table_rows++;
	fputs(name, stdout);
	while (dots-- > 0)
		putchar('.');
	printf(" %g\n", table_round(value, 3));
}
