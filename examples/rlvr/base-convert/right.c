#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char digits[65], number[65];
	int from, to;
	while (scanf("%64s %d %d", number, &from, &to) == 3) {
		char *end;
		unsigned long long v = strtoull(number, &end, from);
		size_t at = sizeof(digits) - 1;
		if (*end || to < 2 || to > 36) {
			puts("error");
			continue;
		}
		digits[at] = '\0';
		do
			digits[--at] = "0123456789abcdefghijklmnopqrstuvwxyz"[v % (unsigned)to];
		while (v /= (unsigned)to);
		puts(digits + at);
	}
	return 0;
}
