#include <inttypes.h>
#include <stdio.h>

static uint64_t power(uint64_t base, uint64_t exponent, uint64_t modulus)
{
	uint64_t result = 1 % modulus;
	base %= modulus;
	while (exponent) {
		if (exponent & 1)
			result = result * base % modulus;
		base = base * base % modulus;
		exponent >>= 1;
	}
	return result;
}

int main(void)
{
	uint64_t a, b, m;
	while (scanf("%" SCNu64 " %" SCNu64 " %" SCNu64, &a, &b, &m) == 3)
		printf("%" PRIu64 "\n", power(a, b, m));
	return 0;
}
