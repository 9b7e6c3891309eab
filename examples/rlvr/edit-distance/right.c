#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int least(int a, int b, int c)
{
	int m = a < b ? a : b;
	return m < c ? m : c;
}

int main(void)
{
	char a[101], b[101];
	if (scanf("%100s %100s", a, b) != 2)
		return 1;
	size_t na = strlen(a), nb = strlen(b);
	int *row = malloc((nb + 1) * sizeof(*row));
	if (!row)
		return 1;
	for (size_t k = 0; k <= nb; k++)
		row[k] = (int)k;
	for (size_t i = 1; i <= na; i++) {
		int corner = row[0];
		row[0] = (int)i;
		for (size_t k = 1; k <= nb; k++) {
			int above = row[k];
			row[k] = least(above + 1, row[k - 1] + 1, corner + (a[i - 1] != b[k - 1]));
			corner = above;
		}
	}
	printf("%d\n", row[nb]);
	free(row);
	return 0;
}
