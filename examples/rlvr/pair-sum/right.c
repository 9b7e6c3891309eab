#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

int main(void)
{
	int v[1000], n = 0;
	long target;
	if (scanf("%ld", &target) != 1)
		return 1;
	while (n < 1000 && scanf("%d", &v[n]) == 1)
		n++;
	qsort(v, (size_t)n, sizeof(*v), compare);
	for (int i = 0, k = n - 1; i < k;) {
		long sum = (long)v[i] + v[k];
		if (sum == target) {
			printf("%d %d\n", v[i], v[k]);
			return 0;
		}
		if (sum < target)
			i++;
		else
			k--;
	}
	puts("none");
	return 0;
}
