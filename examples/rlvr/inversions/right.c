#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long sort(int *v, int *room, size_t n)
{
	if (n < 2)
		return 0;
	size_t half = n / 2, i = 0, k = half, to = 0;
	long long count = sort(v, room, half) + sort(v + half, room, n - half);
	while (i < half && k < n) {
		if (v[k] < v[i]) {
			count += (long long)(half - i);
			room[to++] = v[k++];
		} else {
			room[to++] = v[i++];
		}
	}
	while (i < half)
		room[to++] = v[i++];
	while (k < n)
		room[to++] = v[k++];
	memcpy(v, room, n * sizeof(*v));
	return count;
}

int main(void)
{
	size_t n;
	if (scanf("%zu", &n) != 1 || n > 100000)
		return 1;
	int *v = malloc((2 * n + 1) * sizeof(*v));
	if (!v)
		return 1;
	for (size_t i = 0; i < n; i++)
		if (scanf("%d", &v[i]) != 1)
			return free(v), 1;
	printf("%lld\n", sort(v, v + n, n));
	free(v);
	return 0;
}
