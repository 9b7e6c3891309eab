#include <stdio.h>
#include <stdlib.h>

struct cable {
	int a, b, cost;
};

static int up[100];

static int find(int x)
{
	while (up[x] != x)
		x = up[x];
	return x;
}

static int by_cost(const void *x, const void *y)
{
	const struct cable *a = x, *b = y;
	return (a->cost > b->cost) - (a->cost < b->cost);
}

int main(void)
{
	struct cable cables[500];
	int n, m = 0, joined = 1;
	long cost = 0;
	if (scanf("%d", &n) != 1 || n < 1 || n > 100)
		return 1;
	while (m < 500 && scanf("%d %d %d", &cables[m].a, &cables[m].b, &cables[m].cost) == 3)
		m++;
	qsort(cables, (size_t)m, sizeof(*cables), by_cost);
	for (int i = 0; i < n; i++)
		up[i] = i;
	for (int i = 0; i < m; i++) {
		int a = find(cables[i].a), b = find(cables[i].b);
		if (a == b)
			continue;
		up[a] = b;
		cost += cables[i].cost;
		joined++;
	}
	printf("%ld\n", joined == n ? cost : -1);
	return 0;
}
