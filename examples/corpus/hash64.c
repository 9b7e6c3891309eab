/* 64-bit hashing of words: FNV-1a, a finaliser of xor-shifts, and a table of buckets. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BUCKETS 16

static const char *const words[] = {"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta",
	"theta", "iota", "kappa", "lambda", "mu"};

static uint64_t fnv1a(const char *s)
{
	uint64_t h = 14695981039346656037ULL;

	for (; *s; s++) {
		h ^= (unsigned char)*s;
		h *= 1099511628211ULL;
	}
	return h;
}

static uint64_t finish(uint64_t x)
{
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdULL;
	x ^= x >> 33;
	x *= 0xc4ceb9fe1a85ec53ULL;
	x ^= x >> 33;
	return x;
}

static uint64_t rotl(uint64_t x, int k)
{
	return (x << k) | (x >> (64 - k));
}

/* High half of the product of two 64-bit numbers, without a wider type. */
static uint64_t mul_high(uint64_t a, uint64_t b)
{
	uint64_t a_low = a & 0xffffffffu, a_high = a >> 32;
	uint64_t b_low = b & 0xffffffffu, b_high = b >> 32;
	uint64_t mid = a_high * b_low + ((a_low * b_low) >> 32);
	uint64_t carry = (mid & 0xffffffffu) + a_low * b_high;

	return a_high * b_high + (mid >> 32) + (carry >> 32);
}

static unsigned bucket_of(uint64_t hash)
{
	return (unsigned)mul_high(hash, BUCKETS);
}

/* Words seen, as a set of bits by the top bits of their hashes. */
static uint64_t signature(const char *const *list, size_t n)
{
	uint64_t bits = 0;

	for (size_t i = 0; i < n; i++)
		bits |= 1ULL << (finish(fnv1a(list[i])) >> 58);
	return bits;
}

int main(void)
{
	size_t n = sizeof(words) / sizeof(words[0]);
	unsigned filled[BUCKETS] = {0};
	uint64_t all = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t h = finish(fnv1a(words[i]));

		all = rotl(all, 7) ^ h;
		filled[bucket_of(h)]++;
		printf("%-8s %016" PRIx64 " bucket %u\n", words[i], h, bucket_of(h));
	}
	printf("combined %016" PRIx64 "\n", all);
	printf("signature %016llx\n", (unsigned long long)signature(words, n));
	for (unsigned i = 0; i < BUCKETS; i++)
		printf("%u%c", filled[i], i + 1 < BUCKETS ? ' ' : '\n');
	return 0;
}
