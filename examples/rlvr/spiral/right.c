#include <stdio.h>

int main(void)
{
	static int cell[20][20];
	int rows, columns;
	if (scanf("%d %d", &rows, &columns) != 2 || rows > 20 || columns > 20)
		return 1;
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < columns; c++)
			if (scanf("%d", &cell[r][c]) != 1)
				return 1;
	int top = 0, bottom = rows - 1, left = 0, right = columns - 1;
	while (top <= bottom && left <= right) {
		for (int c = left; c <= right; c++)
			printf("%d ", cell[top][c]);
		top++;
		for (int r = top; r <= bottom; r++)
			printf("%d ", cell[r][right]);
		right--;
		for (int c = right; top <= bottom && c >= left; c--)
			printf("%d ", cell[bottom][c]);
		bottom--;
		for (int r = bottom; left <= right && r >= top; r--)
			printf("%d ", cell[r][left]);
		left++;
	}
	putchar('\n');
	return 0;
}
