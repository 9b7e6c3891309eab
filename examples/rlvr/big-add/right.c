#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *sum_of(const char *a, const char *b)
{
	size_t na = strlen(a), nb = strlen(b), n = (na > nb ? na : nb) + 1;
	char *sum = malloc(n + 1);
	int carry = 0;
	if (!sum)
		return NULL;
	sum[n] = '\0';
	for (size_t i = 1; i <= n; i++) {
		int digit = carry;
		if (i <= na)
			digit += a[na - i] - '0';
		if (i <= nb)
			digit += b[nb - i] - '0';
		sum[n - i] = (char)('0' + digit % 10);
		carry = digit / 10;
	}
	return sum;
}

int main(void)
{
	static char a[501], b[501];
	if (scanf("%500s %500s", a, b) != 2)
		return 1;
	char *sum = sum_of(a, b);
	if (!sum)
		return 1;
	puts(sum[0] == '0' && sum[1] ? sum + 1 : sum);
	free(sum);
	return 0;
}
