#include <stdio.h>

#define SIDE 40

static char map[SIDE + 2][SIDE + 3];

static int area(int r, int c)
{
	if (map[r][c] != '#')
		return 0;
	map[r][c] = '.';
	return 1 + area(r - 1, c) + area(r + 1, c) + area(r, c - 1) + area(r, c + 1);
}

int main(void)
{
	int rows = 0, count = 0, largest = 0;
	while (rows < SIDE && scanf("%40s", map[rows + 1] + 1) == 1)
		rows++;
	for (int r = 1; r <= rows; r++)
		for (int c = 1; c <= SIDE; c++) {
			int size = area(r, c);
			count += size > 0;
			if (size > largest)
				largest = size;
		}
	printf("%d %d\n", count, largest);
	return 0;
}
