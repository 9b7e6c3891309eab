#include <stdio.h>
#include <string.h>

#define SIDE 32

static char grid[SIDE][SIDE + 2];
static int steps[SIDE][SIDE];

int main(void)
{
	int rows, columns, queue[SIDE * SIDE], head = 0, tail = 0;
	static const int dr[] = {0, 1, 0, -1}, dc[] = {1, 0, -1, 0};
	if (scanf("%d %d", &rows, &columns) != 2 || rows > SIDE || columns > SIDE)
		return 1;
	for (int r = 0; r < rows; r++)
		if (scanf("%32s", grid[r]) != 1)
			return 1;
	memset(steps, -1, sizeof(steps));
	steps[0][0] = 0;
	queue[tail++] = 0;
	while (head < tail) {
		int at = queue[head++], r = at / columns, c = at % columns;
		for (int d = 0; d < 4; d++) {
			int nr = r + dr[d], nc = c + dc[d];
			if (nr < 0 || nr >= rows || nc < 0 || nc >= columns)
				continue;
			if (grid[nr][nc] == '#' || steps[nr][nc] >= 0)
				continue;
			steps[nr][nc] = steps[r][c] + 1;
			queue[tail++] = nr * columns + nc;
		}
	}
	printf("%d\n", steps[rows - 1][columns - 1]);
	return 0;
}
