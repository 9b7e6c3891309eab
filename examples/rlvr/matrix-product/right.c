#include <stdio.h>
#include <stdlib.h>

static long *read_matrix(int rows, int columns)
{
	long *m = calloc((size_t)rows * (size_t)columns, sizeof(*m));
	for (int i = 0; m && i < rows * columns; i++)
		if (scanf("%ld", &m[i]) != 1)
			break;
	return m;
}

int main(void)
{
	int n, k, l;
	if (scanf("%d %d %d", &n, &k, &l) != 3 || n < 1 || k < 1 || l < 1)
		return 1;
	long *a = read_matrix(n, k), *b = read_matrix(k, l);
	for (int r = 0; a && b && r < n; r++) {
		for (int c = 0; c < l; c++) {
			long sum = 0;
			for (int i = 0; i < k; i++)
				sum += a[r * k + i] * b[i * l + c];
			printf("%ld%c", sum, c + 1 < l ? ' ' : '\n');
		}
	}
	free(a);
	free(b);
	return 0;
}
