#include <stdio.h>
#include <stdlib.h>

static long gcd(long a, long b)
{
	while (b) {
		long rest = a % b;
		a = b;
		b = rest;
	}
	return labs(a);
}

int main(void)
{
	long all = 0, v;
	while (scanf("%ld", &v) == 1)
		all = gcd(all, v);
	printf("%ld\n", all);
	return 0;
}
