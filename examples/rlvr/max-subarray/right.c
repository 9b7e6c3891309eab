#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n;
	if (scanf("%d", &n) != 1 || n < 1)
		return 1;
	int *v = malloc((size_t)n * sizeof(*v));
	if (!v)
		return 1;
	for (int i = 0; i < n; i++)
		if (scanf("%d", &v[i]) != 1)
			v[i] = 0;
	long long best = v[0], here = v[0];
	for (int i = 1; i < n; i++) {
		here = here > 0 ? here + v[i] : v[i];
		if (here > best)
			best = here;
	}
	printf("%lld\n", best);
	free(v);
	return 0;
}
