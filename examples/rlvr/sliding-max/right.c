#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	size_t n, k, head = 0, tail = 0;
	if (scanf("%zu %zu", &n, &k) != 2 || k < 1 || n > 10000)
		return 1;
	int *v = calloc(n + 1, sizeof(*v));
	size_t *queue = calloc(n + 1, sizeof(*queue));
	if (!v || !queue)
		return 1;
	for (size_t i = 0; i < n; i++) {
		if (scanf("%d", &v[i]) != 1)
			break;
		while (tail > head && v[queue[tail - 1]] <= v[i])
			tail--;
		queue[tail++] = i;
		if (queue[head] + k <= i)
			head++;
		if (i + 1 >= k)
			printf("%d ", v[queue[head]]);
	}
	putchar('\n');
	free(queue);
	free(v);
	return 0;
}
