#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n, q, a, b;
	if (scanf("%d %d", &n, &q) != 2 || n < 0)
		return 1;
	long long *sums = calloc((size_t)n + 1, sizeof(*sums));
	if (!sums)
		return 1;
	for (int i = 1; i <= n; i++) {
		int v;
		if (scanf("%d", &v) != 1)
			v = 0;
		sums[i] = sums[i - 1] + v;
	}
	while (q-- > 0 && scanf("%d %d", &a, &b) == 2)
		printf("%lld\n", sums[b] - sums[a - 1]);
	free(sums);
	return 0;
}
