#include <stdint.h>
#include <stdio.h>

enum { MODULUS = 1000000007 };

struct matrix {
	uint64_t cell[2][2];
};

static struct matrix product(const struct matrix *a, const struct matrix *b)
{
	struct matrix m = {{{0}}};
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 2; k++)
			for (int j = 0; j < 2; j++)
				m.cell[i][k] = (m.cell[i][k] + a->cell[i][j] * b->cell[j][k]) % MODULUS;
	return m;
}

int main(void)
{
	unsigned long long n;
	while (scanf("%llu", &n) == 1) {
		struct matrix step = {{{1, 1}, {1, 0}}}, all = {{{1, 0}, {0, 1}}};
		for (; n; n >>= 1) {
			if (n & 1)
				all = product(&all, &step);
			step = product(&step, &step);
		}
		printf("%llu\n", (unsigned long long)all.cell[0][1]);
	}
	return 0;
}
