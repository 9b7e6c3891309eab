#include <stdio.h>
static int add(int left, int right)
{
	int sum = left;
	sum += right;
	return sum;
}
int main(void)
{
	int total = 0;
	for (int i = 1; i < 4; i++)
		total = add(total, i);
	printf("%d\n", total);
	return 0;
}
