/* Big numbers in words of the machine: factorials, powers and their digits. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long word;

#define WORD_BITS (sizeof(word) * CHAR_BIT)
#define HALF (WORD_BITS / 2)
#define LOW(x) ((x) & (((word)1 << HALF) - 1))
#define BIG_BITS 512
#define WORDS (BIG_BITS / WORD_BITS)

struct big {
	word at[BIG_BITS / (sizeof(word) * CHAR_BIT)];
};

static void big_set(struct big *b, word value)
{
	memset(b, 0, sizeof(*b));
	b->at[0] = value;
}

/* b = b * factor + add; what does not fit is the result. */
static word big_mul(struct big *b, word factor, word add)
{
	for (size_t i = 0; i < WORDS; i++) {
		word low = LOW(b->at[i]) * factor + add;
		word high = (b->at[i] >> HALF) * factor + (low >> HALF);

		b->at[i] = high << HALF | LOW(low);
		add = high >> HALF;
	}
	return add;
}

static word big_div(struct big *b, word divisor)
{
	word rest = 0;

	for (size_t i = WORDS; i-- > 0;) {
		word high = rest << HALF | b->at[i] >> HALF;
		word low = (high % divisor) << HALF | LOW(b->at[i]);

		b->at[i] = (high / divisor) << HALF | low / divisor;
		rest = low % divisor;
	}
	return rest;
}

static int big_is_zero(const struct big *b)
{
	for (size_t i = 0; i < WORDS; i++) {
		if (b->at[i] != 0)
			return 0;
	}
	return 1;
}

static unsigned big_bits(const struct big *b)
{
	unsigned n = 0;

	for (size_t i = 0; i < WORDS; i++) {
		for (word w = b->at[i]; w != 0; w &= w - 1)
			n++;
	}
	return n;
}

static int big_test(const struct big *b, unsigned bit)
{
	return (int)(b->at[bit / WORD_BITS] >> bit % WORD_BITS & 1);
}

static void big_print(struct big b)
{
	char digits[160];
	size_t n = sizeof(digits) - 1;

	digits[n] = '\0';
	do {
		digits[--n] = (char)('0' + big_div(&b, 10));
	} while (!big_is_zero(&b));
	printf("%s\n", digits + n);
}

int main(void)
{
	struct big b;
	unsigned highest = 0;

	big_set(&b, 1);
	for (word i = 2; i <= 60; i++) {
		if (big_mul(&b, i, 0) != 0)
			printf("overflow at %lu\n", i);
		if (i % 20 == 0)
			big_print(b);
	}
	for (unsigned bit = 0; bit < BIG_BITS; bit++) {
		if (big_test(&b, bit))
			highest = bit;
	}
	printf("%u bits set, the highest is %u\n", big_bits(&b), highest);
	big_set(&b, 1);
	for (int i = 0; i < 100; i++)
		big_mul(&b, 7, 0);
	big_print(b);
	return 0;
}
