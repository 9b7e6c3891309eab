#include <limits.h>
#include <stdio.h>

static int v[1000];

int main(void)
{
	int n;
	long long best = LLONG_MIN;
	scanf("%d", &n);
	for (int i = 0; i < n; i++)
		scanf("%d", v + i);
	for (int i = 0; i < n; i++) {
		long long sum = 0;
		for (int k = i; k < n; k++)
			if ((sum += v[k]) > best)
				best = sum;
	}
	printf("%lld\n", best);
}
