#include <stdio.h>
#include <stdlib.h>

static int side_of(int n, char (*rivals)[50], int *side)
{
	int *stack = malloc((size_t)n * sizeof(*stack)), good = 1;
	if (!stack)
		return 0;
	for (int start = 0; good && start < n; start++) {
		int top = 0;
		if (side[start])
			continue;
		side[start] = 1;
		stack[top++] = start;
		while (good && top > 0) {
			int at = stack[--top];
			for (int to = 0; to < n; to++) {
				if (!rivals[at][to])
					continue;
				if (side[to] == side[at])
					good = 0;
				if (!side[to]) {
					side[to] = -side[at];
					stack[top++] = to;
				}
			}
		}
	}
	free(stack);
	return good;
}

int main(void)
{
	static char rivals[50][50];
	static int side[50];
	int n, a, b, first = 0;
	if (scanf("%d", &n) != 1 || n < 1 || n > 50)
		return 1;
	while (scanf("%d %d", &a, &b) == 2)
		rivals[a][b] = rivals[b][a] = 1;
	if (!side_of(n, rivals, side)) {
		puts("no");
		return 0;
	}
	for (int i = 0; i < n; i++)
		first += side[i] == 1;
	printf("yes %d\n", first);
	return 0;
}
