#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n, q, wanted;
	if (scanf("%d %d", &n, &q) != 2 || n < 1)
		return 1;
	int *v = malloc((size_t)n * sizeof(*v));
	if (!v)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%d", &v[i]) != 1)
			v[i] = 0;
	while (q-- > 0 && scanf("%d", &wanted) == 1) {
		int low = 0, high = n;
		while (low < high) {
			int middle = low + (high - low) / 2;
			if (v[middle] < wanted)
				low = middle + 1;
			else
				high = middle;
		}
		if (low < n)
			printf("%d %d\n", low, v[low]);
		else
			puts("none");
	}
	free(v);
	return 0;
}
