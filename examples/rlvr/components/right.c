#include <stdio.h>
#include <stdlib.h>

static int find(int *up, int x)
{
	while (up[x] != x)
		x = up[x] = up[up[x]];
	return x;
}

int main(void)
{
	int n, m, left;
	if (scanf("%d %d", &n, &m) != 2)
		return 1;
	int *up = malloc((size_t)(n + 1) * sizeof(*up));
	if (!up)
		return 1;
	for (int i = 0; i <= n; i++)
		up[i] = i;
	left = n;
	for (int i = 0; i < m; i++) {
		int a, b;
		if (scanf("%d %d", &a, &b) != 2)
			break;
		a = find(up, a);
		b = find(up, b);
		if (a != b) {
			up[a] = b;
			left--;
		}
	}
	printf("%d\n", left);
	free(up);
	return 0;
}
