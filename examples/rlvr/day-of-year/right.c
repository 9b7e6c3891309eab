#include <stdio.h>

static int is_leap(int y)
{
	return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

int main(void)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	int y, m, d;
	while (scanf("%d-%d-%d", &y, &m, &d) == 3) {
		int number = d;
		if (m < 1 || m > 12 || d < 1 || d > days[m - 1] + (m == 2 && is_leap(y))) {
			puts("no date");
			continue;
		}
		for (int i = 0; i < m - 1; i++)
			number += days[i];
		printf("%d\n", number + (m > 2 && is_leap(y)));
	}
	return 0;
}
